import type { CallContext } from '../application/context.js';
import type { Collection, Source } from '../application/source.js';
import { type Awaitable, after } from '../awaitable.js';
import type { Logger } from '../contract/logger.js';
import { ApplicationError } from '../errors.js';
import type { JsonValue } from '../json.js';
import { kindOf } from '../kind-of.js';
import { type Cursors, invalidCursor, isInvalidCursor } from '../paging/cursors.js';
import type { Keyed } from '../paging/key-of.js';
import { type Position, START } from '../paging/position.js';
import { Slices } from '../paging/slices.js';
import { isSource } from '../paging/source-page.js';
import { Kept } from './kept.js';
import type { Catalog, ListRules } from './list-rules.js';
import type { LiveList } from './live-list.js';
import type { ListedTool, Page } from './runtime.js';
import { SourceList } from './source-list.js';

/** What all lists have in common. */
export interface ListSettings {
  readonly cursors: Cursors;
  /** How many items a page has at most; `Infinity` for all. */
  readonly pageSize: number;
  readonly logger: Logger;
  /** What the revisions served have to say about each tool when it is first seen. */
  readonly checkTool?: ((tool: ListedTool) => void) | undefined;
}

/** What can be said of a list before a client comes. */
export interface FirstLook<Built> {
  readonly catalogs: readonly Built[];
  /** Whether that is all there is, and not the first page of a source. */
  readonly isWhole: boolean;
}

/** A page, and where the next one begins. */
interface PageAndNext<Listed> {
  readonly items: readonly Listed[];
  readonly next: Position | undefined;
}

/** How many empty pages are passed over for one request. A client that gets an empty page with a cursor goes on by itself. */
const MOST_EMPTY = 1000;

/**
 * One list of an application. The application is asked for it on every request, so that it may change at run time; what is
 * made of an answer is kept as long as it is the same array.
 */
export class List<D extends Keyed, Listed extends Keyed, Built extends Catalog<Listed>> {
  readonly #rules: ListRules<D, Built>;
  readonly #cursors: Cursors;
  readonly #live: LiveList<D>;
  readonly #slices: Slices<Listed>;
  readonly #arrays: Kept<D, Built>;
  readonly #sources: SourceList<D, Listed, Built>;

  constructor(rules: ListRules<D, Built>, { cursors, pageSize, logger }: ListSettings, live: LiveList<D>) {
    this.#rules = rules;
    this.#cursors = cursors;
    this.#live = live;
    this.#slices = new Slices(pageSize);
    this.#arrays = new Kept(rules.build);
    this.#sources = new SourceList(rules, live, logger);
  }

  /** A catalog that has what a key names, if it is there at all: that of an array, or of what a source has under the key. */
  holding(key: string, context: CallContext): Awaitable<Built> {
    const given = this.#rules.ask(context);
    if (Array.isArray(given)) return this.#catalogOf(given);
    return after(given, (later) => {
      const collection = this.#checked(later);
      return isArray(collection) ? this.#catalogOf(collection) : this.#sources.find(collection, key, context);
    });
  }

  /** The catalog of all there is. A source is walked through for it. */
  whole(context: CallContext): Awaitable<Built> {
    const given = this.#rules.ask(context);
    if (Array.isArray(given)) return this.#catalogOf(given);
    return after(given, (later) => {
      const collection = this.#checked(later);
      if (isArray(collection)) return this.#catalogOf(collection);
      return after(this.#sources.all(collection, context), (all) => this.#arrays.of(all));
    });
  }

  /** A look at an array, or at the first page of a source. */
  first(context: CallContext): Awaitable<FirstLook<Built>> {
    return after(this.#rules.ask(context), (later): Awaitable<FirstLook<Built>> => {
      const collection = this.#checked(later);
      if (isArray(collection)) return { catalogs: [this.#catalogOf(collection)], isWhole: true };
      return after(this.#sources.first(collection, context), (catalogs) => ({ catalogs, isWhole: false }));
    });
  }

  /**
   * One page. Empty ones that others follow are passed over.
   *
   * @param cursor as the client sent it
   * @throws RequestError `invalid-cursor`, alike for whatever is wrong with it
   */
  page(cursor: string | undefined, context: CallContext): Awaitable<Page<Listed>> {
    return after(this.#rules.ask(context), (given) => {
      const collection = this.#checked(given);
      if (cursor === undefined && isArray(collection)) {
        const { items } = this.#catalogOf(collection);
        if (this.#slices.isPage(items)) return { items };
      }
      return this.#pageOf(collection, cursor, context);
    });
  }

  /** Forgets what was made, after a change was published. */
  forget(): void {
    this.#arrays.forget();
    this.#sources.forget();
  }

  #catalogOf(given: readonly D[]): Built {
    return this.#arrays.of(this.#live.applyTo(given));
  }

  #checked(given: unknown): Collection<D> {
    if (Array.isArray(given) || isSource<D>(given)) return given;
    throw new ApplicationError(`${this.#rules.hook}() must give a list; got ${kindOf(given)}`);
  }

  async #pageOf(given: Collection<D>, cursor: string | undefined, context: CallContext): Promise<Page<Listed>> {
    const { method } = this.#rules;
    const start = cursor === undefined ? START : await this.#cursors.open(cursor, method, context);
    const { items, next } = isArray(given) ? this.#cut(given, start) : await this.#walk(given, start, context);
    return next === undefined ? { items } : { items, nextCursor: await this.#cursors.seal(next, method, context) };
  }

  #cut(given: readonly D[], { source, place }: Position): PageAndNext<Listed> {
    // The list has become an array since: the source is gone.
    if (source !== undefined) throw invalidCursor();
    const { items, rest } = this.#slices.cut(this.#catalogOf(given).items, place);
    return { items, next: rest && { place: rest } };
  }

  async #walk(source: Source<D>, start: Position, context: CallContext): Promise<PageAndNext<Listed>> {
    const reader = this.#sources.reader(source);
    let position = start;
    try {
      for (let passed = 0; ; passed += 1) {
        const page = await reader.read(position.source, context);
        const listed = this.#sources.shown(page.items, position.source === undefined);
        const { items, rest } = this.#slices.cut(listed, position.place);
        const next = rest === undefined ? beginning(page.next) : { source: position.source, place: rest };
        if (items.length > 0 || next === undefined || passed === MOST_EMPTY) return { items, next };
        context.signal.throwIfAborted();
        position = next;
      }
    } catch (thrown) {
      throw isInvalidCursor(thrown) ? invalidCursor() : thrown;
    }
  }
}

function beginning(source: JsonValue | undefined): Position | undefined {
  return source === undefined ? undefined : { source };
}

function isArray<D>(given: Collection<D>): given is readonly D[] {
  return Array.isArray(given);
}
