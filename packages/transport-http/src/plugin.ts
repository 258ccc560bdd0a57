import { checkOptions, type ServerHandler } from '@polyspec/core';
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import { Connections, FLUSH_MS } from './connections.js';
import { hostedEndpoint } from './hosted-endpoint.js';
import { mountEndpoint } from './mount.js';
import { type HttpEndpointOptions, httpEndpointOptions, pathOption } from './options.js';

/** Options of `mcpPlugin`. */
export interface McpPluginOptions extends HttpEndpointOptions {
  /** The server to mount, from `createHandler`. */
  readonly handler: ServerHandler;
  /** The path of the endpoint. Default `/mcp`. */
  readonly path?: string | undefined;
}

/** What Fastify puts among the options of a plugin. */
const FASTIFY_OPTIONS = new Set(['prefix', 'logLevel', 'logSerializers']);

/**
 * Mounts an MCP endpoint in a Fastify instance of your own, as often as you like at different paths. It is encapsulated: your
 * routes, body parsers and error handler stay as they are, and your hooks run for it too.
 *
 * The handler stays yours: close it when your server closes, in a `preClose` hook, so that its streams end in order. The
 * endpoint ends with the one or the other.
 *
 * @throws OptionError for a wrong option, and where there is a route at the path already
 * @example
 * const app = fastify({ forceCloseConnections: true });
 * const handler = await createHandler('calculator', application, { spec: spec20260728 });
 * await app.register(mcpPlugin, { handler, path: '/mcp' });
 * app.addHook('preClose', () => handler.close(handler.graceMs));
 */
export const mcpPlugin: FastifyPluginCallback<McpPluginOptions> = (scope, options, done) => {
  mount(scope, options).then(() => done(), done);
};

async function mount(scope: FastifyInstance, { handler, ...given }: McpPluginOptions): Promise<void> {
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => !FASTIFY_OPTIONS.has(name)));
  checkOptions(own, httpEndpointOptions, pathOption);
  const { path = '/mcp', ...options } = own as Omit<McpPluginOptions, 'handler'>;
  const endpoint = hostedEndpoint(handler, options);
  await mountEndpoint(scope, endpoint, path, { direct: false });
  const connections = Connections.of(scope.server);
  scope.addHook('preClose', async () => {
    await endpoint.close(handler.graceMs);
    await connections.flushed(FLUSH_MS);
  });
}
