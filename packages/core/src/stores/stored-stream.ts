import type { StreamId } from '../contract/exchange.js';

/** One event, by its place among all events of the store. */
export interface PlacedEvent {
  readonly place: number;
  readonly message: string;
}

/** What is kept of one stream, and who follows it. Places grow along a stream, with gaps. */
export class StoredStream {
  readonly id: StreamId;
  /** Its neighbours in the queue in which it waits to be dropped, if it does. */
  ahead: StoredStream | undefined = undefined;
  behind: StoredStream | undefined = undefined;
  /** Until when it is kept, once it has ended. */
  until = 0;
  /** The oldest first, behind the places of some that were dropped: to move all the others each time would take too long. */
  #events: (PlacedEvent | undefined)[] = [];
  #first = 0;
  /** The last place that was dropped: what followed an earlier one is not whole any more. */
  #dropped: number | undefined = undefined;
  #isEnded = false;
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
    return this.#isEnded;
  }

  append(event: PlacedEvent): void {
    this.#events.push(event);
    this.#wake?.();
  }

  /** Drops the oldest event, and gives it. */
  drop(): PlacedEvent | undefined {
    const oldest = this.#events[this.#first];
    if (oldest === undefined) return undefined;
    this.#dropped = oldest.place;
    this.#events[this.#first] = undefined;
    this.#first += 1;
    if (this.#first * 2 > this.#events.length) {
      this.#events = this.#events.slice(this.#first);
      this.#first = 0;
    }
    return oldest;
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
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
        } else if (this.#isEnded) {
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
