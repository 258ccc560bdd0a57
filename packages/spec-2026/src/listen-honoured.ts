import {
  type Awaitable,
  type CallContext,
  type ClientFacts,
  type Exchange,
  type Features,
  isPromiseLike,
  type JsonObject,
  type JsonValue,
  type ListenField,
  type Refusal,
  type Runtime,
  requireExtension,
} from '@polyspec/core';
import type { ListenRequest, ListField } from './listen-request.js';

/** What of a listen request is served. */
export interface Honoured {
  readonly lists: readonly ListField[];
  readonly uris: readonly string[];
  readonly fields: readonly HonouredField[];
}

/** A field that an extension added, and what it accepted of it. */
interface HonouredField {
  readonly name: string;
  readonly field: ListenField;
  readonly accepted: JsonValue;
}

/** The facet whose capability has the flag for a kind of list (U-17). */
const FACETS: Readonly<Record<ListField, keyof Features>> = {
  toolsListChanged: 'tools',
  promptsListChanged: 'prompts',
  resourcesListChanged: 'resources',
};

/** What begins a URI (RFC 3986, section 3.1). Nothing is ever told of what has no scheme. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** How many resources one stream tells of at most: each is kept as long as the stream is open, and a guard is asked about it. */
const MOST_URIS = 10_000;

/**
 * What of a listen request is served to this client (U-04, ambiguity Q-13): lists and resources as far as the server has them,
 * and of resources those that the caller may read, whether they exist or not; of very many the first ten thousand.
 */
export function honoured(request: ListenRequest, exchange: Exchange, { features }: Runtime): Awaitable<Honoured> {
  const lists = request.lists.filter((field) => features[FACETS[field]]);
  const wellFormed = features.resources ? request.uris.filter((uri) => SCHEME.test(uri)) : [];
  const uris = readable(wellFormed.slice(0, MOST_URIS), exchange);
  return isPromiseLike(uris)
    ? uris.then((readable) => ({ lists, uris: readable, fields: [] }))
    : { lists, uris, fields: [] };
}

/**
 * What extensions accept of the fields that they added. What nobody knows is left out (U-18).
 *
 * @throws RequestError where the client does not have the extension, or the extension refuses the request
 */
export async function honouredFields(
  others: JsonObject,
  { extensions }: Runtime,
  client: ClientFacts,
  context: CallContext,
): Promise<readonly HonouredField[]> {
  const fields: HonouredField[] = [];
  for (const extension of extensions) {
    for (const [name, field] of Object.entries(extension.listenFields ?? {})) {
      const wanted = Object.hasOwn(others, name) ? others[name] : undefined;
      if (wanted === undefined) continue;
      requireExtension(client, extension);
      const accepted = await field.accept(wanted, context);
      if (accepted !== undefined) fields.push({ name, field, accepted });
    }
  }
  return fields;
}

/** The filter as it is acknowledged: nothing that is false or empty (ambiguity Q-13). */
export function acknowledged({ lists, uris, fields }: Honoured): JsonObject {
  return {
    ...Object.fromEntries(lists.map((field) => [field, true])),
    ...(uris.length > 0 && { resourceSubscriptions: uris }),
    ...Object.fromEntries(fields.map(({ name, accepted }) => [name, accepted])),
  };
}

/** Those that the caller may read, as the guard of the transport says. */
function readable(uris: readonly string[], exchange: Exchange): Awaitable<readonly string[]> {
  if (exchange.authorize === undefined) return uris;
  const verdicts = uris.map((uri) => verdictOf(uri, exchange));
  const allowed = (refusals: readonly (Refusal | undefined)[]): readonly string[] =>
    uris.filter((_uri, index) => refusals[index] === undefined);
  return verdicts.some(isPromiseLike)
    ? Promise.all(verdicts).then(allowed)
    : allowed(verdicts as readonly (Refusal | undefined)[]);
}

/** A guard that fails at one resource must not leave those alone that it is still busy with: their failures would be nobody's. */
function verdictOf(uri: string, exchange: Exchange): Awaitable<Refusal | undefined> {
  try {
    return exchange.authorize?.({ method: 'resources/read', uri });
  } catch (thrown) {
    return Promise.reject(thrown);
  }
}
