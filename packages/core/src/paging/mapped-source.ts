import type { CallContext } from '../application/context.js';
import type { Source, SourcePage } from '../application/source.js';
import type { JsonValue } from '../json.js';

/**
 * A source whose things are changed on their way out. The same thing, and the same page, is changed once: what is kept with
 * them is found again.
 */
export class MappedSource<D extends object> implements Source<D> {
  readonly #source: Source<D>;
  readonly #change: (item: D) => D;
  readonly #changed = new WeakMap<D, D>();
  readonly #pages = new WeakMap<readonly D[], readonly D[]>();

  constructor(source: Source<D>, change: (item: D) => D) {
    this.#source = source;
    this.#change = change;
  }

  async list(cursor: JsonValue | undefined, context: CallContext): Promise<SourcePage<D>> {
    const page = await this.#source.list(cursor, context);
    // What is no page is refused by whoever reads it.
    return Array.isArray(page?.items) ? { items: this.#page(page.items), next: page.next } : page;
  }

  async get(key: string, context: CallContext): Promise<D | undefined> {
    const found = await this.#source.get(key, context);
    return found && this.#item(found);
  }

  #page(items: readonly D[]): readonly D[] {
    const known = this.#pages.get(items);
    if (known !== undefined && known.length === items.length) return known;
    const changed = items.map((item) => this.#item(item));
    this.#pages.set(items, changed);
    return changed;
  }

  #item(item: D): D {
    // So is what is no thing at all.
    if (typeof item !== 'object' || item === null) return item;
    let changed = this.#changed.get(item);
    if (changed === undefined) {
      changed = this.#change(item);
      this.#changed.set(item, changed);
    }
    return changed;
  }
}
