import { ErrorCode, encodeMessage, failure, type JsonRpcResponse, type Outcome } from '@polyspec/core';
import { eventFrame } from './event-frame.js';
import type { HttpExchange } from './exchange.js';

type ResponseOutcome = Extract<Outcome, { type: 'response' }>;
type RefusedOutcome = Extract<Outcome, { type: 'refused' }>;

/** Carries out what a spec decided. */
export function carryOut(outcome: Outcome, exchange: HttpExchange): void {
  if (outcome.type === 'response') respond(outcome, exchange);
  else if (outcome.type === 'refused') refuse(outcome, exchange);
  else if (outcome.type === 'standing') exchange.stand(outcome);
  // A cancelled request gets no answer of its own, but HTTP wants one unless a stream has begun (ambiguity Q-60).
  else exchange.answer(202);
}

/** Answers that something unexpected failed: nothing of it is shown. */
export function answerInternalError(exchange: HttpExchange): void {
  respond({ type: 'response', status: 500, response: internalError(exchange) }, exchange);
}

function respond({ response, status = 200, headers, after, eventId }: ResponseOutcome, exchange: HttpExchange): void {
  const text = encodeMessage(response);
  if (exchange.streaming || needsStream(exchange, status, after !== undefined)) {
    exchange.answerAsStream(headers, framesOf(text, eventId, after));
  } else {
    exchange.answer(status, headers, text);
  }
}

function framesOf(text: string, eventId: string | undefined, after: ResponseOutcome['after'] = []): string {
  return [eventFrame(text, eventId), ...after.map((message) => eventFrame(encodeMessage(message)))].join('');
}

/** A client chooses by its `Accept`. Another status than 200 can't be told by a stream, and its body may be JSON whatever was accepted (ambiguity Q-06). */
function needsStream(exchange: HttpExchange, status: number, hasMore: boolean): boolean {
  return status === 200 && exchange.canStream && (hasMore || exchange.wantsStream);
}

function refuse({ status, headers, body }: RefusedOutcome, exchange: HttpExchange): void {
  const { requestId, streaming } = exchange;
  if (!streaming || requestId === undefined) {
    exchange.answer(status, headers, body === undefined ? undefined : JSON.stringify(body));
  } else {
    // Too late for a status, but the client must not wait for its answer for ever.
    const refusal = failure(requestId, ErrorCode.InvalidRequest, `Refused with status ${status}`);
    exchange.answerAsStream(undefined, eventFrame(encodeMessage(refusal)));
  }
}

function internalError(exchange: HttpExchange): JsonRpcResponse {
  return failure(exchange.requestId, ErrorCode.InternalError, 'Internal error');
}
