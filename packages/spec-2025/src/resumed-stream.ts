import { type EventStore, type Exchange, ended, JsonText, type Logger } from '@polyspec/core';
import type { OpenStream, StreamOwner } from './standing-stream.js';
import type { StreamLog } from './stream-log.js';

/**
 * A stream that a client has come back for (basic/transports#resumability-and-redelivery), whatever request it began with: what
 * followed the last event that the client got, then what comes, until the stream has ended or the client leaves again. All of
 * it comes out of the event store, so that it does not matter who puts it in there.
 */
export class ResumedStream implements OpenStream {
  readonly type = 'standing';
  readonly log: StreamLog;
  readonly #exchange: Exchange;
  readonly #owner: StreamOwner;
  readonly #stop = new AbortController();
  #isOver = false;

  constructor(exchange: Exchange, log: StreamLog, owner: StreamOwner) {
    this.#exchange = exchange;
    this.log = log;
    this.#owner = owner;
  }

  /** Begins to give the client what it has missed. */
  begin(events: EventStore, lastEventId: string, logger: Logger): void {
    this.#exchange.stream();
    void this.#follow(events, lastEventId, logger).then(() => this.end());
  }

  send(text: JsonText): boolean {
    if (this.log.isFull) return false;
    void this.log.keep(text.json);
    return true;
  }

  sendNow(text: JsonText): boolean {
    return this.#exchange.send(text);
  }

  end(): void {
    if (this.#isOver) return;
    this.#close();
    this.#exchange.conclude(ended);
    this.#owner.closed(this);
  }

  gone(): void {
    if (this.#isOver) return;
    this.#close();
    this.#owner.closed(this);
  }

  #close(): void {
    this.#isOver = true;
    this.#stop.abort();
  }

  /** It never rejects. */
  async #follow(events: EventStore, lastEventId: string, logger: Logger): Promise<void> {
    try {
      for await (const { id, message } of events.follow(lastEventId, this.#stop.signal)) {
        if (this.#isOver || !this.#exchange.send(new JsonText(message), undefined, id)) return;
        // What is kept may be more than may be unsent at once.
        await this.#exchange.drained?.();
      }
    } catch (err) {
      logger.error({ err, stream: this.log.id }, 'What is kept of a stream could not be read');
    }
  }
}
