import { describe, expect, it } from 'vitest';
import type { CallContext } from '../application/context.js';
import type { Awaitable } from '../awaitable.js';
import { MergedList } from './merged-list.js';

interface Item {
  readonly name: string;
}

const context = {} as CallContext;
const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

function merge(...lists: readonly (() => Awaitable<readonly Item[]> | undefined)[]): MergedList<Item> {
  const parts = lists.map((_, index) => ({ label: `part ${index}`, hooks: {}, target: {} }));
  return new MergedList<Item>(parts, {
    kind: 'Item',
    list: (part) => lists[parts.indexOf(part)]?.(),
    keyOf: ({ name }) => name,
  });
}

describe('merged lists', () => {
  it('are there at once unless a part makes one wait', async () => {
    expect(
      merge(
        () => [a],
        () => undefined,
        () => [b],
      ).of(context),
    ).toMatchObject({ items: [a, b] });
    const waiting = merge(
      () => [a],
      async () => [b],
    ).of(context);
    expect(waiting).toBeInstanceOf(Promise);
    expect(await waiting).toMatchObject({ items: [a, b] });
  });

  it('are the same array as long as the parts give the same arrays', async () => {
    const [first, second, third] = [[a], [b], [c]];
    let now = second;
    const merged = merge(
      () => first,
      async () => now,
    );
    const { items } = await merged.of(context);
    expect((await merged.of(context)).items).toBe(items);
    now = third;
    expect((await merged.of(context)).items).toEqual([a, c]);
    now = second;
    expect((await merged.of(context)).items).toBe(items);
  });

  it('notice that an array has changed', async () => {
    const list = [a, b];
    const merged = merge(() => list);
    const { items } = await merged.of(context);
    list[1] = c;
    expect((await merged.of(context)).items).toEqual([a, c]);
    list.push(b);
    expect((await merged.of(context)).items).toEqual([a, c, b]);
    expect(items).toEqual([a, b]);
  });

  it('know who listed what', async () => {
    const merged = merge(
      () => [a],
      () => [b],
    );
    expect(merged.ask('b', context, ({ label }) => label)).toBe('part 1');
    expect(merged.ask('c', context, ({ label }) => label)).toBeUndefined();
  });

  it('fail where a part fails, and not later', async () => {
    let isBroken = true;
    const list = [a];
    const merged = merge(async () => {
      if (isBroken) throw new Error('No database');
      return list;
    });
    await expect(merged.of(context)).rejects.toThrow('No database');
    isBroken = false;
    expect(await merged.of(context)).toMatchObject({ items: [a] });
  });
});
