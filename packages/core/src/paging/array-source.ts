import type { Source, SourcePage } from '../application/source.js';
import { ApplicationError } from '../errors.js';
import { kindOf } from '../kind-of.js';
import { type Keyed, keyOfAny } from './key-of.js';

/** An array as a source of one page. */
export class ArraySource<D extends Keyed> implements Source<D> {
  readonly #page: SourcePage<D>;
  readonly #byKey = new Map<string, D>();

  /**
   * @param label what the array is, for error messages
   * @throws ApplicationError for two of one name, and for what has none
   */
  constructor(items: readonly D[], label: string) {
    for (const [index, item] of items.entries()) {
      const key = keyOfAny(item);
      if (typeof key !== 'string') {
        throw new ApplicationError(`Item ${index + 1} of ${label} is nothing with a name; got ${kindOf(item)}`);
      }
      if (this.#byKey.has(key)) throw new ApplicationError(`There are two of '${key}' in ${label}`);
      this.#byKey.set(key, item);
    }
    this.#page = { items: [...items] };
  }

  /** What its items are found by. */
  get keys(): Iterable<string> {
    return this.#byKey.keys();
  }

  list(): SourcePage<D> {
    return this.#page;
  }

  get(key: string): D | undefined {
    return this.#byKey.get(key);
  }
}
