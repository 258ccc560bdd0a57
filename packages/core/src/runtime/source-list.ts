import type { CallContext } from '../application/context.js';
import type { Source } from '../application/source.js';
import { type Awaitable, after } from '../awaitable.js';
import type { Logger } from '../contract/logger.js';
import { ApplicationError } from '../errors.js';
import { KeptItems } from '../paging/kept-items.js';
import { type Keyed, keyOf } from '../paging/key-of.js';
import { SourceReader } from '../paging/source-reader.js';
import { Kept } from './kept.js';
import type { Catalog, ListRules } from './list-rules.js';
import type { LiveList } from './live-list.js';

/** What is good of a page. */
interface GoodItems<D, Listed> {
  /** How many the page had. */
  readonly length: number;
  readonly descriptors: readonly D[];
  /** The same things, in the same order, as they are shown. */
  readonly listed: readonly Listed[];
}

/**
 * What the source of a list has in it, with what changed at run time: what was added comes first, what is hidden is left out.
 * So is what is wrong: one bad thing must not take the others with it.
 */
export class SourceList<D extends Keyed, Listed extends Keyed, Built extends Catalog<Listed>> {
  readonly #rules: ListRules<D, Built>;
  readonly #live: LiveList<D>;
  readonly #report: (fault: ApplicationError) => void;
  readonly #added: Kept<D, Built>;
  readonly #items: KeptItems<D, Built>;
  #good = new WeakMap<readonly D[], GoodItems<D, Listed>>();
  #shown = new WeakMap<readonly Listed[], readonly Listed[]>();
  #all: readonly D[] = [];
  #nothing: Built | undefined;

  constructor(rules: ListRules<D, Built>, live: LiveList<D>, logger: Logger) {
    this.#rules = rules;
    this.#live = live;
    this.#report = (err) => logger.error({ err, list: rules.hook }, err.message);
    this.#added = new Kept(rules.build);
    this.#items = new KeptItems(rules.build, rules.hook, logger);
  }

  reader(source: Source<D>): SourceReader<D> {
    return new SourceReader(source, `the source of ${this.#rules.hook}()`, this.#report);
  }

  /** A catalog that has what this key names, or nothing. @throws what building throws for a thing that is wrong */
  find(source: Source<D>, key: string, context: CallContext): Awaitable<Built> {
    if (!this.#live.isEmpty) {
      const added = this.#added.of(this.#live.added);
      if (this.#rules.has(added, key)) return added;
      if (this.#live.hides(key)) return this.#emptyCatalog();
    }
    return after(source.get(key, context), (found: D | undefined | null) =>
      found === undefined || found === null ? this.#emptyCatalog() : this.#items.of(found),
    );
  }

  /**
   * The things of a page as they are shown: the same array for the same page, until something changes.
   *
   * @param isFirst whether it is the first page, with which goes what was added
   */
  shown(items: readonly D[], isFirst: boolean): readonly Listed[] {
    const { listed } = this.#goodItems(items);
    if (this.#live.isEmpty) return listed;
    const rest = listed.filter((item) => !this.#isCovered(keyOf(item)));
    const shown = isFirst ? [...this.#added.of(this.#live.added).items, ...rest] : rest;
    const before = this.#shown.get(listed) ?? listed;
    if (hasSameItems(before, shown)) return before;
    this.#shown.set(listed, shown);
    return shown;
  }

  /** The catalogs of what was added, and of each thing in the first page. */
  async first(source: Source<D>, context: CallContext): Promise<readonly Built[]> {
    const { items } = await this.reader(source).read(undefined, context);
    const uncovered = this.#uncovered(items);
    return [this.#added.of(this.#live.added), ...uncovered.map((item) => this.#items.of(item))];
  }

  /** All there is: the same array as long as it is the same things. */
  async all(source: Source<D>, context: CallContext): Promise<readonly D[]> {
    const items = [...this.#live.added, ...this.#uncovered(await this.reader(source).readAll(context))];
    if (!hasSameItems(this.#all, items)) this.#all = items;
    return this.#all;
  }

  /** Forgets what was made, after a change was published: it may have been changed in place. */
  forget(): void {
    this.#added.forget();
    this.#items.forget();
    this.#good = new WeakMap();
    this.#shown = new WeakMap();
  }

  #goodItems(items: readonly D[]): GoodItems<D, Listed> {
    const known = this.#good.get(items);
    // The length tells when things were added to the same array or taken from it without a word.
    if (known !== undefined && known.length === items.length) return known;
    const descriptors: D[] = [];
    const listed = new Map<string, Listed>();
    for (const item of items) {
      const shown = this.#items.tryOf(item)?.items[0];
      if (shown === undefined) continue;
      const key = keyOf(shown);
      if (listed.has(key)) {
        this.#items.report(key, new ApplicationError(`There are two of '${key}'`));
        continue;
      }
      descriptors.push(item);
      listed.set(key, shown);
    }
    const good = { length: items.length, descriptors, listed: [...listed.values()] };
    this.#good.set(items, good);
    return good;
  }

  /** What is good of a page, without what is covered. */
  #uncovered(items: readonly D[]): readonly D[] {
    const { descriptors, listed } = this.#goodItems(items);
    const isCovered = listed.map((item) => this.#isCovered(keyOf(item)));
    return descriptors.filter((_, index) => isCovered[index] === false);
  }

  /** Whether what the source has under a key is hidden, or something was added in its place. */
  #isCovered(key: string): boolean {
    if (this.#live.isEmpty) return false;
    return this.#live.hides(key) || this.#rules.has(this.#added.of(this.#live.added), key);
  }

  #emptyCatalog(): Built {
    this.#nothing ??= this.#rules.build([], undefined);
    return this.#nothing;
  }
}

function hasSameItems(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((item, index) => item === now[index]);
}
