import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { Command } from './wire/stdio-tap.js';
import { unhandledIn } from './wire/unhandled.js';

/** The values of the option `spec` that name what is served. */
export type Spec = 'all' | '2025-06-18' | '2025-11-25' | '2026-07-28';

export const SPECS: readonly Spec[] = ['all', '2025-06-18', '2025-11-25', '2026-07-28'];

/** The folder of the repository, from which processes are started. */
export const ROOT: string = fileURLToPath(new URL('../../..', import.meta.url));

const RUN_EXAMPLE = join(ROOT, 'apps/examples/dist/run.js');

const COMMAND_LINE = join(ROOT, 'packages/facade/dist/cli.js');

const processes = new Set<ChildProcess>();
const unhandled: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'polyspec-integration-'));

// Whatever a test file started ends with it.
afterAll(() => {
  for (const child of processes) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  if (unhandled.length > 0) throw new Error(unhandled.join('\n'));
});

/** A path for a file of this test file alone. */
export function temporaryFile(name: string): string {
  return join(folder, name);
}

/** How an example is started, as built. */
export function example(name: 'calculator' | 'notes', spec: Spec, transport: 'stdio' | 'http'): Command {
  const port = transport === 'http' ? ['--port', '0'] : [];
  return { command: process.execPath, args: [RUN_EXAMPLE, name, '--transport', transport, ...port, '--spec', spec] };
}

/** How an application of `fixtures/` is served over stdio. It imports the packages as built. */
export function fixture(name: string, options: object = {}): Command {
  const file = fileURLToPath(new URL('./fixtures/serve.ts', import.meta.url));
  return { command: process.execPath, args: ['--import', 'tsx', file, name, JSON.stringify(options)] };
}

/** How a module of `fixtures/` is served by the command line. */
export function commandLine(name: string, ...flags: readonly string[]): Command {
  const file = fileURLToPath(new URL(`./fixtures/${name}.ts`, import.meta.url));
  return { command: process.execPath, args: ['--import', 'tsx', COMMAND_LINE, 'serve', file, ...flags] };
}

/** Starts a process that is killed at the end of the test file at the latest. */
export function start(
  { command, args }: Command,
  stdin: 'pipe' | 'ignore' = 'pipe',
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  const child = spawn(command, args, { cwd: ROOT, stdio: [stdin, 'pipe', 'pipe'], env: { ...process.env, ...env } });
  processes.add(child);
  child.once('exit', () => processes.delete(child));
  // A server that ends while something is still written to it is for the test to notice, not for this process to die of.
  child.stdin?.on('error', () => undefined);
  let rest = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    unhandled.push(...unhandledIn(lines.join('\n')));
  });
  return child;
}

/** An HTTP server in a process of its own. */
export interface HttpProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server that prints its URL. */
export async function startHttp(command: Command, env: NodeJS.ProcessEnv = {}): Promise<HttpProcess> {
  const child = start(command, 'ignore', env);
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      printed += String(chunk);
      const found = /https?:\/\/\S+/.exec(printed)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)));
  });
  return {
    url,
    stop: async () => {
      // With all that it had to say.
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await closed;
    },
  };
}
