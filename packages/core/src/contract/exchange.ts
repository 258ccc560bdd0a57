import type { Awaitable } from '../awaitable.js';
import type { JsonRpcNotification, JsonRpcRequest, JsonText } from '../jsonrpc/message.js';
import type { Caller, Operation, Refusal } from './caller.js';
import type { Outcome } from './outcome.js';

/** HTTP methods that an MCP endpoint may serve. */
export type HttpMethod = 'GET' | 'POST' | 'DELETE';

/** Names one resumable stream in an `EventStore`. */
export type StreamId = string;

/** The facts of the HTTP request that a message came with. */
export interface HttpFacts {
  readonly method: HttpMethod;
  /** The value of a header field without the blanks around it, `undefined` when absent. The name in lower case. */
  header(name: string): string | undefined;
  /** How many field lines of this name the request has. */
  count(name: string): number;
}

/** How a stream begins. */
export interface StreamOptions {
  /**
   * The id of an event that the spec's `EventStore` gave: the stream begins with an event of this id and no data, as a point
   * to resume from.
   */
  readonly prime?: string;
  /** How long the client should wait before it reconnects, in milliseconds. */
  readonly retryMs?: number;
}

/** Who begins the stream of an exchange, by `exchange.stream`, now or a little later. */
export interface StreamOpener {
  /** It is time to. It must not throw. */
  openStream(): void;
}

/**
 * One incoming message with all that belongs to it. A transport makes it and reports facts; a spec derives the rules.
 *
 * Ids of events are the spec's: it appends what it sends to its `EventStore`, and gives the id along for the transport to
 * write. An id must be at least one character without CR, LF and NUL; anything else is a `TypeError`. Where a transport has
 * no events (stdio, memory), ids are ignored.
 */
export interface Exchange {
  /** The scope in which request ids are unique: the stdio process, the HTTP request, or (2025 over HTTP) the session. */
  readonly peer: object;
  /**
   * Aborts when the client can't be reached through this exchange any more: it has gone, or the transport has given it up,
   * because it reads too slowly, may not stay, or the server closes. Made when first read.
   */
  readonly disconnected: AbortSignal;
  /**
   * The same fact without a signal. Neither an answer nor `suspend` makes a client one that has gone.
   */
  readonly gone: boolean;
  /** Who is asking, where a guard found out. */
  readonly caller?: Caller;
  /** Present when the message came over HTTP. */
  readonly http?: HttpFacts;
  /** Whether notifications can reach the client before the answer: what `Accept` allows, always on stdio. */
  readonly canStream: boolean;
  /** Whether the answer goes out on a stream in any case, also where nothing was sent before: what `Accept` asks for. */
  readonly wantsStream?: boolean;
  /** Asks the guard whether the caller may do this. Absent when there is no guard: everything is allowed. */
  authorize?(operation: Operation): Awaitable<Refusal | undefined>;
  /** Begins the stream of this exchange now; otherwise it begins at the first `send`. */
  stream(options?: StreamOptions): void;
  /**
   * Who begins the stream where the answer takes so long that the transport would begin it by itself: it is told then, and
   * again until the stream has begun. Set by a spec that has more to say than that it begins, such as the id of a first event.
   */
  opener?: StreamOpener | undefined;
  /**
   * Sends a message to the client ahead of the answer, in order.
   *
   * How much may wait for a client that reads slowly is bounded by the transport. What does not fit any more is not sent. On
   * the stream of a request that is all: its answer still goes out. A standing stream (GET), and a stream with event ids, must
   * have no holes: it ends, and its client has to come back.
   *
   * @param message text that is one JSON message already is written as it stands: what goes to many is encoded once, and what
   *   an `EventStore` replays not at all. Empty text is an event without data
   * @param coalesce messages of the same key that were not yet written may be replaced by this one
   * @param eventId the id of its event
   * @returns false when it can't be delivered: the client is gone, can't take a stream, reads too slowly, or the exchange was
   *   suspended
   */
  send(message: JsonRpcNotification | JsonRpcRequest | JsonText, coalesce?: string, eventId?: string): boolean;
  /**
   * Resolves when the client has taken what was sent, or the exchange is over; `undefined` where there is room for more now. For
   * whoever has much to send at once, such as a replay. Absent where a transport can't tell.
   */
  drained?(): Promise<void> | undefined;
  /**
   * Tells the client how long to wait before it reconnects, in milliseconds, and closes the connection, but keeps the exchange
   * (SEP-1699): from now on `send` gives false, and the answer goes nowhere, as both are kept by the spec. Does nothing where
   * there is no stream to close (stdio).
   */
  suspend(retryMs: number): void;
  /** Carries out what was decided in the end for an exchange that stands, see `Standing`. A second time does nothing. */
  conclude(outcome: Outcome): void;
}
