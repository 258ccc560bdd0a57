import { type Awaitable, isPromiseLike } from '../awaitable.js';
import type { Refusal } from '../contract/caller.js';
import type { Exchange } from '../contract/exchange.js';
import { ended, type Outcome, refusedOutcome } from '../contract/outcome.js';
import type { Dispatcher } from '../jsonrpc/dispatcher.js';
import { ErrorCode } from '../jsonrpc/error-code.js';
import { failure, type JsonRpcRequest, type JsonRpcResponse, type RequestId } from '../jsonrpc/message.js';
import { busyOverHttp } from '../operations/busy.js';
import type { Cancellation } from './cancellation.js';
import type { RunningRequest } from './in-flight.js';
import type { RequestContext } from './request-context.js';

/** A request on its way, as a spec keeps it. */
export interface AnswerableCall {
  readonly message: JsonRpcRequest;
  readonly exchange: Exchange;
  readonly cancellation: Cancellation;
  readonly context: RequestContext;
  /** Why a guard did not let it through; noted by the spec while the request is dispatched. */
  readonly refusal: Refusal | undefined;
}

/** How a spec makes an outcome of an answer, for example by giving it a status, or keeping it for a client that is away. */
export type ToOutcome<Call = unknown> = (response: JsonRpcResponse, call: Call) => Awaitable<Outcome>;

/**
 * Takes a running request to its outcome: dispatches it, stops waiting as soon as it is cancelled, and finishes it whatever
 * happens. The outcome is no promise where all of it is done at once; a cancellation that comes then comes too late (YU-11).
 */
export function answerRequest<Call extends AnswerableCall>(
  call: Call,
  running: RunningRequest,
  dispatcher: Dispatcher<Call>,
  toOutcome: ToOutcome<Call> = respond,
): Awaitable<Outcome> {
  const { message, cancellation } = call;
  const response = cancellation.cancelled ? undefined : dispatcher.dispatch(message, call);
  if (!isPromiseLike(response)) return finish(response, call, running, toOutcome);
  return cancellation.race(response).then((given) => finish(given, call, running, toOutcome));
}

function finish<Call extends AnswerableCall>(
  response: JsonRpcResponse | undefined,
  call: Call,
  running: RunningRequest,
  toOutcome: ToOutcome<Call>,
): Awaitable<Outcome> {
  const { message, exchange, cancellation, context } = call;
  running.finish();
  context.finish();
  if (response === undefined || (cancellation.cancelled && !cancellation.byServer)) {
    return cancellation.byServer ? toOutcome(givenUp(message.id, cancellation), call) : ended;
  }
  const { refusal } = call;
  if (refusal !== undefined) return refusedOutcome(refusal, message, exchange);
  const busy = 'error' in response ? busyOverHttp(response.error) : undefined;
  return busy === undefined ? toOutcome(response, call) : { type: 'response', response, ...busy };
}

/**
 * How a request ends that the server gave up on: with the reason, since its client still waits, and every other request is
 * answered (S-09, T-08, ambiguity Q-60). A client that cancelled by itself gets nothing.
 */
function givenUp(id: RequestId, { reason = 'Cancelled' }: Cancellation): JsonRpcResponse {
  return failure(id, ErrorCode.InternalError, reason);
}

function respond(response: JsonRpcResponse): Outcome {
  return { type: 'response', response };
}
