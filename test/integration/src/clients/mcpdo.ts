import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { start, temporaryFile } from '../processes.js';
import { type Era, type Inspected, inspectorFile, json, OWN_SETTINGS } from './inspector.js';
import type { Target } from './official-client.js';

/** Runs a command on a connection, such as `tools/list`. */
export type RunCommand = (...command: readonly string[]) => Promise<Inspected>;

/**
 * `mcpdo`, the other command line of the MCP Inspector: it connects once and runs many commands on a connection, among them
 * completion, which `mcp-inspector --cli` does not have. Connections are held by a process of their own.
 */
export interface Mcpdo {
  /** Runs commands on a connection of its own, after `mcpdo connect --era …`. */
  use(name: string, target: Target, era: Era, work: (run: RunCommand) => Promise<void>): Promise<void>;
  /** Ends all connections, and the process that holds them. */
  stop(): Promise<void>;
}

const PROGRAM = inspectorFile('clients/mcpdo/build/mcp-bin.js');
const COMMANDS = fileURLToPath(new URL('./mcpdo-commands.mjs', import.meta.url));

/** Starts the process that holds connections, for this test file alone. */
export async function startMcpdo(): Promise<Mcpdo> {
  const folder = temporaryFile('mcpdo');
  mkdirSync(folder, { mode: 0o700 });
  const env = {
    ...OWN_SETTINGS,
    MCP_INSPECTOR_DAEMON_DIR: folder,
    MCP_INSPECTOR_DAEMON_TOKEN: 'a-token-for-this-test-file-alone',
  };
  const holder = startNode(env, inspectorFile('clients/mcpdo/build/mcpdod.js'));
  while (!existsSync(join(folder, 'mcpdod.sock'))) {
    if (holder.exitCode !== null) throw new Error(`The process that holds connections ended with ${holder.exitCode}`);
    await wait(20);
  }
  const ended = new Promise((resolve) => holder.once('exit', resolve));
  return {
    use: async (name, target, era, work) => {
      const shell = startNode(env, COMMANDS, PROGRAM);
      const runAny = commands(shell);
      const run: RunCommand = (...command) => runAny(['--format', 'json', '--connection', name, ...command]);
      try {
        const connection = await run('connect', '--era', era, ...whereTo(target));
        expect(connection).toMatchObject({ code: 0, result: { name, protocolEra: era } });
        await work(run);
      } finally {
        shell.stdin?.end();
      }
    },
    stop: async () => {
      holder.kill('SIGTERM');
      await ended;
    },
  };
}

function startNode(env: NodeJS.ProcessEnv, ...args: readonly string[]): ChildProcess {
  return start({ command: process.execPath, args }, 'pipe', env);
}

/** Has a process run commands, a line each. */
function commands({ stdin, stdout }: ChildProcess): (args: readonly string[]) => Promise<Inspected> {
  if (stdin === null || stdout === null) throw new Error('The process has no pipes');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return async (args) => {
    stdin.write(`${JSON.stringify(args)}\n`);
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`The process ended before ${args.join(' ')} did`);
    const { printed, ...ended } = JSON.parse(value) as { code: number; printed: string; error?: string };
    return { error: undefined, ...ended, result: json(printed) };
  };
}

function whereTo(target: Target): readonly string[] {
  if ('url' in target) return ['--transport', 'http', '--server-url', target.url];
  const variables = Object.entries(target.env ?? {}).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  return [...variables, '--', target.command, ...target.args];
}
