import {
  type ClientCapabilities,
  type ClientFacts,
  type Features,
  frozen,
  type Implementation,
  type JsonObject,
} from '@polyspec/core';
import type { Method } from './method.js';
import { optionalObject, requiredString } from './params.js';
import type { Wire, Wires } from './wire.js';

interface InitializeParams {
  readonly protocolVersion: string;
  readonly client: ClientFacts;
}

/**
 * `initialize` (basic/lifecycle#initialization): the client says who it is, and both agree on a revision.
 *
 * The revision asked for is answered where it is served, otherwise the newest one with a handshake (YL-03, YL-04).
 */
export const initialize: Method<InitializeParams, Wire> = {
  read: (params) => ({
    protocolVersion: requiredString(params, 'protocolVersion'),
    // Shown to the handlers of all its later requests.
    client: frozen(clientOf(optionalObject(params, 'clientInfo'), optionalObject(params, 'capabilities'))),
  }),
  operation: () => ({ method: 'initialize' }),
  run: ({ protocolVersion, client }, call, { wires, conversations }) => {
    const wire = negotiate(wires, protocolVersion);
    conversations.open(call.exchange, wire, client);
    return wire;
  },
  render: (wire, _params, call, { runtime, conversations }) => ({
    protocolVersion: wire.revision,
    capabilities: capabilities(runtime.features, conversations.remembers(call.exchange)),
    serverInfo: wire.serverInfo(runtime.server),
    instructions: runtime.server.instructions || undefined,
  }),
};

/** The revision asked for, else the newest. */
function negotiate(wires: Wires, requested: string): Wire {
  return wires.find((wire) => wire.revision === requested) ?? wires[0];
}

/** The name is for display and logs only, so one that is not well-formed is left out instead of refused. */
function clientOf(info: JsonObject, capabilities: JsonObject): ClientFacts {
  const declared = capabilities as ClientCapabilities;
  if (typeof info.name !== 'string' || typeof info.version !== 'string') return { capabilities: declared };
  return { info: info as JsonObject & Implementation, capabilities: declared };
}

/** The extension that ties tools to pages (MCP Apps), and the only kind of page that it has. */
const UI = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };

/**
 * What the server can do (basic/lifecycle#capability-negotiation). `elicitation` is not among it: that is for a client to
 * declare.
 *
 * @param remembers whether a log level would be remembered
 */
function capabilities(features: Features, remembers: boolean): JsonObject {
  return {
    ...(features.tools && { tools: {} }),
    ...(features.prompts && { prompts: {} }),
    ...(features.resources && { resources: {} }),
    ...(features.completions && { completions: {} }),
    ...(remembers && { logging: {} }),
    ...(features.ui && { extensions: UI }),
  };
}
