import type { InputRequest } from '../application/rounds.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.js';

/** What was asked, as far as an answer to it is judged by it. It travels in the state. */
export type Asked =
  | { readonly type: Exclude<InputRequest['type'], 'formElicitation'> }
  | { readonly type: 'formElicitation'; readonly schema: JsonObject };

/** By key, in the order in which it was asked. */
export type AskedByKey = ReadonlyMap<string, Asked>;

/** What is remembered of requests. */
export function askedBy(requests: Readonly<Record<string, InputRequest>>): AskedByKey {
  return new Map(
    Object.entries(requests).map(([key, request]): [string, Asked] => [
      key,
      request.type === 'formElicitation' ? { type: request.type, schema: request.schema } : { type: request.type },
    ]),
  );
}

export function askedToJson(asked: AskedByKey): JsonValue {
  return [...asked].map(([key, item]) => [key, item]);
}

/** Only what `askedToJson` gave comes back, from under the seal. */
export function askedFromJson(value: JsonValue | undefined): AskedByKey {
  const pairs = Array.isArray(value) ? value : [];
  return new Map(
    pairs.flatMap((pair: JsonValue): [string, Asked][] =>
      Array.isArray(pair) && typeof pair[0] === 'string' && isJsonObject(pair[1]) ? [[pair[0], pair[1] as Asked]] : [],
    ),
  );
}
