import type { Collection } from '../application/source.js';
import { combineSources } from '../paging/combine-sources.js';
import type { Keyed } from '../paging/key-of.js';
import { MappedSource } from '../paging/mapped-source.js';
import { isSource } from '../paging/source-page.js';
import type { Part } from './included-part.js';
import type { Merged, MergeRules } from './merged-list.js';

/**
 * The lists of several parts as one source, where one of them is a source.
 *
 * @param owners who listed what, as far as it is in arrays
 */
export function mergedSources<Descriptor extends Keyed>(
  lists: readonly Collection<Descriptor>[],
  parts: readonly Part[],
  { detach = (item) => item }: MergeRules<Descriptor>,
  owners: ReadonlyMap<string, Part>,
): Merged<Descriptor> {
  const detached = (part: Part, index: number): Collection<Descriptor> => {
    const list = lists[index];
    if (isSource<Descriptor>(list)) return new MappedSource(list, (item) => detach(item, part));
    return (list ?? []).map((item) => detach(item, part));
  };
  return {
    items: combineSources(parts.map((part, index) => ({ key: part.label, source: detached(part, index) }))),
    ownerOf: async (key, context) => {
      for (const [index, part] of parts.entries()) {
        const list = lists[index];
        const found = isSource<Descriptor>(list) ? await list.get(key, context) : owners.get(key) === part || undefined;
        if (found !== undefined && found !== null) return part;
      }
      return undefined;
    },
  };
}
