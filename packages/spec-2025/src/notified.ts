import { type Awaitable, type JsonRpcNotification, shown } from '@polyspec/core';
import type { Conversation } from './conversation.js';
import { guarded } from './guarded.js';
import type { HandshakeServer } from './method.js';

/**
 * Takes a notification. `notifications/initialized` confirms the handshake, though requests need not wait for it (ambiguity
 * Q-49); `notifications/cancelled` ends a request of the same client (basic/utilities/cancellation), and where it names none
 * that runs it is ignored, as `initialize` is, which nobody may cancel; `notifications/roots/list_changed` makes its folders
 * unknown (client/roots#root-list-changes). All others ask for nothing, and so does anything that a client says of which
 * nothing is known.
 */
export function notified(
  { method, params }: JsonRpcNotification,
  conversation: Conversation,
  { runtime, roots }: HandshakeServer,
): Awaitable<void> {
  if (!conversation.isKnown) return;
  if (method === 'notifications/initialized') {
    // It is in force here. Nobody could be answered that it is not remembered elsewhere.
    return guarded(
      () => conversation.confirm(),
      (err) => runtime.logger.error({ err }, 'A confirmed handshake could not be kept'),
    );
  }
  if (method === 'notifications/roots/list_changed') roots.changed(conversation.peer);
  if (method !== 'notifications/cancelled') return;
  const { requestId, reason } = params ?? {};
  if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
  runtime.inFlight.cancel(conversation.peer, requestId, typeof reason === 'string' ? shown(reason) : undefined);
}
