import type { StreamId } from '../contract/exchange.js';
import type { EventStore, StoredEvent } from '../contract/stores.js';
import { integer } from '../options/rules.js';
import { checkOptions, type OptionTable } from '../options/table.js';
import { StoredStream, type StreamEnd } from './stored-stream.js';
import { StreamQueue } from './stream-queue.js';
import { StreamsBySize } from './streams-by-size.js';

/** Options of a `MemoryEventStore`. */
export interface MemoryEventStoreOptions {
  /** How many events of one stream are kept, the newest of them. Default 1000. */
  readonly maxEvents?: number | undefined;
  /**
   * How much is kept in all, in characters of messages and a little for each. Default 16,777,216. What is dropped for it is
   * first of streams that take an eighth or more; then of those that ended long ago, a tenth of `ttlMs` or more; then of the
   * largest. Those that ended since count as half as large in that, and are not among the first. Sizes are compared roughly, by
   * powers of two. So large streams give way before small ones that are live or ended lately; many small ones together, or
   * anything after a tenth of `ttlMs`, can still cost others what they may come back for.
   */
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

/** Which part of all a stream may take before it is the first to have something dropped. */
const LARGE_PART = 1 / 8;

/** For which part of its time a stream that has ended is kept rather than others of its size: its client may be on its way. */
const EARLY_PART = 1 / 10;

/** Ids come back in a header field. */
const STREAM = /^[\x21-\x7e]+$/;

/**
 * Keeps events in memory, for the streams of one process. What is kept is bounded: of each stream the newest events, and of
 * all of them together rather the small streams than the large ones. A stream of which too much was dropped can't be resumed
 * from there; it never is with a hole.
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
  /** Those of which there is something to drop, without those that have just ended. */
  readonly #bySize = new StreamsBySize();
  /** Those that have just ended. */
  readonly #recentBySize = new StreamsBySize();
  /** The ends of streams that have just come, and then the others; in both, the first of them first. */
  readonly #recentEnds = new StreamQueue<StreamEnd>();
  readonly #pastEnds = new StreamQueue<StreamEnd>();
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
    const { size: before, sizeClass } = kept;
    kept.append({ place, message });
    if (kept.length > this.#maxEvents) kept.drop();
    this.#size += kept.size - before;
    this.#sizesOf(kept).place(kept);
    this.#makeRoom(kept.sizeClass === sizeClass ? undefined : kept);
    return idOf(stream, place);
  }

  end(stream: StreamId): void {
    this.#expire();
    const kept = this.#streams.get(stream);
    if (kept === undefined || kept.isEnded) return;
    this.#bySize.remove(kept);
    this.#recentEnds.push(kept.end(this.#now() + this.#ttlMs));
    this.#recentBySize.place(kept);
  }

  forget(stream: StreamId): void {
    const kept = this.#streams.get(stream);
    if (kept === undefined) return;
    this.#remove(kept);
    kept.end(0);
  }

  streamOf(eventId: string): StreamId | undefined {
    return this.#locate(eventId)?.stream;
  }

  async *follow(lastEventId: string, signal: AbortSignal): AsyncGenerator<StoredEvent, void, undefined> {
    const last = this.#locate(lastEventId);
    if (last === undefined) return;
    for await (const { place, message } of last.kept.follow(last.place, signal)) {
      yield { id: idOf(last.stream, place), message };
    }
  }

  #streamToAppend(id: StreamId): StoredStream {
    this.#expire();
    let stream = this.#streams.get(id);
    if (stream === undefined) {
      stream = new StoredStream(id);
      this.#streams.set(id, stream);
    }
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
    if (this.#recentEnds.first === undefined && this.#pastEnds.first === undefined) return;
    const now = this.#now();
    const early = now + this.#ttlMs * (1 - EARLY_PART);
    for (let end = this.#recentEnds.first; end !== undefined && end.until <= early; end = this.#recentEnds.first) {
      this.#age(end);
    }
    for (let end = this.#pastEnds.first; end !== undefined && end.until <= now; end = this.#pastEnds.first) {
      this.#remove(end.stream);
    }
  }

  /** From now on the stream is one of those that ended long ago. */
  #age(end: StreamEnd): void {
    this.#recentEnds.remove(end);
    this.#recentBySize.remove(end.stream);
    end.isRecent = false;
    this.#pastEnds.push(end);
    this.#bySize.place(end.stream);
  }

  /** @param newcomer the stream that has just grown to a larger size */
  #makeRoom(newcomer: StoredStream | undefined): void {
    while (this.#size > this.#maxSize) {
      const stream = this.#toShrink(newcomer);
      if (stream === undefined) return;
      this.#drop(stream);
      if (stream.length > 0) this.#sizesOf(stream).place(stream);
      // Who follows it gets what comes, and may come back for it: it is known until it has ended.
      else if (stream.isFollowed && !stream.isEnded) this.#bySize.remove(stream);
      else this.#remove(stream);
    }
  }

  /** The stream that has something dropped next. */
  #toShrink(newcomer: StoredStream | undefined): StoredStream | undefined {
    const { largest } = this.#bySize;
    if (largest !== undefined && largest.size >= this.#maxSize * LARGE_PART) return largest;
    const { first } = this.#pastEnds;
    if (first !== undefined) return first.stream;
    const { largest: recent } = this.#recentBySize;
    if (largest === undefined || recent === undefined) return largest ?? recent;
    // A newcomer may be an answer whose end comes next: of those and what has just ended, the larger goes, or the older.
    const isSpared =
      largest === newcomer ? recent.sizeClass < largest.sizeClass : recent.sizeClass <= largest.sizeClass + 1;
    return isSpared ? largest : recent;
  }

  /** Where a stream stands by its size. */
  #sizesOf({ ended }: StoredStream): StreamsBySize {
    return ended?.isRecent === true ? this.#recentBySize : this.#bySize;
  }

  #remove(stream: StoredStream): void {
    this.#streams.delete(stream.id);
    this.#sizesOf(stream).remove(stream);
    const { ended } = stream;
    if (ended !== undefined) (ended.isRecent ? this.#recentEnds : this.#pastEnds).remove(ended);
    while (stream.length > 0) this.#drop(stream);
  }

  #drop(stream: StoredStream): void {
    const before = stream.size;
    stream.drop();
    this.#size += stream.size - before;
  }
}

function idOf(stream: StreamId, place: number): string {
  return `${place.toString(36)}-${stream}`;
}
