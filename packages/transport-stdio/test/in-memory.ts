import { PassThrough } from 'node:stream';
import { type Logger, type RunningTransport, type SpecHandler, silentLogger } from '@polyspec/core';
import type { StdioOptions } from '../src/options.js';
import { stdio } from '../src/stdio.js';

/** A transport that runs on streams in memory, and the client's side of them. */
export interface Started {
  readonly running: RunningTransport;
  readonly input: PassThrough;
  readonly say: (...messages: readonly object[]) => void;
  /** Ends the input and waits until the transport has ended. */
  readonly end: () => Promise<void>;
  readonly text: () => string;
  readonly answers: () => unknown[];
}

/** Starts the transport on streams in memory. */
export async function start(
  handler: SpecHandler,
  options: StdioOptions = {},
  host: { logger?: Logger; graceMs?: number } = {},
): Promise<Started> {
  const input = (options.input ?? new PassThrough()) as PassThrough;
  const output = options.output ?? new PassThrough().on('data', (chunk: Buffer) => chunks.push(chunk));
  const chunks: Buffer[] = [];
  const running = await stdio.start(
    handler,
    { ...options, input, output },
    { name: 'test', logger: host.logger ?? silentLogger, graceMs: host.graceMs ?? 1000 },
  );
  const text = (): string => String(Buffer.concat(chunks));
  return {
    running,
    input,
    say: (...messages) => void input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join('')),
    end: () => {
      input.end();
      return running.closed;
    },
    text,
    answers: () =>
      text()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as unknown),
  };
}

/** A spec of one function. */
export function spec(handle: SpecHandler['handle']): SpecHandler {
  return { claims: () => true, methods: () => [], close: () => Promise.resolve(), handle };
}
