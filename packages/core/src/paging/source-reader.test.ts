import { describe, expect, it, vi } from 'vitest';
import { nobody, sourceOf } from '../../test/pages.js';
import type { Source } from '../application/source.js';
import { ApplicationError } from '../errors.js';
import type { JsonValue } from '../json.js';
import type { Keyed } from './key-of.js';
import { SourceReader } from './source-reader.js';

const item: Keyed = { name: 'a' };

function reading(source: Source<Keyed>) {
  const report = vi.fn<(fault: ApplicationError) => void>();
  return { report, reader: new SourceReader(source, 'the source of tools()', report) };
}

/** A source that gives a `next` for each cursor. */
function going(next: (cursor: JsonValue | undefined) => unknown, items: readonly Keyed[] = [item]): Source<Keyed> {
  return { list: (cursor) => ({ items, next: next(cursor) as JsonValue }), get: () => undefined };
}

describe('reading a source', () => {
  it.each([undefined, null])('ends where next is %j', async (next) => {
    const { reader } = reading(going(() => next));
    expect(await reader.read(undefined, nobody)).toEqual({ items: [item] });
  });

  it.each<JsonValue>([0, '', false, [], {}, 'x'])('goes on where next is %j', async (next) => {
    const { reader } = reading(going(() => next));
    expect(await reader.read(undefined, nobody)).toEqual({ items: [item], next });
  });

  it.each<[string, (cursor: JsonValue | undefined) => unknown]>([
    ['the same', () => ({ after: 1 })],
    ['one of two', (cursor) => (cursor === 'a' ? 'b' : 'a')],
  ])('ends where next is %s again and again, and says so', async (_what, next) => {
    const { reader, report } = reading(going(next));
    expect((await reader.readAll(nobody)).length).toBeLessThan(4);
    expect(report).toHaveBeenCalledOnce();
    expect(report.mock.calls[0]?.[0].message).toMatch(
      /^list\(\) of the source of tools\(\) gave the next .* again, which would never end: the list ends there$/,
    );
  });

  it.each<[string, unknown, string]>([
    ['no object', 'x', 'must give { items: […], next? }; got a string'],
    ['nothing', undefined, 'must give { items: […], next? }; got undefined'],
    ['an array', [item], 'must give { items: […], next? }; got an array'],
    ['without items', { next: 1 }, 'must give { items: […], next? }; got undefined as items'],
    ['with a next that is no JSON', { items: [], next: 1n }, 'gave a next that is no JSON value: a bigint'],
    ['with a function as next', { items: [], next: () => 1 }, 'gave a next that is no JSON value: a function'],
    ['with NaN as next', { items: [], next: Number.NaN }, 'gave a next that is no JSON value: NaN'],
  ])('GM-24 refuses a page that is %s', async (_what, page, message) => {
    const { reader } = reading({ list: () => page as never, get: () => undefined });
    await expect(reader.read(undefined, nobody)).rejects.toThrow(
      new ApplicationError(`list() of the source of tools() ${message}`),
    );
  });

  it('reads all there is, unless that is too much', async () => {
    const { reader, report } = reading(sourceOf([[item], [], [{ name: 'b' }]]));
    expect(await reader.readAll(nobody)).toEqual([item, { name: 'b' }]);
    expect(report).not.toHaveBeenCalled();
    for (const items of [Array.from({ length: 100 }, () => item), []]) {
      const endless = reading(going((cursor) => Number(cursor ?? 0) + 1, items));
      expect(await endless.reader.readAll(nobody)).toHaveLength(items.length * 100);
      expect(endless.report.mock.calls[0]?.[0].message).toContain('10000');
    }
  });

  it('reads a page of any length', async () => {
    const { reader } = reading(sourceOf([Array.from({ length: 300_000 }, () => item)]));
    expect(await reader.readAll(nobody)).toHaveLength(300_000);
  });

  it('stops where nobody waits any more', async () => {
    const controller = new AbortController();
    const list = vi.fn((cursor: JsonValue | undefined) => {
      if (cursor === 1) controller.abort();
      return { items: [], next: Number(cursor ?? 0) + 1 };
    });
    const { reader } = reading({ list, get: () => undefined });
    await expect(reader.readAll({ ...nobody, signal: controller.signal })).rejects.toThrow('aborted');
    expect(list).toHaveBeenCalledTimes(2);
  });
});
