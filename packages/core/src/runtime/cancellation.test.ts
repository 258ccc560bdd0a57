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

  it('tells who cancelled: its client, or the server that gave up; the first counts', () => {
    const byClient = new Cancellation();
    byClient.cancel('enough');
    byClient.giveUp('The server is closing');
    expect(byClient).toMatchObject({ cancelled: true, byServer: false, reason: 'enough' });
    const byServer = new Cancellation();
    byServer.giveUp('The server is closing');
    byServer.cancel('enough');
    expect(byServer).toMatchObject({ cancelled: true, byServer: true, reason: 'The server is closing' });
    expect(byServer.signal.reason).toMatchObject({ name: 'AbortError', message: 'The server is closing' });
  });

  it('calls everybody back who asked for it, once, in order, before the signal aborts', () => {
    const cancellation = new Cancellation();
    const calls: string[] = [];
    cancellation.signal.addEventListener('abort', () => calls.push('signal'));
    cancellation.onCancel(() => calls.push('first'));
    cancellation.onCancel(() => calls.push('second'));
    cancellation.onCancel(() => calls.push('third'));
    expect(calls).toEqual([]);
    cancellation.cancel();
    cancellation.cancel();
    expect(calls).toEqual(['first', 'second', 'third', 'signal']);
    cancellation.onCancel(() => calls.push('late'));
    expect(calls.at(-1)).toBe('late');
  });

  it('watches the followed signal without a signal of its own, asking for it once', () => {
    const controller = new AbortController();
    const follow = vi.fn(() => controller.signal);
    const cancellation = new Cancellation(follow);
    cancellation.watch();
    cancellation.watch();
    expect(cancellation.signal.aborted).toBe(false);
    expect(follow).toHaveBeenCalledTimes(1);
    controller.abort();
    expect(cancellation).toMatchObject({ cancelled: true, byServer: false });
    expect(cancellation.signal.aborted).toBe(true);
  });

  it('does not ask for the followed signal when it is cancelled already', () => {
    const follow = vi.fn(() => new AbortController().signal);
    const cancellation = new Cancellation(follow);
    cancellation.cancel();
    expect(cancellation.signal.aborted).toBe(true);
    expect(follow).not.toHaveBeenCalled();
  });

  it('races work: its outcome when it comes first, else nothing, at once, and the outcome is dropped', async () => {
    expect(await new Cancellation().race(Promise.resolve(7))).toBe(7);
    await expect(new Cancellation().race(Promise.reject(new Error('no')))).rejects.toThrow('no');
    const cancellation = new Cancellation();
    const never = cancellation.race(new Promise(() => undefined));
    let fail: (reason: Error) => void = () => undefined;
    const failing = cancellation.race(
      new Promise((_resolve, reject) => {
        fail = reject;
      }),
    );
    cancellation.cancel();
    expect(await never).toBeUndefined();
    expect(await failing).toBeUndefined();
    // Nobody hears of this one; a rejection that nobody takes would end the test run.
    fail(new Error('late'));
    expect(await cancellation.race(Promise.resolve(7))).toBeUndefined();
  });
});
