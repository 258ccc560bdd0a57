import type { Readable } from 'node:stream';
import {
  type Awaitable,
  type Envelope,
  ErrorCode,
  encodeMessage,
  failure,
  isPromiseLike,
  isRequest,
  type JsonRpcMessage,
  type JsonRpcResponse,
  type Outcome,
  parseMessage,
  type RunningTransport,
  type SpecHandler,
  type TransportHost,
} from '@polyspec/core';
import { type StdioClient, StdioExchange } from './exchange.js';
import { type LineFault, LineReader } from './line-reader.js';
import { LineWriter } from './line-writer.js';
import type { StdioSettings } from './options.js';
import { type StdoutLease, takeStdout } from './stdout-guard.js';

/** How long requests that were aborted have to come back, in milliseconds. */
const SETTLE_MS = 50;

/** How long the last of the output may wait for a client that reads nothing, in milliseconds. */
const STALL_MS = 2000;

/** The life of the transport with its one client, from the first message to the end. */
export class StdioServer implements RunningTransport, StdioClient {
  readonly address = 'stdio';
  readonly closed: Promise<void>;
  readonly peer: object = {};
  readonly writer: LineWriter;
  readonly watching: Set<StdioExchange> = new Set();
  readonly #handler: SpecHandler;
  readonly #host: TransportHost;
  readonly #input: Readable;
  readonly #reader: LineReader;
  readonly #maxMessageBytes: number;
  readonly #stdout: StdoutLease | undefined;
  #running = 0;
  #onIdle: (() => void) | undefined;
  #ending: Promise<void> | undefined;
  #resolveClosed: () => void = () => undefined;

  constructor(handler: SpecHandler, options: StdioSettings, host: TransportHost) {
    this.#handler = handler;
    this.#host = host;
    this.#input = options.input;
    this.#maxMessageBytes = options.maxMessageBytes;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#stdout = options.output === process.stdout ? takeStdout() : undefined;
    this.writer = new LineWriter(options.output, {
      ...(this.#stdout && { write: this.#stdout.write }),
      onGone: (error) => this.#lost(error),
      onRelief: () => this.#ending === undefined && this.#input.resume(),
    });
    this.#reader = new LineReader(
      { line: (text) => this.#receive(text), fault: (fault) => this.#refuse(fault) },
      options.maxMessageBytes,
    );
    this.#open();
    this.#read();
  }

  close(graceMs: number): Promise<void> {
    this.#ending ??= this.#end(graceMs);
    return this.#ending;
  }

  /** Tells the spec that output has begun: it may send by itself from now on. */
  #open(): void {
    try {
      const exchange = new StdioExchange(this);
      const opened = this.#handler.open?.(exchange);
      const settle = (outcome: Outcome | undefined): void => {
        if (outcome?.type === 'standing') exchange.stand(outcome);
      };
      if (isPromiseLike(opened)) opened.then(settle, (thrown: unknown) => this.#report(thrown));
      else settle(opened);
    } catch (thrown) {
      this.#report(thrown);
    }
  }

  #read(): void {
    const input = this.#input;
    input.on('error', this.#inputFailed);
    input.on('end', this.#inputEnded);
    input.on('close', this.#inputEnded);
    if (input.readableEnded || input.destroyed) setImmediate(this.#inputEnded);
    else input.on('data', this.#taken);
  }

  readonly #taken = (chunk: Uint8Array | string): void => {
    this.#reader.push(chunk);
    // Every request is answered, so the only way to bound what is unsent is to take no more of them for now.
    if (this.writer.full) this.#input.pause();
  };

  readonly #inputEnded = (): void => {
    if (this.#ending !== undefined) return;
    this.#reader.end();
    void this.close(this.#host.graceMs);
  };

  readonly #inputFailed = (error: Error): void => {
    this.#host.logger.warn({ err: error }, 'stdio: reading failed, which counts as the end of input');
    this.#inputEnded();
  };

  /** The client closed the output: whatever is done from now on, nobody will learn of it. */
  #lost(error: NodeJS.ErrnoException | undefined): void {
    if (error !== undefined && !GONE.has(error.code ?? '')) {
      this.#host.logger.error({ err: error }, 'stdio: writing failed, which ends the server');
    }
    this.#disconnect();
    void this.close(this.#host.graceMs);
  }

  #receive(text: string): void {
    if (this.#ending !== undefined) return;
    const envelope = parseMessage(text);
    if (!envelope.ok) {
      this.#misread(envelope);
      return;
    }
    const { message } = envelope;
    const exchange = new StdioExchange(this);
    let outcome: Awaitable<Outcome>;
    try {
      outcome = this.#handler.handle(message, exchange);
    } catch (thrown) {
      outcome = this.#broken(message, thrown);
    }
    if (isPromiseLike(outcome)) void this.#follow(message, exchange, outcome);
    else this.#conclude(message, exchange, outcome);
  }

  /** Where nobody can be answered, the log says what came, and whoever waits for an answer of the client is told. */
  #misread({ failure: refused, answer, question }: Misread): void {
    if (answer) this.#write(refused);
    else
      this.#host.logger.warn(
        { error: refused.error, id: question?.id },
        "stdio: a message of the client can't be read",
      );
    if (question === undefined) return;
    try {
      const told = this.#handler.misread?.(question.id, question.fault, new StdioExchange(this));
      if (isPromiseLike(told)) told.then(undefined, (thrown: unknown) => this.#report(thrown));
    } catch (thrown) {
      this.#report(thrown);
    }
  }

  async #follow(message: JsonRpcMessage, exchange: StdioExchange, outcome: PromiseLike<Outcome>): Promise<void> {
    this.#running++;
    let reached: Outcome;
    try {
      reached = await outcome;
    } catch (thrown) {
      reached = this.#broken(message, thrown);
    }
    this.#conclude(message, exchange, reached);
    if (--this.#running === 0) this.#onIdle?.();
  }

  #conclude(message: JsonRpcMessage, exchange: StdioExchange, outcome: Outcome): void {
    if (outcome.type === 'standing') {
      exchange.stand(outcome);
      return;
    }
    exchange.settle();
    if (outcome.type === 'response') {
      this.#write(outcome.response);
      for (const notification of outcome.after ?? []) this.#write(notification);
    } else if (outcome.type === 'ended') {
      for (const notification of outcome.after ?? []) this.#write(notification);
    } else if (outcome.type === 'refused' && isRequest(message)) {
      this.#write(failure(message.id, ErrorCode.InvalidRequest, `Invalid request: refused (status ${outcome.status})`));
    }
  }

  /** A line that is no message. Nobody knows which request it was, so the error has no id (ambiguity Q-45). */
  #refuse(fault: LineFault): void {
    if (this.#ending !== undefined) return;
    const { code, why } = FAULTS[fault];
    this.#write(failure(undefined, code, why(this.#maxMessageBytes)));
  }

  #write(message: JsonRpcMessage): void {
    this.writer.write(this.#encode(message));
  }

  #encode(message: JsonRpcMessage): string {
    try {
      return encodeMessage(message);
    } catch (thrown) {
      this.#report(thrown);
      const { id } = message as JsonRpcResponse;
      return encodeMessage(failure(id, ErrorCode.InternalError, 'Internal error: the answer is not JSON'));
    }
  }

  /** A handler never throws and never rejects. One that does may lose an answer, but not the process. */
  #broken(message: JsonRpcMessage, thrown: unknown): Outcome {
    this.#report(thrown);
    if (!isRequest(message)) return { type: 'accepted' };
    return { type: 'response', response: failure(message.id, ErrorCode.InternalError, 'Internal error') };
  }

