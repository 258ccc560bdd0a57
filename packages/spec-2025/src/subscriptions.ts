import { type Awaitable, type JsonObject, RequestError, type Runtime, shown } from '@polyspec/core';
import type { Call } from './call.js';
import type { KnownClient } from './conversation.js';
import type { Method } from './method.js';
import { requiredString } from './params.js';

/** How many resources one client may subscribe to. */
const MAX_SUBSCRIPTIONS = 1000;

/** What begins a URI (RFC 3986, section 3.1). Nothing is ever told of what has no scheme. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

interface SubscribeParams {
  readonly uri: string;
}

/**
 * `resources/subscribe` (server/resources#subscriptions): from now on this client is told of updates of the resource, which
 * need not exist yet. Needs a server that remembers the client (ambiguity Q-61).
 */
export const subscribe: Method<SubscribeParams, unknown> = {
  facet: 'resources',
  needsMemory: true,
  read: (params) => ({ uri: readUri(params) }),
  operation: ({ uri }) => ({ method: 'resources/subscribe', uri }),
  run: ({ uri }, call, { runtime }) => {
    const { conversation } = call;
    return conversation.isKnown ? subscribed(uri, call, conversation, runtime) : undefined;
  },
  render: () => ({}),
};

/** `resources/unsubscribe` (server/resources#subscriptions). Nothing is wrong with one that was not subscribed to. */
export const unsubscribe: Method<SubscribeParams, unknown> = {
  facet: 'resources',
  needsMemory: true,
  read: (params) => ({ uri: readUri(params) }),
  operation: ({ uri }) => ({ method: 'resources/unsubscribe', uri }),
  run: ({ uri }, { conversation }) => (conversation.isKnown ? conversation.unsubscribe(uri) : undefined),
  render: () => ({}),
};

/** A subscription is something to listen to, so it passes the middleware as that; it is made, and the request is answered. */
function subscribed(uri: string, call: Call, client: KnownClient, { aroundListen }: Runtime): Awaitable<unknown> {
  if (aroundListen === undefined) return client.subscribe(uri);
  return aroundListen({ method: 'subscriptions/listen', filter: { resources: [uri] } }, call.context, async () => {
    // A middleware may take its time, in which the client may have changed its mind.
    if (!call.cancellation.cancelled) await client.subscribe(uri);
    return undefined;
  });
}

/**
 * The list with one more URI; the same list where it has it.
 *
 * @throws RequestError `invalid-params` where there are as many as may be
 */
export function withUri(uris: readonly string[], uri: string): readonly string[] {
  if (uris.includes(uri)) return uris;
  if (uris.length < MAX_SUBSCRIPTIONS) return [...uris, uri];
  const text = `This client is subscribed to as many resources as it may be (${MAX_SUBSCRIPTIONS}); unsubscribe from some`;
  throw new RequestError('invalid-params', text);
}

/** The list without a URI; the same list where it does not have it. */
export function withoutUri(uris: readonly string[], uri: string): readonly string[] {
  return uris.includes(uri) ? uris.filter((other) => other !== uri) : uris;
}

function readUri(params: JsonObject): string {
  const uri = requiredString(params, 'uri');
  if (SCHEME.test(uri)) return uri;
  throw new RequestError('invalid-params', `Invalid params: uri must be a URI with a scheme, got ${shown(uri)}`);
}
