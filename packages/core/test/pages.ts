import type { CallContext } from '../src/application/context.js';
import type { Source, SourcePage } from '../src/application/source.js';
import type { JsonValue } from '../src/json.js';
import { type Keyed, keyOf } from '../src/paging/key-of.js';

/** A source of these pages, whose cursors are their numbers. */
export function sourceOf<D extends Keyed>(pages: readonly (readonly D[])[]): Source<D> {
  return {
    list: (cursor): SourcePage<D> => {
      const number = cursor === undefined ? 0 : Number(cursor);
      const items = pages[number] ?? [];
      return number + 1 < pages.length ? { items, next: number + 1 } : { items };
    },
    get: (key) => pages.flat().find((item) => keyOf(item) === key),
  };
}

/** A context that sources don't look at. */
export const nobody: CallContext = { caller: undefined, signal: new AbortController().signal } as CallContext;

/** All that a source gives, page by page. */
export async function walk<D>(source: Source<D>): Promise<readonly (readonly D[])[]> {
  const pages: (readonly D[])[] = [];
  let cursor: JsonValue | undefined;
  do {
    const page: SourcePage<D> = await source.list(cursor, nobody);
    pages.push(page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return pages;
}
