import { type JsonRpcNotification, notification, type RequestId } from '@polyspec/core';

/** Tells a client that nobody waits any more for the answer to what it was asked (basic/utilities/cancellation). */
export function withdrawal(requestId: RequestId, reason: string): JsonRpcNotification {
  return notification('notifications/cancelled', { requestId, reason });
}
