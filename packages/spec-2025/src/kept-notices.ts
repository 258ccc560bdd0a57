import type { JsonText, StreamId } from '@polyspec/core';

/** What a client should hear of when it listens next. */
export interface KeptNotice {
  readonly text: JsonText;
  /** The stream on which it is kept too, so that a client that comes back for that gets it there. */
  stream?: StreamId | undefined;
}

/** How many notices of one session are kept, the newest of them. */
const MAX_NOTICES = 100;

/** How many sessions have some. One more, and the one that waits for longest gets none. */
const MAX_SESSIONS = 10_000;

/** What clients should hear of when they listen next, by their sessions: what belongs to none of their requests. */
export class KeptNotices {
  readonly #notices = new Map<string, KeptNotice[]>();

  keep(session: string, notice: KeptNotice): void {
    const notices = this.#notices.get(session);
    if (notices !== undefined) {
      notices.push(notice);
      if (notices.length > MAX_NOTICES) notices.shift();
      return;
    }
    this.#notices.set(session, [notice]);
    if (this.#notices.size <= MAX_SESSIONS) return;
    const [longest = session] = this.#notices.keys();
    this.#notices.delete(longest);
  }

  /** Gives what was kept for a session, in order, and keeps it no more. */
  take(session: string): readonly KeptNotice[] {
    const notices = this.#notices.get(session);
    if (notices === undefined) return NONE;
    this.#notices.delete(session);
    return notices;
  }

  /** The client has come back for a stream: what is kept there too is kept here no more. */
  leaveTo(stream: StreamId, session: string): void {
    const notices = this.#notices.get(session)?.filter((notice) => notice.stream !== stream);
    if (notices === undefined) return;
    if (notices.length === 0) this.#notices.delete(session);
    else this.#notices.set(session, notices);
  }

  /** The session has ended. */
  forget(session: string): void {
    this.#notices.delete(session);
  }
}

const NONE: readonly KeptNotice[] = Object.freeze([]);
