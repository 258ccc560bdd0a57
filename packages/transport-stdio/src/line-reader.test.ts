import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineReader } from './line-reader.js';

describe('LineReader', () => {
  it('gives each line, also the last one without a line feed (ST-01, YS-01)', () => {
    expect(read(['{"a":1}\n{"b":2}\n{"c"', ':3}'])).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
  });

  it('drops carriage returns before a line feed, and empty lines (A3)', () => {
    expect(read(['one\r\n\r\n\ntwo\r', '\nthree\r'])).toEqual(['one', 'two', 'three']);
    expect(read(['\r', '\n', '\n'])).toEqual([]);
  });

  it('gives nothing for input without a byte', () => {
    expect(read([])).toEqual([]);
  });

  it('keeps characters whole that are split between chunks (A3)', () => {
    const text = '"— 🎉 화 é"';
    const bytes = [...Buffer.from(`${text}\r\n${text}\n`)].map((byte) => Uint8Array.of(byte));
    expect(read(bytes)).toEqual([text, text]);
  });

  it('drops a byte order mark', () => {
    expect(read(['\uFEFF{}\n{}\n'])).toEqual(['{}', '{}']);
  });

  it('reports bytes that are not UTF-8 and goes on with the next line', () => {
    expect(read([Uint8Array.of(0x22, 0xc3, 0x22, 0x0a), 'next\n'])).toEqual(['! not-utf8', 'next']);
    expect(read([Uint8Array.of(0x22, 0xf0, 0x9f)])).toEqual(['! not-utf8']);
  });

  it('takes a line as long as allowed, in bytes, and not one byte more', () => {
    expect(read(['éé\n', 'ééx\n', 'x\n'], 4)).toEqual(['éé', '! too-long', 'x']);
    expect(read(['éé', '\n', 'éé', 'x\n', 'x\n'], 4)).toEqual(['éé', '! too-long', 'x']);
  });

  it('reports a line that is too long once and before it ends, and goes on after it', () => {
    const { reader, events } = recorder(8);
    reader.push('0123456');
    expect(events).toEqual([]);
    reader.push('89');
    expect(events).toEqual(['! too-long']);
    for (let i = 0; i < 10; i++) reader.push('more of the same');
    reader.push('the end\nshort\n');
    expect(events).toEqual(['! too-long', 'short']);
  });

  it('reports a line that is too long and never ends once', () => {
    expect(read(['0123456789', '0123456789'], 8)).toEqual(['! too-long']);
  });

  it('takes time that is linear in a line that comes byte by byte', () => {
    const { reader, events } = recorder();
    const byte = Uint8Array.of(0x78);
    for (let i = 0; i < 1024 * 1024; i++) reader.push(byte);
    reader.push('\n');
    expect(events.map((line) => line.length)).toEqual([1024 * 1024]);
  });

  it('gives the same lines and faults however the bytes are cut into chunks', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', 'é', '화', '🎉', '\r', ' ', '\uFEFF'), maxLength: 12 });
    const line = fc.oneof(
      text.map((value) => Buffer.from(value)),
      fc.uint8Array({ maxLength: 12 }).map(withoutLineFeed),
    );
    const stream = fc
      .array(line, { maxLength: 8 })
      .map((lines) => Buffer.concat(lines.flatMap((l) => [l, Buffer.from('\n')])));
    const cuts = fc.array(fc.nat(120), { maxLength: 20 });
    fc.assert(
      fc.property(stream, cuts, fc.boolean(), (bytes, at, ends) => {
        const all = ends ? bytes : bytes.subarray(0, -1);
        expect(read(cut(all, at), 20)).toEqual(read([all], 20));
      }),
      { numRuns: 500 },
    );
  });

  it('gives back every line of text that was written', () => {
    const text = fc.string({ unit: 'binary' }).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.array(text), fc.array(fc.nat(500)), (lines, at) => {
        expect(read(cut(Buffer.from(lines.map((l) => `${l}\n`).join('')), at))).toEqual(lines);
      }),
    );
  });
});

function recorder(maxBytes?: number): { reader: LineReader; events: string[] } {
  const events: string[] = [];
  const listener = {
    line: (text: string) => void events.push(text),
    fault: (fault: string) => void events.push(`! ${fault}`),
  };
  return { reader: new LineReader(listener, maxBytes), events };
}

function read(chunks: readonly (Uint8Array | string)[], maxBytes?: number): string[] {
  const { reader, events } = recorder(maxBytes);
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return events;
}

function cut(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const places = [...new Set(at.filter((place) => place < bytes.length))].sort((a, b) => a - b);
  return [0, ...places].map((place, i) => bytes.subarray(place, places[i] ?? bytes.length));
}

function withoutLineFeed(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.map((byte) => (byte === 0x0a ? 0xff : byte)));
}
