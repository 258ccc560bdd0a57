import type { Application } from '../application/application.js';
import type { CallContext } from '../application/context.js';
import type { ListHook } from '../application/hooks.js';
import type { Collection } from '../application/source.js';
import { type Awaitable, after, afterAll } from '../awaitable.js';
import { ApplicationError } from '../errors.js';
import { kindOf } from '../kind-of.js';
import type { Keyed } from '../paging/key-of.js';
import { isSource } from '../paging/source-page.js';
import type { Part } from './included-part.js';
import { mergedSources } from './merged-sources.js';

/** The lists of several parts as one. */
export interface Merged<Descriptor> {
  /** An array, or a source where a part has one: the same as long as the parts return the same. */
  readonly items: Collection<Descriptor>;
  /** Who listed what. */
  ownerOf(key: string, context: CallContext): Awaitable<Part | undefined>;
}

/** How lists of one kind are put together. */
export interface MergeRules<Descriptor> {
  /** What is listed, such as `Tool`, for error messages. */
  readonly kind: string;
  /** The hook that gives the list. */
  readonly hook: ListHook;
  /** Asks hooks that have it. */
  readonly list: (hooks: Application, context: CallContext) => Awaitable<Collection<Descriptor>> | undefined;
  /** What must be unique. */
  readonly keyOf: (descriptor: Descriptor) => string;
  /** Makes a descriptor independent of its part. */
  readonly detach?: (descriptor: Descriptor, part: Part) => Descriptor;
}

/** Puts the lists of several parts together, and knows who listed what. */
export class MergedList<Descriptor extends Keyed> {
  readonly #parts: readonly Part[];
  readonly #rules: MergeRules<Descriptor>;
  readonly #kept: Kept<Descriptor> = { next: new WeakMap() };

  constructor(parts: readonly Part[], rules: MergeRules<Descriptor>) {
    this.#parts = parts;
    this.#rules = rules;
  }

  /** @throws ApplicationError for two entries with one key, and for a hook that gives no list */
  of(context: CallContext): Awaitable<Merged<Descriptor>> {
    const { hook, list } = this.#rules;
    return afterAll(
      this.#parts.map(({ hooks }) => (hooks[hook] === undefined ? NOTHING : list(hooks, context))),
      (lists) => this.#merge(lists as readonly Collection<Descriptor>[]),
    );
  }

  /** Asks the part that listed the key. */
  ask<Answer>(
    key: string,
    context: CallContext,
    question: (part: Part) => Awaitable<Answer | undefined> | undefined,
  ): Awaitable<Answer | undefined> {
    return after(this.of(context), (merged) =>
      after(merged.ownerOf(key, context), (owner) => owner && question(owner)),
    );
  }

  /** Several callers may see several lists, so what was merged is kept under all that it was merged from. */
  #merge(lists: readonly Collection<Descriptor>[]): Merged<Descriptor> {
    const wrong = lists.findIndex(isNoList);
    if (wrong !== -1) this.#refuse(lists[wrong], wrong);
    const kept = lists.reduce(nextKept, this.#kept);
    const sources: readonly unknown[] = lists.flat();
    // The same array may have other entries now.
    if (kept.merged === undefined || !hasSameItems(kept.sources, sources)) {
      kept.merged = this.#build(lists);
      kept.sources = sources;
    }
    return kept.merged;
  }

  #refuse(list: unknown, index: number): never {
    const label = this.#parts[index]?.label ?? '';
    throw new ApplicationError(`${this.#rules.hook}() of ${label} must give a list; got ${kindOf(list)}`);
  }

  #build(lists: readonly Collection<Descriptor>[]): Merged<Descriptor> {
    const { kind, keyOf, detach } = this.#rules;
    const items: Descriptor[] = [];
    const owners = new Map<string, Part>();
    for (const [index, part] of this.#parts.entries()) {
      for (const descriptor of arrayOf(lists[index])) {
        const key = keyOf(descriptor);
        const other = owners.get(key);
        if (other !== undefined) throw new ApplicationError(`${kind} '${key}' is offered ${twice(other, part)}`);
        owners.set(key, part);
        items.push(detach?.(descriptor, part) ?? descriptor);
      }
    }
    if (lists.some((list) => isSource(list))) return mergedSources(lists, this.#parts, this.#rules, owners);
    return { items, ownerOf: (key) => owners.get(key) };
  }
}

const NOTHING: readonly never[] = [];

function isNoList(list: unknown): boolean {
  return !Array.isArray(list) && !isSource(list);
}

function arrayOf<Descriptor>(list: Collection<Descriptor> | undefined): readonly Descriptor[] {
  return Array.isArray(list) ? list : NOTHING;
}

/** What was merged from a row of lists, found by following the row. */
interface Kept<Descriptor> {
  readonly next: WeakMap<Collection<Descriptor>, Kept<Descriptor>>;
  merged?: Merged<Descriptor>;
  sources?: readonly unknown[];
}

function nextKept<Descriptor>(kept: Kept<Descriptor>, list: Collection<Descriptor>): Kept<Descriptor> {
  const known = kept.next.get(list);
  if (known !== undefined) return known;
  const fresh: Kept<Descriptor> = { next: new WeakMap() };
  kept.next.set(list, fresh);
  return fresh;
}

function hasSameItems(before: readonly unknown[] | undefined, now: readonly unknown[]): boolean {
  return before?.length === now.length && before.every((item, index) => item === now[index]);
}

function twice(one: Part, other: Part): string {
  return one === other ? `twice by ${one.label}` : `by ${one.label} and by ${other.label}`;
}
