import type { CachePolicy, Features, JsonObject } from '@polyspec/core';
import type { Facet, Method, MethodTable } from './method.js';

/** What is advertised of each facet: the flags stand here once their notifications are sent. */
const CAPABILITIES: Readonly<Record<Facet, JsonObject>> = {
  tools: {},
  prompts: {},
  resources: {},
  completions: {},
};

/** The MCP Apps extension: what kind of pages the server has. */
const UI = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };

/** What a server offers (schema `ServerCapabilities`). Log messages are always there for clients that ask for them. */
export function capabilitiesOf(features: Features): JsonObject {
  const offered = Object.entries(CAPABILITIES).filter(([facet]) => features[facet as Facet]);
  return { ...Object.fromEntries(offered), logging: {}, ...(features.ui && { extensions: UI }) };
}

/**
 * `server/discover` (server/discover): the revisions, the capabilities and the instructions. No other method depends on
 * its having been called.
 */
const discover: Method<undefined, CachePolicy> = {
  read: () => undefined,
  operation: () => ({ method: 'server/discover' }),
  run: (_params, { context }, { runtime }) => runtime.cachePolicy('server/discover', undefined, context),
  render: (policy, { runtime, served, renderer }) => {
    const { instructions } = runtime.server;
    return renderer.cacheable(
      {
        supportedVersions: served,
        capabilities: capabilitiesOf(runtime.features),
        ...(instructions !== undefined && instructions !== '' && { instructions }),
      },
      policy,
    );
  },
};

/** The method of server/discover. */
export const discoverMethods: MethodTable = { 'server/discover': discover };
