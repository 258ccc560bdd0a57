import type { Completion } from '../application/completions.js';

/**
 * Proposed values, best first.
 *
 * @param total how many there are in all
 * @param hasMore whether there are more than those given
 */
export function completion(values: readonly string[], total?: number, hasMore?: boolean): Completion {
  return { values, ...(total !== undefined && { total }), ...(hasMore !== undefined && { hasMore }) };
}
