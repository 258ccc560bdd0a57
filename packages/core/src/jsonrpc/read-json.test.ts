import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMessage } from './envelope.js';
import { readJson, readParsed } from './read-json.js';

describe('readJson', () => {
  it('gives the value of JSON text, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/__proto__|prototype/.test(text));
        expect(readJson(text)).toEqual({ value: JSON.parse(text) });
      }),
    );
  });

  it('says what is wrong with text that is none', () => {
    expect(readJson('')).toEqual({ fault: 'it is empty' });
    expect(readJson('{"a":}')).toEqual({ fault: 'it is not valid JSON' });
  });

  it.each([
    '{"__proto__":{"a":1}}',
    '{"params":{"arguments":{"deep":[{"__proto__":1}]}}}',
    '{"\\u005f_proto__":1}',
    '{"constructor":{"prototype":{"a":1}}}',
    '{"\\u0063onstructor":{"prototype":1}}',
  ])('refuses keys that could change a prototype: %s', (text) => {
    expect(readJson(text)).toHaveProperty('fault');
    expect(readParsed(JSON.parse(text))).toHaveProperty('fault');
    expect(parseMessage(text)).toMatchObject({ ok: false, failure: { error: { code: -32700 } } });
  });

  it('lets the words through as values, and "constructor" as a key of plain data', () => {
    for (const text of ['{"a":"__proto__"}', '{"constructor":"Brunel"}', '["constructor"]']) {
      expect(readJson(text)).toEqual({ value: JSON.parse(text) });
    }
  });
});
