import { type Exchange, type InFlight, type JsonRpcNotification, shown } from '@polyspec/core';

/**
 * Takes a notification. `notifications/cancelled` ends a request of the same client (basic/utilities/cancellation); where
 * it names none that runs it is ignored, as `initialize` is, which nobody may cancel. All others ask for nothing:
 * `notifications/initialized` need not be waited for (ambiguity Q-49).
 */
export function notified({ method, params }: JsonRpcNotification, exchange: Exchange, inFlight: InFlight): void {
  if (method !== 'notifications/cancelled') return;
  const { requestId, reason } = params ?? {};
  if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
  inFlight.cancel(exchange.peer, requestId, typeof reason === 'string' ? shown(reason) : undefined);
}
