import type { StreamSink } from './call.js';

/** For how long a reader may take nothing of a stream that has ended, in milliseconds. */
export const STALL_MS = 30_000;

/**
 * A stream that has ended, and whose reader has not yet taken all of it. It may take its time, but as long as nothing moves
 * what is unsent is kept for nobody.
 */
export class Lingering {
  readonly #sink: StreamSink;
  #unsent: number;
  #stalledMs = 0;

  constructor(sink: StreamSink) {
    this.#sink = sink;
    this.#unsent = sink.unsent;
  }

  /**
   * Told now and then how much time has passed: drops the connection of a reader that takes nothing.
   *
   * @returns whether all is over
   */
  elapsed(milliseconds: number): boolean {
    const { unsent } = this.#sink;
    this.#stalledMs = unsent < this.#unsent ? 0 : this.#stalledMs + milliseconds;
    this.#unsent = unsent;
    if (unsent > 0 && this.#stalledMs < STALL_MS) return false;
    if (unsent > 0) this.#sink.abort();
    return true;
  }
}
