import type { ResourceProvider } from '../application/resources.js';
import { isPromiseLike } from '../awaitable.js';
import { ApplicationError } from '../errors.js';
import type { ListenFilter } from './listen-filter.js';

/** What says which updates a subscription covers. */
type Covering = Pick<ResourceProvider, 'subscriptionCovers'>;

/**
 * A filter that also lets through the updates of what its URIs cover, where the application says what that is. Without its hook
 * the filter stays as it is, and its URIs are found without looking at others (ambiguity Q-14).
 */
export function covering(filter: ListenFilter, application: Covering): ListenFilter {
  const { resources } = filter;
  if (application.subscriptionCovers === undefined || resources === undefined || typeof resources === 'function') {
    return filter;
  }
  const exact = new Set(resources);
  const covers = (subscribed: string, updated: string, failed: (err: unknown) => void): boolean => {
    try {
      return isCovered(application, subscribed, updated);
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

/**
 * What the hook says of two URIs. Only `true` is a yes; without the hook, nothing is covered.
 *
 * @throws what the hook throws, and ApplicationError where it gives a promise: whether an update goes out is decided at once
 */
export function isCovered(hooks: Covering, subscribed: string, updated: string): boolean {
  const answer: unknown = hooks.subscriptionCovers?.(subscribed, updated);
  if (isPromiseLike(answer)) {
    // Nobody waits for what becomes of it.
    answer.then(undefined, () => undefined);
    throw new ApplicationError('subscriptionCovers must answer at once, with true or false; got a promise');
  }
  return answer === true;
}
