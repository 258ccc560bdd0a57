import { expect, it } from 'vitest';
import { prefixOf } from './prefix.js';

it.each([
  ['value', 3, 'val'],
  ['value', 30, 'value'],
  ['value', Number.POSITIVE_INFINITY, 'value'],
  ['😀😁😂', 2, '😀😁'],
  ['', 1, ''],
])('keeps of %j the first %d characters: %j', (text, maxLength, prefix) => {
  expect(prefixOf(text, maxLength)).toBe(prefix);
});
