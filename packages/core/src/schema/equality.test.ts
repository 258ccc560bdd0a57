import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areDistinct, isEqual } from './equality.js';

const small = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(0, 1, '1', '', 'a', null, true, false),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '1'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('values are equal by what they hold', () => {
  fc.assert(
    fc.property(small, small, (a, b) => {
      expect(isEqual(a, b)).toBe(isDeepStrictEqual(plain(a), plain(b)));
      expect(isEqual(a, plain(a))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('the order of members does not matter, and a list is no object', () => {
  expect(isEqual({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(isEqual([1], { 0: 1 })).toBe(false);
  expect(isEqual({ a: undefined }, { b: undefined })).toBe(false);
});

test('items are distinct when no two are equal, in short lists and long ones', () => {
  fc.assert(
    fc.property(fc.array(small, { maxLength: 40 }), (items) => {
      const isNaive = items.every((item, index) => !items.slice(0, index).some((other) => isEqual(item, other)));
      expect(areDistinct(items)).toBe(isNaive);
    }),
    { numRuns: 500 },
  );
});

test('J-09: 50,000 objects are compared in a time that a request can afford', () => {
  const items = Array.from({ length: 50_000 }, (_, index) => ({ index, name: 'x' }));
  const start = performance.now();
  expect(areDistinct(items)).toBe(true);
  expect(areDistinct([...items, { name: 'x', index: 7 }])).toBe(false);
  expect(performance.now() - start).toBeLessThan(5_000);
});
