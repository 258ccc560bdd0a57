import type { ResponseHead, WatchedBody } from './watched-body.js';

/** What comes next: a part of the framing, or so many bytes of a body, without end where the connection's end is its own. */
type Expected = 'head' | 'size' | 'end of chunk' | 'end of chunks' | number;

/** Reads the responses of HTTP/1.1 off a connection, one after the other. Requests with HEAD are not among what was asked. */
export class ResponseReader {
  readonly #begin: (head: ResponseHead) => WatchedBody;
  #rest: Buffer = Buffer.alloc(0);
  #expected: Expected = 'head';
  #isChunked = false;
  #body: WatchedBody | undefined;

  /** @param begin is told of each response, and gives what reads its body */
  constructor(begin: (head: ResponseHead) => WatchedBody) {
    this.#begin = begin;
  }

  /** Takes bytes as they came. */
  feed(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (this.#step());
  }

  /** The connection has ended in an orderly way. */
  end(): void {
    if (this.#expected === Number.POSITIVE_INFINITY) this.#endBody();
  }

  /** Whether something was read, so that there may be more. */
  #step(): boolean {
    if (typeof this.#expected === 'number') return this.#readBody(this.#expected);
    const line = this.#line(this.#expected === 'head' ? '\r\n\r\n' : '\r\n');
    if (line === undefined) return false;
    if (this.#expected === 'head') this.#readHead(line);
    else if (this.#expected === 'end of chunk') this.#expected = 'size';
    else if (this.#expected === 'end of chunks') this.#endBody();
    else this.#expected = Number.parseInt(line, 16) || 'end of chunks';
    return true;
  }

  #readHead(head: string): void {
    const field = (name: string): string | undefined => new RegExp(`^${name}: (.*?)\r?$`, 'im').exec(head)?.[1];
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    // What comes before the response itself, such as 100 Continue.
    if (status < 200) return;
    this.#body = this.#begin({ status, type: field('content-type') });
    this.#isChunked = field('transfer-encoding') === 'chunked';
    const hasNone = status === 204 || status === 304;
    if (this.#isChunked && !hasNone) this.#expected = 'size';
    else this.#expected = hasNone ? 0 : Number(field('content-length') ?? Number.POSITIVE_INFINITY);
    if (this.#expected === 0) this.#endBody();
  }

  #readBody(left: number): boolean {
    if (this.#rest.length === 0) return false;
    const part = this.#rest.subarray(0, Math.min(left, this.#rest.length));
    this.#rest = this.#rest.subarray(part.length);
    this.#body?.chunk(part);
    this.#expected = left - part.length;
    if (this.#expected > 0) return true;
    if (this.#isChunked) this.#expected = 'end of chunk';
    else this.#endBody();
    return true;
  }

  #endBody(): void {
    this.#body?.end();
    this.#body = undefined;
    this.#expected = 'head';
  }

  #line(end: string): string | undefined {
    const at = this.#rest.indexOf(end);
    if (at < 0) return undefined;
    const line = this.#rest.toString('latin1', 0, at);
    this.#rest = this.#rest.subarray(at + end.length);
    return line;
  }
}
