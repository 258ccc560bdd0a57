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

  it('tells everybody who asks of a failure', async () => {
    const part = late(() => Promise.reject(new Error('no such file')));
    await expect(part()).rejects.toThrow('no such file');
    await expect(part()).rejects.toThrow('no such file');
  });
});
