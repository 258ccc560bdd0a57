import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CacheableOperation, CachePolicy } from '../application/cache-policy.js';
import type { CallContext } from '../application/context.js';
import type { Caller } from '../contract/caller.js';
import { createSealer } from '../seal/index.js';
import { type CursorOptions, Cursors } from './cursors.js';
import type { Position } from './position.js';

const ALICE: Caller = { issuer: 'https://id.example', subject: 'alice', clientId: 'app', scopes: [] };
const KEYS = ['ab'.repeat(32)];
const POSITION: Position = { source: ['x', 7], place: { at: 3, last: 'a', next: 'b' } };
const INVALID = { reason: 'invalid-cursor', message: 'Invalid cursor' };

const by = (caller?: Caller): CallContext => ({ caller }) as CallContext;

function cursors(options: Partial<CursorOptions> & { readonly now?: () => number } = {}): Cursors {
  const { now, ...rest } = options;
  const sealer = createSealer({ keys: KEYS, now });
  return new Cursors({ sealer, ttlMs: 1000, server: 'test', scopeOf: () => 'private', ...rest });
}

describe('a cursor', () => {
  it('gives the position back, in another process too (G-07, B-20)', async () => {
    const cursor = await cursors().seal(POSITION, 'tools/list', by(ALICE));
    expect(await cursors().open(cursor, 'tools/list', by({ ...ALICE, scopes: ['more'] }))).toEqual(POSITION);
  });

  it('shows nothing, is never empty, and differs each time (Z-02, G-06)', async () => {
    const cursor = await cursors().seal(POSITION, 'tools/list', by());
    expect(cursor).toMatch(/^[\w-]{40,}$/);
    expect(await cursors().seal(POSITION, 'tools/list', by())).not.toBe(cursor);
  });

  it.each<[string, CacheableOperation, Caller | undefined]>([
    ['another method', 'prompts/list', ALICE],
    ['another subject', 'tools/list', { ...ALICE, subject: 'bob' }],
    ['another client program', 'tools/list', { ...ALICE, clientId: 'other' }],
    ['another issuer', 'tools/list', { ...ALICE, issuer: 'https://other.example' }],
    ['no caller', 'tools/list', undefined],
  ])('is refused for %s', async (_what, method, caller) => {
    const cursor = await cursors().seal(POSITION, 'tools/list', by(ALICE));
    await expect(cursors().open(cursor, method, by(caller))).rejects.toMatchObject(INVALID);
  });

  it('is refused by another server, and where the keys are others', async () => {
    const cursor = await cursors().seal(POSITION, 'tools/list', by());
    for (const other of [cursors({ server: 'other' }), cursors({ sealer: createSealer() })]) {
      await expect(other.open(cursor, 'tools/list', by())).rejects.toMatchObject(INVALID);
    }
  });

  it('is refused when its time is over (E-08)', async () => {
    let now = 1_000_000;
    const clocked = cursors({ now: () => now });
    const cursor = await clocked.seal(POSITION, 'tools/list', by());
    now += 999;
    expect(await clocked.open(cursor, 'tools/list', by())).toEqual(POSITION);
    now += 1;
    await expect(clocked.open(cursor, 'tools/list', by())).rejects.toMatchObject(INVALID);
  });

  it('is refused where any character is another, or is missing (G-05)', async () => {
    const cursor = await cursors().seal(POSITION, 'tools/list', by());
    const character = fc.constantFrom(...'ABCXYZabcxyz0189-_=+/ .é');
    await fc.assert(
      fc.asyncProperty(fc.nat(cursor.length - 1), character, fc.boolean(), async (index, other, isCut) => {
        fc.pre(isCut || cursor[index] !== other);
        const changed = isCut ? cursor.slice(0, index) : cursor.slice(0, index) + other + cursor.slice(index + 1);
        await expect(cursors().open(changed, 'tools/list', by())).rejects.toMatchObject(INVALID);
      }),
    );
  });

  it('is refused where it never was one: any text, and what was sealed for another purpose', async () => {
    const opening = (text: string) => cursors().open(text, 'tools/list', by());
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        await expect(opening(text)).rejects.toMatchObject(INVALID);
      }),
    );
    const name = JSON.stringify(['test', 'private']);
    const sealer = createSealer({ keys: KEYS });
    const binding = { purpose: 'cursor', caller: '', method: 'tools/list', name };
    for (const [value, purpose] of [
      [{}, 'requestState'],
      ['no position', 'cursor'],
    ] as const) {
      await expect(opening(await sealer.seal(value, { ...binding, purpose }, 1000))).rejects.toMatchObject(INVALID);
    }
    expect(await opening(await sealer.seal({}, binding, 1000))).toEqual({});
  });

  it('is for every caller where the list is shared between callers', async () => {
    const shared = cursors({ scopeOf: async () => 'public' as const });
    const cursor = await shared.seal(POSITION, 'tools/list', by(ALICE));
    expect(await shared.open(cursor, 'tools/list', by({ ...ALICE, subject: 'bob' }))).toEqual(POSITION);
    await expect(shared.open(cursor, 'prompts/list', by(ALICE))).rejects.toMatchObject(INVALID);
  });

  it('K-04 ends where the scope of the list changes, so that all pages of a walk have the same', async () => {
    for (const scope of ['public', 'private'] as const) {
      let now: CachePolicy['scope'] = scope;
      const changing = cursors({ scopeOf: () => now });
      const cursor = await changing.seal(POSITION, 'tools/list', by());
      now = scope === 'public' ? 'private' : 'public';
      await expect(changing.open(cursor, 'tools/list', by())).rejects.toMatchObject(INVALID);
    }
  });
});
