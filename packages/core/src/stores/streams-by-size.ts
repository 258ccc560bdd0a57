import type { StoredStream } from './stored-stream.js';
import { StreamQueue } from './stream-queue.js';

/** How many sizes are told apart: the last is that of all that is larger. */
const SIZES = 32;

/**
 * Streams by how much is kept of them, so that a large one is found at once. Sizes are told apart by powers of two, so a stream
 * that grows or shrinks by one event seldom changes its place.
 */
export class StreamsBySize {
  readonly #queues: readonly StreamQueue<StoredStream>[] = Array.from({ length: SIZES }, () => new StreamQueue());
  /** A bit for each size of which there is a stream. */
  #taken = 0;

  /** One that none is twice as large as: among those, the one that got there first. */
  get largest(): StoredStream | undefined {
    return this.#queues[31 - Math.clz32(this.#taken)]?.first;
  }

  /** Puts a stream where its size belongs. To be called whenever that has changed. */
  place(stream: StoredStream): void {
    const size = sizeClassOf(stream);
    if (stream.sizeClass === size) return;
    this.remove(stream);
    stream.sizeClass = size;
    this.#queues[size]?.push(stream);
    this.#taken |= 1 << size;
  }

  /** Takes a stream out. Does nothing where it is not here. */
  remove(stream: StoredStream): void {
    const { sizeClass } = stream;
    const queue = this.#queues[sizeClass];
    if (queue === undefined) return;
    stream.sizeClass = -1;
    queue.remove(stream);
    if (queue.first === undefined) this.#taken &= ~(1 << sizeClass);
  }
}

function sizeClassOf({ size }: StoredStream): number {
  return Math.min(32 - Math.clz32(Math.min(size, 2 ** 31)), SIZES - 1);
}
