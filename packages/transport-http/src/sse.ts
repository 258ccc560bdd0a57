import type { HeaderMap } from '@polyspec/core';
import type { StreamSink } from './call.js';

/** The header fields of a stream. Proxies and compressing middleware must not hold it back (requirement T-17). */
export const SSE_HEADERS: HeaderMap = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** The frame of one JSON message: the `data` of one event, and a blank line (requirement T-30). */
function eventFrame(json: string): string {
  return `data: ${json}\n\n`;
}

interface Waiting {
  readonly key: string | undefined;
  readonly frame: string;
}

/**
 * Writes events to a sink. What the sink can't take at once waits here, up to a limit, so that a reader that is too slow
 * costs bounded memory; a message that waits may be replaced by a newer one of the same key.
 */
export class SseWriter {
  readonly #sink: StreamSink;
  readonly #limit: number;
  #waiting: Waiting[] = [];
  #size = 0;
  #full = false;
  #ended = false;

  /** @param limit how much may wait, in characters */
  constructor(sink: StreamSink, limit: number) {
    this.#sink = sink;
    this.#limit = limit;
    sink.onDrain(() => this.#drain());
  }

  /** Sends a message; false when the stream has ended, or too much is waiting. */
  send(json: string, key?: string): boolean {
    if (this.#ended) return false;
    const frame = eventFrame(json);
    if (!this.#full) {
      this.#write(frame);
      return true;
    }
    const at = key === undefined ? -1 : this.#waiting.findIndex((waiting) => waiting.key === key);
    const replaced = this.#waiting[at]?.frame.length ?? 0;
    if (this.#size - replaced + frame.length > this.#limit) return false;
    this.#size += frame.length - replaced;
    // Taken out and put last: it tells of now, and must not overtake what was sent before it.
    if (at >= 0) this.#waiting.splice(at, 1);
    this.#waiting.push({ key, frame });
    return true;
  }

  /** Keeps a quiet connection alive with a comment line (requirement T-18). Not while something waits to be read. */
  comment(): void {
    if (!this.#ended && !this.#full) this.#write(':\n\n');
  }

  /** Tells the client how long to wait before it reconnects, in milliseconds. */
  retry(milliseconds: number): void {
    if (!this.#ended) this.#sink.write(`retry: ${milliseconds}\n\n`);
  }

  /** Sends the last messages, whatever the limit, and ends the stream. */
  end(...last: readonly string[]): void {
    if (this.#ended) return;
    this.#ended = true;
    const rest = this.#waiting.map(({ frame }) => frame).join('') + last.map(eventFrame).join('');
    this.#waiting = [];
    if (rest !== '') this.#sink.write(rest);
    this.#sink.end();
  }

  /** Forgets everything: nobody reads any more. */
  drop(): void {
    this.#ended = true;
    this.#waiting = [];
  }

  #write(frame: string): void {
    this.#full = !this.#sink.write(frame);
  }

  #drain(): void {
    if (this.#ended) return;
    this.#full = false;
    let written = 0;
    for (const { frame } of this.#waiting) {
      this.#write(frame);
      written += 1;
      this.#size -= frame.length;
      if (this.#full) break;
    }
    this.#waiting.splice(0, written);
  }
}
