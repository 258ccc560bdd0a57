/** The largest number whose factorial every client reads exactly: 19! is beyond 2 ** 53. */
export const LARGEST = 18;

/**
 * The product of all integers from 1 to `n`.
 *
 * @param n an integer from 0 to `LARGEST`
 */
export function factorial(n: number): number {
  let product = 1;
  for (let factor = 2; factor <= n; factor += 1) product *= factor;
  return product;
}
