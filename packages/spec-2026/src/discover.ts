import { type CachePolicy, extensionSettings, type JsonObject, type Runtime } from '@polyspec/core';
import type { Facet, Method, MethodTable } from './method.js';

/** What is advertised of each facet where clients can listen to its changes. */
const CAPABILITIES: Readonly<Record<Facet, JsonObject>> = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  completions: {},
};

/** The MCP Apps extension: what kind of pages the server has. */
const UI = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };

/**
 * What a server offers (schema `ServerCapabilities`). Log messages are always there for clients that ask for them.
 *
 * @param listens whether clients can listen to changes
 */
export function capabilitiesOf(
  { features, extensions }: Pick<Runtime, 'features' | 'extensions'>,
  listens: boolean,
): JsonObject {
  const offered = Object.entries(CAPABILITIES).filter(([facet]) => features[facet as Facet]);
  const known = { ...(features.ui && UI), ...extensionSettings(extensions) };
  return {
    ...Object.fromEntries(offered.map(([facet, flags]) => [facet, listens ? flags : {}])),
    logging: {},
    ...(Object.keys(known).length > 0 && { extensions: known }),
  };
}

/**
 * `server/discover` (server/discover): the revisions, the capabilities and the instructions. No other method depends on
 * its having been called.
 */
const discover: Method<undefined, CachePolicy> = {
  cacheable: true,
  read: () => undefined,
  operation: () => ({ method: 'server/discover' }),
  run: (_params, { context }, { runtime }) => runtime.cachePolicy('server/discover', undefined, context),
  render: (policy, { runtime, served, renderer, listens }) => {
    const { instructions } = runtime.server;
    return renderer.cacheable(
      {
        supportedVersions: served,
        capabilities: capabilitiesOf(runtime, listens),
        ...(instructions !== undefined && instructions !== '' && { instructions }),
      },
      policy,
    );
  },
};

/** The method of server/discover. */
export const discoverMethods: MethodTable = { 'server/discover': discover };
