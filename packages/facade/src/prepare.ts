import {
  type Application,
  createHandler,
  optionsIn,
  type ServerControl,
  type ServerHandler,
  type ServerOptions,
  serverOptions,
} from '@polyspec/core';
import type { FetchHandler, mcpPlugin as McpPlugin, NodeHandler } from '@polyspec/transport-http';
import { type HttpEndpointOptions, httpEndpointOptions, pathOption } from '@polyspec/transport-http/options';
import { checkArguments } from './arguments.js';
import { checkPrepareOptions, type PrepareOptions } from './options.js';
import { chooseSpec } from './spec-choice.js';

/** A Fastify instance, as a plugin gets it. */
type FastifyScope = Parameters<typeof McpPlugin>[0];

/** A server without a listener, to be mounted in a host of your own. All mounts are the same server. */
export interface PreparedServer extends ServerControl {
  /** What takes messages, for a transport of your own. */
  readonly handler: ServerHandler;
  /** A plugin to `register` with Fastify. Closing the Fastify instance closes the server, so that its streams end in order. */
  fastifyPlugin(): (scope: FastifyScope) => Promise<void>;
  /** A handler for any Node server: `node:http`, Express, Connect and their kin. */
  nodeHandler(): NodeHandler;
  /** A handler for `fetch`-style servers: a `Request` in, a `Response` out. */
  fetchHandler(): FetchHandler;
  /**
   * Ends streams, lets running requests finish for at most `graceMs`, and ends; requests that come later are answered with 503.
   * Close before your own server. Safe to call twice.
   */
  close(): Promise<void>;
}

/**
 * Prepares a server to be mounted in an HTTP server of your own, beside its other routes. The process and its signals stay
 * yours.
 *
 * @param name the server's name on the wire
 * @param options those of the server and of an HTTP endpoint, and `spec`; where to listen is for the host to say
 * @throws OptionError, ApplicationError, SchemaError, UriTemplateError
 * @example
 * const mcp = await prepare('calculator', calculator, { spec: 'all' });
 * await fastify.register(mcp.fastifyPlugin());      // at /mcp, or at the option `path`
 * express.all('/mcp', mcp.nodeHandler());
 * hono.all('/mcp', (c) => mcp.fetchHandler()(c.req.raw));
 */
export async function prepare(
  name: string,
  application: Application,
  options: PrepareOptions = {},
): Promise<PreparedServer> {
  checkArguments('prepare', name, application);
  checkPrepareOptions(options);
  const { spec, ...given } = options;
  const { fetchHandler, mcpPlugin, nodeHandler } = await import('@polyspec/transport-http');
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const chosen = chooseSpec(spec);
  const own: ServerOptions = optionsIn({ ...serverOptions, ...chosen.options }, present);
  const endpoint: HttpEndpointOptions = optionsIn({ ...httpEndpointOptions, ...pathOption }, present);
  const handler = await createHandler<object>(name, application, { precompile: true, ...own, spec: chosen });
  const close = (): Promise<void> => handler.close(handler.graceMs);
  return {
    name: handler.name,
    handler,
    notify: (event) => handler.notify(event),
    tools: handler.tools,
    prompts: handler.prompts,
    resources: handler.resources,
    resourceTemplates: handler.resourceTemplates,
    fastifyPlugin: () => async (scope) => {
      scope.addHook('preClose', close);
      await scope.register(mcpPlugin, { ...endpoint, handler });
    },
    nodeHandler: () => nodeHandler(handler, endpoint),
    fetchHandler: () => fetchHandler(handler, endpoint),
    close,
  };
}
