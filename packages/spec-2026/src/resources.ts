import type { CachePolicy, ResourceResult } from '@polyspec/core';
import { listMethod } from './listing.js';
import type { Method, MethodTable } from './method.js';
import { requiredName } from './parameters.js';

/** What `resources/read` asks for. */
interface ReadRequest {
  readonly uri: string;
  /** Whether it answers input requests of an earlier round. */
  readonly isRetry: boolean;
}

interface HintedContents {
  readonly result: ResourceResult;
  readonly policy: CachePolicy;
}

/** The result of a retry must not be kept, but has to carry the fields all the same (ambiguity Q-03). */
const DO_NOT_KEEP: CachePolicy = { ttlMs: 0, scope: 'private' };

/** `resources/read` (server/resources#reading-resources). */
const readResource: Method<ReadRequest, HintedContents> = {
  facet: 'resources',
  mirrored: 'uri',
  read: (params) => ({
    uri: requiredName(params, 'uri', 'resource uri'),
    isRetry: params.inputResponses !== undefined || params.requestState !== undefined,
  }),
  operation: ({ uri }) => ({ method: 'resources/read', uri }),
  run: async ({ uri, isRetry }, { context }, { runtime }) => ({
    result: await runtime.readResource(uri, context),
    policy: isRetry ? DO_NOT_KEEP : await runtime.cachePolicy('resources/read', uri, context),
  }),
  render: ({ result: { contents, _meta }, policy }, { renderer }) => renderer.cacheable({ contents }, policy, _meta),
};

/** The methods of server/resources. */
export const resourceMethods: MethodTable = {
  'resources/list': listMethod({
    name: 'resources/list',
    facet: 'resources',
    member: 'resources',
    page: (runtime, cursor, context) => runtime.listResources(cursor, context),
  }),
  'resources/templates/list': listMethod({
    name: 'resources/templates/list',
    facet: 'resources',
    member: 'resourceTemplates',
    page: (runtime, cursor, context) => runtime.listResourceTemplates(cursor, context),
  }),
  'resources/read': readResource,
};
