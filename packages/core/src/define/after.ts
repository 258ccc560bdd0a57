import type { Awaitable } from '../awaitable.js';

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

function isPromiseLike<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
