/** A value, or the promise of one. */
export type Awaitable<T> = T | PromiseLike<T>;
