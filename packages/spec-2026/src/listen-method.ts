import type { JsonObject, RequestId } from '@polyspec/core';
import { LISTEN, type ListenRequest, readListenRequest } from './listen-request.js';
import { META } from './meta.js';
import type { Method, MethodTable } from './method.js';
import type { Renderer } from './render.js';

/**
 * `subscriptions/listen` (basic/patterns/subscriptions). It is there for every server, also for one that has nothing to listen
 * to (ambiguity Q-12). Its answer comes at the end of a stream, which is why it is not run like the others, but by `Listens`.
 */
export const listen: Method<ListenRequest, undefined> = {
  read: readListenRequest,
  operation: () => ({ method: LISTEN }),
  run: () => undefined,
  render: (_ended, { renderer }, { message: { id } }) => endOf(id, renderer),
};

/** The answer to a listen request, once its stream is over (basic/patterns/subscriptions#graceful-closure). */
export function endOf(id: RequestId, renderer: Renderer): JsonObject {
  return renderer.complete({}, { [META.subscriptionId]: id });
}

/** The method of basic/patterns/subscriptions. */
export const listenMethods: MethodTable = { [LISTEN]: listen };
