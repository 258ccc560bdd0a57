import {
  type Awaitable,
  ErrorCode,
  type EventStore,
  type Exchange,
  failure,
  type HttpFacts,
  isPromiseLike,
  isRequest,
  type JsonObject,
  type JsonRpcMessage,
  type Outcome,
  type Runtime,
  type SessionRecord,
} from '@polyspec/core';
import type { Conversation, Stranger } from './conversation.js';
import { SESSION_HEADER, sessionVersionFault } from './era.js';
import type { Session } from './session.js';
import type { Sessions } from './sessions.js';
import { openStanding } from './standing-passage.js';
import type { OpenStream } from './standing-stream.js';

/** What serves a message of a client. */
export type TakeMessage = (message: JsonRpcMessage, exchange: Exchange, client: Conversation) => Awaitable<Outcome>;

/**
 * Who comes in with which session id, over HTTP (basic/transports#session-management, ambiguities ):
 *
 * | request | without id | id of this caller's session | any other id |
 * | --- | --- | --- | --- |
 * | `initialize` | a new session | 400 | a new session |
 * | other POST | 400 | served | 404 |
 * | GET | 400 | a stream | 404 |
 * | DELETE | 400 | 200, it has ended | 404 |
 *
 * A version header that names another revision than the session's is 400. A store that fails is 500.
 */
export class SessionDoor {
  readonly #sessions: Sessions;
  readonly #stranger: Stranger;
  readonly #runtime: Runtime;
  readonly #take: TakeMessage;

  /** @param stranger as whom a client counts before it has a session */
  constructor(sessions: Sessions, stranger: Stranger, runtime: Runtime, take: TakeMessage) {
    this.#sessions = sessions;
    this.#stranger = stranger;
    this.#runtime = runtime;
    this.#take = take;
  }

  /** A POST. @param take what serves it, if not what serves messages */
  enter(
    message: JsonRpcMessage,
    exchange: Exchange,
    http: HttpFacts,
    take: TakeMessage = this.#take,
  ): Awaitable<Outcome> {
    const id = http.header(SESSION_HEADER);
    if (id === undefined) {
      return isInitialize(message) ? take(message, exchange, this.#stranger) : refused(message, 400, NO_ID);
    }
    let record: Awaitable<SessionRecord | undefined>;
    try {
      record = this.#sessions.read(id);
    } catch (thrown) {
      return this.#broken(thrown, message);
    }
    if (!isPromiseLike(record)) return this.#enter(record, id, message, exchange, http, take);
    return record.then(
      (found) => this.#enter(found, id, message, exchange, http, take),
      (thrown: unknown) => this.#broken(thrown, message),
    );
  }

  /** A GET or a DELETE. */
  async open(exchange: Exchange, http: HttpFacts): Promise<Outcome> {
    const id = http.header(SESSION_HEADER);
    if (id === undefined) return refused(undefined, 400, NO_ID);
    try {
      const session = this.#sessions.from(await this.#sessions.read(id), id, exchange.caller);
      if (session === undefined) return refused(undefined, 404, UNKNOWN_ID);
      const fault = sessionVersionFault(http, session.wire.revision);
      if (fault !== undefined) return refused(undefined, 400, fault, { supported: [session.wire.revision] });
      return http.method === 'DELETE' ? await this.#end(session) : await this.#stream(session, exchange, http);
    } catch (thrown) {
      return this.#broken(thrown, undefined);
    }
  }

  #enter(
    record: SessionRecord | undefined,
    id: string,
    message: JsonRpcMessage,
    exchange: Exchange,
    http: HttpFacts,
    take: TakeMessage,
  ): Awaitable<Outcome> {
    const session = this.#sessions.from(record, id, exchange.caller);
    if (isInitialize(message)) {
      // A client that has lost its session must be able to start again, whatever it still sends along.
      return session === undefined ? take(message, exchange, this.#stranger) : refused(message, 400, TWICE);
    }
    if (session === undefined) return refused(message, 404, UNKNOWN_ID);
    const fault = sessionVersionFault(http, session.wire.revision);
    if (fault !== undefined) return refused(message, 400, fault, { supported: [session.wire.revision] });
    return take(message, exchange, session);
  }

  async #end(session: Session): Promise<Outcome> {
    const existed = await this.#sessions.delete(session);
    return existed ? { type: 'refused', status: 200 } : refused(undefined, 404, UNKNOWN_ID);
  }

  /** A new stream, or one that the client comes back for (basic/transports#resumability-and-redelivery). */
  async #stream(session: Session, exchange: Exchange, http: HttpFacts): Promise<Outcome> {
    const lastEventId = http.header('last-event-id') ?? '';
    const { events } = this.#sessions;
    if (events === undefined || lastEventId === '') {
      return this.#stand(session, exchange, (closed) => session.listen(exchange, closed));
    }
    session.hold();
    try {
      return await this.#resume(session, exchange, lastEventId, events);
    } finally {
      session.release();
    }
  }

  async #resume(session: Session, exchange: Exchange, lastEventId: string, events: EventStore): Promise<Outcome> {
    const stream = await events.streamOf(lastEventId);
    if (session.hasEnded) return refused(undefined, 404, UNKNOWN_ID);
    if (typeof stream === 'string' && session.owns(stream)) {
      // Who comes back for the stream of a request does not listen: that request has passed.
      const resume = (closed?: () => void): OpenStream => session.resume(exchange, stream, lastEventId, events, closed);
      return session.isStanding(stream) ? this.#stand(session, exchange, resume) : resume();
    }
    // Nothing more is said about the streams of others than about those of nobody (YH-28).
    return stream === undefined && session.wasStanding(lastEventId)
      ? this.#stand(session, exchange, (closed) => session.listenAgain(exchange, closed))
      : refused(undefined, 400, NO_EVENT);
  }

  async #stand(session: Session, exchange: Exchange, begin: (closed?: () => void) => OpenStream): Promise<Outcome> {
    const { lists } = this.#sessions.changes;
    const outcome = await openStanding({ session, exchange, lists }, this.#runtime, begin);
    return outcome.type !== 'standing' && session.hasEnded ? refused(undefined, 404, UNKNOWN_ID) : outcome;
  }

  #broken(thrown: unknown, message: JsonRpcMessage | undefined): Outcome {
    const text = this.#runtime.errorText(thrown, 'Looking up a session');
    return { type: 'response', status: 500, response: failure(idOf(message), ErrorCode.InternalError, text) };
  }
}

const NO_ID = 'Missing Mcp-Session-Id header; a session begins with initialize';
const UNKNOWN_ID = 'There is no such session, or not any more; a new one begins with initialize';
const TWICE = 'This session is initialised already; initialize without Mcp-Session-Id begins a new one';
const NO_EVENT = 'Last-Event-ID names no event that this session can go on from';

/** The answer to what comes in a way in which it can't be served. */
export function refused(message: JsonRpcMessage | undefined, status: number, text: string, data?: JsonObject): Outcome {
  return { type: 'response', status, response: failure(idOf(message), ErrorCode.InvalidRequest, text, data) };
}

/** What has no id to answer to gets an error without one (YH-06, ambiguity Q-45). */
function idOf(message: JsonRpcMessage | undefined): string | number | undefined {
  return message !== undefined && isRequest(message) ? message.id : undefined;
}

function isInitialize(message: JsonRpcMessage): boolean {
  return isRequest(message) && message.method === 'initialize';
}
