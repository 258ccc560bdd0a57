import { type Awaitable, after, type Exchange, ended, type JsonText, type Standing } from '@polyspec/core';
import type { ReturnRules } from './call-stream.js';
import type { StreamLog } from './stream-log.js';

/** A stream by which a client is told what belongs to none of its requests. */
export interface OpenStream extends Standing {
  /** What is kept of it; `undefined` where nothing is. */
  readonly log: StreamLog | undefined;
  /** To be awaited before the transport has it: where it can't write the beginning itself. */
  readonly begun?: Awaitable<void>;
  /**
   * Sends a message.
   *
   * @param coalesce messages of the same key that were not yet written may be replaced by this one
   * @returns whether it will reach the client: by this connection, or when the client comes back
   */
  send(text: JsonText, coalesce?: string): boolean;
  /** Sends what is of use now only, and is not kept. @returns whether it will reach the client by this connection */
  sendNow(text: JsonText): boolean;
  /** Ends the connection. */
  end(): void;
}

/** Who is told that a connection is over. */
export interface StreamOwner {
  closed(stream: OpenStream): void;
}

/**
 * The stream of a GET (basic/transports#listening-for-messages-from-the-server), from its beginning until the client leaves or
 * the session ends.
 */
export class StandingStream implements OpenStream {
  readonly type = 'standing';
  readonly log: StreamLog | undefined;
  readonly #exchange: Exchange;
  readonly #owner: StreamOwner;
  #begun: Awaitable<void> = undefined;
  #isOver = false;

  constructor(exchange: Exchange, log: StreamLog | undefined, owner: StreamOwner) {
    this.#exchange = exchange;
    this.log = log;
    this.#owner = owner;
  }

  /** Begins it: with a point to come back to, where the revision has that and there is something to come back for (YH-14). */
  begin({ polling, retryMs }: ReturnRules): void {
    if (this.log === undefined || !polling) this.#exchange.stream();
    else
      this.#begun = after(this.log.keep(''), (prime) =>
        this.#exchange.stream(prime === undefined ? {} : { prime, retryMs }),
      );
  }

  get begun(): Awaitable<void> {
    return this.#begun;
  }

  send(text: JsonText, coalesce?: string): boolean {
    if (this.log === undefined) return this.#exchange.send(text, coalesce);
    if (this.log.isFull) return false;
    let isSent = true;
    void after(this.log.keep(text.json), (id) => {
      isSent = this.#exchange.send(text, coalesce, id) || id !== undefined;
    });
    return isSent;
  }

  sendNow(text: JsonText): boolean {
    let isSent = true;
    const send = (): void => {
      isSent = this.#exchange.send(text);
    };
    // In order: what came before it may still be on its way into the store.
    if (this.log === undefined) send();
    else this.log.afterwards(send);
    return isSent;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#exchange.conclude(ended);
    this.#owner.closed(this);
  }

  gone(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#owner.closed(this);
  }
}
