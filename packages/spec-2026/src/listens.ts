import {
  type Awaitable,
  ErrorCode,
  type Exchange,
  ended,
  failure,
  type JsonObject,
  type JsonRpcRequest,
  type Outcome,
  RequestError,
  type RequestId,
  type RunningRequest,
  refusedOutcome,
  success,
} from '@polyspec/core';
import { Call } from './call.js';
import { statusOf, toJsonRpcError } from './errors.js';
import { type Honoured, honoured, honouredFields } from './listen-honoured.js';
import { endOf } from './listen-method.js';
import { acknowledgment, cancelledNotice } from './listen-notices.js';
import { LISTEN, type ListenRequest, readListenRequest } from './listen-request.js';
import { ListenStream, type StreamEnd, type StreamHost } from './listen-stream.js';
import type { ModernServer } from './method.js';

/** Why a stream ended, for its client. */
const REASONS: Readonly<Record<Exclude<StreamEnd, 'left'>, string>> = {
  closed: 'The server ended the subscription',
  slow: 'The client reads too slowly',
};

/** One listen request that passed the checks. */
interface Listening {
  readonly message: JsonRpcRequest;
  readonly meta: JsonObject;
  readonly exchange: Exchange;
  /** Only where the client can name the request again (stdio). */
  readonly running: RunningRequest | undefined;
}

/**
 * The listen streams of a server (basic/patterns/subscriptions). Each holds no more than it needs to go on, as there may be
 * thousands of them.
 */
export class Listens implements StreamHost {
  readonly #server: ModernServer;
  readonly #open = new Set<ListenStream>();
  #isClosing = false;

  constructor(server: ModernServer) {
    this.#server = server;
  }

