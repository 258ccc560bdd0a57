import { describe, expect, it } from 'vitest';
import { countPrimes } from './primes.js';

const patient = { onProgress: () => undefined, signal: new AbortController().signal };

describe('countPrimes', () => {
  it.each([
    [2, 1],
    [3, 2],
    [4, 2],
    [10, 4],
    [97, 25],
    [100, 25],
    // Around the ends of a segment.
    [2 ** 18, 23_000],
    [2 ** 18 + 1, 23_000],
    [2 ** 18 + 2, 23_000],
    [2 ** 18 + 3, 23_001],
    [2 ** 19, 43_390],
    [1_000_000, 78_498],
  ])('up to %i finds %i', async (limit, count) => {
    expect(await countPrimes(limit, patient)).toBe(count);
  });

  it('reports progress that grows and ends at the limit', async () => {
    const reports: number[] = [];
    await countPrimes(1_000_000, { ...patient, onProgress: (checked) => reports.push(checked) });
    expect(reports.length).toBeGreaterThan(2);
    expect(reports).toEqual(reports.toSorted((a, b) => a - b));
    expect(reports.at(-1)).toBe(1_000_000);
  });

  it('stops when its signal aborts', async () => {
    const controller = new AbortController();
    const reports: number[] = [];
    const run = countPrimes(100_000_000, {
      signal: controller.signal,
      onProgress: (checked) => {
        reports.push(checked);
        controller.abort();
      },
    });
    await expect(run).rejects.toThrow('aborted');
    expect(reports).toHaveLength(1);
  });
});
