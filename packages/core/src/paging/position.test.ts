import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json.js';
import { type Place, type Position, readPosition, startOf } from './position.js';

const own = (item: string): string => item;

/** The place before an item of a list. */
function placeAt(items: readonly string[], at: number): Place {
  return { at, last: items[at - 1] ?? '', next: items[at] ?? '' };
}

describe('the start of a place', () => {
  const before = ['a', 'b', 'c', 'd'];
  const place = placeAt(before, 2);

  it.each<[string, readonly string[], readonly string[]]>([
    ['nothing changed', before, ['c', 'd']],
    ['something came in before it', ['x', 'a', 'y', 'b', 'c', 'd'], ['c', 'd']],
    ['something came in behind it', ['a', 'b', 'x', 'c', 'd'], ['x', 'c', 'd']],
    ['the last item is gone', ['a', 'c', 'd'], ['c', 'd']],
    ['the next item is gone', ['a', 'b', 'd'], ['d']],
    ['both are gone', ['a', 'd'], ['d']],
    ['all before it is gone', ['c', 'd'], ['c', 'd']],
    ['all behind it is gone', ['a', 'b'], []],
    ['everything is gone', [], []],
    ['everything is new', ['w', 'x', 'y', 'z'], ['x', 'y', 'z']],
  ])('is found again where %s', (_what, now, rest) => {
    expect(now.slice(startOf(now, place, own))).toEqual(rest);
  });

  it('G-04 repeats and skips nothing that stayed, where one neighbour stayed', () => {
    const words = fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(words, fc.nat(), fc.infiniteStream(fc.nat(2)), (items, number, fates) => {
        const at = 1 + (number % (items.length - 1));
        const given = placeAt(items, at);
        const now: string[] = [];
        const [before, behind]: [string[], string[]] = [[], []];
        for (const [index, item] of items.entries()) {
          const fate = fates.next().value;
          // 0: gone, 1: stays, 2: stays, with a new one before it.
          if (fate === 0 && item !== given.last) continue;
          if (fate === 2) now.push(`new before ${item}`);
          now.push(item);
          (index < at ? before : behind).push(item);
        }
        const rest = now.slice(startOf(now, given, own));
        expect(rest.filter((item) => items.includes(item))).toEqual(behind);
        expect(before.filter((item) => rest.includes(item))).toEqual([]);
      }),
    );
  });
});

describe('a position', () => {
  it.each<Position>([
    {},
    { source: 0 },
    { source: null },
    { source: { a: [1] } },
    { place: { at: 3, last: 'a', next: 'b' } },
    { source: 'x', place: { at: 3, last: 'a', next: 'b' } },
  ])('is the same after its way through JSON: %j', (position) => {
    expect(readPosition(JSON.parse(JSON.stringify(position)) as JsonValue)).toEqual(position);
  });

  it.each<JsonValue | undefined>([
    undefined,
    null,
    'x',
    [],
    { place: null },
    { place: {} },
    { place: { at: 1.5, last: 'a', next: 'b' } },
    { place: { at: 1, last: 1, next: 'b' } },
    { place: { at: 1, last: 'a' } },
  ])('is not read from %j', (value) => {
    expect(readPosition(value)).toBeUndefined();
  });
});
