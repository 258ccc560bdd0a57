import { type Awaitable, type EventStore, isPromiseLike, type Logger, type StreamId } from '@polyspec/core';
import { guarded } from './guarded.js';

/** How many messages of one stream may wait for a store that takes its time. */
const MAX_WAITING = 1000;

/** How long a store may take to keep a message, in milliseconds. */
const PATIENCE_MS = 10_000;

/** What an id of an event can't be: it would end its line, or clients would ignore it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for.
const NO_ID = /^$|[\r\n\u0000]/;

/**
 * Keeps what is sent on one stream, in order, whatever time the store takes. It never throws: a message that can't be kept is
 * sent without an id. So is all that follows one for which the store has taken too long: no call waits for a store that is stuck.
 */
export class StreamLog {
  readonly id: StreamId;
  readonly #store: EventStore;
  readonly #logger: Logger;
  /** What the next message has to wait for, once the store has shown that it takes its time. It never rejects. */
  #before: Promise<unknown> | undefined = undefined;
  #waiting = 0;
  #isGivenUp = false;

  constructor(id: StreamId, store: EventStore, logger: Logger) {
    this.id = id;
    this.#store = store;
    this.#logger = logger;
  }

  /** Whether so much waits for the store that a message can as well be left out. */
  get isFull(): boolean {
    return this.#waiting >= MAX_WAITING;
  }

  /** Keeps a message. @returns the id of its event, `undefined` where it can't be kept */
  keep(text: string): Awaitable<string | undefined> {
    const kept = this.#before === undefined ? this.#append(text) : this.#before.then(() => this.#append(text));
    if (!isPromiseLike(kept)) return kept;
    this.#waiting += 1;
    const settled = Promise.resolve(kept).finally(() => {
      this.#waiting -= 1;
    });
    this.#before = settled;
    return settled;
  }

  /** Does something when all that was to be kept before is kept. */
  afterwards(action: () => void): void {
    if (this.#before === undefined) action();
    else this.#before = this.#before.then(action);
  }

  /** There is nothing more to come: who follows the stream is told. */
  end(): void {
    this.afterwards(() => void this.#guarded('A stream could not be ended', () => this.#store.end(this.id)));
  }

  /** Nobody will come back for it. */
  forget(): void {
    const { forget } = this.#store;
    if (forget === undefined) this.end();
    else
      this.afterwards(
        () => void this.#guarded('A stream could not be forgotten', () => forget.call(this.#store, this.id)),
      );
  }

  #append(text: string): Awaitable<string | undefined> {
    if (this.#isGivenUp) return undefined;
    const id = this.#guarded('A message could not be kept for a client that may come back', () =>
      this.#store.append(this.id, text),
    );
    return isPromiseLike(id) ? this.#inTime(id).then((given) => this.#checked(given)) : this.#checked(id);
  }

  /** @param id must not reject */
  #inTime(id: PromiseLike<string | undefined>): Promise<string | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#isGivenUp = true;
        this.#logger.error({ stream: this.id }, 'The event store takes too long: the rest of a stream is not kept');
        resolve(undefined);
      }, PATIENCE_MS);
      void id.then((given) => {
        clearTimeout(timer);
        resolve(given);
      });
    });
  }

  #checked(id: unknown): string | undefined {
    if (id === undefined || (typeof id === 'string' && !NO_ID.test(id))) return id;
    this.#logger.error({ stream: this.id }, 'The event store gave what is no id of an event');
    return undefined;
  }

  #guarded<T>(complaint: string, action: () => Awaitable<T>): Awaitable<T | undefined> {
    return guarded(action, (err) => this.#logger.error({ err, stream: this.id }, complaint));
  }
}
