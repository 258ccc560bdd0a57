import { readFileSync } from 'node:fs';
import { releaseStdout } from '../guard.js';
import { servedByCommandLine } from '../under-command-line.js';
import { CliError } from './cli-error.js';
import type { Command } from './command.js';
import { describeCommand } from './describe.js';
import { helpOnFlags, readFlags } from './flags.js';
import { framesOf } from './frames.js';
import { print } from './print.js';
import { serveCommand } from './serve.js';

const COMMANDS: readonly Command[] = [serveCommand, describeCommand];

/**
 * Runs a command line.
 *
 * @param args without the program itself
 * @param manifest where the `package.json` is: only the entry file knows, wherever a bundler puts this one
 * @returns the exit code; `undefined` when a server runs now
 */
export async function main(args: readonly string[], manifest: URL): Promise<number | undefined> {
  const [first, ...rest] = args;
  if (first === '--version') return printed(versionIn(manifest));
  if (first === undefined || first === '--help' || first === '-h') return printed(help(), first === undefined ? 2 : 0);
  const command = COMMANDS.find(({ name }) => name === first);
  if (command === undefined) {
    return complain(
      'polyspec',
      new CliError(2, `There is no command '${first}'; there are ${COMMANDS.map(({ name }) => name).join(', ')}`),
    );
  }
  try {
    const { positionals, options, wantsHelp } = readFlags(rest, command.flags);
    if (wantsHelp) return await printed(helpOn(command));
    const [path, ...more] = positionals;
    if (path === undefined) throw new CliError(2, 'Which module? Name the file that exports the application');
    if (more.length > 0)
      throw new CliError(2, `Takes one module; got ${positionals.length}: ${positionals.join(', ')}`);
    return await Promise.race([modulesOwnServer(), command.run(path, options)]);
  } catch (thrown) {
    return complain(`polyspec ${command.name}`, thrown, new URL('.', manifest));
  }
}

/** Rejects when the module calls `serve` itself, at once: it may wait for that server for ever, or go on without it. */
function modulesOwnServer(): Promise<never> {
  return new Promise((_resolve, reject) => {
    servedByCommandLine(({ message }) => reject(new CliError(1, message)));
  });
}

/** Prints to stdout, which no protocol needs here. */
async function printed(text: string, exitCode = 0): Promise<number> {
  releaseStdout();
  await print(text);
  return exitCode;
}

/** @param folder that of this package, whose own part in an error is not shown */
function complain(who: string, thrown: unknown, folder?: URL): number {
  if (!(thrown instanceof CliError)) {
    process.stderr.write(`${who}: ${thrown instanceof Error ? thrown.stack : String(thrown)}\n`);
    return 1;
  }
  const advice = thrown.exitCode === 2 ? `\nRun '${who} --help' to see how it is used.` : '';
  const frames = framesOf(thrown.cause, folder).map((frame) => `${frame}\n`);
  process.stderr.write(`${who}: ${thrown.message}${advice}\n${frames.join('')}`);
  return thrown.exitCode;
}

function help(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const commands = COMMANDS.map(({ name, about }) => `  ${name.padEnd(width)} <module>  ${about}`);
  return [
    'Usage: polyspec <command> <module> [flags]',
    '',
    'Serves an application over the Model Context Protocol: every revision, over stdio or Streamable HTTP.',
    '',
    ...commands,
    '',
    "'polyspec <command> --help' tells its flags, 'polyspec --version' the version.",
  ].join('\n');
}

function helpOn({ name, about, flags }: Command): string {
  return `Usage: polyspec ${name} <module> [flags]\n\n${about}\n\n${helpOnFlags(flags)}`;
}

function versionIn(manifest: URL): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
}
