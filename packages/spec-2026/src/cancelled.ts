import type { Exchange, JsonRpcNotification, RequestId, Runtime } from '@polyspec/core';

/**
 * The requests of this era that can be cancelled by name: those on stdio. Over HTTP a client closes the response stream
 * instead (basic/patterns/cancellation#transport-specific-cancellation).
 */
export class CancellableRequests {
  readonly #running = new WeakMap<object, Set<RequestId>>();

  begin(peer: object, id: RequestId): void {
    const ids = this.#running.get(peer);
    if (ids === undefined) this.#running.set(peer, new Set([id]));
    else ids.add(id);
  }

  end(peer: object, id: RequestId): void {
    this.#running.get(peer)?.delete(id);
  }

  has(peer: object, id: RequestId): boolean {
    return this.#running.get(peer)?.has(id) ?? false;
  }
}

/** The request that a notification cancels, `undefined` for any other notification and for a malformed one (C-06). */
export function cancelledId({ method, params }: JsonRpcNotification): RequestId | undefined {
  if (method !== 'notifications/cancelled') return undefined;
  const id = params?.requestId;
  return typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id)) ? id : undefined;
}

/** Carries out `notifications/cancelled`. Over HTTP it has no meaning, and is ignored (ambiguity Q-15). */
export function cancel(message: JsonRpcNotification, { peer, http }: Exchange, { inFlight, logger }: Runtime): void {
  const requestId = cancelledId(message);
  if (requestId === undefined || http !== undefined) return;
  const reason = message.params?.reason;
  const wasRunning = inFlight.cancel(peer, requestId, typeof reason === 'string' ? reason : undefined);
  if (wasRunning) logger.debug({ requestId, reason }, 'The client cancelled a request');
}
