import type { Awaitable } from '@polyspec/core';

/** Whether something is to be awaited. */
export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof (value as PromiseLike<T> | null | undefined)?.then === 'function';
}
