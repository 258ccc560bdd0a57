import {
  ClientRequests,
  createSealer,
  type Features,
  InFlight,
  MemoryBus,
  RequestContext,
  type Runtime,
  type ServerFacts,
  silentLogger,
} from '@polyspec/core';

/** A runtime that offers everything and has nothing; tests replace the parts that they are about. */
export function fakeRuntime(parts: Partial<Runtime> = {}): Runtime {
  return {
    server: SERVER,
    features: ALL_FEATURES,
    logger: silentLogger,
    bus: new MemoryBus(silentLogger),
    inFlight: new InFlight(),
    clientRequests: new ClientRequests(),
    sealer: createSealer(),
    extensions: [],
    context: (facts) => new RequestContext(facts, () => undefined),
    notify: () => undefined,
    listen: () => () => undefined,
    listTools: () => ({ items: [] }),
    callTool: () => ({ content: [] }),
    findTool: () => undefined,
    listPrompts: () => ({ items: [] }),
    getPrompt: () => ({ messages: [] }),
    listResources: () => ({ items: [] }),
    listResourceTemplates: () => ({ items: [] }),
    readResource: () => ({ contents: [] }),
    complete: () => ({ values: [] }),
    cachePolicy: () => ({ ttlMs: 0, scope: 'private' }),
    errorText: (thrown, doing) => `${doing}: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    ...parts,
  };
}

/** A server that set nothing but what it must. */
export const SERVER: ServerFacts = { name: 'test-server', version: '1.2.3', instructions: undefined };

/** A server with every facet but the Apps extension. */
export const ALL_FEATURES: Features = {
  tools: true,
  prompts: true,
  resources: true,
  completions: true,
  elicitation: false,
  ui: false,
};
