import { type Awaitable, isPromiseLike } from '../awaitable.js';
import type { Cancellation } from '../runtime/cancellation.js';
import type { RequestContext } from '../runtime/request-context.js';
import { untilOver } from './until-over.js';

/**
 * The time that one request may take. When it is up the server gives up on the request: its signal aborts, and its client gets
 * the reason as an error at once, though the work may go on. An error of the protocol also for a tool: what became of its work
 * is not known, which a result with `isError` would claim.
 *
 * It stands still while the client is asked something: that takes as long as a user does, and has a limit of its own.
 */
export class TimeLimit {
  readonly #cancellation: Cancellation;
  #timer: NodeJS.Timeout | undefined = undefined;
  #isSet = false;
  #giveUp: (() => void) | undefined = undefined;
  /** What is left of the time, when the timer was last started or stopped. */
  #leftMs = 0;
  #startedAt = 0;
  #pauses = 0;

  constructor(cancellation: Cancellation) {
    this.#cancellation = cancellation;
  }

  /** Whether it was set, be it to none. */
  get isSet(): boolean {
    return this.#isSet;
  }

  /**
   * Sets the time, from now on, in place of what was set before.
   *
   * @param ms in milliseconds; 0 for as long as it takes
   * @param subject what takes too long then, to begin a sentence with
   */
  set(ms: number, subject: string): void {
    this.clear();
    if (!this.#isSet) this.#cancellation.onCancel(() => this.clear());
    this.#isSet = true;
    if (ms === 0 || this.#cancellation.cancelled) return;
    this.#giveUp = () => this.#cancellation.giveUp(`${subject} took longer than ${ms} ms`);
    this.#leftMs = ms;
    this.#start();
  }

  /** The time stands still until `resume` was called as often as this. */
  pause(): void {
    this.#pauses += 1;
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs = Math.max(0, this.#leftMs - (Date.now() - this.#startedAt));
  }

  /** The time goes on with what is left of it. */
  resume(): void {
    this.#pauses -= 1;
    this.#start();
  }

  /** Nothing takes too long any more. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#giveUp = undefined;
  }

  #start(): void {
    if (this.#giveUp === undefined || this.#pauses > 0) return;
    this.#startedAt = Date.now();
    // The process must not end before it: an answer is owed.
    this.#timer = setTimeout(this.#giveUp, this.#leftMs);
  }
}

/**
 * Does work that may take so long, unless something in it has a limit of its own, see `withOwnTimeLimit`. Work that is done at
 * once has no timer made for it.
 *
 * @param ms in milliseconds, not 0
 * @param subject what takes too long then, to begin a sentence with
 */
export function withTimeLimit<T>(
  ms: number,
  subject: () => string,
  context: RequestContext,
  work: () => Awaitable<T>,
): Awaitable<T> {
  const limit = new TimeLimit(context.facts.cancellation);
  context.timeLimit = limit;
  const result = untilOver(work, () => limit.clear());
  if (isPromiseLike(result) && !limit.isSet) limit.set(ms, subject());
  return result;
}

/**
 * Does work that has a limit of its own, which takes the place of the request's, if there is one.
 *
 * @param ms in milliseconds; 0 for as long as it takes
 * @param subject what takes too long then, to begin a sentence with
 */
export function withOwnTimeLimit<T>(
  ms: number,
  subject: () => string,
  context: RequestContext,
  work: () => Awaitable<T>,
): Awaitable<T> {
  const outer = context.timeLimit;
  if (outer === undefined) return ms === 0 ? work() : withTimeLimit(ms, subject, context, work);
  outer.set(ms, subject());
  return work();
}
