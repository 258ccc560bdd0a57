import { OptionError } from '@polyspec/core';
import type { DescribeOptions, Description } from '../describe/description.js';
import { startProblem } from '../describe/problem.js';
import { releaseStdout } from '../guard.js';
import { checkServeOptions, faultsOf } from '../options.js';
import { CliError } from './cli-error.js';
import type { Command } from './command.js';
import type { FlagTable } from './flags.js';
import { loadModule } from './load-module.js';
import { print } from './print.js';
import { nameAmong, specFlag } from './serve.js';

const flags: FlagTable = {
  ...specFlag,
  json: { option: 'json', about: 'whether to print JSON, for programs' },
};

/** `polyspec describe`: prints what an application offers, and what clients would have a problem with. */
export const describeCommand: Command = {
  name: 'describe',
  about: 'prints what it offers, and every problem that some client would have with it',
  flags,
  run: async (modulePath, { json, ...fromFlags }) => {
    const { application, options: ownOptions, name } = await loadModule(modulePath);
    requireOptions(fromFlags);
    const wrong = faultsOf(ownOptions);
    const right = Object.entries(ownOptions).filter(([name]) => !wrong.some(({ option }) => option === name));
    const options = { ...Object.fromEntries(right), ...fromFlags };
    // Loaded here, so that `serve` starts without it.
    const { describeApplication } = await import('../describe/description.js');
    const { printDescription } = await import('../describe/print-description.js');
    const description = await describeApplication(nameAmong(options) ?? name, application, options as DescribeOptions);
    // Wrong options of the module are told among the other problems.
    const problems = [...wrong.map((fault) => startProblem(`export 'options'`, fault)), ...description.problems];
    const whole: Description = { ...description, problems };
    // What the application printed went to stderr until here.
    releaseStdout();
    await print(json === true ? JSON.stringify(whole, undefined, 2) : printDescription(whole));
    return whole.problems.some(({ level }) => level === 'error') ? 1 : 0;
  },
};

function requireOptions(fromFlags: object): void {
  try {
    checkServeOptions(fromFlags);
  } catch (thrown) {
    throw thrown instanceof OptionError ? new CliError(2, thrown.message) : thrown;
  }
}
