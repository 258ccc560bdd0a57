import type { Writable } from 'node:stream';

/** How much may wait to be sent before `offer` refuses, in characters, unless said otherwise: 4 Mi. */
export const DEFAULT_MAX_UNSENT: number = 4 * 1024 * 1024;

/** Options of a `LineWriter`. */
export interface LineWriterOptions {
  /** How to write to the output, where its own `write` was taken over. Default `output.write`. */
  readonly write?: (text: string, done: (error?: Error | null) => void) => boolean;
  /** How much may wait to be sent before `offer` refuses and `full` is true, in characters. Default 4 Mi. */
  readonly maxUnsent?: number;
  /** Called once when nothing can be written any more; with the error, if there was one. */
  readonly onGone?: (error: Error | undefined) => void;
  /** Called when the writer was full and is no more. */
  readonly onRelief?: () => void;
}

/**
 * Writes lines to a stream, whole and in order.
 *
 * The lines of one turn of the event loop go out in one write. When the stream wants a pause, lines wait; how many may do so
 * is up to the caller: `write` always takes a line, `offer` refuses when too much waits. When the reader has gone, lines are
 * dropped without an error.
 *
 * @example
 * const writer = new LineWriter(socket, { onGone: () => stopWorking() });
 * writer.write(encodeMessage(answer));
 * await writer.end(2000);
 */
export class LineWriter {
  readonly #output: Writable;
  readonly #options: LineWriterOptions;
  readonly #maxUnsent: number;
  #lines: string[] = [];
  /** The slot of the first line that waits: slots count all lines ever taken. */
  #firstSlot = 0;
  #waiting = 0;
  #handedOver = 0;
  #scheduled = false;
  #blocked = false;
  #wasFull = false;
  #gone = false;
  #onProgress: (() => void) | undefined;

  constructor(output: Writable, options: LineWriterOptions = {}) {
    this.#output = output;
    this.#options = options;
    this.#maxUnsent = options.maxUnsent ?? DEFAULT_MAX_UNSENT;
    output.on('error', this.#lose);
    output.on('close', this.#lose);
  }

  /** Whether nothing can be written any more: the reader has gone, or `end` is through. */
  get gone(): boolean {
    return this.#gone;
  }

  /** What was taken and has not reached the reader's side, in characters. */
  get unsent(): number {
    return this.#waiting + this.#handedOver;
  }

  /** The slot of the oldest line that waits, or of the next one: those before it are on their way. */
  get firstSlot(): number {
    return this.#firstSlot;
  }

  /** Whether more than allowed is unsent. */
  get full(): boolean {
    return this.unsent > this.#maxUnsent;
  }

  /**
   * Takes a line, which must not contain a line feed.
   *
   * @returns its slot, for `replace`; -1 when the reader has gone, which drops the line
   */
  write(line: string): number {
    if (this.#gone) return -1;
    const slot = this.#firstSlot + this.#lines.push(line) - 1;
    this.#waiting += line.length + 1;
    if (this.full) this.#wasFull = true;
    if (!this.#scheduled && !this.#blocked) {
      this.#scheduled = true;
      setImmediate(this.#flush);
    }
    return slot;
  }

  /** Takes a line unless the reader has gone or too much waits; then the result is `undefined`. */
  offer(line: string): number | undefined {
    return this.#gone || this.full ? undefined : this.write(line);
  }

  /**
   * Puts a line in the place of one that waits because the reader is slow; false when that one is on its way, or about to be:
   * a reader that keeps up gets all lines.
   */
  replace(slot: number, line: string): boolean {
    if (!this.#blocked && !this.full) return false;
    const index = slot - this.#firstSlot;
    const old = this.#lines[index];
    if (old === undefined) return false;
    this.#lines[index] = line;
    this.#waiting += line.length - old.length;
    return true;
  }

  /**
   * Waits until all that was taken is written, and takes no more. The stream is not ended.
   *
   * @param stallMs give up when nothing moved for so long, in milliseconds: the reader is there but does not read
   */
  async end(stallMs: number): Promise<void> {
    while (!this.#gone && this.unsent > 0 && (await this.#progress(stallMs)));
    this.#gone = true;
    this.#output.off('close', this.#lose);
    // While something is on its way, its failure would be an error event that nobody listens to.
    if (this.unsent === 0) this.#output.off('error', this.#lose);
    this.#lines = [];
  }

  readonly #flush = (): void => {
    this.#scheduled = false;
    if (this.#gone || this.#blocked || this.#lines.length === 0) return;
    const text = `${this.#lines.join('\n')}\n`;
    this.#firstSlot += this.#lines.length;
    this.#lines = [];
    this.#waiting = 0;
    this.#handedOver += text.length;
    const done = (error?: Error | null): void => this.#written(text.length, error);
    const hasRoom =
      this.#options.write === undefined ? this.#output.write(text, done) : this.#options.write(text, done);
    // The callback of this write comes no sooner than the stream's `drain`, so that it serves as one.
    this.#blocked = !hasRoom && this.#handedOver > 0;
  };

  #written(length: number, error: Error | null | undefined): void {
    if (error) {
      this.#lose(error);
      return;
    }
    this.#handedOver -= length;
    if (this.#blocked && this.#handedOver === 0) {
      this.#blocked = false;
      this.#flush();
    }
    this.#onProgress?.();
    if (this.#wasFull && !this.full) {
      this.#wasFull = false;
      this.#options.onRelief?.();
    }
  }

  readonly #lose = (error?: Error): void => {
    if (this.#gone) return;
    this.#gone = true;
    this.#lines = [];
    this.#waiting = 0;
    this.#onProgress?.();
    this.#options.onGone?.(error);
  };

  /** Whether something moved within so many milliseconds. */
  #progress(withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), withinMs);
      this.#onProgress = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}
