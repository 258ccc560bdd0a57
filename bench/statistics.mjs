/** The middle of some numbers; NaN of none. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What samples say about one number, without those that don't have it. */
export function valuesOf(samples, key) {
  return samples.map((sample) => sample[key]).filter(Number.isFinite);
}

/**
 * One number of a server divided by the same of another: within each round, where both had the same conditions, and of
 * these ratios the median. NaN when they have no round in common.
 */
export function ratio(samples, others, key) {
  const ratios = samples.flatMap((sample) => {
    const other = others.find(({ round }) => round === sample.round);
    return other === undefined ? [] : [sample[key] / other[key]];
  });
  return median(ratios.filter(Number.isFinite));
}