  /** Serves a request up to the beginning of its stream. Never throws, never rejects. */
  serve(listening: Listening): Awaitable<Outcome> {
    const { message, exchange, running } = listening;
    try {
      // The steps of ambiguity Q-07, beginning with 17: the shape of the parameters.
      const request = readListenRequest(message.params ?? {});
      if (!exchange.canStream) return finished(notAcceptable(listening), running);
      if (this.#hasSteps(request, exchange)) return this.#withSteps(request, listening);
      return this.#begin(honoured(request, exchange, this.#server.runtime) as Honoured, listening);
    } catch (thrown) {
      return finished(this.#failed(thrown, message.id), running);
    }
  }

  /** Ends all streams, and those that are still to begin (U-11). */
  close(): void {
    this.#isClosing = true;
    for (const stream of [...this.#open]) stream.end('closed');
  }

  ended(stream: ListenStream, end: StreamEnd): void {
    stream.running?.finish();
    // One that ends as it begins was not given to the transport yet.
    if (this.#open.delete(stream)) stream.exchange.conclude(this.#outcomeOf(end, stream));
  }

  /** Whether somebody has a say in it before the stream begins. */
  #hasSteps({ others }: ListenRequest, { authorize }: Exchange): boolean {
    const { extensions, aroundListen } = this.#server.runtime;
    if (authorize !== undefined || aroundListen !== undefined) return true;
    return extensions.some(({ listenFields = {} }) => Object.keys(listenFields).some((name) => name in others));
  }

  /** 19: what the guard of the transport lets the caller do. 20: what the client must have. 21: middleware, and the stream. */
  async #withSteps(request: ListenRequest, listening: Listening): Promise<Outcome> {
    const { runtime } = this.#server;
    const { message, meta, exchange, running } = listening;
    try {
      const refusal = await exchange.authorize?.({ method: LISTEN });
      if (refusal !== undefined) return finished(refusedOutcome(refusal, message, exchange), running);
      const call = new Call(message, meta, exchange, runtime);
      running?.cancellation.onCancel(() => call.cancellation.cancel(running.cancellation.reason));
      const granted: Honoured = {
        ...(await honoured(request, exchange, runtime)),
        fields: await honouredFields(request.others, runtime, call.client, call.context),
      };
      // All of that took its time, in which the client may have gone.
      if (isLeft(listening)) return finished(ended, running);
      return runtime.aroundListen === undefined
        ? this.#begin(granted, listening)
        : await this.#around(granted, call, listening);
    } catch (thrown) {
      return finished(isLeft(listening) ? ended : this.#failed(thrown, message.id), running);
    }
  }

  #begin(granted: Honoured, { message: { id }, exchange, running }: Listening): Outcome {
    const stream = new ListenStream(id, exchange, running, this);
    stream.begin(granted, this.#server.runtime);
    if (this.#isClosing) stream.end('closed');
    if (stream.over !== undefined) return this.#outcomeOf(stream.over, stream);
    this.#open.add(stream);
    return stream;
  }

  /** The end of the stream goes back through the middleware, and is told after that. */
  async #around(granted: Honoured, { context }: Call, listening: Listening): Promise<Outcome> {
    const { message, exchange, running } = listening;
    const { lists, uris: resources } = granted;
    const filter = { ...Object.fromEntries(lists.map((field) => [field, true])), resources };
    let isAnswered = false;
    let stream: ListenStream | undefined;
    const untilEnd = (): Promise<undefined> =>
      new Promise((resolve) => {
        // Nothing begins any more for a request that was answered meanwhile.
        if (isAnswered) return resolve(undefined);
        stream = new ListenStream(message.id, exchange, running, {
          ended: (over) => {
            this.#open.delete(over);
            resolve(undefined);
          },
        });
        this.#beginAround(stream, granted);
      });
    try {
      await this.#server.runtime.aroundListen?.({ method: LISTEN, filter }, context, untilEnd);
    } finally {
      // A middleware need not wait for the end of the stream, which comes with its answer then.
      isAnswered = true;
      stream?.end('closed');
    }
    if (isLeft(listening)) return finished(ended, running);
    // A middleware that does not go on keeps the client from hearing anything: its stream ends as soon as it has begun.
    if (stream?.over === undefined) exchange.send(acknowledgment(message.id, {}));
    return finished(this.#outcomeOf(stream?.over ?? 'closed', { id: message.id, exchange }), running);
  }

  #beginAround(stream: ListenStream, granted: Honoured): void {
    stream.begin(granted, this.#server.runtime);
    if (this.#isClosing) stream.end('closed');
    if (stream.over !== undefined) return;
    this.#open.add(stream);
    stream.exchange.disconnected.addEventListener('abort', () => stream.end('left'), { once: true });
  }

  /** Ambiguity Q-01: the answer comes at the end, and on stdio a cancellation after it; alone where the end is no good one. */
  #outcomeOf(end: StreamEnd, { id, exchange }: Pick<ListenStream, 'id' | 'exchange'>): Outcome {
    if (end === 'left') return ended;
    const { renderer, runtime } = this.#server;
    const reason = REASONS[end];
    if (end === 'slow') runtime.logger.info({ id }, `A listen stream was ended: ${reason}`);
    const response = success(id, endOf(id, renderer));
    if (exchange.http !== undefined) return { type: 'response', response };
    const after = [cancelledNotice(id, reason)];
    return end === 'slow' ? { type: 'ended', after } : { type: 'response', response, after };
  }

  #failed(thrown: unknown, id: RequestId): Outcome {
    const { runtime } = this.#server;
    const known =
      thrown instanceof RequestError ? thrown : new RequestError('internal', runtime.errorText(thrown, LISTEN));
    const { code, message, data } = toJsonRpcError(known, runtime.logger);
    const response = failure(id, code, message, data);
    return { type: 'response', status: statusOf(response), response };
  }
}

/** Whether nobody waits for the stream any more. */
function isLeft({ exchange, running }: Listening): boolean {
  return exchange.gone || running?.cancellation.cancelled === true;
}

function finished(outcome: Outcome, running: RunningRequest | undefined): Outcome {
  running?.finish();
  return outcome;
}

/** There is no other answer than a stream (ambiguity Q-06). */
function notAcceptable({ message, exchange }: Listening): Outcome {
  const text = `${LISTEN} is answered with a stream: Accept must allow text/event-stream`;
  const body = failure(undefined, ErrorCode.InvalidRequest, text) as object as JsonObject;
  return refusedOutcome({ status: 406, message: text, body }, message, exchange);
}
