import { isJsonObject, type JsonValue } from '../json.js';

/** Where a page begins. It is what a cursor holds. */
export interface Position {
  /** What the source gave as `next`; absent in its first page, and in an array. */
  readonly source?: JsonValue | undefined;
  /** Where in that page; absent at its beginning. */
  readonly place?: Place | undefined;
}

/**
 * A place between two items of an array. Both are named, so that it is found again in an array that has changed since: what
 * stayed is neither repeated nor skipped, as long as one of the two stayed.
 */
export interface Place {
  /** How many items are before it. */
  readonly at: number;
  /** The key of the item before it. */
  readonly last: string;
  /** The key of the item after it. */
  readonly next: string;
}

/** Where a list begins. */
export const START: Position = Object.freeze({});

/** Reads a position as a cursor holds it; `undefined` for what is none. */
export function readPosition(value: JsonValue | undefined): Position | undefined {
  if (!isJsonObject(value)) return undefined;
  const { source, place } = value;
  if (place === undefined) return { source };
  if (!isJsonObject(place)) return undefined;
  const { at, last, next } = place;
  if (!Number.isSafeInteger(at) || typeof last !== 'string' || typeof next !== 'string') return undefined;
  return { source, place: { at: at as number, last, next } };
}

/**
 * How many items of an array are before a place. Where neither of its two neighbours is there any more, the first of them was
 * taken from before it, so it has moved up.
 */
export function startOf<T>(items: readonly T[], { at, last, next }: Place, keyOf: (item: T) => string): number {
  const before = items[at - 1];
  if (before !== undefined && keyOf(before) === last) return at;
  const lastIndex = items.findIndex((item) => keyOf(item) === last);
  if (lastIndex !== -1) return lastIndex + 1;
  const nextIndex = items.findIndex((item) => keyOf(item) === next);
  if (nextIndex !== -1) return nextIndex;
  return Math.max(0, Math.min(at - 1, items.length));
}
