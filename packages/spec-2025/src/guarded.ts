import { type Awaitable, isPromiseLike } from '@polyspec/core';

/**
 * Does something with what is somebody else's, such as a store, which may throw and may reject. It never throws and never
 * rejects: nothing comes of what fails.
 *
 * @param complain takes what went wrong; it must not throw
 */
export function guarded<T>(action: () => Awaitable<T>, complain: (err: unknown) => void): Awaitable<T | undefined> {
  const failed = (err: unknown): undefined => {
    complain(err);
    return undefined;
  };
  try {
    const done = action();
    return isPromiseLike(done) ? done.then(undefined, failed) : done;
  } catch (err) {
    return failed(err);
  }
}
