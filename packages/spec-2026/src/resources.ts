import { type CachePolicy, InterimResult, type ResourceResult } from '@polyspec/core';
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

/** What reading gives: contents with their cache hints; or what is needed first, which must not have any. */
type Reading = HintedContents | InterimResult;

/** The result of a retry must not be kept, but has to carry the fields all the same (ambiguity Q-03). */
const DO_NOT_KEEP: CachePolicy = { ttlMs: 0, scope: 'private' };

/** `resources/read` (server/resources#reading-resources). */
const readResource: Method<ReadRequest, Reading> = {
  facet: 'resources',
  mirrored: 'uri',
  mayAsk: true,
  cacheable: true,
  read: (params) => ({
    uri: requiredName(params, 'uri', 'resource uri'),
    isRetry: params.inputResponses !== undefined || params.requestState !== undefined,
  }),
  operation: ({ uri }) => ({ method: 'resources/read', uri }),
  run: async ({ uri, isRetry }, { context }, { runtime }) => {
    const result = await runtime.readResource(uri, context);
    if (result instanceof InterimResult) return result;
    return { result, policy: isRetry ? DO_NOT_KEEP : await runtime.cachePolicy('resources/read', uri, context) };
  },
  render: (reading, { renderer }) => {
    if (reading instanceof InterimResult) return renderer.inputRequired(reading);
    const { result, policy } = reading;
    return renderer.cacheable({ contents: result.contents }, policy, result._meta);
  },
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
