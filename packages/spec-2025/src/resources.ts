import {
  type Awaitable,
  type JsonObject,
  type JsonValue,
  type ListedResource,
  type ListedResourceTemplate,
  type Page,
  RequestError,
  type ResourceResult,
  shown,
} from '@polyspec/core';
import { type ListParams, NOTHING_LISTED, readList } from './lists.js';
import type { Method } from './method.js';
import { requiredString } from './params.js';

/** `resources/list` (server/resources#listing-resources). */
export const listResources: Method<ListParams, Page<ListedResource>> = {
  read: readList,
  operation: () => ({ method: 'resources/list' }),
  run: ({ cursor }, { context }, { runtime }) =>
    runtime.features.resources ? runtime.listResources(cursor, context) : NOTHING_LISTED,
  render: (page, _params, { wire }, { texts }) => texts.resources.of(page, wire),
};

/** `resources/templates/list` (server/resources#resource-templates). */
export const listResourceTemplates: Method<ListParams, Page<ListedResourceTemplate>> = {
  read: readList,
  operation: () => ({ method: 'resources/templates/list' }),
  run: ({ cursor }, { context }, { runtime }) =>
    runtime.features.resources ? runtime.listResourceTemplates(cursor, context) : NOTHING_LISTED,
  render: (page, _params, { wire }, { texts }) => texts.resourceTemplates.of(page, wire),
};

interface ReadResourceParams {
  readonly uri: string;
}

/**
 * `resources/read` (server/resources#reading-resources). A resource that does not exist is an error with its URI
 * (server/resources#error-handling), also where an application reports it without. Where no resources are served, none
 * exists.
 */
export const readResource: Method<ReadResourceParams, ResourceResult> = {
  read: (params) => ({ uri: requiredString(params, 'uri') }),
  operation: ({ uri }) => ({ method: 'resources/read', uri }),
  run: ({ uri }, { context }, { runtime }) => {
    if (!runtime.features.resources)
      throw new RequestError('unknown-resource', `Unknown resource '${shown(uri)}'`, { uri });
    return runtime.readResource(uri, context) as Awaitable<ResourceResult>;
  },
  rescue: (error, { uri }) => {
    if (error.reason !== 'unknown-resource' || error.data !== undefined) throw error;
    throw new RequestError('unknown-resource', error.message, { uri }, { cause: error });
  },
  render: ({ contents, _meta }): JsonObject => ({
    contents: contents as readonly object[] as readonly JsonValue[],
    _meta,
  }),
};