  #report(thrown: unknown): void {
    this.#host.logger.error({ err: thrown }, 'stdio: the handler of messages failed');
  }

  async #end(graceMs: number): Promise<void> {
    const input = this.#input;
    input
      .off('data', this.#taken)
      .off('end', this.#inputEnded)
      .off('close', this.#inputEnded)
      .off('error', this.#inputFailed);
    input.pause();
    await within(graceMs + SETTLE_MS, this.#drain(graceMs));
    this.#disconnect();
    await this.writer.end(STALL_MS);
    this.#stdout?.release();
    this.#resolveClosed();
  }

  /**
   * Waits for the running requests. The handler is closed while it can still be heard: it ends streams at once, and aborts
   * what goes on after the grace period. Its hooks print to stderr, as everything does until the transport has ended.
   */
  async #drain(graceMs: number): Promise<void> {
    try {
      await this.#handler.close(graceMs);
    } catch (thrown) {
      this.#report(thrown);
    }
    if (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
  }

  #disconnect(): void {
    const watching = [...this.watching];
    this.watching.clear();
    for (const exchange of watching) exchange.disconnect();
  }
}

type Misread = Extract<Envelope, { readonly ok: false }>;

/** A timer that is set for longer fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What a client that closed the output looks like. */
const GONE = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE']);

const FAULTS: Readonly<Record<LineFault, { readonly code: number; readonly why: (maxBytes: number) => string }>> = {
  'too-long': {
    code: ErrorCode.InvalidRequest,
    why: (maxBytes) => `Invalid request: the message is longer than ${maxBytes} bytes`,
  },
  'not-utf8': { code: ErrorCode.ParseError, why: () => 'Parse error: the message is not valid UTF-8' },
};

/** Waits for the work, but not for longer than so many milliseconds. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, MAX_TIMER_MS));
  });
  await Promise.race([work, timeUp]);
  clearTimeout(timer);
}
