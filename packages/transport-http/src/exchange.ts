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
  type Operation,
  type Refusal,
  type RequestId,
  type StreamOptions,
} from '@polyspec/core';
import { acceptable } from './accept.js';
import type { Body } from './body.js';
import type { HttpCall } from './call.js';
import { readVerdict } from './guard.js';
import { checkHead } from './head.js';
import { isPromise } from './is-promise.js';
import type { OpenExchanges } from './open-exchanges.js';
import type { Refusal as Refused } from './refusal.js';
import type { EndpointSettings } from './settings.js';
import { SSE_HEADERS, SseWriter } from './sse.js';

/**
 * One HTTP request as a spec sees it, and the answer to it as the endpoint gives it: a whole one, or a stream that begins
 * at the first message. It is its own `http` and `peer`, so that a call costs one object.
 */
export class HttpExchange implements Exchange, HttpFacts {
  readonly method: HttpMethod;
  readonly canStream: boolean;
  /** Whether a whole JSON answer is acceptable. */
  readonly canAnswer: boolean;
  caller?: Caller;
  authorize?: (operation: Operation) => Awaitable<Refusal | undefined>;
  /** The id of the request that came, once it is read: its answer is awaited. */
  requestId: RequestId | undefined = undefined;
  /** What a host that reads bodies before its own hooks has read. */
  body: Body | undefined = undefined;

  readonly #call: HttpCall;
  readonly #settings: EndpointSettings;
  readonly #open: OpenExchanges;
  #writer: SseWriter | undefined = undefined;
  #over = false;
  #watching = false;
  /** How many questions to the guard wait for its answer. */
  #asking = 0;
  #aborter: AbortController | undefined = undefined;
  #quietMs = 0;

  constructor(call: HttpCall, settings: EndpointSettings, open: OpenExchanges) {
    const { json, sse } = acceptable(call.header('accept'));
    this.method = call.method as HttpMethod;
    this.canStream = sse && call.method !== 'DELETE';
    this.canAnswer = json;
    this.#call = call;
    this.#settings = settings;
    this.#open = open;
  }

  get http(): HttpFacts {
    return this;
  }

  get peer(): object {
    return this;
  }

  get disconnected(): AbortSignal {
    if (this.#aborter === undefined) {
      this.#aborter = new AbortController();
      if (this.#call.gone) this.#aborter.abort();
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

  stream(options?: StreamOptions): void {
    if (this.#begin() && options?.retryMs !== undefined) this.#writer?.retry(options.retryMs);
  }

  send(message: JsonRpcNotification | JsonRpcRequest, coalesce?: string): boolean {
    this.#begin();
    if (this.#writer === undefined || this.#over) return false;
    this.#quietMs = 0;
    return this.#writer.send(encodeMessage(message), coalesce);
  }

  suspend(retryMs: number): void {
    this.#begin();
    if (this.#writer === undefined || this.#over) return;
    this.#writer.retry(retryMs);
    this.end();
  }

  /** From now on it is the exchange of this caller, whom the guard has let in. */
  enter(caller: Caller, guard: HttpGuard): void {
    this.caller = caller;
    if (guard.authorize === undefined) return;
    this.authorize = (operation) => {
      const verdict = guard.authorize?.(caller, operation);
      return isPromise(verdict) ? this.#verdict(verdict) : readVerdict(verdict);
    };
  }

  /** Whether it has its answer, or nobody waits for one any more. */
  get over(): boolean {
    return this.#over;
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
    if (this.#over) return;
    if (this.#writer !== undefined) {
      this.end();
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

  /** Answers with the events of a stream, begun now if it has not begun yet, and ends it. */
  answerAsStream(headers: HeaderMap | undefined, ...messages: readonly string[]): void {
    this.#begin(headers);
    this.end(...messages);
  }

  /** Ends a stream after these messages. */
  end(...messages: readonly string[]): void {
    if (this.#over) return;
    this.#close();
    this.#writer?.end(...messages);
  }

  /**
   * Gives up on it because the server closes: the client is told, and whoever works for it hears that nobody waits for what
   * comes of it.
   */
  cut(): void {
    const text = encodeMessage(failure(this.requestId, ErrorCode.InternalError, 'The server is closing'));
    if (this.#writer === undefined) this.answer(503, undefined, text);
    else if (this.requestId === undefined) this.end();
    else this.end(text);
    this.#aborter?.abort();
  }

  /** Drops the connection, where no answer can be given at all. */
  abort(): void {
    this.#close();
    this.#writer?.drop();
    this.#call.abort();
  }

  /** Told now and then how much time has passed: begins the stream of a slow call, keeps a quiet stream alive. */
  elapsed(milliseconds: number): void {
    this.#quietMs += milliseconds;
    const { keepAliveMs, sseAfterMs } = this.#settings;
    if (this.#writer !== undefined) {
      if (keepAliveMs === 0 || this.#quietMs < keepAliveMs) return;
      this.#quietMs = 0;
      this.#writer.comment();
    } else if (this.#isSlow(sseAfterMs)) {
      this.#begin();
    }
  }

  /** Not while the guard is asked: its refusal has a status, which no stream can tell. */
  #isSlow(sseAfterMs: number): boolean {
    return sseAfterMs > 0 && this.#quietMs >= sseAfterMs && this.requestId !== undefined && this.#asking === 0;
  }

  async #verdict(verdict: PromiseLike<unknown>): Promise<Refusal | undefined> {
    this.#asking += 1;
    try {
      return readVerdict(await verdict);
    } finally {
      this.#asking -= 1;
    }
  }

  #begin(headers?: HeaderMap): boolean {
    if (this.#writer !== undefined || this.#over || !this.canStream || this.#call.gone) return false;
    if (headers !== undefined) checkHead(200, headers);
    const sink = this.#call.begin(headers === undefined ? SSE_HEADERS : { ...headers, ...SSE_HEADERS });
    this.#writer = new SseWriter(sink, this.#settings.streamBuffer);
    this.#quietMs = 0;
    this.#open.add(this);
    this.#watch();
    return true;
  }

  #watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    this.#call.onGone(() => {
      this.#close();
      this.#writer?.drop();
      this.#aborter?.abort();
    });
  }

  #close(): void {
    this.#over = true;
    this.#open.delete(this);
  }
}
