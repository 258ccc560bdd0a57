import { setImmediate } from 'node:timers/promises';

/** What a long computation tells while it runs, and how it is stopped. */
export interface LongRun {
  /** @param checked how many numbers have been looked at */
  readonly onProgress: (checked: number) => void;
  readonly signal: AbortSignal;
}

/** How many numbers are looked at in one go: a few milliseconds, so that other requests get their turn. */
const SEGMENT = 1 << 18;

/**
 * Counts the primes up to a limit with a sieve that works segment by segment, so that its memory does not grow with the limit.
 *
 * @param limit an integer of at least 2
 * @throws the reason of the signal when it aborts
 */
export async function countPrimes(limit: number, { onProgress, signal }: LongRun): Promise<number> {
  const small = primesUpTo(Math.floor(Math.sqrt(limit)));
  let count = 0;
  for (let low = 2; low <= limit; low += SEGMENT) {
    await setImmediate();
    signal.throwIfAborted();
    const high = Math.min(low + SEGMENT - 1, limit);
    count += countInSegment(low, high, small);
    onProgress(high);
  }
  return count;
}

function countInSegment(low: number, high: number, small: readonly number[]): number {
  const composite = new Uint8Array(high - low + 1);
  for (const prime of small) {
    const first = Math.max(prime * prime, Math.ceil(low / prime) * prime);
    for (let multiple = first; multiple <= high; multiple += prime) composite[multiple - low] = 1;
  }
  return composite.reduce((count, isComposite) => count + 1 - isComposite, 0);
}

function primesUpTo(limit: number): readonly number[] {
  const composite = new Uint8Array(limit + 1);
  const primes: number[] = [];
  for (let candidate = 2; candidate <= limit; candidate += 1) {
    if (composite[candidate] === 1) continue;
    primes.push(candidate);
    for (let multiple = candidate * candidate; multiple <= limit; multiple += candidate) composite[multiple] = 1;
  }
  return primes;
}
