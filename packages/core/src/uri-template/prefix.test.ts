import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodedPrefixOf, prefixOf } from './prefix.js';

it.each([
  ['value', 3, 'val'],
  ['value', 30, 'value'],
  ['value', Number.POSITIVE_INFINITY, 'value'],
  ['😀😁😂', 2, '😀😁'],
  ['', 1, ''],
])('keeps of %j the first %d characters: %j', (text, maxLength, prefix) => {
  expect(prefixOf(text, maxLength)).toBe(prefix);
});

it.each([
  ['value', 3, 'val'],
  ['%20abc', 1, '%20'],
  ['%20abc', 2, '%20a'],
  ['a%2Fb', 2, 'a%2F'],
  ['%C3%A9clair', 1, '%C3%A9'],
  ['%c3%a9clair', 2, '%c3%a9c'],
  ['%E2%82%AC5', 1, '%E2%82%AC'],
  ['%F0%9F%98%80%F0%9F%98%81', 1, '%F0%9F%98%80'],
  ['%C3x', 1, '%C3'],
  ['%80%80', 1, '%80'],
  ['100%', 4, '100%'],
  ['%zz', 2, '%z'],
  ['a\nb%41', 3, 'a\nb'],
  ['😀%41😁', 2, '😀%41'],
])('RFC 6570 2.4.1 keeps of %j the first %d characters, with whole triplets: %j', (text, maxLength, prefix) => {
  expect(encodedPrefixOf(text, maxLength)).toBe(prefix);
});

it('RFC 6570 2.4.1 what is encoded before and what is encoded after has the same prefix', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), fc.integer({ min: 1, max: 12 }), (text, length) => {
      expect(encodedPrefixOf(encodeURIComponent(text), length)).toBe(encodeURIComponent(prefixOf(text, length)));
    }),
  );
});
