/** A value, or the promise of one. */
export type Awaitable<T> = T | PromiseLike<T>;

/** Whether a value has to be awaited. To await one that has not costs a turn of the microtask queue all the same. */
export function isPromiseLike<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
