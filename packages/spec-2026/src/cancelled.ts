import { type Exchange, type JsonRpcNotification, type RequestId, type Runtime, shown } from '@polyspec/core';

/**
 * The request that a notification cancels, `undefined` for any other notification and for a malformed one (C-06). That is a way
 * for stdio; over HTTP a client closes the response stream instead
 * (basic/patterns/cancellation#transport-specific-cancellation).
 */
export function cancelledId({ method, params }: JsonRpcNotification): RequestId | undefined {
  if (method !== 'notifications/cancelled') return undefined;
  const id = params?.requestId;
  return typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id)) ? id : undefined;
}

/** Carries out `notifications/cancelled`. Over HTTP it has no meaning, and is ignored (ambiguity Q-15). */
export function cancel(message: JsonRpcNotification, { peer, http }: Exchange, { inFlight, logger }: Runtime): void {
  const requestId = cancelledId(message);
  if (requestId === undefined || http !== undefined) return;
  const { reason: given } = message.params ?? {};
  const reason = typeof given === 'string' ? shown(given) : undefined;
  if (inFlight.cancel(peer, requestId, reason)) logger.debug({ requestId, reason }, 'The client cancelled a request');
}
