import { type Awaitable, isPromiseLike } from '../awaitable.js';

/** Does work, and calls back when it is over, however it ended. Work that is done at once costs no promise. */
export function untilOver<T>(work: () => Awaitable<T>, over: () => void): Awaitable<T> {
  let result: Awaitable<T>;
  try {
    result = work();
  } catch (thrown) {
    over();
    throw thrown;
  }
  if (!isPromiseLike(result)) {
    over();
    return result;
  }
  return result.then(
    (value) => {
      over();
      return value;
    },
    (thrown: unknown) => {
      over();
      throw thrown;
    },
  );
}
