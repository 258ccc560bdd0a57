import {
  type Awaitable,
  type Caller,
  ErrorCode,
  type Exchange,
  encodeMessage,
  failure,
  type HeaderMap,
  type HttpFacts,
  type HttpGuard,
  type HttpMethod,
  type JsonRpcNotification,
  type JsonRpcRequest,
  JsonText,
  type Operation,
  type Outcome,
  type Refusal,
  type RequestId,
  type Standing,
  type StreamOpener,
  type StreamOptions,
} from '@polyspec/core';
import { acceptable } from './accept.js';
import { Admission } from './admission.js';
import type { Body } from './body.js';
import type { CallWatcher, HttpCall } from './call.js';
import { eventFrame, primingFrame, retryFrame } from './event-frame.js';
import { checkHead } from './head.js';
import type { OpenExchanges } from './open-exchanges.js';
import type { Refusal as Refused } from './refusal.js';
import type { EndpointSettings } from './settings.js';
import { SSE_HEADERS, SseWriter } from './sse.js';

/** What all exchanges of an endpoint share. */
export interface ExchangeHost {
  readonly settings: EndpointSettings;
  readonly exchanges: OpenExchanges;
  /** Carries out an outcome. It never throws. */
  carryOut(outcome: Outcome, exchange: HttpExchange): void;
  /** Writes to the log what a spec throws where it must not. It never throws. */
  complain(err: unknown, what: string, id?: RequestId): void;
}

/**
 * One HTTP request as a spec sees it, and the answer to it as the endpoint gives it: a whole one, or a stream that begins
 * at the first message. It is its own `http` and `peer`, so that a call costs one object.
 */
export class HttpExchange implements Exchange, HttpFacts, CallWatcher {
  readonly method: HttpMethod;
  readonly canStream: boolean;
  readonly wantsStream: boolean;
  caller?: Caller;
  authorize?: (operation: Operation) => Awaitable<Refusal | undefined>;
  /** The id of the request that came, once it is read: its answer is awaited. */
  requestId: RequestId | undefined = undefined;
  /** What a host that reads bodies before its own hooks has read. */
  body: Body | undefined = undefined;
  opener: StreamOpener | undefined = undefined;

  readonly #call: HttpCall;
  readonly #host: ExchangeHost;
  #writer: SseWriter | undefined = undefined;
  #admission: Admission | undefined = undefined;
  #aborter: AbortController | undefined = undefined;
  #standing: Standing | undefined = undefined;
  #isOver = false;
  #isGivenUp = false;
  #isWatching = false;
  /** Whether its events have ids, so that the client can come back for what it has missed. */
  #isResumable = false;
  #quietMs = 0;

  constructor(call: HttpCall, host: ExchangeHost) {
    const { json, sse, prefersSse } = acceptable(call.header('accept'));
    this.method = call.method as HttpMethod;
    this.canStream = sse && call.method !== 'DELETE';
    this.wantsStream = this.canStream && (prefersSse || !json);
    this.#call = call;
    this.#host = host;
  }

  get http(): HttpFacts {
    return this;
  }

  get peer(): object {
    return this;
  }

  get gone(): boolean {
    // Who has been answered, or whose stream is suspended, may go.
    return this.#isGivenUp || (!this.#isOver && this.#call.gone);
  }

  get disconnected(): AbortSignal {
    if (this.#aborter === undefined) {
      this.#aborter = new AbortController();
      if (this.gone) this.#aborter.abort();
      else this.#watch();
    }
    return this.#aborter.signal;
  }

  header(name: string): string | undefined {
    return this.#call.header(name);
  }

  count(name: string): number {
    return this.#call.count(name);
  }

