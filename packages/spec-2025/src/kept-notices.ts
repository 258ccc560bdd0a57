import type { JsonText } from '@polyspec/core';

/** How many notices of one session are kept, the newest of them. */
const MAX_NOTICES = 100;

/** How many sessions have some. One more, and the one that waits for longest gets none. */
const MAX_SESSIONS = 10_000;

/** What clients should hear of when they listen next, by their sessions: what belongs to none of their requests. */
export class KeptNotices {
  readonly #notices = new Map<string, JsonText[]>();

  keep(session: string, text: JsonText): void {
    const notices = this.#notices.get(session);
    if (notices !== undefined) {
      notices.push(text);
      if (notices.length > MAX_NOTICES) notices.shift();
      return;
    }
    this.#notices.set(session, [text]);
    if (this.#notices.size <= MAX_SESSIONS) return;
    const [longest = session] = this.#notices.keys();
    this.#notices.delete(longest);
  }

  /** Gives what was kept for a session, in order, and keeps it no more. */
  take(session: string): readonly JsonText[] {
    const notices = this.#notices.get(session);
    if (notices === undefined) return NONE;
    this.#notices.delete(session);
    return notices;
  }

  /** The session has ended. */
  forget(session: string): void {
    this.#notices.delete(session);
  }
}

const NONE: readonly JsonText[] = Object.freeze([]);
