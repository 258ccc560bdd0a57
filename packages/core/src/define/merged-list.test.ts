import { describe, expect, it } from 'vitest';
import type { CallContext } from '../application/context.js';
import type { ToolDescriptor } from '../application/tools.js';
import type { Awaitable } from '../awaitable.js';
import { ApplicationError } from '../errors.js';
import { MergedList } from './merged-list.js';

const context = {} as CallContext;
const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

function merge(
  ...lists: readonly ((() => Awaitable<readonly ToolDescriptor[]>) | undefined)[]
): MergedList<ToolDescriptor> {
  const parts = lists.map((tools, index) => ({ label: `part ${index}`, hooks: tools ? { tools } : {}, target: {} }));
  return new MergedList<ToolDescriptor>(parts, {
    kind: 'Item',
    hook: 'tools',
    list: (hooks, context) => hooks.tools?.(context),
    keyOf: ({ name }) => name,
  });
}

describe('merged lists', () => {
  it('are there at once unless a part makes one wait', async () => {
    expect(
      merge(
        () => [a],
        undefined,
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

  it('refuse what is no list, and name the part', async () => {
    const none = (() => undefined) as never;
    expect(() => merge(() => [a], none).of(context)).toThrow(
      new ApplicationError('tools() of part 1 must give a list; got undefined'),
    );
    await expect(merge((async () => new Set()) as never).of(context)).rejects.toThrow('got a Set');
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
