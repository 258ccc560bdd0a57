import { METHODS } from 'node:http';
import {
  ErrorCode,
  type RunningTransport,
  type SpecHandler,
  type TransportHost,
  type TransportProtocol,
} from '@polyspec/core';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { bindOf } from './bind.js';
import { Connections, FLUSH_MS } from './connections.js';
import { Endpoint } from './endpoint.js';
import { callOf } from './fastify-call.js';
import { mountEndpoint } from './mount.js';
import { answerNotFound } from './not-found.js';
import { longestTimeout, SETTLE_MS } from './open-exchanges.js';
import { type HttpOptions, httpOptions } from './options.js';
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
  const { host: address = '127.0.0.1', port = 8080, path = '/mcp', serverOptions = {}, ...endpointOptions } = options;
  const bind = await bindOf(address);
  const endpoint = new Endpoint(handler, endpointSettings(endpointOptions, bind), host.logger);
  const { fastify } = await import('fastify');
  const app = fastify({
    bodyLimit: endpoint.settings.bodyLimit,
    ...FASTIFY_DEFAULTS,
    ...serverOptions,
  } as FastifyServerOptions);
  let graceMs = host.graceMs;
  const connections = Connections.of(app.server);
  app.addHook('preClose', () => endExchanges(handler, endpoint, connections, graceMs));
  answerOthers(app, endpoint);
  // Also those that Fastify does not route by itself are answered by the endpoint: 405 at its path, 404 elsewhere.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  await app.register((scope) => mountEndpoint(scope, endpoint, path, { direct: true }));
  await listen(app, address, port);
  if (!bind.loopback && options.guard === undefined) {
    host.logger.warn(
      { host: address, port: portOf(app) },
      'MCP is reachable from other machines without authentication: bind to 127.0.0.1 or give a guard',
    );
  }
  let closing: Promise<void> | undefined;
  const close = (grace: number): Promise<void> => {
    graceMs = grace;
    closing ??= closeServer(app, connections, grace);
    return closing;
  };
  const closed = new Promise<void>((resolve) => app.server.once('close', resolve));
  return { address: addressOf(app, address, path), closed, close };
}

/** What is not for the endpoint: other paths, whatever body is sent there, and what fails in Fastify. */
function answerOthers(app: FastifyInstance, endpoint: Endpoint): void {
  const notFound = (request: FastifyRequest, reply: FastifyReply): void => {
    answerNotFound(callOf(request, reply, endpoint), endpoint.settings);
  };
  app.removeAllContentTypeParsers();
  app.setNotFoundHandler(notFound);
  app.setErrorHandler((err, request, reply) => {
    if (request.is404) return notFound(request, reply);
    endpoint.complain(err, 'A request could not be handled');
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
  const scheme = 'setSecureContext' in app.server ? 'https' : 'http';
  return `${scheme}://${bind.includes(':') ? `[${bind}]` : bind}:${portOf(app)}${path}`;
}

function portOf(app: FastifyInstance): number {
  const bound = app.server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}

/** Lets the spec end its streams in order, gives running calls their time, and lets the last answers leave. */
async function endExchanges(
  handler: SpecHandler,
  endpoint: Endpoint,
  connections: Connections,
  graceMs: number,
): Promise<void> {
  endpoint.closing = true;
  const end = performance.now() + graceMs;
  const left = (): number => Math.max(0, end - performance.now());
  try {
    await within(graceMs, handler.close(graceMs));
  } catch (err) {
    endpoint.complain(err, 'The server could not be closed in order');
  }
  await endpoint.close(left());
  await connections.flushed(left() + FLUSH_MS);
}

/** Waits for what may never come, for at most this time, in milliseconds. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestTimeout(ms));
  });
  await Promise.race([work, timeUp]).finally(() => clearTimeout(timer));
}

/** How often connections that have become idle are looked for while the server closes. */
const SWEEP_MS = 20;

async function closeServer(app: FastifyInstance, connections: Connections, graceMs: number): Promise<void> {
  // A connection whose last answer is on its way is not idle yet when Fastify looks, and would be kept for minutes.
  const sweep = setInterval(() => connections.closeIdle(), SWEEP_MS);
  const force = setTimeout(() => connections.destroy(), longestTimeout(graceMs + SETTLE_MS + FLUSH_MS));
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(force);
  }
}
