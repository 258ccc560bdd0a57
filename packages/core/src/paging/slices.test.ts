import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Keyed } from './key-of.js';
import type { Place } from './position.js';
import { Slices } from './slices.js';

const things = (count: number): readonly Keyed[] =>
  Array.from({ length: count }, (_, index) => ({ name: `n${index}` }));

describe('the slices of an array', () => {
  it('are each item once, in order, none larger than a page and none empty', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.integer({ min: 1, max: 60 }), (count, size) => {
        const items = things(count);
        const slices = new Slices(size);
        const walked: Keyed[][] = [];
        let place: Place | undefined;
        do {
          const slice = slices.cut(items, place);
          walked.push([...slice.items]);
          place = slice.rest;
        } while (place !== undefined);
        expect(walked.flat()).toEqual(items);
        for (const slice of walked) expect(slice.length).toBeLessThanOrEqual(size);
        expect(walked.length).toBe(Math.max(1, Math.ceil(count / size)));
      }),
    );
  });

  it('are the same arrays each time', () => {
    const items = things(5);
    const slices = new Slices(2);
    const { items: first, rest } = slices.cut(items, undefined);
    expect(first).toEqual(items.slice(0, 2));
    expect(slices.cut(items, undefined).items).toBe(first);
    const second = slices.cut(items, rest).items;
    expect(second).toEqual(items.slice(2, 4));
    expect(slices.cut(items, rest).items).toBe(second);
    expect(slices.cut([...items], rest).items).not.toBe(second);
  });

  it('are the array itself where it fits', () => {
    const items = things(3);
    expect(new Slices(3).cut(items, undefined)).toEqual({ items });
    expect(new Slices(3).cut(items, undefined).items).toBe(items);
    expect(new Slices(Number.POSITIVE_INFINITY).cut(items, undefined).items).toBe(items);
    expect(new Slices(3).isPage(items)).toBe(true);
    expect(new Slices(2).isPage(items)).toBe(false);
  });

  it('go on anywhere, also without an end to the page', () => {
    const items = things(5);
    const place: Place = { at: 3, last: 'n2', next: 'n3' };
    expect(new Slices(Number.POSITIVE_INFINITY).cut(items, place)).toEqual({ items: items.slice(3) });
    expect(new Slices(4).cut(items, place)).toEqual({ items: items.slice(3) });
    expect(new Slices(1).cut(items, place)).toEqual({
      items: items.slice(3, 4),
      rest: { at: 4, last: 'n3', next: 'n4' },
    });
  });
});
