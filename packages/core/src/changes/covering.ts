import type { ResourceProvider } from '../application/resources.js';
import type { ListenFilter } from './listen-filter.js';

/**
 * A filter that also lets through the updates of what its URIs cover, where the application says what that is. Without its hook
 * the filter stays as it is, and its URIs are found without looking at others (ambiguity Q-14).
 */
export function covering(
  filter: ListenFilter,
  application: Pick<ResourceProvider, 'subscriptionCovers'>,
): ListenFilter {
  const { resources } = filter;
  if (application.subscriptionCovers === undefined || resources === undefined || typeof resources === 'function') {
    return filter;
  }
  const exact = new Set(resources);
  const covers = (subscribed: string, updated: string, failed: (err: unknown) => void): boolean => {
    try {
      return application.subscriptionCovers?.(subscribed, updated) === true;
    } catch (err) {
      // What it can't say of one URI is not said of the others.
      failed(err);
      return false;
    }
  };
  return {
    ...filter,
    resources: (updated, failed) =>
      exact.has(updated) || resources.some((subscribed) => covers(subscribed, updated, failed)),
  };
}
