/** A value, or the promise of one. */
export type Awaitable<T> = T | PromiseLike<T>;

/** Whether a value has to be awaited. To await one that has not costs a turn of the microtask queue all the same. */
export function isPromiseLike<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Goes on with a value, at once unless it is a promise. */
export function after<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isPromiseLike(value) ? value.then(next) : next(value);
}

/** Goes on with several values, at once unless one of them is a promise. */
export function afterAll<T, U>(values: readonly Awaitable<T>[], next: (values: readonly T[]) => U): Awaitable<U> {
  return isAllThere(values) ? next(values) : Promise.all(values).then(next);
}

function isAllThere<T>(values: readonly Awaitable<T>[]): values is readonly T[] {
  return !values.some(isPromiseLike);
}
