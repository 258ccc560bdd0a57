import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ApplicationError } from '../errors.js';
import { LiveItems } from './live-items.js';

interface Thing {
  readonly key: string;
  readonly by?: string;
}

function things(): { readonly live: LiveItems<Thing>; readonly onChange: ReturnType<typeof vi.fn> } {
  const onChange = vi.fn();
  const live = new LiveItems<Thing>({
    kind: 'thing',
    keyOf: (thing) => thing.key,
    describe: (key, thing) => ({ ...thing, key }),
    check: ({ key }) => {
      if (key === '') throw new ApplicationError('A thing has no key');
    },
    onChange,
  });
  return { live, onChange };
}

const a: Thing = { key: 'a' };
const b: Thing = { key: 'b' };
const c: Thing = { key: 'c' };

describe('LiveItems', () => {
  it('gives back the very list of the application as long as nothing was changed', () => {
    const { live } = things();
    const given = [a, b];
    expect(live.isEmpty).toBe(true);
    expect(live.applyTo(given)).toBe(given);
    live.control.add(c);
    live.control.remove('c');
    live.control.disable('b');
    live.control.enable('b');
    expect(live.isEmpty).toBe(true);
    expect(live.applyTo(given)).toBe(given);
    live.control.remove('elsewhere');
    expect(live.applyTo(given)).toBe(given);
  });

  it('puts what was added behind the application’s own, and gives the same array until the next change', () => {
    const { live } = things();
    const given = [a];
    live.control.add(b);
    live.control.add('c', { key: 'unnamed', by: 'declaration' });
    const list = live.applyTo(given);
    expect(list).toEqual([a, b, { key: 'c', by: 'declaration' }]);
    expect(live.applyTo(given)).toBe(list);
    expect(live.added).toBe(live.added);
    live.control.remove('b');
    expect(live.applyTo(given)).toEqual([a, { key: 'c', by: 'declaration' }]);
  });

  it('gives each caller’s list its own changes', () => {
    const { live } = things();
    live.control.disable('a');
    const [mine, yours] = [[a, b], [a]];
    expect(live.applyTo(mine)).toEqual([b]);
    expect(live.applyTo(yours)).toEqual([]);
    expect(live.applyTo(mine)).toEqual([b]);
  });

  it('sees that a list of the application grew in place, and after forget that its items are others', () => {
    const { live } = things();
    const given = [a];
    live.control.add(c);
    live.applyTo(given);
    given.push(b);
    expect(live.applyTo(given)).toEqual([a, b, c]);
    given[0] = { key: 'd' };
    live.forget();
    expect(live.applyTo(given)).toEqual([{ key: 'd' }, b, c]);
  });

  it('hides what the application lists, whether removed or disabled, until it is enabled', () => {
    const { live } = things();
    const given = [a, b];
    expect(live.control.remove('a')).toBe(true);
    expect(live.control.disable('b')).toBe(true);
    expect(live.control.remove('a')).toBe(false);
    expect(live.applyTo(given)).toEqual([]);
    expect(live.hides('a')).toBe(true);
    expect(live.control.enable('a')).toBe(true);
    expect(live.control.enable('a')).toBe(false);
    expect(live.applyTo(given)).toEqual([a]);
    expect(live.hides('a')).toBe(false);
  });

  it('puts what is added in the place of one that the application lists and that was removed', () => {
    const { live } = things();
    const mine: Thing = { key: 'a', by: 'me' };
    live.applyTo([a, b]);
    live.control.remove('a');
    live.control.add(mine);
    expect(live.applyTo([a, b])).toEqual([b, mine]);
    live.control.remove('a');
    expect(live.applyTo([a, b])).toEqual([b]);
    live.control.enable('a');
    expect(live.applyTo([a, b])).toEqual([a, b]);
  });

  it('hides what was added and disabled wherever it comes from, and keeps it', () => {
    const { live } = things();
    live.control.add(a);
    expect(live.control.disable('a')).toBe(true);
    expect(live.control.disable('a')).toBe(false);
    expect(live.added).toEqual([]);
    expect(live.hasAdded).toBe(true);
    expect(live.isEmpty).toBe(false);
    // The application has come to list it as well: what is disabled must not come in through the back door.
    expect(live.applyTo([a])).toEqual([]);
    expect(live.control.enable('a')).toBe(true);
    expect(live.added).toEqual([a]);
  });

  it('refuses a key that is taken, and what the check refuses, without a change', () => {
    const { live, onChange } = things();
    live.applyTo([a]);
    live.control.add(b);
    expect(() => live.control.add({ key: 'a' })).toThrow(new ApplicationError("There is a thing 'a' already"));
    expect(() => live.control.add('b', c)).toThrow("There is a thing 'b' already");
    live.control.disable('b');
    expect(() => live.control.add(b)).toThrow('it is disabled: enable it, or remove it before');
    onChange.mockClear();
    expect(() => live.control.add({ key: '' })).toThrow('no key');
    expect(onChange).not.toHaveBeenCalled();
    expect(live.applyTo([a])).toEqual([a]);
  });

  it('knows what is offered, as far as the application has told', () => {
    const { live } = things();
    const { has, add, remove, disable, enable } = live.control;
    expect(has('a')).toBe(false);
    live.applyTo([a]);
    add(b);
    expect([has('a'), has('b'), has('c')]).toEqual([true, true, false]);
    disable('a');
    disable('b');
    expect([has('a'), has('b')]).toEqual([false, false]);
    enable('a');
    enable('b');
    remove('b');
    expect([has('a'), has('b')]).toEqual([true, false]);
  });

  it('tells of each change once, and of nothing else', () => {
    const { live, onChange } = things();
    const { add, remove, disable, enable } = live.control;
    const counts = [
      () => add(a),
      () => disable('a'),
      () => disable('a'),
      () => enable('a'),
      () => enable('a'),
      () => remove('a'),
      () => enable('a'),
      () => remove('b'),
      () => disable('b'),
      () => enable('b'),
    ].map((step) => {
      step();
      return onChange.mock.calls.length;
    });
    expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
  });

  it('gives what a simple model gives, whatever is done in whatever order', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.oneof(
      fc.record({ type: fc.constant('add' as const), key, by: fc.string({ maxLength: 3 }) }),
      fc.record({ type: fc.constantFrom('remove' as const, 'disable' as const, 'enable' as const), key }),
      fc.record({ type: fc.constant('list' as const), keys: fc.uniqueArray(key) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { live, onChange } = things();
        const model = new Model();
        for (const each of steps) {
          if (each.type === 'list') {
            const given = each.keys.map((one): Thing => ({ key: one }));
            expect(live.applyTo(given)).toEqual(model.list(given));
            expect(live.applyTo(given)).toBe(live.applyTo(given));
            continue;
          }
          const before = onChange.mock.calls.length;
          if (each.type === 'add') {
            const item = { key: each.key, by: each.by };
            if (model.add(item)) live.control.add(item);
            else {
              expect(() => live.control.add(item)).toThrow(ApplicationError);
              expect(onChange).toHaveBeenCalledTimes(before);
              continue;
            }
            expect(onChange).toHaveBeenCalledTimes(before + 1);
            continue;
          }
          const isChanged = model[each.type](each.key);
          expect(live.control[each.type](each.key)).toBe(isChanged);
          expect(onChange).toHaveBeenCalledTimes(before + (isChanged ? 1 : 0));
          expect(live.control.has(each.key)).toBe(model.has(each.key));
        }
      }),
    );
  });
});

