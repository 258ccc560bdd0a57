import type { ChildProcess } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '@polyspec/core';
import type { KnownRevision } from '../../../schema/official-schema.js';
import { start } from '../processes.js';
import { Conversation, type Watched } from './conversation.js';
import { type Answer, initializeParams, requestOf, type Unasked } from './messages.js';
import type { Command } from './stdio-tap.js';

/** How a server process ended. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

/** A client by hand of a server in a process of its own. Every line that the server writes is checked. */
export class StdioClient {
  readonly process: ChildProcess;
  /** Every line of the server's stdout, as it came. */
  readonly lines: string[] = [];
  /** What came without being an answer. */
  readonly unasked: Unasked[] = [];
  readonly ended: Promise<End>;
  readonly #conversation: Conversation;
  readonly #answers = new Map<unknown, Answer>();
  readonly #waiting = new Map<unknown, (answer: Answer) => void>();
  #lastId = 0;

  constructor(command: Command, watched: Watched, env: NodeJS.ProcessEnv = {}) {
    this.#conversation = new Conversation(watched);
    this.process = start(command, 'pipe', env);
    const { stdout, stderr } = this.process;
    if (stdout === null || stderr === null) throw new Error('no pipes');
    let rest = '';
    stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#receive(line);
    });
    stdout.on('end', () => rest !== '' && this.#conversation.fault(`an unfinished line: ${JSON.stringify(rest)}`));
    const printed = text(stderr);
    const closed = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      this.process.once('close', (...how) => resolve(how));
    });
    this.ended = closed.then(async ([code, signal]) => ({ code, signal, stderr: await printed }));
  }

  /** Writes messages in one go, a line each. */
  send(...messages: readonly object[]): void {
    for (const message of messages) this.#conversation.fromClient(message);
    this.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  }

  /** Writes bytes as they are. Only for what gets no result: nobody is told of requests among them. */
  write(bytes: string | Uint8Array): void {
    this.process.stdin?.write(bytes);
  }

  /** The answer to a request, which may have come already. `undefined` waits for an answer without an id. */
  answerTo(id: string | number | undefined): Promise<Answer> {
    const answer = this.#answers.get(id);
    if (answer !== undefined) {
      this.#answers.delete(id);
      return Promise.resolve(answer);
    }
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Sends a request as a client of a revision writes it, with an id of its own. */
  async request(revision: KnownRevision, method: string, params?: JsonObject): Promise<Answer> {
    this.#lastId += 1;
    const id = `by-hand-${this.#lastId}`;
    this.send(requestOf(revision, id, method, params));
    return await this.answerTo(id);
  }

  /** Opens the conversation as a revision of 2025 has it. */
  async initialize(revision: KnownRevision): Promise<Answer> {
    const answer = await this.request('2025-11-25', 'initialize', initializeParams(revision));
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer;
  }

  /** Ends the input, and waits for the process to end. */
  end(): Promise<End> {
    this.process.stdin?.end();
    return this.ended;
  }

  #receive(line: string): void {
    this.lines.push(line);
    let message: Answer & Partial<Unasked>;
    try {
      message = JSON.parse(line) as Answer & Partial<Unasked>;
    } catch {
      this.#conversation.fault(`a line that is not JSON: ${JSON.stringify(line)}`);
      return;
    }
    this.#conversation.fromServer(message);
    if (message.method !== undefined) {
      this.unasked.push(message as Unasked);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (waiting === undefined) this.#answers.set(message.id, message);
    else waiting(message);
  }
}
