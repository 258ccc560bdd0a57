import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMessage, readMessage } from './envelope.js';
import { hasPrototypeKey, readJson } from './read-json.js';

describe('readJson', () => {
  it('gives the value of JSON text, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(readJson(text)).toMatchObject({ value: JSON.parse(text) });
      }),
    );
  });

  it('says what is wrong with text that is none', () => {
    expect(readJson('')).toEqual({ fault: 'it is empty' });
    expect(readJson('{"a":}')).toEqual({ fault: 'it is not valid JSON' });
  });

  it('suspects every text whose value has such a key', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = readJson(JSON.stringify(value));
        if ('value' in read && hasPrototypeKey(read.value)) expect(read.isSuspicious).toBe(true);
      }),
    );
  });
});

const bad = [
  '{"__proto__":{"a":1}}',
  '{"deep":[{"__proto__":1}]}',
  '{"\\u005f_proto__":1}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"\\u0063onstructor":{"prototype":1}}',
];

describe('keys that could change a prototype', () => {
  it.each(bad)('are refused with -32602 and the id of the request, not cleaned away: %s', (params) => {
    const text = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${params}}`;
    const refused = { ok: false, answer: true, failure: { id: 7, error: { code: -32602 } } };
    expect(parseMessage(text)).toMatchObject(refused);
    expect(readMessage(JSON.parse(text))).toMatchObject(refused);
  });

  it.each(bad)('in a notification are not answered (B-11): %s', (params) => {
    expect(parseMessage(`{"jsonrpc":"2.0","method":"x","params":${params}}`)).toMatchObject({
      ok: false,
      answer: false,
    });
  });

  it('let the words through as values, and "constructor" as a key of plain data', () => {
    for (const params of [
      '{"a":"__proto__"}',
      '{"constructor":"Brunel"}',
      '{"properties":{"constructor":{"type":"string"}}}',
    ]) {
      expect(parseMessage(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${params}}`).ok).toBe(true);
    }
  });
});
