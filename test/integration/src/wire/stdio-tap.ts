import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Conversation, type Watched } from './conversation.js';

/** How a process is started. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** A stdio server that is started through a program that reads along. */
export interface StdioTap extends Command {
  /** Has everything that went over the pipes checked. Call it after the client has closed them. */
  finish(): void;
}

const TAP = fileURLToPath(new URL('./stdio-tap.mjs', import.meta.url));

/** Gives the command by which a client starts a server so that every line of both is checked afterwards. */
export function tapStdio({ command, args }: Command, watched: Watched): StdioTap {
  const folder = mkdtempSync(join(tmpdir(), 'polyspec-tap-'));
  return {
    command: process.execPath,
    args: [TAP, folder, command, ...args],
    finish: () => {
      for (const file of readdirSync(folder))
        replay(readFileSync(join(folder, file), 'utf8'), new Conversation(watched));
      rmSync(folder, { recursive: true });
    },
  };
}

function replay(log: string, conversation: Conversation): void {
  for (const line of log.split('\n')) {
    if (line.startsWith('>')) readLine(line.slice(1), conversation, (message) => conversation.fromClient(message));
    if (line.startsWith('<')) readLine(line.slice(1), conversation, (message) => conversation.fromServer(message));
  }
}

function readLine(line: string, conversation: Conversation, take: (message: unknown) => void): void {
  try {
    take(JSON.parse(line));
  } catch {
    conversation.fault(`a line that is not JSON: ${JSON.stringify(line)}`);
  }
}
