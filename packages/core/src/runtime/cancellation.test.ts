import { describe, expect, it, vi } from 'vitest';
import { Cancellation } from './cancellation.js';

describe('Cancellation', () => {
  it('aborts its signal with an AbortError that has the reason, whether the signal was read before or after', () => {
    const before = new Cancellation();
    const { signal } = before;
    before.cancel('stop');
    const after = new Cancellation();
    after.cancel('stop');
    for (const aborted of [signal, after.signal]) {
      expect(aborted.aborted).toBe(true);
      expect(aborted.reason).toMatchObject({ name: 'AbortError', message: 'stop' });
    }
  });

  it('keeps the first reason', () => {
    const cancellation = new Cancellation();
    cancellation.cancel('first');
    cancellation.cancel('second');
    expect(cancellation.reason).toBe('first');
  });

  it('follows another signal, which it asks for only when its own is read', () => {
    const controller = new AbortController();
    const follow = vi.fn(() => controller.signal);
    const cancellation = new Cancellation(follow);
    expect(follow).not.toHaveBeenCalled();
    const { signal } = cancellation;
    expect(follow).toHaveBeenCalledTimes(1);
    controller.abort();
    expect(signal.aborted).toBe(true);
    expect(cancellation.cancelled).toBe(true);
  });

  it('is cancelled at once when the followed signal has aborted already', () => {
    const cancellation = new Cancellation(() => AbortSignal.abort());
    expect(cancellation.signal.aborted).toBe(true);
    expect(cancellation.cancelled).toBe(true);
  });
});
