import { type Keyed, keyOf } from './key-of.js';
import { type Place, startOf } from './position.js';

/** A part of an array, and where the rest begins. */
export interface Slice<T> {
  readonly items: readonly T[];
  /** Absent where nothing is left. */
  readonly rest?: Place | undefined;
}

/**
 * Cuts arrays in pages. The pages of one array are the same arrays each time, so that what is kept with them, such as their
 * text, is found again.
 */
export class Slices<T extends Keyed> {
  readonly #size: number;
  readonly #kept = new WeakMap<readonly T[], Map<number, readonly T[]>>();

  /** @param size how many items a page has at most; `Infinity` for all */
  constructor(size: number) {
    this.#size = size;
  }

  /** Whether an array is one page. */
  isPage(items: readonly T[]): boolean {
    return items.length <= this.#size;
  }

  /** @param place where to begin; at the beginning when absent */
  cut(items: readonly T[], place: Place | undefined): Slice<T> {
    const start = place === undefined ? 0 : startOf(items, place, keyOf);
    const end = start + this.#size;
    const last = items[end - 1];
    const next = items[end];
    const slice = this.#slice(items, start, end);
    if (last === undefined || next === undefined) return { items: slice };
    return { items: slice, rest: { at: end, last: keyOf(last), next: keyOf(next) } };
  }

  #slice(items: readonly T[], start: number, end: number): readonly T[] {
    if (start === 0 && end >= items.length) return items;
    // Other places than these are of walks that began before the array changed: they are not come by again.
    if (start % this.#size !== 0) return items.slice(start, end);
    let slices = this.#kept.get(items);
    if (slices === undefined) {
      slices = new Map();
      this.#kept.set(items, slices);
    }
    let slice = slices.get(start);
    if (slice === undefined) {
      slice = items.slice(start, end);
      slices.set(start, slice);
    }
    return slice;
  }
}
