import type { Root } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { KnownRoots } from './roots.js';

const roots: readonly Root[] = [{ uri: 'file:///home/ada' }];

describe('the folders of clients', () => {
  it('YI-16, YI-17 are asked for once, until the client says that they changed', async () => {
    const [known, peer] = [new KnownRoots(), {}];
    const ask = vi.fn(async () => roots);
    for (let times = 0; times < 3; times += 1) expect(await known.of(peer, true, ask)).toBe(roots);
    expect(ask).toHaveBeenCalledTimes(1);
    known.changed(peer);
    await known.of(peer, true, ask);
    await known.of(peer, true, ask);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('are asked for each time where the client does not say that', async () => {
    const [known, peer] = [new KnownRoots(), {}];
    const ask = vi.fn(async () => roots);
    await known.of(peer, false, ask);
    await known.of(peer, false, ask);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('are asked for again where they changed while they were asked for', async () => {
    const [known, peer] = [new KnownRoots(), {}];
    const first = known.of(peer, true, async () => {
      known.changed(peer);
      return roots;
    });
    expect(await first).toBe(roots);
    const ask = vi.fn(async () => roots);
    await known.of(peer, true, ask);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('belong to one client each, and are nobody’s to change', async () => {
    const known = new KnownRoots();
    const one = await known.of({}, true, async () => [{ uri: 'file:///one' }]);
    const other = await known.of({}, true, async () => []);
    expect([one, other]).toEqual([[{ uri: 'file:///one' }], []]);
    expect(() => (one as Root[]).push({ uri: 'file:///two' })).toThrow(TypeError);
  });

  it('are asked for again where there was no answer', async () => {
    const [known, peer] = [new KnownRoots(), {}];
    await expect(known.of(peer, true, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await known.of(peer, true, async () => roots)).toBe(roots);
  });
});
