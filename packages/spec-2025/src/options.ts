import {
  atLeast,
  type EventStore,
  flag,
  integer,
  LOG_LEVELS,
  type LogLevel,
  type OptionRule,
  type OptionTable,
  objectWith,
  oneOf,
  type SessionStore,
} from '@polyspec/core';

/** Options of the revisions 2025-06-18 and 2025-11-25, beside those of the server. */
export interface Spec2025Options {
  /**
   * Whether a client over HTTP gets a session, by which it is known from one request to the next. Default true. Without, every
   * request stands alone: clients can't be asked anything, are told of no changes, and get no log messages.
   */
  readonly sessions?: boolean | undefined;
  /** After how much time without a request, a stream or a running call a session ends, in seconds. Default 1800. */
  readonly sessionIdleSeconds?: number | undefined;
  /**
   * How many sessions there are at most. Default 10,000. One more ends the session that is idle for longest; where none is idle
   * it is refused (503).
   */
  readonly maxSessions?: number | undefined;
  /** Where sessions are kept. Default: in memory, within the two options above, which are for that alone. */
  readonly sessionStore?: SessionStore | undefined;
  /**
   * Where the messages of streams are kept, so that a client that lost its connection comes back for those it has missed.
   * Default: in memory. `false` keeps nothing.
   */
  readonly eventStore?: EventStore | false | undefined;
  /** How long clients should wait before they come back for a stream that was closed, in milliseconds. Default 1000. Revision 2025-11-25. */
  readonly retryMs?: number | undefined;
  /** The least severe log messages that a client gets that has not said which it wants. Default: none. */
  readonly logLevel?: LogLevel | undefined;
  /**
   * After how much time without a message from a client it is asked by a `ping` whether it is still there, in whole seconds.
   * Default 0: never. Pinged are clients that can be reached: on stdio, and over HTTP as long as they have a standing stream
   * (GET) open. One that gives no sign of life within the same time, or within `askTimeoutMs` where that is less, is pinged once
   * more; after that its standing stream ends, so that its session may expire. Each missing answer is logged as a warning.
   */
  readonly pingSeconds?: number | undefined;
}

const eventStore: OptionRule = {
  accepts: (value) => value === false || objectWith('append', 'end', 'follow', 'streamOf').accepts(value),
  takes: `${objectWith('append', 'end', 'follow', 'streamOf').takes}, or false`,
};

/** The longest time that a timer of Node takes, in whole seconds. */
const MAX_PING_SECONDS = 2_147_483;

/** What `Spec2025Options` take. */
export const spec2025Options: OptionTable = {
  sessions: flag,
  sessionIdleSeconds: atLeast(0.001),
  maxSessions: integer(1),
  sessionStore: objectWith('create', 'get', 'update', 'lease', 'delete'),
  eventStore,
  retryMs: integer(0),
  logLevel: oneOf(...LOG_LEVELS),
  pingSeconds: integer(0, MAX_PING_SECONDS),
};

/** How long clients wait before they come back, in milliseconds, unless an option says otherwise. */
export const DEFAULT_RETRY_MS = 1000;
