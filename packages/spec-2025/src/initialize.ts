import {
  after,
  type ClientCapabilities,
  type ClientFacts,
  extensionSettings,
  frozen,
  type Implementation,
  type JsonObject,
  type Runtime,
} from '@polyspec/core';
import { clientUnder } from './conversation.js';
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
    client: clientOf(optionalObject(params, 'clientInfo'), optionalObject(params, 'capabilities')),
  }),
  operation: () => ({ method: 'initialize' }),
  run: ({ protocolVersion, client }, call, { wires, clients }) => {
    const wire = negotiate(wires, protocolVersion);
    // Shown to the handlers of all its later requests.
    const known = frozen(clientUnder(wire, client));
    return after(clients.open(call, wire, known), () => wire);
  },
  render: (wire, _params, call, { runtime, clients }) => ({
    protocolVersion: wire.revision,
    capabilities: capabilities(runtime, clients.remembers(call.exchange)),
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
 * declare. `extensions` is not in the schemas, but the list is open (QL-33).
 *
 * @param remembers whether the client will be known when something changes. One that is not can't be told, and its log level and
 *   its subscriptions would be forgotten (ambiguity Q-61)
 */
function capabilities({ features, extensions }: Runtime, remembers: boolean): JsonObject {
  const known = { ...(features.ui && UI), ...extensionSettings(extensions) };
  return {
    ...(features.tools && { tools: remembers ? { listChanged: true } : {} }),
    ...(features.prompts && { prompts: remembers ? { listChanged: true } : {} }),
    ...(features.resources && { resources: remembers ? { subscribe: true, listChanged: true } : {} }),
    ...(features.completions && { completions: {} }),
    ...(remembers && { logging: {} }),
    ...(Object.keys(known).length > 0 && { extensions: known }),
  };
}
