import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Body, readBytes, readText, readValue } from './body.js';

const codeOf = (body: Body): unknown => ('refused' in body ? JSON.parse(body.refused.body).error.code : body.value);

describe('a body', () => {
  it('is read as any JSON value, from bytes and from text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(codeOf(readText(text))).toEqual(JSON.parse(text));
        expect(codeOf(readBytes(Buffer.from(text)))).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['blanks', '  \n'],
    ['half a value', '{"a":'],
    ['two values', '{} {}'],
    ['nothing but a mark of the byte order', '\ufeff'],
    ['two marks of the byte order', '\ufeff\ufeff{}'],
    ['a mark of the byte order in the middle', '{\ufeff}'],
    ['a comment', '{} // x'],
    ['no number', 'NaN'],
  ])('of %s is no JSON', (_what, text) => {
    expect(codeOf(readText(text))).toBe(-32700);
    expect(codeOf(readBytes(Buffer.from(text)))).toBe(-32700);
  });

  it('may begin with a mark of the byte order, as over stdio', () => {
    expect(codeOf(readText('\ufeff{"a":"\ufeff"}'))).toEqual({ a: '\ufeff' });
    expect(codeOf(readBytes(Buffer.from('\ufeff[]')))).toEqual([]);
  });

  it('that is not UTF-8 is refused, never repaired', () => {
    expect(codeOf(readBytes(Buffer.from([0x22, 0xc3, 0x28, 0x22])))).toBe(-32700);
    expect(codeOf(readBytes(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])))).toBe(-32700);
    expect(codeOf(readBytes(Buffer.from('"é🎉"', 'utf16le')))).toBe(-32700);
  });

  const POISON = [
    '{"__proto__":{}}',
    '{"a":[{"b":{"__proto__":1}}]}',
    '{"\\u005f\\u005fproto\\u005f\\u005f":null}',
    '{"__pr\\u006Fto__":0}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"c\\u006fnstructor":{"pr\\u006ftotype":1}}',
  ];

  it.each(POISON)('with a key that could change a prototype is marked as worth a look: %s', (text) => {
    expect(readText(text)).toMatchObject({ isSuspicious: true });
    expect(readValue(JSON.parse(text))).toMatchObject({ isSuspicious: true });
  });

  it.each([
    '{"constructor":"Ford"}',
    '{"prototype":{}}',
    '{"a":"__proto__"}',
    '{"constructor":{"name":1}}',
    '{"proto":"\\u005f"}',
  ])('that only looks like it is taken: %s', (text) => {
    expect(codeOf(readText(text))).toEqual(JSON.parse(text));
  });
});
