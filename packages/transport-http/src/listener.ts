import {
  ErrorCode,
  type Logger,
  type RunningTransport,
  type SpecHandler,
  type TransportHost,
  type TransportProtocol,
} from '@polyspec/core';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { Connections } from './connections.js';
import { Endpoint } from './endpoint.js';
import { mountEndpoint } from './mount.js';
import { type HttpOptions, httpOptions } from './options.js';
import { isLoopbackAddress } from './origin.js';
import { refusal } from './refusal.js';
import { endpointSettings } from './settings.js';

/**
 * The Streamable HTTP transport: one endpoint on a Fastify server of its own.
 *
 * By default it listens on `127.0.0.1:8080`, at `/mcp`, for clients of this machine only.
 *
 * @example
 * const server = await connect('calculator', application, { spec, transport: streamableHttp, port: 3000 });
 * console.error(server.address); // http://127.0.0.1:3000/mcp
 */
export const streamableHttp: TransportProtocol<HttpOptions> = {
  name: 'streamable-http',
  local: false,
  options: httpOptions,
  start,
};

/** What Fastify leaves open: a client that never finishes its request, and long paths. */
const FASTIFY_DEFAULTS: FastifyServerOptions = {
  requestTimeout: 60_000,
  routerOptions: { maxParamLength: 500 },
  // Connections are closed by `closeServer`: streams end first, then idle connections, after the grace period all.
  forceCloseConnections: false,
};

async function start(handler: SpecHandler, options: HttpOptions, host: TransportHost): Promise<RunningTransport> {
  const { host: bind = '127.0.0.1', port = 8080, path = '/mcp', serverOptions = {}, ...endpointOptions } = options;
  const endpoint = new Endpoint(handler, endpointSettings(endpointOptions, isLoopbackAddress(bind)), host.logger);
  if (!isLoopbackAddress(bind) && options.guard === undefined) {
    host.logger.warn(
      { host: bind, port },
      'MCP is reachable from other machines without authentication: bind to 127.0.0.1 or give a guard',
    );
  }
  const { fastify } = await import('fastify');
  const app = fastify({
    bodyLimit: endpoint.settings.bodyLimit,
    ...FASTIFY_DEFAULTS,
    ...serverOptions,
  } as FastifyServerOptions);
  let graceMs = host.graceMs;
  // Before the hook of the endpoint: the spec ends its streams in order, and calls get their time.
  app.addHook('preClose', () => {
    endpoint.closing = true;
    return handler.close(graceMs);
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('Not Found'));
  answerErrors(app, host.logger);
  await app.register((scope) => mountEndpoint(scope, endpoint, path, { graceMs: () => 0, direct: true }));
  const connections = new Connections(app.server);
  await listen(app, bind, port);
  let closing: Promise<void> | undefined;
  const close = (grace: number): Promise<void> => {
    graceMs = grace;
    closing ??= closeServer(app, connections, grace);
    return closing;
  };
  const closed = new Promise<void>((resolve) => app.server.once('close', resolve));
  return { address: addressOf(app, bind, path), closed, close };
}

function answerErrors(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler((err, _request, reply) => {
    logger.error({ err }, 'A request could not be handled');
    const { status, body } = refusal(500, 'Internal error', ErrorCode.InternalError);
    reply.code(status).type('application/json').send(body);
  });
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: () => '' });
  } catch (thrown) {
    await app.close();
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
    const why = REASONS[code ?? ''];
    if (why === undefined) throw thrown;
    throw Object.assign(new Error(`Can't listen on port ${port} of ${host}: ${why}`, { cause: thrown }), { code });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is taken by another program; choose another port, or 0 for a free one',
  EACCES: 'this user may not; choose a port from 1024 on',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host name',
};

function addressOf(app: FastifyInstance, bind: string, path: string): string {
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const scheme = 'setSecureContext' in app.server ? 'https' : 'http';
  return `${scheme}://${bind.includes(':') ? `[${bind}]` : bind}:${port}${path}`;
}

/** How often connections that have become idle are looked for while the server closes, and the time for last answers to leave. */
const SWEEP_MS = 20;
const FLUSH_MS = 100;

async function closeServer(app: FastifyInstance, connections: Connections, graceMs: number): Promise<void> {
  // A connection whose last answer is on its way is not idle yet when Fastify looks, and would be kept for minutes.
  const sweep = setInterval(() => connections.closeIdle(), SWEEP_MS);
  const force = setTimeout(() => connections.destroy(), graceMs + FLUSH_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(force);
  }
}
