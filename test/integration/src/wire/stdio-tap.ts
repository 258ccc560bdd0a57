import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Conversation, type Watched } from './conversation.js';
import { unhandledIn } from './unhandled.js';

/** How a process is started. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** A stdio server that is started through a program that reads along. */
export interface StdioTap extends Command {
  /**
   * Has everything that went over the pipes checked, and that the server ended well: no promise was rejected without anybody to
   * hear of it, and its exit code is none of a failure. Call it after the client has closed the pipes; the server is waited for.
   */
  finish(): Promise<void>;
}

const TAP = fileURLToPath(new URL('./stdio-tap.mjs', import.meta.url));

/** Gives the command by which a client starts a server so that every line of both is checked afterwards. */
export function tapStdio({ command, args }: Command, watched: Watched): StdioTap {
  const folder = mkdtempSync(join(tmpdir(), 'polyspec-tap-'));
  return {
    command: process.execPath,
    args: [TAP, folder, command, ...args],
    finish: async () => {
      for (const file of readdirSync(folder)) {
        const conversation = new Conversation(watched);
        replay(await wholeLog(join(folder, file), conversation), conversation);
      }
      rmSync(folder, { recursive: true });
    },
  };
}

/** How long a server may take to end after its client has gone, in milliseconds. */
const PATIENCE_MS = 20_000;

/** The log of a run, once that has ended; or what there is of it, where a client had no patience and killed it. */
async function wholeLog(file: string, conversation: Conversation): Promise<string> {
  const pid = Number(basename(file, '.log'));
  for (let waited = 0; waited < PATIENCE_MS; waited += 20) {
    const isOver = !isRunning(pid);
    const log = readFileSync(file, 'utf8');
    if (isOver || linesOf(log, '!').length > 0) return log;
    await wait(20);
  }
  conversation.fault('a server that goes on without its client');
  return readFileSync(file, 'utf8');
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function replay(log: string, conversation: Conversation): void {
  for (const line of log.split('\n')) {
    if (line.startsWith('>')) readLine(line.slice(1), conversation, (message) => conversation.fromClient(message));
    if (line.startsWith('<')) readLine(line.slice(1), conversation, (message) => conversation.fromServer(message));
  }
  const printed = linesOf(log, '#').join('\n');
  for (const told of unhandledIn(printed)) conversation.fault(told);
  const [end = ''] = linesOf(log, '!');
  // Above 100 it was told to end, by a client in a hurry.
  if (/^[1-9]\d?$/.test(end)) conversation.fault(`a server that ended with ${end}:\n${printed}`);
}

function linesOf(log: string, mark: string): readonly string[] {
  return log.split('\n').flatMap((line) => (line.startsWith(mark) ? [line.slice(mark.length)] : []));
}

function readLine(line: string, conversation: Conversation, take: (message: unknown) => void): void {
  try {
    take(JSON.parse(line));
  } catch {
    conversation.fault(`a line that is not JSON: ${JSON.stringify(line)}`);
  }
}
