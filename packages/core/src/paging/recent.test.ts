import { expect, it } from 'vitest';
import { Recent } from './recent.js';

it('forgets what was not used for longest, and not before there is too much', () => {
  const recent = new Recent<string, number>(2);
  recent.set('a', 1);
  recent.set('b', 2);
  expect(recent.get('a')).toBe(1);
  recent.set('c', 3);
  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3]);
  recent.set('a', 4);
  recent.set('d', 5);
  expect([recent.get('a'), recent.get('c'), recent.get('d')]).toEqual([4, undefined, 5]);
  recent.clear();
  expect(recent.get('a')).toBeUndefined();
});
