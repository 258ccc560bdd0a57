import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageIn, readResponse } from './http-response.mjs';

const answer = { jsonrpc: '2.0', id: 7, result: { text: 'a€b' } };
const json = JSON.stringify(answer);

const whole = Buffer.from(
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
);

/** A response in chunks of these sizes in bytes. */
function chunked(type, text, sizes) {
  const parts = [`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`];
  let rest = Buffer.from(text);
  for (const size of [...sizes, rest.length]) {
    const piece = rest.subarray(0, size);
    rest = rest.subarray(size);
    if (piece.length > 0) parts.push(`${piece.length.toString(16)}\r\n`, piece, '\r\n');
  }
  return Buffer.concat([...parts, '0\r\n\r\n'].map((part) => Buffer.from(part)));
}

describe('readResponse', () => {
  it('reads a response with a length, and leaves what follows it', () => {
    const response = readResponse(Buffer.concat([whole, Buffer.from('HTTP')]));
    expect(response).toMatchObject({ status: 200, length: whole.length });
    expect(response.body.toString()).toBe(json);
  });

  it('takes a 202 without length or chunks as empty', () => {
    expect(readResponse(Buffer.from('HTTP/1.1 202 Accepted\r\nDate: x\r\n\r\n'))).toMatchObject({ status: 202 });
  });

  it('refuses a response whose end can not be known', () => {
    expect(() => readResponse(Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc'))).toThrow(
      'without an end',
    );
  });

  it('joins chunks, and waits for the last byte', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 })), (sizes) => {
        const bytes = chunked('application/json', json, sizes);
        expect(readResponse(bytes)?.body.toString()).toBe(json);
        for (let length = 0; length < bytes.length; length += 1)
          expect(readResponse(bytes.subarray(0, length))).toBeUndefined();
      }),
      { numRuns: 20 },
    );
  });
});

describe('messageIn', () => {
  it('finds the message with the id, as JSON and among events', () => {
    expect(messageIn(readResponse(whole), 7)).toEqual(answer);
    expect(messageIn(readResponse(whole), 8)).toBeUndefined();
    const events = `: hello\n\nevent: message\ndata: {"jsonrpc":"2.0","method":"x"}\n\nid: 1\ndata: ${json}\n\n`;
    expect(messageIn(readResponse(chunked('text/event-stream', events, [9, 40])), 7)).toEqual(answer);
  });

  it('finds none where the status is not 200', () => {
    const refused = whole.toString().replace('200 OK', '400 Bad Request');
    expect(messageIn(readResponse(Buffer.from(refused)), 7)).toBeUndefined();
  });
});
