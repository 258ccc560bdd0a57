import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeValue, encodeValue, toAscii } from './percent-encoding.js';

const anyText = fc.string({ unit: 'binary' });

describe('encodeValue', () => {
  it.each([
    ['azAZ09-._~', 'azAZ09-._~'],
    ["!'()*", '%21%27%28%29%2A'],
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['\n\0', '%0A%00'],
    ['é😀', '%C3%A9%F0%9F%98%80'],
    ['%41', '%2541'],
    ['\u212a\u017f', '%E2%84%AA%C5%BF'],
  ])('writes %j as %j where only unreserved characters may stand', (value, encoded) => {
    expect(encodeValue(value, false)).toBe(encoded);
  });

  it.each([
    [":/?#[]@!$&'()*+,;=", ":/?#[]@!$&'()*+,;="],
    ['%2F%2f%41', '%2F%2f%41'],
    ['100%', '100%25'],
    ['%4', '%254'],
    ['a b|é', 'a%20b%7C%C3%A9'],
    ['\u212a\u017f', '%E2%84%AA%C5%BF'],
  ])('writes %j as %j where reserved characters and triplets are kept', (value, encoded) => {
    expect(encodeValue(value, true)).toBe(encoded);
  });

  it('agrees with encodeURIComponent but for the characters that are reserved by now', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const expected = encodeURIComponent(value).replace(
          /[!'()*]/g,
          (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
        );
        expect(encodeValue(value, false)).toBe(expected);
      }),
    );
  });
});

describe('decodeValue', () => {
  it.each([
    ['%C2%A7%20141.61', '§ 141.61'],
    ['a%2Fb', 'a/b'],
    ['100%25', '100%'],
    ['%2525', '%25'],
    ['a+b', 'a+b'],
    ['é', 'é'],
  ])('reads %j as %j (A10)', (text, value) => {
    expect(decodeValue(text)).toBe(value);
  });

  it.each(['%', '%4', '%zz', '%C3', '%C0%AE', '%ED%A0%80', 'ok%2'])('finds %j malformed (A10)', (text) => {
    expect(decodeValue(text)).toBeUndefined();
  });

  it('undoes encodeValue', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        expect(decodeValue(encodeValue(value, false))).toBe(value);
      }),
    );
  });
});

describe('toAscii', () => {
  it('makes one text of all ways to write it', () => {
    const forms = ['größe', 'gr%C3%B6%C3%9Fe', 'gr%c3%b6%c3%9Fe'];
    expect(new Set(forms.map(toAscii))).toEqual(new Set(['gr%C3%B6%C3%9Fe']));
  });

  it('leaves ASCII as it is, a malformed percent sign too', () => {
    expect(toAscii("a:b/{}'%zz%")).toBe("a:b/{}'%zz%");
  });

  it('keeps what decoding gives', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decodeValue(toAscii(text) ?? '')).toBe(decodeValue(text));
      }),
    );
  });

  it('has no form for half a surrogate pair', () => {
    expect(toAscii('a\ud800b')).toBeUndefined();
  });
});
