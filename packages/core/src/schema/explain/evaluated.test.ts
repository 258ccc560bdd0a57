import { expect, test } from 'vitest';
import { Evaluated } from './evaluated.js';

test('what one schema has looked at adds to what another has', () => {
  const one = new Evaluated();
  one.members.add('a');
  one.itemsBefore = 2;
  const other = new Evaluated();
  other.members.add('b');
  other.items.add(5);
  other.itemsBefore = 1;
  one.add(other);
  expect(['a', 'b', 'c'].map((name) => one.hasMember(name))).toEqual([true, true, false]);
  expect([0, 1, 2, 5].map((index) => one.hasItem(index))).toEqual([true, true, false, true]);
});

test('all means all', () => {
  const all = new Evaluated();
  all.allMembers = true;
  all.itemsBefore = Number.POSITIVE_INFINITY;
  const one = new Evaluated();
  one.add(all);
  expect(one.hasMember('anything')).toBe(true);
  expect(one.hasItem(1_000_000)).toBe(true);
});
