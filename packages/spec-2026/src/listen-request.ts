import { isJsonObject, type JsonObject, type JsonValue } from '@polyspec/core';
import { invalidParams } from './parameters.js';

/** The method of basic/patterns/subscriptions. */
export const LISTEN = 'subscriptions/listen';

/** The fields of the filter that stand for one kind of list each (basic/patterns/subscriptions#notification-filter). */
const LIST_FIELDS = ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'] as const;

/** A kind of list, as the filter names it. */
export type ListField = (typeof LIST_FIELDS)[number];

/** What a client wants to hear about. Absent and `false` mean no (U-02). */
export interface ListenRequest {
  readonly lists: readonly ListField[];
  /** As the client wrote them, each once. */
  readonly uris: readonly string[];
  /** What else is in the filter: fields of extensions, and some that nobody here knows. */
  readonly others: JsonObject;
}

/** @throws RequestError `invalid-params` where the filter is missing or has a field of a wrong type (U-01) */
export function readListenRequest({ notifications }: JsonObject): ListenRequest {
  if (notifications === undefined) throw invalidParams('Missing notifications: what to listen to');
  if (!isJsonObject(notifications)) throw invalidParams('Invalid params: notifications must be an object');
  const { toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions, ...others } =
    notifications;
  const given: Readonly<Record<ListField, JsonValue | undefined>> = {
    toolsListChanged,
    promptsListChanged,
    resourcesListChanged,
  };
  return {
    lists: LIST_FIELDS.filter((field) => isWanted(field, given[field])),
    uris: readUris(resourceSubscriptions),
    others,
  };
}

function isWanted(field: ListField, value: JsonValue | undefined): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true;
  throw invalidParams(`Invalid params: notifications.${field} must be true or false`);
}

function readUris(uris: JsonValue | undefined): readonly string[] {
  if (uris === undefined) return [];
  if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === 'string')) {
    throw invalidParams('Invalid params: notifications.resourceSubscriptions must be an array of strings');
  }
  return [...new Set(uris as readonly string[])];
}
