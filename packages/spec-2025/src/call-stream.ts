import {
  type Awaitable,
  after,
  type Exchange,
  encodeMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  JsonText,
  type Outcome,
} from '@polyspec/core';
import type { StreamLog } from './stream-log.js';

/** What clients of a revision are told about coming back. */
export interface ReturnRules {
  /** Whether they come back for a stream that was closed before the answer (`Wire.polling`). */
  readonly polling: boolean;
  /** When, in milliseconds. */
  readonly retryMs: number;
}

/**
 * The stream of one request in a session. What is sent on it is kept, the answer too, so that the client may lose the
 * connection, or be told to close it, and come back for what it has missed (basic/transports#resumability-and-redelivery).
 * Nothing is kept of a request whose answer is no stream.
 */
export class CallStream {
  readonly log: StreamLog;
  readonly #exchange: Exchange;
  readonly #rules: ReturnRules;
  #hasBegun = false;
  /** Whether the last that went out is kept, so that the client can come back for what follows it. */
  #isKept = false;

  constructor(exchange: Exchange, log: StreamLog, rules: ReturnRules) {
    this.#exchange = exchange;
    this.log = log;
    this.#rules = rules;
  }

  /** Begins the stream: with a point to come back to, where the revision has that (YH-14). */
  begin(): void {
    if (this.#hasBegun || !this.#exchange.canStream) return;
    this.#hasBegun = true;
    const { polling, retryMs } = this.#rules;
    if (!polling) this.#exchange.stream();
    else
      void after(this.log.keep(''), (prime) => {
        this.#isKept = prime !== undefined;
        this.#exchange.stream(prime === undefined ? {} : { prime, retryMs });
      });
  }

  /** Sends a message, as `Exchange.send` does; one that is kept counts as sent, since the client may come back for it. */
  send(message: JsonRpcNotification | JsonRpcRequest, coalesce?: string): boolean {
    if (!this.#exchange.canStream || this.log.isFull) return false;
    this.begin();
    const text = encodeMessage(message);
    let isSent = true;
    void after(this.log.keep(text), (id) => {
      this.#isKept = id !== undefined;
      isSent = this.#exchange.send(new JsonText(text), coalesce, id) || id !== undefined;
    });
    return isSent;
  }

  /**
   * Closes the connection, for the client to come back (YH-13, YH-15). Where the store fails it stays open: the client would have
   * nothing to come back with.
   */
  close(retryMs: number = this.#rules.retryMs): void {
    this.begin();
    this.log.afterwards(() => {
      if (this.#isKept) this.#exchange.suspend(retryMs);
    });
  }

  /**
   * The client has come back by another way: nothing more goes out on the one that it came by first, also nothing that a slow
   * store is about to have kept, which goes out on the other (YH-23).
   */
  leave(): void {
    this.#exchange.suspend(this.#rules.retryMs);
  }

  /** Answers the request: on the stream, where one has begun. */
  answer(response: JsonRpcResponse): Awaitable<Outcome> {
    if (!this.#hasBegun) return { type: 'response', response };
    return after(this.log.keep(encodeMessage(response)), (eventId): Outcome => {
      this.log.end();
      return { type: 'response', response, ...(eventId !== undefined && { eventId }) };
    });
  }

  /** There will be no answer. */
  end(): void {
    if (this.#hasBegun) this.log.end();
  }
}
