import type { StoredStream } from './stored-stream.js';

/**
 * Streams in the order in which they were put here, linked to each other: the first of thousands is found and taken out at
 * once, however many went before it, which no `Map` can do. A stream stands in one queue at a time.
 */
export class StreamQueue {
  #first: StoredStream | undefined = undefined;
  #last: StoredStream | undefined = undefined;

  get first(): StoredStream | undefined {
    return this.#first;
  }

  /** Puts a stream behind all others. It must stand in no queue, or in this one. */
  push(stream: StoredStream): void {
    if (stream === this.#last) return;
    this.remove(stream);
    stream.ahead = this.#last;
    if (this.#last === undefined) this.#first = stream;
    else this.#last.behind = stream;
    this.#last = stream;
  }

  /** Takes a stream out. Does nothing where it stands in no queue. */
  remove(stream: StoredStream): void {
    const { ahead, behind } = stream;
    if (ahead !== undefined) ahead.behind = behind;
    else if (this.#first === stream) this.#first = behind;
    if (behind !== undefined) behind.ahead = ahead;
    else if (this.#last === stream) this.#last = ahead;
    stream.ahead = undefined;
    stream.behind = undefined;
  }
}
