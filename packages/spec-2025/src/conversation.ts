import type { Awaitable, ClientFacts, Exchange, JsonText, LogLevel } from '@polyspec/core';
import type { CallStream } from './call-stream.js';
import type { KeptNotice } from './kept-notices.js';
import type { Wire } from './wire.js';

/** What is known about the client when one of its requests arrives. */
export type Conversation = Stranger | KnownClient;

/**
 * A client of which nothing is known but its revision: over HTTP without sessions, and before `initialize`. What is said to it
 * is not remembered (ambiguity Q-61).
 */
export interface Stranger {
  readonly isKnown: false;
  readonly wire: Wire;
  readonly client: ClientFacts;
  readonly logLevel: undefined;
}

/** A client that is known from one request to the next: at the other end of a connection of its own, or by a session. */
export interface KnownClient {
  readonly isKnown: true;
  /** The revision that was agreed on. */
  readonly wire: Wire;
  /** What the client said about itself in `initialize`. */
  readonly client: ClientFacts;
  /** The least severe log messages that it wants; none where it has not said, unless the server was told otherwise. */
  readonly logLevel: LogLevel | undefined;
  /** The scope in which the ids of its requests, and of those made to it, are unique. */
  readonly peer: object;
  /** Whether the client has confirmed the handshake: before, it gets pings, log messages and answers only (YL-06). */
  readonly isReady: boolean;
  /** Whether what is sent on the streams of its requests is kept, so that it may come back for it. */
  readonly keepsStreams: boolean;
  /** The client has confirmed the handshake. */
  confirm(): Awaitable<void>;
  setLogLevel(level: LogLevel): Awaitable<void>;
  /** From now on it is told of updates of a resource. @throws RequestError `invalid-params` where these are too many */
  subscribe(uri: string): Awaitable<void>;
  unsubscribe(uri: string): Awaitable<void>;
  /**
   * Sends what belongs to none of its requests.
   *
   * @param coalesce messages of the same key that were not yet written may be replaced by this one
   * @returns false when it will not reach the client
   */
  post(text: JsonText, coalesce?: string): boolean;
  /** Where that may wait until the client listens; absent where it can't: it always does, or nobody knows whether it will. */
  readonly inbox?: Inbox | undefined;
  /** Keeps what waits for the client also on the stream that it has left last, if there is one, and notes that. */
  keepOnLeft?(notice: KeptNotice): void;
  /** Makes the stream of one of its requests; `undefined` where nothing is kept. */
  streamOf(exchange: Exchange): CallStream | undefined;
  /** The request of such a stream is over. */
  forgetCall(stream: CallStream): void;
  /** A request of it runs, so it is in use until `release`. */
  hold(): void;
  release(): void;
}

/** Takes what is for clients that are known by a session. */
export interface Inbox {
  /**
   * Sends what belongs to none of the requests of a session, or keeps it until its client listens.
   *
   * @param latest as whom the session was known last, where it is known still
   */
  postLater(session: string, text: JsonText, latest: KnownClient | undefined): void;
}

/** A client that has not said anything about itself. */
export const UNKNOWN_CLIENT: ClientFacts = Object.freeze({ capabilities: Object.freeze({}) });

/** A client of this revision, of which nothing more is known. */
export function stranger(wire: Wire): Stranger {
  return Object.freeze({ isKnown: false, wire, client: UNKNOWN_CLIENT, logLevel: undefined });
}

/** What a client said about itself, without what the revision that was agreed on does not have. */
export function clientUnder({ declared }: Wire, client: ClientFacts): ClientFacts {
  return declared === undefined ? client : { ...client, capabilities: declared(client.capabilities) };
}
