import type { ItemsControl } from '../application/items-control.js';
import { ApplicationError } from '../errors.js';
import type { LiveList } from './live-list.js';

/** What things of one kind have in common. */
export interface ItemRules<D, Declaration> {
  /** Such as `tool`, for error messages. */
  readonly kind: string;
  /** What clients name. */
  readonly keyOf: (item: D) => string;
  /** Makes the descriptor of what was declared without a name. @throws ApplicationError for what is no declaration */
  readonly describe: (name: string, declaration: Declaration) => D;
  /** Refuses what can't be added. @throws ApplicationError, SchemaError, UriTemplateError */
  readonly check: (item: D) => void;
  /** Called after each change. */
  readonly onChange: () => void;
}

/**
 * Things of one kind that are added, removed, enabled and disabled while the server runs, beside those that the application
 * lists. `control` is the side that an application sees; the lists see the others.
 */
export class LiveItems<D, Declaration = D> implements LiveList<D> {
  readonly control: ItemsControl<D, Declaration>;
  readonly #rules: ItemRules<D, Declaration>;
  readonly #items = new Map<string, D>();
  /** Keys of items here. */
  readonly #disabled = new Set<string>();
  /** Keys of what the application lists, or may list one day. */
  readonly #hidden = new Set<string>();
  #given: readonly D[] = [];
  #enabled: readonly D[] | undefined;
  #applied = new WeakMap<readonly D[], { readonly length: number; readonly list: readonly D[] }>();

  constructor(rules: ItemRules<D, Declaration>) {
    this.#rules = rules;
    this.control = {
      add: (item: D | string, declaration?: Declaration) =>
        this.#add(typeof item === 'string' ? rules.describe(item, declaration as Declaration) : item),
      remove: (key) => this.#changed(this.#items.has(key) ? this.#forgetItem(key) : this.#hide(key)),
      disable: (key) => this.#changed(this.#items.has(key) ? put(this.#disabled, key) : this.#hide(key)),
      enable: (key) => this.#changed((this.#items.has(key) ? this.#disabled : this.#hidden).delete(key)),
      has: (key) => (this.#items.has(key) ? !this.#disabled.has(key) : this.#isGiven(key)),
    };
  }

  get isEmpty(): boolean {
    return this.#items.size === 0 && this.#hidden.size === 0;
  }

  /** Whether anything here was added, enabled or not. */
  get hasAdded(): boolean {
    return this.#items.size > 0;
  }

  get added(): readonly D[] {
    this.#enabled ??= [...this.#items].filter(([key]) => !this.#disabled.has(key)).map(([, item]) => item);
    return this.#enabled;
  }

  hides(key: string): boolean {
    return this.#hidden.has(key) || this.#disabled.has(key);
  }

  applyTo(given: readonly D[]): readonly D[] {
    this.#given = given;
    if (this.isEmpty) return given;
    const known = this.#applied.get(given);
    // The length tells when items were added to the same array or taken from it without a word.
    if (known !== undefined && known.length === given.length) return known.list;
    const shown = given.filter((item) => !this.hides(this.#rules.keyOf(item)));
    const isSame = shown.length === given.length && this.added.length === 0;
    const list = isSame ? given : [...shown, ...this.added];
    this.#applied.set(given, { length: given.length, list });
    return list;
  }

  /** Forgets what was made of the application's lists: after it told of a change they may have been changed in place. */
  forget(): void {
    this.#applied = new WeakMap();
  }

  #add(item: D): void {
    const { kind, keyOf, check } = this.#rules;
    check(item);
    const key = keyOf(item);
    if (this.#items.has(key) || this.#isGiven(key)) {
      const advice = this.#disabled.has(key) ? '; it is disabled: enable it, or remove it before' : '';
      throw new ApplicationError(`There is a ${kind} '${key}' already${advice}`);
    }
    this.#items.set(key, item);
    this.#changed(true);
  }

  #forgetItem(key: string): boolean {
    this.#disabled.delete(key);
    return this.#items.delete(key);
  }

  #hide(key: string): boolean {
    return put(this.#hidden, key);
  }

  /** Whether the application lists it, as far as is known, and it is not hidden. */
  #isGiven(key: string): boolean {
    return !this.#hidden.has(key) && this.#given.some((item) => this.#rules.keyOf(item) === key);
  }

  #changed(isChanged: boolean): boolean {
    if (!isChanged) return false;
    this.#enabled = undefined;
    this.#applied = new WeakMap();
    this.#rules.onChange();
    return true;
  }
}

function put(keys: Set<string>, key: string): boolean {
  const before = keys.size;
  return keys.add(key).size > before;
}
