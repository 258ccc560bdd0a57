import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shown, shownValue } from './shown.js';

it('a text of a client is repeated as it is, or cut where it is long', () => {
  expect(shown('nope')).toBe('nope');
  expect(shown('x'.repeat(200))).toBe('x'.repeat(200));
  expect(shown('x'.repeat(4_000_000))).toBe(`${'x'.repeat(200)}… (4000000 characters)`);
});

it('no character is torn, and no text gets long', () => {
  expect(shown(`${'x'.repeat(199)}😀 and more`)).toBe(`${'x'.repeat(199)}… (210 characters)`);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      // Half a surrogate pair can't be encoded.
      expect(() => encodeURIComponent(shown(text))).not.toThrow();
      expect(shown(text).length).toBeLessThan(230);
    }),
  );
});

it('values are named; what may be of any depth is not written out', () => {
  let deep: object = {};
  for (let depth = 0; depth < 200_000; depth++) deep = { deep };
  expect([1, true, null, 'a"b', [[]], deep].map((value) => shownValue(value as never))).toEqual([
    '1',
    'true',
    'null',
    '"a\\"b"',
    'an array',
    'an object',
  ]);
});
