import type { Awaitable } from '../awaitable.js';
import type { JsonRpcNotification, JsonRpcRequest } from '../jsonrpc/message.js';
import type { Caller, Operation, Refusal } from './caller.js';

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
  /** Keep what is sent in the event store under this id, so that the client can resume. */
  readonly resumable?: StreamId;
  /** Send an event with an id and no data first, as a point to resume from. */
  readonly prime?: boolean;
  /** How long the client should wait before it reconnects, in milliseconds. */
  readonly retryMs?: number;
}

/**
 * One incoming message with all that belongs to it. A transport makes it and reports facts; a spec derives the rules.
 */
export interface Exchange {
  /** The scope in which request ids are unique: the stdio process, the HTTP request, or (2025 over HTTP) the session. */
  readonly peer: object;
  /** Aborts when the client is gone. Made when first read. */
  readonly disconnected: AbortSignal;
  /** Who is asking, where a guard found out. */
  readonly caller?: Caller;
  /** Present when the message came over HTTP. */
  readonly http?: HttpFacts;
  /** Whether notifications can reach the client before the answer: what `Accept` allows, always on stdio. */
  readonly canStream: boolean;
  /** Asks the guard whether the caller may do this. Absent when there is no guard: everything is allowed. */
  authorize?(operation: Operation): Awaitable<Refusal | undefined>;
  /** Begins the stream of this exchange now; otherwise it begins at the first `send`. */
  stream(options?: StreamOptions): void;
  /**
   * Sends a message to the client ahead of the answer, in order.
   *
   * @param coalesce messages of the same key that were not yet written may be replaced by this one
   * @returns false when it can't be delivered: the client is gone, can't take a stream, or reads too slowly
   */
  send(message: JsonRpcNotification | JsonRpcRequest, coalesce?: string): boolean;
  /** Closes the connection but keeps the stream, for the client to come back to (SEP-1699). Nothing on stdio. */
  suspend(retryMs: number): void;
}
