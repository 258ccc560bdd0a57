import type { ReadResource, ResourceDescriptor } from '../application/resources.js';
import type { ToolDescriptor } from '../application/tools.js';
import { copyWith } from '../define/declaration.js';
import { markedLike } from '../rounds/run-in-rounds.js';
import { type Keyed, keyMember, keyOf } from './key-of.js';

/** Members that only tools have. */
const ONLY_TOOLS = ['signature', 'input', 'output', 'target', 'annotations', 'timeoutMs'] as const;

/**
 * A descriptor with a prefix before what it is found by. Its own functions go on as before: a `read` gets the URI without the
 * prefix, and the method that a tool is dispatched to keeps its name.
 */
export function prefixed<D extends Keyed>(item: D, prefix: string): D {
  const member = keyMember(item);
  const members = { [member]: prefix + keyOf(item), ...(member === 'name' ? methodOf(item) : readOf(item, prefix)) };
  return copyWith(item, members);
}

function methodOf(item: Keyed): Partial<ToolDescriptor> {
  const { name, method, run }: Partial<ToolDescriptor> = item;
  const isDispatched = method === undefined && run === undefined && ONLY_TOOLS.some((member) => member in item);
  return isDispatched ? { method: name } : {};
}

function readOf(item: Keyed, prefix: string): Partial<ResourceDescriptor> {
  const { read } = item as Partial<ResourceDescriptor>;
  if (read === undefined) return {};
  const readOwn: ReadResource = (uri, variables, context) =>
    (read as ReadResource).call(item, uri.slice(prefix.length), variables, context);
  return { read: markedLike(read, readOwn) };
}
