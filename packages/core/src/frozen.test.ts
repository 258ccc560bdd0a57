import { expect, it } from 'vitest';
import { frozen } from './frozen.js';

it('everything in a value is frozen, and the value stays the same', () => {
  const value = { info: { name: 'c', icons: [{ src: 'a' }] }, list: [[1]] };
  expect(frozen(value)).toBe(value);
  for (const part of [value, value.info, value.info.icons, value.info.icons[0], value.list, value.list[0]]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
});

it('a value of any depth is no problem, and neither is one that is no object', () => {
  let deep: object = {};
  for (let depth = 0; depth < 200_000; depth++) deep = { deep };
  expect(Object.isFrozen(frozen(deep))).toBe(true);
  expect(frozen(undefined)).toBeUndefined();
  expect(frozen('x')).toBe('x');
});
