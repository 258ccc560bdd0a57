import { describe, expect, it, vi } from 'vitest';
import { spyLogger } from '../../test/runtime.js';
import { KeptItems } from './kept-items.js';
import type { Keyed } from './key-of.js';

function keeping() {
  const logger = spyLogger();
  const build = vi.fn(([item]: readonly Keyed[], previous: { readonly of: Keyed } | undefined) => {
    if (item?.name === 'bad') throw new TypeError(`${item.uri} is bad`);
    return { of: item as Keyed, previous };
  });
  return { logger, build, items: new KeptItems(build, 'tools', logger) };
}

describe('what is built of single things', () => {
  it('is kept with the thing, and given when the next one of its name is built', () => {
    const { build, items } = keeping();
    const [one, other] = [{ name: 'a' }, { name: 'a' }];
    const built = items.of(one);
    expect(items.of(one)).toBe(built);
    expect(build).toHaveBeenCalledExactlyOnceWith([one], undefined);
    expect(items.of(other)).toMatchObject({ of: other, previous: built });
    expect(items.of({ name: 'b' })).toMatchObject({ previous: undefined });
  });

  it('is forgotten when that is wanted', () => {
    const { build, items } = keeping();
    const one = { name: 'a' };
    items.of(one);
    items.forget();
    items.of(one);
    expect(build).toHaveBeenLastCalledWith([one], undefined);
    expect(build).toHaveBeenCalledTimes(2);
  });

  it('is nothing where the thing is wrong, which the log tells once for each fault', () => {
    const { logger, items } = keeping();
    const bad = { name: 'bad', uri: 'a:b' };
    expect(() => items.of(bad)).toThrow('a:b is bad');
    for (const each of [bad, { ...bad }, bad]) expect(items.tryOf(each)).toBeUndefined();
    expect(logger.error).toHaveBeenCalledExactlyOnceWith(
      { err: new TypeError('a:b is bad'), list: 'tools', item: 'a:b' },
      'An item of the source of tools() is wrong, and left out',
    );
    items.tryOf({ ...bad, uri: 'c:d' });
    expect(logger.error).toHaveBeenCalledTimes(2);
  });

  it('is nothing where there is no thing at all', () => {
    const { logger, items } = keeping();
    for (const nothing of [null, undefined, 'x']) expect(items.tryOf(nothing as never)).toBeUndefined();
    expect(logger.error).toHaveBeenCalled();
  });

  it('is nothing where the thing throws when its name is read', () => {
    const fault = new TypeError('not loaded');
    const lazy: Keyed = {
      get name(): string {
        throw fault;
      },
    };
    const logger = spyLogger();
    const items = new KeptItems(([item]: readonly Keyed[]) => item?.name, 'tools', logger);
    expect(items.tryOf(lazy)).toBeUndefined();
    expect(logger.error).toHaveBeenCalledExactlyOnceWith(
      { err: fault, list: 'tools', item: undefined },
      'An item of the source of tools() is wrong, and left out',
    );
  });
});
