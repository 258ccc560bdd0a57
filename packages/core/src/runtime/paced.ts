/**
 * Lets through at most one value in an interval: the first at once, and when the interval ends the latest that came in it.
 * While nothing comes there is no timer.
 */
export class Paced<T extends object> {
  readonly #intervalMs: number;
  readonly #take: (value: T) => void;
  #latest: T | undefined = undefined;
  #timer: NodeJS.Timeout | undefined = undefined;

  /**
   * @param intervalMs in milliseconds
   * @param take takes what is let through; it must not throw
   */
  constructor(intervalMs: number, take: (value: T) => void) {
    this.#intervalMs = intervalMs;
    this.#take = take;
  }

  /** Lets the value through, now or later, unless a later one takes its place. */
  push(value: T): void {
    if (this.#timer === undefined) this.#pass(value);
    else this.#latest = value;
  }

  /** Lets through what waits. It is the end: nothing may be pushed after it. */
  flush(): void {
    clearTimeout(this.#timer);
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest !== undefined) this.#take(latest);
  }

  /** Drops what waits. It is the end as well. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#latest = undefined;
  }

  readonly #elapsed = (): void => {
    const latest = this.#latest;
    this.#latest = undefined;
    this.#timer = undefined;
    if (latest !== undefined) this.#pass(latest);
  };

  #pass(value: T): void {
    this.#timer = setTimeout(this.#elapsed, this.#intervalMs);
    this.#take(value);
  }
}
