import {
  type Cancellation,
  ErrorCode,
  type Exchange,
  ended,
  failure,
  type InFlight,
  type JsonRpcNotification,
  type Outcome,
  type RequestId,
} from '@polyspec/core';
import { shown } from './shown.js';

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

/**
 * How a cancelled request ends: with nothing for the client that did it (ambiguity Q-60), with the reason for one that still
 * waits, since every other request is answered (basic/transports#sending-messages-to-the-server).
 */
export function cancelledOutcome(id: RequestId, { byServer, reason = 'Cancelled' }: Cancellation): Outcome {
  return byServer ? { type: 'response', response: failure(id, ErrorCode.InternalError, reason) } : ended;
}
