import type { CallContext } from '../application/context.js';
import type { Collection, Source, SourcePage } from '../application/source.js';
import { ApplicationError, RequestError } from '../errors.js';
import type { JsonValue } from '../json.js';
import { kindOf } from '../kind-of.js';
import { ArraySource } from './array-source.js';
import { type Keyed, keyOfAny } from './key-of.js';
import { MappedSource } from './mapped-source.js';
import { prefixed } from './prefixed.js';
import { isSource, readPage } from './source-page.js';

/** One of several collections that are served as one. */
export interface SourcePart<D> {
  readonly source: Collection<D>;
  /**
   * Put before the name of each tool or prompt, before the URI of each resource, and before the text of each template: `github.`
   * makes `github.search` of `search`. What is listed has it, and `get` of the source is asked without it. Default: none.
   *
   * URIs are best left as they are. A prefix is of use where those of the source are not whole, such as `repo://docs/` before
   * `readme.md`.
   */
  readonly prefix?: string | undefined;
  /** What cursors call this part. Default: its prefix. */
  readonly key?: string | undefined;
}

/**
 * Puts several collections together, each in a namespace of its own if it has a prefix. They are listed one after the other, in
 * the order given. A name belongs to the first part whose prefix it begins with and that has it.
 *
 * A cursor says which part it is of by the part's key, so that a part may be added, moved or removed between two processes: the
 * cursors of one that is gone are refused. So only one part can do without a prefix and a key.
 *
 * The hooks of the application, such as `callTool` and `readResource`, get names and URIs as they are listed. A tool without
 * `run` that is dispatched to a method goes on to the method of its own name, or of its `method`.
 *
 * Arrays are read once, here. What an array has hides what later parts have under the same name; two later parts that are both
 * sources are trusted to have no name in common.
 *
 * @throws ApplicationError for two parts with one prefix or one key, for two arrays with one name, and for what is no part
 * @example
 * const everything = combineSources([
 *   ownTools,
 *   { prefix: 'github.', source: github },
 *   { prefix: 'jira.', source: jira },
 * ]);
 * await serve('hub', { tools: () => everything });
 */
export function combineSources<D extends Keyed>(parts: readonly (Collection<D> | SourcePart<D>)[]): Source<D> {
  if (!Array.isArray(parts)) throw new ApplicationError(`combineSources takes an array of parts; got ${kindOf(parts)}`);
  const read: Part<D>[] = [];
  for (const [index, part] of parts.entries()) {
    const next = readPart<D>(part, index);
    for (const before of read) requireApart(before, next);
    read.push(next);
  }
  return new CombinedSource(read);
}

interface Part<D> {
  /** For error messages. */
  readonly label: string;
  readonly prefix: string;
  readonly key: string;
  /** Lists names with the prefix, and is asked for names without it. */
  readonly source: Source<D>;
  /** The names of an array, with the prefix; none of a source. */
  readonly names: ReadonlySet<string>;
}

function readPart<D extends Keyed>(part: Collection<D> | SourcePart<D>, index: number): Part<D> {
  const label = `part ${index + 1} of combineSources`;
  const { source, prefix = '', key = prefix }: SourcePart<D> = isPart(part) ? part : { source: part };
  requireString(prefix, `The prefix of ${label}`);
  requireString(key, `The key of ${label}`);
  const array = Array.isArray(source) ? new ArraySource<D>(source, label) : undefined;
  const given: unknown = array ?? source;
  if (!isSource<D>(given)) {
    throw new ApplicationError(
      `${sentence(label)} must be an array, a source, or { source } with one; got ${kindOf(part)}`,
    );
  }
  return {
    label,
    prefix,
    key,
    source: prefix === '' ? given : new MappedSource(given, (item) => prefixed(item, prefix)),
    names: new Set([...(array?.keys ?? [])].map((name) => prefix + name)),
  };
}

function isPart<D>(part: Collection<D> | SourcePart<D>): part is SourcePart<D> {
  return typeof part === 'object' && part !== null && 'source' in part && !isSource(part);
}

function requireString(value: unknown, subject: string): void {
  if (typeof value !== 'string') throw new ApplicationError(`${subject} must be a string; got ${kindOf(value)}`);
}

function requireApart<D>(one: Part<D>, other: Part<D>): void {
  const both = `${sentence(one.label)} and ${other.label} both have`;
  if (one.prefix !== '' && one.prefix === other.prefix) {
    throw new ApplicationError(`${both} the prefix '${one.prefix}'`);
  }
  if (one.key === other.key) {
    const fault = one.key === '' ? 'neither a prefix nor a key' : `the key '${one.key}'`;
    throw new ApplicationError(`${both} ${fault}. Give one of them a key of its own`);
  }
  const shared = [...other.names].find((name) => one.names.has(name));
  if (shared !== undefined) throw new ApplicationError(`${both} '${shared}'`);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

class CombinedSource<D extends Keyed> implements Source<D> {
  readonly #parts: readonly Part<D>[];
  /** What of a page belongs to its own part. */
  readonly #own = new WeakMap<readonly D[], readonly D[]>();

  constructor(parts: readonly Part<D>[]) {
    this.#parts = parts;
  }

  /** @param cursor the key of a part, and the part's own cursor after its first page */
  async list(cursor: JsonValue | undefined, context: CallContext): Promise<SourcePage<D>> {
    const [index, inner] = this.#placeOf(cursor);
    const part = this.#parts[index];
    if (part === undefined) return { items: [] };
    const { items, next } = await readPage(part.source, inner, context, part.label);
    const following = this.#parts[index + 1];
    return {
      items: this.#ownOf(items, index),
      next: next === undefined ? following && [following.key] : [part.key, next],
    };
  }

  async get(key: string, context: CallContext): Promise<D | undefined> {
    for (const { prefix, source } of this.#parts) {
      if (!key.startsWith(prefix)) continue;
      const found = await source.get(key.slice(prefix.length), context);
      if (found !== undefined && found !== null) return found;
    }
    return undefined;
  }

  #placeOf(cursor: JsonValue | undefined): readonly [index: number, inner: JsonValue | undefined] {
    if (cursor === undefined) return [0, undefined];
    const [key, inner] = Array.isArray(cursor) ? (cursor as readonly JsonValue[]) : [];
    const index = this.#parts.findIndex((part) => part.key === key);
    if (index !== -1) return [index, inner];
    throw new RequestError('invalid-cursor', 'The cursor is of a part that is not there');
  }

  #ownOf(items: readonly D[], index: number): readonly D[] {
    const before = this.#parts.slice(0, index).filter(({ names }) => names.size > 0);
    if (before.length === 0) return items;
    const known = this.#own.get(items);
    if (known !== undefined) return known;
    const own = items.filter((item) => !before.some(({ names }) => names.has(keyOfAny(item) ?? '')));
    this.#own.set(items, own);
    return own;
  }
}