  stream({ prime, retryMs }: StreamOptions = {}): void {
    const first = openingFrame(prime, retryMs);
    if (!this.#begin() || first === undefined) return;
    this.#isResumable = prime !== undefined;
    this.#writer?.send(first, this.#host.settings.streamBuffer);
  }

  send(message: JsonRpcNotification | JsonRpcRequest | JsonText, coalesce?: string, eventId?: string): boolean {
    const frame = eventFrame(message instanceof JsonText ? message.json : encodeMessage(message), eventId);
    this.#begin();
    if (this.#writer === undefined || this.#isOver) return false;
    this.#quietMs = 0;
    if (eventId !== undefined) this.#isResumable = true;
    if (this.#writer.send(frame, this.#host.settings.streamBuffer, coalesce)) return true;
    // The stream of a request goes on with a hole; its answer will tell all that matters.
    if (this.method === 'GET' || this.#isResumable) this.#giveUp();
    return false;
  }

  drained(): Promise<void> | undefined {
    return this.#writer?.drained();
  }

  suspend(retryMs: number): void {
    this.#begin();
    if (this.#writer !== undefined) this.#end(retryFrame(retryMs));
  }

  conclude(outcome: Outcome): void {
    this.#standing = undefined;
    this.#host.carryOut(outcome, this);
  }

  /** From now on it stands, with its stream where it can have one, until it is concluded or its client leaves. */
  stand(standing: Standing): void {
    if (this.#isGivenUp) {
      this.#tell(standing);
    } else if (!this.#isOver) {
      this.#standing = standing;
      this.#host.exchanges.add(this);
      this.#begin();
      this.#watch();
    }
  }

  /** From now on it is the exchange of this caller, whom the guard has let in. */
  enter(caller: Caller, guard: HttpGuard): void {
    const admission = new Admission(caller, guard);
    this.caller = caller;
    this.#admission = admission;
    if (guard.authorize !== undefined) this.authorize = (operation) => admission.authorize(operation);
  }

  /** Whether it has its answer, or nobody waits for one any more. */
  get over(): boolean {
    return this.#isOver;
  }

  /** Whether it stands without anything to be answered for: the end of the server need not wait for it. */
  get isStanding(): boolean {
    return this.method === 'GET' || this.#standing !== undefined;
  }

  /** Whether a stream has begun, so that the status can't be chosen any more. */
  get streaming(): boolean {
    return this.#writer !== undefined;
  }

  /**
   * Answers as a whole; on a stream that has begun, just ends it.
   *
   * @throws TypeError for a status or header fields that HTTP can't carry. Nothing is answered then
   */
  answer(status: number, headers?: HeaderMap, body?: string): void {
    if (this.#isOver) return;
    if (this.#writer !== undefined) {
      this.#end();
    } else {
      checkHead(status, headers);
      this.#call.answer(status, headers, body);
      this.#close();
    }
  }

  /** Answers with a refusal of this endpoint. */
  refuse({ status, headers, body }: Refused): void {
    this.answer(status, headers, body);
  }

  /**
   * Answers with the events of a stream, begun now if it has not begun yet, and ends it.
   *
   * @throws TypeError for header fields that HTTP can't carry, or an id that an event can't have. Nothing is answered then
   */
  answerAsStream(headers: HeaderMap | undefined, frames: string): void {
    this.#begin(headers);
    this.#end(frames);
  }

  /**
   * Gives up on it because the server closes: the client is told, and whoever works for it hears that nobody waits for what
   * comes of it.
   */
  cut(): void {
    const text = encodeMessage(failure(this.requestId, ErrorCode.InternalError, 'The server is closing'));
    if (this.#writer === undefined) this.answer(503, undefined, text);
    this.#giveUp(text);
  }

  /** Drops the connection, where no answer can be given at all. */
  abort(): void {
    this.#close();
    this.#writer?.drop();
    this.#call.abort();
  }

  /** The client went away before it had its answer. */
  left(): void {
    if (this.#isOver) return;
    this.#writer?.drop();
    this.#lose();
  }

  /**
   * Told now and then how much time has passed: begins the stream of a slow call, keeps a quiet stream alive, and ends that of a
   * caller who may not stay.
   */
  elapsed(milliseconds: number): void {
    this.#quietMs += milliseconds;
    const { keepAliveMs, sseAfterMs, recheckMs } = this.#host.settings;
    if (this.#writer === undefined) {
      if (this.#isSlow(sseAfterMs)) this.#openSlow();
      return;
    }
    if (keepAliveMs > 0 && this.#quietMs >= keepAliveMs) {
      this.#quietMs = 0;
      this.#writer.comment();
    }
    if (this.#admission?.isDue(milliseconds, recheckMs) === true) void this.#recheck(this.#admission);
  }

  /** It never rejects. */
  async #recheck(admission: Admission): Promise<void> {
    try {
      if (await admission.isWelcome()) return;
    } catch (thrown) {
      this.#host.complain(thrown, 'The guard failed', this.requestId);
    }
    this.#giveUp(encodeMessage(failure(this.requestId, ErrorCode.InvalidRequest, 'The caller may not stay')));
  }

  #openSlow(): void {
    if (this.opener === undefined) this.#begin();
    else this.opener.openStream();
  }

  #isSlow(sseAfterMs: number): boolean {
    return (
      sseAfterMs > 0 &&
      this.#quietMs >= sseAfterMs &&
      this.requestId !== undefined &&
      this.#admission?.isDeciding !== true
    );
  }

  #begin(headers?: HeaderMap): boolean {
    if (this.#writer !== undefined || this.#isOver || !this.canStream || this.#call.gone) return false;
    if (headers !== undefined) checkHead(200, headers);
    this.#writer = new SseWriter(
      this.#call.begin(headers === undefined ? SSE_HEADERS : { ...headers, ...SSE_HEADERS }),
    );
    this.#quietMs = 0;
    this.#host.exchanges.add(this);
    this.#watch();
    return true;
  }

  /**
   * Ends its stream although neither side has said so.
   *
   * @param text what a client is told that waits for an answer and can't come back for it
   */
  #giveUp(text?: string): void {
    const isTold = text !== undefined && this.requestId !== undefined && !this.#isResumable;
    if (this.#writer !== undefined) this.#end(isTold ? eventFrame(text) : undefined);
    this.#lose();
  }

  #lose(): void {
    if (this.#isGivenUp) return;
    this.#isGivenUp = true;
    this.#close();
    this.#aborter?.abort();
    if (this.#standing !== undefined) this.#tell(this.#standing);
  }

  #tell(standing: Standing): void {
    this.#standing = undefined;
    try {
      standing.gone?.(this);
    } catch (thrown) {
      this.#host.complain(thrown, 'A stream could not be let go', this.requestId);
    }
  }

  #end(last?: string): void {
    if (this.#isOver) return;
    this.#close();
    const slow = this.#writer?.end(last);
    if (slow !== undefined) this.#host.exchanges.linger(slow);
  }

  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    if (this.#call.gone) this.left();
    else this.#call.watch(this);
  }

  #close(): void {
    this.#isOver = true;
    this.#host.exchanges.delete(this);
  }
}

function openingFrame(prime: string | undefined, retryMs: number | undefined): string | undefined {
  if (prime !== undefined) return primingFrame(prime, retryMs);
  return retryMs === undefined ? undefined : retryFrame(retryMs);
}
