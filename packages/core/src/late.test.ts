import { describe, expect, it, vi } from 'vitest';
import { late } from './late.js';

describe('a part that is loaded late', () => {
  it('is loaded once, when it is first asked for, and is there at once from then on', async () => {
    const load = vi.fn(async () => ({ name: 'rounds' }));
    const part = late(load);
    expect(load).not.toHaveBeenCalled();
    const first = part();
    expect(part()).toBe(first);
    expect(first).toBeInstanceOf(Promise);
    const loaded = await first;
    expect(part()).toBe(loaded);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('tells everybody who waits of a failure, and is loaded anew for who asks after that', async () => {
    const load = vi.fn(async () => ({ name: 'rounds' })).mockRejectedValueOnce(new Error('too many open files'));
    const part = late(load);
    const waiting = [part(), part()];
    for (const each of waiting) await expect(each).rejects.toThrow('too many open files');
    expect(await part()).toEqual({ name: 'rounds' });
    expect(load).toHaveBeenCalledTimes(2);
  });
});
