import type { Application } from '../application/application.js';
import type { CallContext } from '../application/context.js';
import type { ListHook } from '../application/hooks.js';
import { type Awaitable, after, afterAll } from '../awaitable.js';
import { ApplicationError } from '../errors.js';
import { kindOf } from '../kind-of.js';
import type { Part } from './included-part.js';

/** The lists of several parts as one. */
export interface Merged<Descriptor> {
  /** The same array as long as the parts return the same arrays. */
  readonly items: readonly Descriptor[];
  /** Who listed what, by key. */
  readonly owners: ReadonlyMap<string, Part>;
}

/** How lists of one kind are put together. */
export interface MergeRules<Descriptor> {
  /** What is listed, such as `Tool`, for error messages. */
  readonly kind: string;
  /** The hook that gives the list. */
  readonly hook: ListHook;
  /** Asks hooks that have it. */
  readonly list: (hooks: Application, context: CallContext) => Awaitable<readonly Descriptor[]> | undefined;
  /** What must be unique. */
  readonly keyOf: (descriptor: Descriptor) => string;
  /** Makes a descriptor independent of its part. */
  readonly detach?: (descriptor: Descriptor, part: Part) => Descriptor;
}

/** Puts the lists of several parts together, and knows who listed what. */
export class MergedList<Descriptor> {
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
      (lists) => this.#merge(lists as readonly (readonly Descriptor[])[]),
    );
  }

  /** Asks the part that listed the key. */
  ask<Answer>(
    key: string,
    context: CallContext,
    question: (part: Part) => Awaitable<Answer | undefined> | undefined,
  ): Awaitable<Answer | undefined> {
    return after(this.of(context), ({ owners }) => {
      const owner = owners.get(key);
      return owner && question(owner);
    });
  }

  /** Several callers may see several lists, so what was merged is kept under all the arrays that it was merged from. */
  #merge(lists: readonly (readonly Descriptor[])[]): Merged<Descriptor> {
    const wrong = lists.findIndex(isNoList);
    if (wrong !== -1) this.#refuse(lists[wrong], wrong);
    const kept = lists.reduce(nextKept, this.#kept);
    const sources = lists.flat();
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

  #build(lists: readonly (readonly Descriptor[])[]): Merged<Descriptor> {
    const { kind, keyOf, detach } = this.#rules;
    const items: Descriptor[] = [];
    const owners = new Map<string, Part>();
    for (const [index, part] of this.#parts.entries()) {
      for (const descriptor of lists[index] ?? []) {
        const key = keyOf(descriptor);
        const other = owners.get(key);
        if (other !== undefined) throw new ApplicationError(`${kind} '${key}' is offered ${twice(other, part)}`);
        owners.set(key, part);
        items.push(detach?.(descriptor, part) ?? descriptor);
      }
    }
    return { items, owners };
  }
}

const NOTHING: readonly never[] = [];

function isNoList(list: unknown): boolean {
  return !Array.isArray(list);
}

/** What was merged from a row of arrays, found by following the row. */
interface Kept<Descriptor> {
  readonly next: WeakMap<readonly Descriptor[], Kept<Descriptor>>;
  merged?: Merged<Descriptor>;
  sources?: readonly Descriptor[];
}

function nextKept<Descriptor>(kept: Kept<Descriptor>, list: readonly Descriptor[]): Kept<Descriptor> {
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
