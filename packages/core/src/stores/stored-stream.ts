import type { StreamId } from '../contract/exchange.js';
import type { Queued } from './stream-queue.js';

/** What an event takes beside its message, in characters. */
const EVENT_SIZE = 64;

/** One event, by its place among all events of the store. */
export interface PlacedEvent {
  readonly place: number;
  readonly message: string;
}

/** The end of a stream. */
export class StreamEnd implements Queued<StreamEnd> {
  readonly stream: StoredStream;
  /** Until when the stream is kept. */
  readonly until: number;
  /** Whether it has just come, so that its client may not have come back yet. Noted by the store. */
  isRecent = true;
  ahead: StreamEnd | undefined = undefined;
  behind: StreamEnd | undefined = undefined;

  constructor(stream: StoredStream, until: number) {
    this.stream = stream;
    this.until = until;
  }
}

/** What is kept of one stream, and who follows it. Places grow along a stream, with gaps. */
export class StoredStream implements Queued<StoredStream> {
  readonly id: StreamId;
  /** Among which sizes it stands in `StreamsBySize`, if it does; its neighbours there. */
  sizeClass = -1;
  ahead: StoredStream | undefined = undefined;
  behind: StoredStream | undefined = undefined;
  #end: StreamEnd | undefined = undefined;
  #size = 0;
  /** The oldest first, behind the places of some that were dropped: to move all the others each time would take too long. */
  #events: (PlacedEvent | undefined)[] = [];
  #first = 0;
  /** The last place that was dropped: what followed an earlier one is not whole any more. */
  #dropped: number | undefined = undefined;
  /** The follower, and what tells it that something has changed. */
  #follower: object | undefined = undefined;
  #wake: (() => void) | undefined = undefined;

  constructor(id: StreamId) {
    this.id = id;
  }

  get length(): number {
    return this.#events.length - this.#first;
  }

  get isFollowed(): boolean {
    return this.#follower !== undefined;
  }

  get isEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Its end, where that has come. */
  get ended(): StreamEnd | undefined {
    return this.#end;
  }

  /** How much is kept of it, in characters of messages and a little for each. */
  get size(): number {
    return this.#size;
  }

  append(event: PlacedEvent): void {
    this.#events.push(event);
    this.#size += sizeOf(event);
    this.#wake?.();
  }

  /** Drops the oldest event, if there is one. */
  drop(): void {
    const oldest = this.#events[this.#first];
    if (oldest === undefined) return;
    this.#size -= sizeOf(oldest);
    this.#dropped = oldest.place;
    this.#events[this.#first] = undefined;
    this.#first += 1;
    if (this.#first * 2 > this.#events.length) {
      this.#events = this.#events.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Ends it. @param until when it need not be kept any more */
  end(until: number): StreamEnd {
    this.#end ??= new StreamEnd(this, until);
    this.#wake?.();
    return this.#end;
  }

  /** Whether there was an event at this place, and all that followed it is kept. */
  canResumeAfter(place: number): boolean {
    return place === this.#dropped || this.#events[this.#indexAfter(place) - 1]?.place === place;
  }

  /** What came after a place, and what comes, until the stream has ended, the signal aborts, or somebody else follows. */
  async *follow(after: number, signal: AbortSignal): AsyncGenerator<PlacedEvent, void, undefined> {
    const self = {};
    const wake = (): void => this.#wake?.();
    this.#follower = self;
    wake();
    signal.addEventListener('abort', wake);
    try {
      let place = after;
      while (this.#follower === self && !signal.aborted && this.#isWholeAfter(place)) {
        const event = this.#events[this.#indexAfter(place)];
        if (event !== undefined) {
          place = event.place;
          yield event;
        } else if (this.isEnded) {
          return;
        } else {
          await this.#change();
        }
      }
    } finally {
      signal.removeEventListener('abort', wake);
      if (this.#follower === self) this.#follower = undefined;
    }
  }

  /** A follower that was overtaken by what is dropped must not go on with a hole. */
  #isWholeAfter(place: number): boolean {
    return this.#dropped === undefined || place >= this.#dropped;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }

  /** The index of the first event after a place. */
  #indexAfter(place: number): number {
    let low = this.#first;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.place ?? 0) > place) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function sizeOf({ message }: PlacedEvent): number {
  return message.length + EVENT_SIZE;
}
