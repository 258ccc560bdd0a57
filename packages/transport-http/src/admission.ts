import {
  type Awaitable,
  type Caller,
  type HttpGuard,
  isPromiseLike,
  type Operation,
  type Refusal,
} from '@polyspec/core';
import { readVerdict, readWelcome } from './guard.js';

/** A caller whom the guard has let in, for as long as the exchange lives. */
export class Admission {
  readonly #caller: Caller;
  readonly #guard: HttpGuard;
  /** How many questions about operations wait for the guard's answer. */
  #deciding = 0;
  #sinceCheckMs = 0;
  #hasExpired = false;
  #isChecking = false;

  constructor(caller: Caller, guard: HttpGuard) {
    this.#caller = caller;
    this.#guard = guard;
  }

  /** Whether the guard is being asked about an operation: its refusal has a status, which no stream can tell. */
  get isDeciding(): boolean {
    return this.#deciding > 0;
  }

  /** Asks the guard whether the caller may do this. */
  authorize(operation: Operation): Awaitable<Refusal | undefined> {
    const verdict = this.#guard.authorize?.(this.#caller, operation);
    return isPromiseLike(verdict) ? this.#decide(verdict) : readVerdict(verdict);
  }

  /**
   * Whether, so much later, it is time to ask whether the caller is still welcome.
   *
   * @param everyMs how often, in milliseconds; 0: only when the caller's credentials end
   */
  isDue(laterMs: number, everyMs: number): boolean {
    this.#sinceCheckMs += laterMs;
    if (this.#expiresNow()) return true;
    return everyMs > 0 && this.#sinceCheckMs >= everyMs && this.#guard.recheck !== undefined;
  }

  /**
   * Whether the caller is still welcome. Not where its credentials have ended and the guard can't be asked, nor where the guard
   * still owes the answer to the last such question. Rejects with what the guard throws, or a `TypeError` for an answer that
   * is none.
   */
  async isWelcome(): Promise<boolean> {
    this.#sinceCheckMs = 0;
    if (this.#guard.recheck === undefined || this.#isChecking) return false;
    this.#isChecking = true;
    try {
      return readWelcome(await this.#guard.recheck(this.#caller));
    } finally {
      this.#isChecking = false;
    }
  }

  /** True once, when the credentials have ended. */
  #expiresNow(): boolean {
    const { expiresAt } = this.#caller;
    if (this.#hasExpired || expiresAt === undefined || Date.now() < expiresAt * 1000) return false;
    this.#hasExpired = true;
    return true;
  }

  async #decide(verdict: PromiseLike<unknown>): Promise<Refusal | undefined> {
    this.#deciding += 1;
    try {
      return readVerdict(await verdict);
    } finally {
      this.#deciding -= 1;
    }
  }
}
