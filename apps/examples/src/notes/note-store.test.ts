import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NoteStore } from './note-store.js';

let folder: string;
let store: NoteStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'polyspec-notes-test-'));
  store = new NoteStore(() => join(folder, 'notes.db'));
  await store.open();
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function note(title: string, text = '', tags: readonly string[] = []): Parameters<NoteStore['add']>[0] {
  return { title, text, tags };
}

describe('NoteStore', () => {
  it('gives back what was added', async () => {
    const added = await store.add(note('Milk', 'two litres', ['shopping', 'food']));
    expect(added).toMatchObject({ title: 'Milk', text: 'two litres', tags: ['shopping', 'food'] });
    expect(await store.get(added.id)).toEqual(added);
    expect(await store.get(added.id + 1)).toBeUndefined();
  });

  it('never gives an id twice', async () => {
    const { id } = await store.add(note('first'));
    expect(await store.delete(id)).toBe(true);
    expect(await store.delete(id)).toBe(false);
    expect((await store.add(note('second'))).id).toBeGreaterThan(id);
  });

  it('finds notes that have all words, newest first', async () => {
    await store.add(note('Red apple', 'sweet'));
    await store.add(note('Green apple', 'sour'));
    await store.add(note('Pear', 'red'));
    const titles = async (query: string, limit = 10): Promise<readonly string[]> =>
      (await store.search(query, limit)).map(({ title }) => title);
    expect(await titles('apple')).toEqual(['Green apple', 'Red apple']);
    expect(await titles('  RED   apple ')).toEqual(['Red apple']);
    expect(await titles('red')).toEqual(['Pear', 'Red apple']);
    expect(await titles('')).toEqual(['Pear', 'Green apple', 'Red apple']);
    expect(await titles('', 1)).toEqual(['Pear']);
    expect(await titles('banana')).toEqual([]);
  });

  it('takes what is searched for as text, not as a pattern or as SQL', async () => {
    await store.add(note('100% sure', 'under_score', ['a']));
    await store.add(note('back\\slash'));
    for (const found of ['100%', 'under_score', 'back\\slash', '%', '_'])
      expect(await store.search(found, 10), found).toHaveLength(1);
    for (const hostile of ["'; drop table notes; --", '" or 1=1', '%%', 's_re', 'back_slash']) {
      expect(await store.search(hostile, 10), hostile).toEqual([]);
    }
    expect(await store.withTag("' or ''='")).toEqual([]);
    expect(await store.tags('%', 10)).toEqual([]);
    expect(await store.ids('_', 10)).toEqual([]);
    expect(await store.newest(10)).toHaveLength(2);
  });

  it('knows tags, those in use most often first', async () => {
    await store.add(note('1', '', ['work', 'web']));
    await store.add(note('2', '', ['web']));
    await store.add(note('3', '', ['home']));
    expect(await store.tags('', 10)).toEqual(['web', 'home', 'work']);
    expect(await store.tags('w', 10)).toEqual(['web', 'work']);
    expect(await store.tags('w', 1)).toEqual(['web']);
    expect((await store.withTag('web')).map(({ title }) => title)).toEqual(['2', '1']);
    expect(await store.withTag('we')).toEqual([]);
  });

  it('proposes ids by their beginning', async () => {
    for (let count = 0; count < 12; count += 1) await store.add(note('x'));
    expect(await store.ids('1', 10)).toEqual(['12', '11', '10', '1']);
  });

  it('keeps all that is written from several sides at once', async () => {
    const other = new NoteStore(() => join(folder, 'notes.db'));
    await other.open();
    const sides = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? store : other));
    const added = await Promise.all(sides.map((side, index) => side.add(note(`note ${index}`))));
    await other.close();
    expect(new Set(added.map(({ id }) => id)).size).toBe(40);
    expect(await store.newest(100)).toHaveLength(40);
  });

  it('stays open until the last user has closed it', async () => {
    await Promise.all([store.open(), store.open()]);
    await store.close();
    await store.close();
    await expect(store.newest(1)).resolves.toEqual([]);
    await store.close();
    await expect(store.newest(1)).rejects.toThrow('not open');
    await store.open();
    await expect(store.newest(1)).resolves.toEqual([]);
  });

  it('can be opened after it could not', async () => {
    let path = folder;
    const moved = new NoteStore(() => path);
    await expect(moved.open()).rejects.toThrow();
    path = join(folder, 'moved.db');
    await moved.open();
    expect(await moved.newest(1)).toEqual([]);
    await moved.close();
  });
});
