import type { HeaderMap } from '@polyspec/core';
import type { StreamSink } from './call.js';
import { COMMENT } from './event-frame.js';

/** The header fields of a stream. Proxies and compressing middleware must not hold it back (requirement T-17). */
export const SSE_HEADERS: HeaderMap = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * Writes frames to a sink. What the sink can't take at once waits here, and both together are bounded, so that a reader that
 * is too slow costs bounded memory; a frame that waits may be replaced by a newer one of the same key.
 */
export class SseWriter {
  readonly #sink: StreamSink;
  /** What waits, oldest first: by its key, or by a number where it has none. Made when first needed. */
  #waiting: Map<string | number, string> | undefined = undefined;
  #size = 0;
  #count = 0;
  #full = false;
  #ended = false;
  /** Who waits for room. */
  #room: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined = undefined;

  constructor(sink: StreamSink) {
    this.#sink = sink;
  }

  /**
   * Sends a frame.
   *
   * @param limit how much may be unsent once the sink is full, in characters here and bytes there
   * @param key frames of the same key that wait are replaced by this one
   * @returns false when the stream has ended, or too much is unsent
   */
  send(frame: string, limit: number, key?: string): boolean {
    if (this.#ended) return false;
    if (this.#full) return this.#wait(frame, limit, key);
    this.#write(frame);
    return true;
  }

  /** Resolves when the reader has taken what was sent, or the stream is over; `undefined` where there is nothing to wait for. */
  drained(): Promise<void> | undefined {
    if (!this.#full || this.#ended) return undefined;
    this.#room ??= waitable();
    return this.#room.promise;
  }

  /** Keeps a quiet connection alive. Not while something waits to be read. */
  comment(): void {
    if (!this.#ended && !this.#full) this.#write(COMMENT);
  }

  /**
   * Sends the last frames, whatever the limit, and ends the stream.
   *
   * @returns the sink, where the reader still has to take so much that it was asked to wait
   */
  end(last = ''): StreamSink | undefined {
    if (this.#ended) return undefined;
    this.#over();
    const rest = this.#waiting === undefined ? last : [...this.#waiting.values(), last].join('');
    this.#waiting = undefined;
    if (rest !== '') this.#write(rest);
    this.#sink.end();
    return this.#full ? this.#sink : undefined;
  }

  /** Forgets everything: nobody reads any more. */
  drop(): void {
    this.#over();
    this.#waiting = undefined;
  }

  #wait(frame: string, limit: number, key: string | undefined): boolean {
    this.#waiting ??= new Map();
    const replaced = key === undefined ? undefined : this.#waiting.get(key);
    const size = this.#size + frame.length - (replaced?.length ?? 0);
    if (size + this.#sink.unsent > limit) return false;
    this.#size = size;
    // Taken out and put last: it tells of now, and must not overtake what was sent before it.
    if (key !== undefined) this.#waiting.delete(key);
    this.#count += 1;
    this.#waiting.set(key ?? this.#count, frame);
    return true;
  }

  #write(frame: string): void {
    if (this.#sink.write(frame) || this.#full) return;
    this.#full = true;
    this.#sink.whenDrained(() => this.#drain());
  }

  #drain(): void {
    this.#full = false;
    for (const [key, frame] of this.#waiting ?? []) {
      this.#waiting?.delete(key);
      this.#size -= frame.length;
      this.#write(frame);
      if (this.#full) return;
    }
    this.#waiting = undefined;
    this.#tell();
  }

  #over(): void {
    this.#ended = true;
    this.#tell();
  }

  #tell(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }
}

function waitable(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
