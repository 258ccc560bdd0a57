import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Paced } from './paced.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function paced(intervalMs = 100): { pace: Paced<{ n: number }>; taken: number[] } {
  const taken: number[] = [];
  return { pace: new Paced(intervalMs, ({ n }) => taken.push(n)), taken };
}

it('lets the first through at once, then the latest of each interval', () => {
  const { pace, taken } = paced();
  for (const n of [1, 2, 3]) pace.push({ n });
  expect(taken).toEqual([1]);
  vi.advanceTimersByTime(100);
  expect(taken).toEqual([1, 3]);
  pace.push({ n: 4 });
  vi.advanceTimersByTime(99);
  expect(taken).toEqual([1, 3]);
  vi.advanceTimersByTime(1);
  expect(taken).toEqual([1, 3, 4]);
});

it('has no timer while nothing comes, and lets the next through at once then', () => {
  const { pace, taken } = paced();
  pace.push({ n: 1 });
  vi.advanceTimersByTime(100);
  expect(vi.getTimerCount()).toBe(0);
  pace.push({ n: 2 });
  expect(taken).toEqual([1, 2]);
});

it('flushes what waits, once, and drops it otherwise; no timer stays', () => {
  const flushed = paced();
  const dropped = paced();
  for (const { pace } of [flushed, dropped]) for (const n of [1, 2]) pace.push({ n });
  flushed.pace.flush();
  flushed.pace.flush();
  dropped.pace.drop();
  dropped.pace.flush();
  expect(vi.getTimerCount()).toBe(0);
  expect(flushed.taken).toEqual([1, 2]);
  expect(dropped.taken).toEqual([1]);
});

it('keeps the order, never loses the last, and never lets two through in less than an interval', () => {
  const pauses = fc.array(fc.nat(300), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(pauses, fc.integer({ min: 1, max: 200 }), (steps, intervalMs) => {
      const taken: { n: number; at: number }[] = [];
      const pace = new Paced<{ n: number }>(intervalMs, ({ n }) => taken.push({ n, at: Date.now() }));
      for (const [n, pauseMs] of steps.entries()) {
        pace.push({ n });
        vi.advanceTimersByTime(pauseMs);
      }
      const inTime = taken.length;
      pace.flush();
      expect(vi.getTimerCount()).toBe(0);
      expect(taken.at(-1)?.n).toBe(steps.length - 1);
      for (const [index, { n, at }] of taken.entries()) {
        const before = taken[index - 1];
        if (before === undefined) continue;
        expect(n).toBeGreaterThan(before.n);
        if (index < inTime) expect(at - before.at).toBeGreaterThanOrEqual(intervalMs);
      }
    }),
  );
});
