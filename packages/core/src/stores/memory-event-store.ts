import type { StreamId } from '../contract/exchange.js';
import type { EventStore, StoredEvent } from '../contract/stores.js';
import { integer } from '../options/rules.js';
import { checkOptions, type OptionTable } from '../options/table.js';
import { StoredStream } from './stored-stream.js';
import { StreamQueue } from './stream-queue.js';

/** Options of a `MemoryEventStore`. */
export interface MemoryEventStoreOptions {
  /** How many events of one stream are kept, the newest of them. Default 1000. */
  readonly maxEvents?: number | undefined;
  /** How much is kept in all, in characters of messages and a little for each. Default 16,777,216. */
  readonly maxSize?: number | undefined;
  /** For how long a stream can be resumed after its end, in milliseconds. Default 300,000: five minutes. */
  readonly ttlMs?: number | undefined;
  /** The clock, in milliseconds. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

const options: OptionTable = {
  maxEvents: integer(1),
  maxSize: integer(1),
  ttlMs: integer(0),
  now: { accepts: (value) => typeof value === 'function', takes: 'a function' },
};

/** What an event takes beside its message, in characters. */
const EVENT_SIZE = 64;

/** Ids come back in a header field. */
const STREAM = /^[\x21-\x7e]+$/;

/**
 * Keeps events in memory, for the streams of one process. What is kept is bounded: of each stream the newest events, and of
 * all of them, those of the streams that have not ended, the ones most recently used. A stream of which too much was dropped
 * can't be resumed from there; it never is with a hole.
 *
 * @example
 * const events = new MemoryEventStore({ maxEvents: 100 });
 */
export class MemoryEventStore implements EventStore {
  readonly #maxEvents: number;
  readonly #maxSize: number;
  readonly #ttlMs: number;
  readonly #now: () => number;
  readonly #streams = new Map<StreamId, StoredStream>();
  /** Those that have not ended and of which there is something to drop, least recently appended to first. */
  readonly #live = new StreamQueue();
  /** Those that ended first come first. */
  readonly #ended = new StreamQueue();
  #size = 0;
  #places = 0;

  /** @throws OptionError */
  constructor(given: MemoryEventStoreOptions = {}) {
    checkOptions(given, options);
    this.#maxEvents = given.maxEvents ?? 1000;
    this.#maxSize = given.maxSize ?? 16_777_216;
    this.#ttlMs = given.ttlMs ?? 300_000;
    this.#now = given.now ?? Date.now;
  }

  /** How much is kept, in the unit of `maxSize`. */
  get size(): number {
    return this.#size;
  }

  /**
   * Appends a message to a stream, and gives the id of its event.
   *
   * @param stream of visible ASCII characters. Clients see it, as a part of the ids
   * @throws TypeError for another stream id
   */
  append(stream: StreamId, message: string): string {
    if (!STREAM.test(stream)) {
      throw new TypeError(`The id of a stream must be of visible ASCII characters; got ${JSON.stringify(stream)}`);
    }
    const kept = this.#streamToAppend(stream);
    this.#places += 1;
    const place = this.#places;
    this.#size += sizeOf(message);
    kept.append({ place, message });
    if (kept.length > this.#maxEvents) this.#drop(kept);
    this.#makeRoom();
    return idOf(stream, place);
  }

  end(stream: StreamId): void {
    this.#expire();
    const kept = this.#streams.get(stream);
    if (kept === undefined || kept.isEnded) return;
    kept.until = this.#now() + this.#ttlMs;
    this.#live.remove(kept);
    this.#ended.push(kept);
    kept.end();
  }

  forget(stream: StreamId): void {
    const kept = this.#streams.get(stream);
    if (kept === undefined) return;
    this.#remove(kept);
    kept.end();
  }

  streamOf(eventId: string): StreamId | undefined {
    return this.#locate(eventId)?.stream;
  }

  async *follow(lastEventId: string, signal: AbortSignal): AsyncGenerator<StoredEvent, void, undefined> {
    const last = this.#locate(lastEventId);
    if (last === undefined) return;
    try {
      for await (const { place, message } of last.kept.follow(last.place, signal)) {
        yield { id: idOf(last.stream, place), message };
      }
    } finally {
      this.#left(last.kept);
    }
  }

  #streamToAppend(id: StreamId): StoredStream {
    this.#expire();
    let stream = this.#streams.get(id);
    if (stream === undefined) {
      stream = new StoredStream(id);
      this.#streams.set(id, stream);
    }
    // What comes after the end is for those who still follow.
    if (!stream.isEnded) this.#live.push(stream);
    return stream;
  }

  #locate(eventId: string): { stream: StreamId; place: number; kept: StoredStream } | undefined {
    this.#expire();
    const dash = eventId.indexOf('-');
    const stream = eventId.slice(dash + 1);
    const place = Number.parseInt(eventId.slice(0, dash), 36);
    const kept = this.#streams.get(stream);
    if (kept === undefined || eventId !== idOf(stream, place) || !kept.canResumeAfter(place)) return undefined;
    return { stream, place, kept };
  }

  /** Forgets the streams that ended long ago. Not by a timer: whatever is done here comes by. */
  #expire(): void {
    for (;;) {
      const { first } = this.#ended;
      if (first === undefined || first.until > this.#now()) return;
      this.#remove(first);
    }
  }

  #makeRoom(): void {
    while (this.#size > this.#maxSize) {
      const stream = this.#ended.first ?? this.#live.first;
      if (stream === undefined) return;
      this.#shrink(stream);
      if (stream.length > 0) return;
      // Who follows it gets what comes. Until then there is nothing of it to drop, and nobody has to pass it by.
      if (stream.isFollowed && !stream.isEnded) this.#live.remove(stream);
      else this.#remove(stream);
    }
  }

  /** Somebody follows a stream no more. If it has nothing, it waits for its turn to be dropped as others do. */
  #left(stream: StoredStream): void {
    const isIdle = !stream.isFollowed && stream.length === 0 && !stream.isEnded;
    if (isIdle && this.#streams.get(stream.id) === stream) this.#live.push(stream);
  }

  #remove(stream: StoredStream): void {
    this.#streams.delete(stream.id);
    (stream.isEnded ? this.#ended : this.#live).remove(stream);
    while (stream.length > 0) this.#drop(stream);
  }

  #shrink(stream: StoredStream): void {
    while (this.#size > this.#maxSize && stream.length > 0) this.#drop(stream);
  }

  #drop(stream: StoredStream): void {
    this.#size -= sizeOf(stream.drop()?.message ?? '');
  }
}

function idOf(stream: StreamId, place: number): string {
  return `${place.toString(36)}-${stream}`;
}

function sizeOf(message: string): number {
  return message.length + EVENT_SIZE;
}
