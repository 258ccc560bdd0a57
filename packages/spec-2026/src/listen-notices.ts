import {
  type ChangeEvent,
  isJsonObject,
  type JsonObject,
  type JsonRpcNotification,
  JsonText,
  notification,
  type RequestId,
} from '@polyspec/core';
import type { ListField } from './listen-request.js';
import { META } from './meta.js';

/** The notification of each kind of list (U-06). */
const LIST_METHODS: Readonly<Record<ListField, string>> = {
  toolsListChanged: 'notifications/tools/list_changed',
  promptsListChanged: 'notifications/prompts/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
};

/** What is written of a change to all streams alike, and what like changes replace each other under. */
interface Frame {
  /** All that comes before the id of the subscription. */
  readonly beginning: string;
  readonly key: string;
}

/** What comes after the id of the subscription, whatever the change. */
const END = '}}}';

/** A change is one object for all streams, so it is written once. */
const frames = new WeakMap<ChangeEvent, Frame>();

/** The notification of a change, with the id of a subscription in it. */
interface ChangeNotice {
  readonly text: JsonText;
  /** A later notification of the same key says all that this one does. */
  readonly key: string;
}

/** @param id the id of the subscription as JSON text (U-05) */
export function changeNotice(event: ChangeEvent, id: string): ChangeNotice {
  const { beginning, key } = frames.get(event) ?? newFrame(event);
  return { text: new JsonText(beginning + id + END), key };
}

/** The first message of a stream: what of the filter is honoured (basic/patterns/subscriptions#acknowledgment). */
export function acknowledgment(id: RequestId, notifications: JsonObject): JsonRpcNotification {
  return ofSubscription(id, 'notifications/subscriptions/acknowledged', { notifications });
}

/** Tells a client on stdio that a subscription was ended here (U-12). */
export function cancelledNotice(id: RequestId, reason: string): JsonRpcNotification {
  return ofSubscription(id, 'notifications/cancelled', { requestId: id, reason });
}

/** Any notification, as one of a subscription (M-10). */
export function ofSubscription(id: RequestId, method: string, params: JsonObject): JsonRpcNotification {
  const own = isJsonObject(params._meta) ? params._meta : undefined;
  return notification(method, { ...params, _meta: { ...own, [META.subscriptionId]: id } });
}

function newFrame(event: ChangeEvent): Frame {
  const frame =
    event.type === 'resourceUpdated'
      ? frameOf('notifications/resources/updated', `"uri":${JSON.stringify(event.uri)},`, event.uri)
      : // This revision has no other change to tell of, and none is listened to (I-24).
        frameOf(LIST_METHODS[event.type as ListField], '', '');
  frames.set(event, frame);
  return frame;
}

function frameOf(method: string, members: string, thing: string): Frame {
  const beginning = `{"jsonrpc":"2.0","method":"${method}","params":{${members}"_meta":{"${META.subscriptionId}":`;
  return { beginning, key: `${method} ${thing}` };
}
