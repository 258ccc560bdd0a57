import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHeaderValue, encodeHeaderValue, isLegalHeaderValue } from './header-value.js';

describe('header values', () => {
  it('give back what was encoded, through field values that lose blanks at their ends (H-08, X-17)', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom('=?base64?eA==?=', '=?base64?eA==', '=?base64?=', '=?BASE64?eA==?=', ' edge ', '\t'),
    );
    fc.assert(
      fc.property(text, (value) => {
        const field = encodeHeaderValue(value);
        expect(isLegalHeaderValue(field)).toBe(true);
        expect(field.trim()).toBe(field);
        expect(decodeHeaderValue(field)).toBe(value);
      }),
    );
  });

  it.each([
    ['north', 'north'],
    ['two words', 'two words'],
    ['Zürich', '=?base64?WsO8cmljaA==?='],
    [' edge ', '=?base64?IGVkZ2Ug?='],
    ['tab\tinside', '=?base64?dGFiCWluc2lkZQ==?='],
    ['a\nb', '=?base64?YQpi?='],
    ['=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
    ['', ''],
  ])('wraps %j as the protocol shows it', (text, field) => {
    expect(encodeHeaderValue(text)).toBe(field);
    expect(decodeHeaderValue(field)).toBe(text);
  });

  it('decodes a wrapping that was not needed, and an empty one (H-08, Q-19)', () => {
    expect(decodeHeaderValue('=?base64?bm9ydGg=?=')).toBe('north');
    expect(decodeHeaderValue('=?base64??=')).toBe('');
  });

  it.each(['=?base64?eA==', 'eA==?=', '=?BASE64?eA==?=', '=?Base64?eA==?=', '=?base64?='])(
    'takes %s as a literal, for a marker is missing (H-09)',
    (field) => {
      expect(decodeHeaderValue(field)).toBe(field);
    },
  );

  it.each([
    ['no padding', '=?base64?eA?='],
    ['too much padding', '=?base64?eHh4=?='],
    ['another alphabet', '=?base64?e*A==?='],
    ['the URL alphabet', '=?base64?_-8=?='],
    ['a blank inside', '=?base64?eA ==?='],
    ['bits that stand for nothing', '=?base64?eB==?='],
    ['bytes that are not UTF-8', '=?base64?/w==?='],
    ['a character beyond ASCII', 'Zürich'],
    ['a control character', 'a\u0001b'],
    ['DEL', 'a\u007fb'],
  ])('refuses %s (H-10, H-11, Q-19)', (_why, field) => {
    expect(decodeHeaderValue(field)).toBeUndefined();
  });

  it('gives each text one wrapping, and refuses all others (H-10, Q-19)', () => {
    const payload = fc.oneof(
      fc.base64String(),
      fc.string({ unit: fc.constantFrom('A', 'z', '9', '+', '/', '=', '-', '_', ' ', '\t') }),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text).toString('base64')),
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
    );
    fc.assert(
      fc.property(payload, (inside) => {
        const value = decodeHeaderValue(`=?base64?${inside}?=`);
        if (value !== undefined) expect(Buffer.from(value, 'utf8').toString('base64')).toBe(inside);
        else {
          const text = Buffer.from(inside, 'base64').toString('utf8');
          expect(Buffer.from(text, 'utf8').toString('base64')).not.toBe(inside);
        }
      }),
    );
  });

  it('lets a tab through (Q-57)', () => {
    expect(decodeHeaderValue('a\tb')).toBe('a\tb');
  });
});
