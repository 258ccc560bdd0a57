import type { ClientLoad, Limiter } from './limiter.js';

/**
 * The turn of one operation. While its client is asked something it is given back: users take their time, and ten of them
 * before their forms must not keep everybody else from being served. Afterwards the operation goes on at once.
 */
export class Turn {
  readonly #limiter: Limiter;
  readonly #key: unknown;
  /** `undefined` while it is given back. */
  #client: ClientLoad | undefined;
  #isOver = false;

  /** @param client what `Limiter.enter` gave */
  constructor(limiter: Limiter, client: ClientLoad) {
    this.#limiter = limiter;
    this.#key = client.key;
    this.#client = client;
  }

  pause(): void {
    if (this.#client === undefined) return;
    this.#limiter.leave(this.#client);
    this.#client = undefined;
  }

  resume(): void {
    if (!this.#isOver && this.#client === undefined) this.#client = this.#limiter.reenter(this.#key);
  }

  /** The operation has ended. */
  end(): void {
    this.#isOver = true;
    this.pause();
  }
}
