import { readFileSync } from 'node:fs';
import { releaseStdout } from '../guard.js';
import { CliError } from './cli-error.js';
import type { Command } from './command.js';
import { describeCommand } from './describe.js';
import { helpOnFlags, readFlags } from './flags.js';
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
    return await command.run(path, options);
  } catch (thrown) {
    return complain(`polyspec ${command.name}`, thrown);
  }
}

/** Prints to stdout, which no protocol needs here. */
async function printed(text: string, exitCode = 0): Promise<number> {
  releaseStdout();
  await print(text);
  return exitCode;
}

function complain(who: string, thrown: unknown): number {
  if (!(thrown instanceof CliError)) {
    process.stderr.write(`${who}: ${thrown instanceof Error ? thrown.stack : String(thrown)}\n`);
    return 1;
  }
  const advice = thrown.exitCode === 2 ? `\nRun '${who} --help' to see how it is used.` : '';
  process.stderr.write(`${who}: ${thrown.message}${advice}\n${framesOf(thrown.cause)}`);
  return thrown.exitCode;
}

/** Where in the user's own code an error came from. */
function framesOf(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  const frames = (cause.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !line.includes('node:internal'));
  return frames.map((frame) => `${frame}\n`).join('');
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
