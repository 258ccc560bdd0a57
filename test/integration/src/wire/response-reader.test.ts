import { describe, expect, it } from 'vitest';
import { ResponseReader } from './response-reader.js';

/** What was read, in words. */
function reading(): { readonly reader: ResponseReader; readonly seen: string[] } {
  const seen: string[] = [];
  const reader = new ResponseReader(({ status, type }) => {
    seen.push(`${status} ${type}`);
    return { chunk: (bytes) => seen.push(Buffer.from(bytes).toString()), end: () => seen.push('end') };
  });
  return { reader, seen };
}

const WHOLE = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\nabc';
const IN_CHUNKS = [
  'HTTP/1.1 404 Not Found\r\ncontent-type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n',
  'A\r\n0123456789\r\n2\r\né\r\n0\r\n\r\n',
].join('');
const EMPTY = 'HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n';
const NONE = 'HTTP/1.1 204 No Content\r\n\r\n';
const GOING_ON = 'HTTP/1.1 100 Continue\r\n\r\n';
const TO_THE_END = 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nall';

describe('responses read off a connection', () => {
  it('come one after the other, whatever their framing', () => {
    const { reader, seen } = reading();
    reader.feed(Buffer.from(WHOLE + IN_CHUNKS + GOING_ON + EMPTY + NONE + TO_THE_END));
    reader.end();
    expect(seen).toEqual([
      ...['200 application/json', 'abc', 'end'],
      ...['404 text/event-stream', '0123456789', 'é', 'end'],
      ...['202 undefined', 'end'],
      ...['204 undefined', 'end'],
      ...['200 undefined', 'all', 'end'],
    ]);
  });

  it('come byte by byte as well, and what is cut off has no end', () => {
    const { reader, seen } = reading();
    for (const byte of Buffer.from(WHOLE + IN_CHUNKS + WHOLE.slice(0, -1))) reader.feed(Buffer.of(byte));
    reader.end();
    expect(seen.filter((word) => word === 'end')).toHaveLength(2);
    expect(seen.join('')).toContain('0123456789');
    expect(seen.at(-1)).toBe('b');
  });
});
