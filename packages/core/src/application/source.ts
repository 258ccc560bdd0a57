import type { Awaitable } from '../awaitable.js';
import type { JsonValue } from '../json.js';
import type { CallContext } from './context.js';

/** One page of a source. */
export interface SourcePage<D> {
  readonly items: readonly D[];
  /** Where the next page begins; absent after the last. */
  readonly next?: JsonValue | undefined;
}

/** A large or lazy collection of tools, prompts or resources. */
export interface Source<D> {
  /** @param cursor what the page before gave as `next`, `undefined` for the first page */
  list(cursor: JsonValue | undefined, context: CallContext): Awaitable<SourcePage<D>>;
  get(name: string, context: CallContext): Awaitable<D | undefined>;
}
