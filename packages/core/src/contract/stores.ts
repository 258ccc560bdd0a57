import type { Awaitable } from '../awaitable.js';
import type { JsonObject } from '../json.js';
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

/** Where sessions are kept. In memory by default; a shared one lets several nodes serve one session. */
export interface SessionStore {
  /** Keeps a new session. Rejects with the `RequestError` `busy` when none can be ended to make room. */
  create(session: SessionRecord): Awaitable<void>;
  get(id: string): Awaitable<SessionRecord | undefined>;
  update(id: string, data: JsonObject): Awaitable<void>;
  /** Marks the session as in use, while a stream or a call is open, until the returned function is called. */
  lease(id: string): Awaitable<() => void>;
  delete(id: string): Awaitable<boolean>;
}

/** Keeps what was sent on resumable streams. */
export interface EventStore {
  /** Appends a message to a stream and gives the id of its event, unique across all streams. */
  append(stream: StreamId, message: string): Awaitable<string>;
  /** Marks a stream as finished: who follows it is told when all was replayed. */
  end(stream: StreamId): Awaitable<void>;
  /** Replays what followed an event on the one stream that it belongs to, then goes on live. */
  follow(
    lastEventId: string,
    signal: AbortSignal,
  ): AsyncIterable<{
    readonly id: string;
    readonly message: string;
  }>;
}
