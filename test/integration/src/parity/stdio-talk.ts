import { PassThrough } from 'node:stream';
import { type Application, type JsonObject, type ServerControl, silentLogger } from '@polyspec/core';
import { type ServeOptions, serve } from 'polyspec';
import { expect } from 'vitest';
import { type KnownRevision, serverFaults } from '../../../schema/official-schema.js';
import { initializeParams } from '../wire/messages.js';
import type { Line } from './stdio-run.js';

/** A conversation over stdio in which both sides take turns. Each line of the server has to be legal in the revision. */
export class StdioTalk {
  readonly server: ServerControl & { close(): Promise<void> };
  readonly #revision: KnownRevision;
  readonly #input: PassThrough;
  readonly #lines: AsyncIterator<Line>;
  /** The methods of requests, by their ids. */
  readonly #asked = new Map<unknown, string>();

  private constructor(server: StdioTalk['server'], revision: KnownRevision, input: PassThrough, output: PassThrough) {
    this.server = server;
    this.#revision = revision;
    this.#input = input;
    this.#lines = linesOf(output);
  }

  /**
   * Serves an application, and opens the conversation where the revision has such an opening.
   *
   * @param capabilities what a client of 2025 can do
   */
  static async open(
    application: Application,
    revision: KnownRevision,
    { capabilities = {}, ...options }: ServeOptions & { readonly capabilities?: JsonObject } = {},
  ): Promise<StdioTalk> {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const server = await serve('talk', application, {
      logger: silentLogger,
      changeDebounceMs: 0,
      ...options,
      input,
      output,
    });
    const talk = new StdioTalk(server, revision, input, output);
    if (revision === '2026-07-28') return talk;
    talk.say({ id: 'open', method: 'initialize', params: { ...initializeParams(revision), capabilities } });
    expect(await talk.next()).toMatchObject({ id: 'open', result: { protocolVersion: revision } });
    talk.say({ method: 'notifications/initialized' });
    return talk;
  }

  /** Writes a message. */
  say(message: Readonly<Record<string, unknown>>): void {
    if (typeof message.method === 'string' && message.id !== undefined) this.#asked.set(message.id, message.method);
    this.#input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** The next line of the server. */
  async next(): Promise<Line> {
    const { value, done } = await this.#lines.next();
    if (done === true) return expect.fail('the server has nothing more to say');
    const method = value.method === undefined ? this.#asked.get(value.id) : undefined;
    expect(serverFaults(value, this.#revision, method), JSON.stringify(value)).toEqual([]);
    return value;
  }

  /** The next lines. */
  async nextOf(count: number): Promise<readonly Line[]> {
    const lines: Line[] = [];
    while (lines.length < count) lines.push(await this.next());
    return lines;
  }
}

async function* linesOf(output: PassThrough): AsyncGenerator<Line> {
  let rest = '';
  for await (const chunk of output.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Line;
  }
}