/** Rows in the order of adding, and the keys of the application’s own that are out of sight. */
class Model {
  rows: { item: Thing; isEnabled: boolean }[] = [];
  hidden: string[] = [];
  given: string[] = [];

  add(item: Thing): boolean {
    if (this.#row(item.key) !== undefined) return false;
    if (this.given.includes(item.key) && !this.hidden.includes(item.key)) return false;
    this.rows.push({ item, isEnabled: true });
    return true;
  }

  remove(key: string): boolean {
    if (this.#row(key) === undefined) return this.#hide(key);
    this.rows = this.rows.filter(({ item }) => item.key !== key);
    return true;
  }

  disable(key: string): boolean {
    const row = this.#row(key);
    if (row === undefined) return this.#hide(key);
    const wasEnabled = row.isEnabled;
    row.isEnabled = false;
    return wasEnabled;
  }

  enable(key: string): boolean {
    const row = this.#row(key);
    const wasHidden = row === undefined ? this.hidden.includes(key) : !row.isEnabled;
    if (row === undefined) this.hidden = this.hidden.filter((one) => one !== key);
    else row.isEnabled = true;
    return wasHidden;
  }

  has(key: string): boolean {
    const row = this.#row(key);
    return row === undefined ? this.given.includes(key) && !this.hidden.includes(key) : row.isEnabled;
  }

  list(given: readonly Thing[]): readonly Thing[] {
    this.given = given.map(({ key }) => key);
    const isShown = ({ key }: Thing): boolean => !this.hidden.includes(key) && this.#row(key)?.isEnabled !== false;
    return [...given.filter(isShown), ...this.rows.filter(({ isEnabled }) => isEnabled).map(({ item }) => item)];
  }

  #hide(key: string): boolean {
    if (this.hidden.includes(key)) return false;
    this.hidden.push(key);
    return true;
  }

  #row(key: string): { item: Thing; isEnabled: boolean } | undefined {
    return this.rows.find(({ item }) => item.key === key);
  }
}
