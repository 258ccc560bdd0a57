// Not imported: that would load all that stands beside it in `node:buffer`, before the first message can be answered.
const { isUtf8 } = process.getBuiltinModule('node:buffer');

/** How long a line may be unless said otherwise, in bytes: 4 MiB. */
export const DEFAULT_MAX_MESSAGE_BYTES: number = 4 * 1024 * 1024;

/** Why a line could not be read. The lines after it are not affected. */
export type LineFault =
  /** It is longer than allowed. Told as soon as that is known; the rest of the line is dropped. */
  | 'too-long'
  /** Its bytes are not UTF-8. */
  | 'not-utf8';

/** Who is told what was read. */
export interface LineListener {
  /** One line without its end, never empty. */
  line(text: string): void;
  /** One line that could not be read. */
  fault(fault: LineFault): void;
}

/**
 * Reads lines of UTF-8 from chunks of bytes: the framing of the stdio transport (basic/transports/stdio), for any transport
 * over a reliable stream of bytes.
 *
 * Bytes are split at line feeds and decoded a whole line at a time, so it does not matter where chunks begin and end. A
 * carriage return before the line feed and a byte order mark are dropped, and so are empty lines. The time taken is linear in
 * the bytes read, and never more than about twice the longest allowed line is held, however small the chunks are.
 *
 * @example
 * const reader = new LineReader({ line: (text) => receive(text), fault: (fault) => refuse(fault) });
 * socket.on('data', (chunk) => reader.push(chunk));
 * socket.on('end', () => reader.end());
 */
export class LineReader {
  readonly #listener: LineListener;
  readonly #maxBytes: number;
  /** The beginning of a line whose end is yet to come: the first `#length` bytes of a buffer that grows by doubling. */
  #held: Buffer = NOTHING;
  #length = 0;
  #dropping = false;

  /** @param maxBytes how long a line may be without its line feed, in bytes */
  constructor(listener: LineListener, maxBytes: number = DEFAULT_MAX_MESSAGE_BYTES) {
    this.#listener = listener;
    this.#maxBytes = maxBytes;
  }

  /** Takes the next bytes and tells the listener of each line that they complete. */
  push(chunk: Uint8Array | string): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
      this.#complete(bytes.subarray(start, end));
      start = end + 1;
    }
    if (start < bytes.length) this.#hold(bytes.subarray(start));
  }

  /** There is no more: what was held back is the last line, even without a line feed. */
  end(): void {
    this.#complete(NOTHING);
  }

  #complete(rest: Uint8Array): void {
    if (this.#length === 0 && !this.#dropping) {
      if (rest.length > this.#maxBytes) this.#listener.fault('too-long');
      else this.#deliver(rest);
      return;
    }
    this.#hold(rest);
    const line = this.#held.subarray(0, this.#length);
    const dropped = this.#dropping;
    this.#release();
    if (!dropped) this.#deliver(line);
  }

  #hold(bytes: Uint8Array): void {
    if (this.#dropping) return;
    const length = this.#length + bytes.length;
    if (length > this.#maxBytes) {
      this.#release();
      this.#dropping = true;
      this.#listener.fault('too-long');
      return;
    }
    if (length > this.#held.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.#held.length, FIRST_HOLD));
      grown.set(this.#held.subarray(0, this.#length));
      this.#held = grown;
    }
    this.#held.set(bytes, this.#length);
    this.#length = length;
  }

  /** Forgets the line held. Its buffer goes too: a long line must not cost memory for ever after. */
  #release(): void {
    this.#held = NOTHING;
    this.#length = 0;
    this.#dropping = false;
  }

  #deliver(line: Uint8Array): void {
    const bytes = line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
    if (bytes.length === 0) return;
    if (!isUtf8(bytes)) {
      this.#listener.fault('not-utf8');
      return;
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
    this.#listener.line(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  }
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = 0xfeff;
const NOTHING = Buffer.alloc(0);
const FIRST_HOLD = 1024;
