import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pointerTo, pointerTokens, valueAt } from './pointer.js';

test('tokens come back as they went in', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (tokens) => {
      expect(pointerTokens(pointerTo('', ...tokens))).toEqual(tokens);
    }),
  );
});

test('the marks of RFC 6901 are escaped', () => {
  expect(pointerTo('/a', 'b/c', '~1', 0, undefined)).toBe('/a/b~1c/~01/0');
});

test('text without a slash at its beginning is no pointer', () => {
  expect(pointerTokens('anchor')).toBeUndefined();
  expect(pointerTokens('')).toEqual([]);
  expect(pointerTokens('/')).toEqual(['']);
});

test('values are found through own members only', () => {
  const value = { a: [{ b: 1 }], ['__proto__']: undefined };
  expect(valueAt(value, ['a', '0', 'b'])).toBe(1);
  expect(valueAt(value, [])).toBe(value);
  expect(valueAt(value, ['constructor'])).toBeUndefined();
  expect(valueAt(value, ['a', 'length', 'x'])).toBeUndefined();
  expect(valueAt(null, ['a'])).toBeUndefined();
});
