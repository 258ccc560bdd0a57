import { describe, expect, it } from 'vitest';
import { median, ratio } from './statistics.mjs';

it('median is the middle, or the mean of the two middle numbers', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 7])).toBe(6);
  expect(median([])).toBeNaN();
});

describe('ratio', () => {
  const samples = (...values) => values.map((cpu, index) => ({ round: index + 1, cpu }));

  it('is taken within a round, then the median', () => {
    // The medians alone would say 30 / 20.
    expect(ratio(samples(10, 30, 40), samples(10, 20, 40), 'cpu')).toBe(1);
  });

  it('leaves out rounds that only one of the two has', () => {
    expect(ratio(samples(10, 30), [{ round: 2, cpu: 15 }], 'cpu')).toBe(2);
    expect(ratio(samples(10), [], 'cpu')).toBeNaN();
  });
});
