import type { Awaitable } from '../awaitable.js';
import type { JsonObject } from '../json.js';
import type { Unsubscribe } from './bus.js';
import type { StreamId } from './exchange.js';

/** What must be remembered of a session between two requests. Nothing that is in flight. */
export interface SessionRecord {
  readonly id: string;
  /** The negotiated revision. */
  readonly revision: string;
  /** Who made it: another caller is told that it does not exist. */
  readonly owner: string;
  /** Whatever else the spec keeps, such as the client's capabilities. */
  readonly data: JsonObject;
}

/**
 * Where sessions are kept. In memory by default (`MemorySessionStore`); a shared one lets several nodes serve one session.
 *
 * What can be answered at once should be: a call in a session waits for `get`.
 */
export interface SessionStore {
  /** Keeps a new session. Rejects with the `RequestError` `busy` when none can be ended to make room. */
  create(session: SessionRecord): Awaitable<void>;
  /** The session of this id, which is in use by that; `undefined` where there is none, or it has ended. */
  get(id: string): Awaitable<SessionRecord | undefined>;
  /** Replaces what else is kept of a session. Does nothing where there is none. */
  update(id: string, data: JsonObject): Awaitable<void>;
  /**
   * Marks the session as in use, while a stream or a call is open, until the returned function is called: it is not idle as
   * long as anybody holds a lease. Where there is no such session the function does nothing.
   */
  lease(id: string): Awaitable<() => void>;
  /** Ends a session. @returns whether there was one */
  delete(id: string): Awaitable<boolean>;
  /**
   * Calls the listener with each session that has ended, in whatever way, so that its streams end as well. A store need not be
   * able to tell: where it is not, or this fails, the end of a session is noticed when somebody asks for it.
   */
  onEnd?(listener: (session: SessionRecord) => void): Awaitable<Unsubscribe>;
}

/** One event of a resumable stream. */
export interface StoredEvent {
  /** Its id, which names the stream as well, so that it is unique across all streams (YH-25, YH-26). */
  readonly id: string;
  /** The JSON text of its message. Empty for a point to resume from without a message. */
  readonly message: string;
}

/**
 * Keeps what was sent on resumable streams. The spec appends each message before it sends it, and gives the id of its event
 * along with it (`Exchange.send`, `eventId` of an outcome). What was sent while the client was away is thus here when it comes
 * back with `Last-Event-ID`:
 *
 * @example
 * for await (const { id, message } of store.follow(lastEventId, exchange.disconnected)) {
 *   if (!exchange.send(new JsonText(message), undefined, id)) break;
 *   await exchange.drained?.();
 * }
 * return ended;
 */
export interface EventStore {
  /**
   * Appends a message to a stream, and gives the id of its event. Empty text makes a point to resume from. The message is sent
   * once it is kept, or can't be. After ten seconds without an answer it is sent as well, and the rest of the stream is not kept.
   */
  append(stream: StreamId, message: string): Awaitable<string>;
  /** Marks a stream as finished: who follows it is told when all was replayed. */
  end(stream: StreamId): Awaitable<void>;
  /** Drops a stream that nobody may come back for: its session is over. Absent: `end` has to do. */
  forget?(stream: StreamId): Awaitable<void>;
  /**
   * The stream that an event belongs to; `undefined` where it is not known, or not all that followed it is kept any more. To
   * be asked before a stream is resumed, since the id comes from a client: the stream may be somebody else's.
   */
  streamOf(eventId: string): Awaitable<StreamId | undefined>;
  /**
   * Replays what followed an event on the one stream that it belongs to, then goes on live, until the stream has ended or the
   * signal aborts. Nothing comes for an event from which the stream can't be resumed. A message goes to one follower of a
   * stream: the latest, for which the one before ends (YH-23).
   */
  follow(lastEventId: string, signal: AbortSignal): AsyncIterable<StoredEvent>;
}
