import { checkOptions, OptionError, type ServerHandler } from '@polyspec/core';
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginCallback,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptions,
} from 'fastify';
import { readBytes } from './body.js';
import { CORS, isPreflight } from './cors.js';
import { answer, Endpoint, isPromise } from './endpoint.js';
import type { HttpExchange } from './exchange.js';
import { FastifyCall } from './fastify-call.js';
import { withoutSlash } from './guard-routes.js';
import { serveNodeRequest } from './node-body.js';
import { type HttpEndpointOptions, httpEndpointOptions, pathOption } from './options.js';
import { bodyTooLarge, type Refusal, refusal, wrongContentType } from './refusal.js';
import { endpointSettings } from './settings.js';

/** Options of `mcpPlugin`. */
export interface McpPluginOptions extends HttpEndpointOptions {
  /** The server to mount, from `createHandler`. */
  readonly handler: ServerHandler;
  /** The path of the endpoint. Default `/mcp`. */
  readonly path?: string;
}

/** What Fastify puts among the options of a plugin. */
const FASTIFY_OPTIONS = new Set(['prefix', 'logLevel', 'logSerializers']);

/**
 * Mounts an MCP endpoint in a Fastify instance of your own, as often as you like at different paths. It is encapsulated: your
 * routes, body parsers and error handler stay as they are, and your hooks run for it too.
 *
 * The handler stays yours: close it when your server closes, in a `preClose` hook, so that its streams end in order.
 *
 * @throws OptionError for a wrong option
 * @example
 * const app = fastify();
 * const handler = await createHandler('calculator', application, { spec: spec20260728 });
 * await app.register(mcpPlugin, { handler, path: '/mcp' });
 * app.addHook('preClose', () => handler.close(1000));
 */
export const mcpPlugin: FastifyPluginCallback<McpPluginOptions> = (scope, options, done) => {
  const { handler, ...given } = options;
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => !FASTIFY_OPTIONS.has(name)));
  checkOptions(own, httpEndpointOptions, pathOption);
  const { path, ...endpointOptions } = own as Omit<McpPluginOptions, 'handler'>;
  const endpoint = new Endpoint(handler, endpointSettings(endpointOptions), handler.logger);
  mountEndpoint(scope, endpoint, path ?? '/mcp', { graceMs: () => handler.graceMs, direct: false }).then(
    () => done(),
    done,
  );
};

/** How an endpoint is mounted. */
interface Mounting {
  /** How long running calls may go on when the instance closes, in milliseconds. */
  readonly graceMs: () => number;
  /**
   * Whether bodies are read and answered in the first hook, past the rest of Fastify's life cycle: a sixth of a call's time.
   * Only where no host has hooks or parsers to be passed.
   */
  readonly direct: boolean;
}

/** Makes the routes of an endpoint in an encapsulated instance. */
export async function mountEndpoint(
  scope: FastifyInstance,
  endpoint: Endpoint,
  path: string,
  { graceMs, direct }: Mounting,
): Promise<void> {
  scope.decorateRequest(STATE, null);
  scope.addHook('preClose', () => endpoint.close(graceMs()));
  takeRawBodies(scope, endpoint);
  scope.setErrorHandler((error: FastifyError, _request, reply) => answerBodyError(error, reply, endpoint));
  if (endpoint.settings.cors) await addCors(scope, endpoint);
  else scope.addHook('onRequest', (request, reply, next) => void (screened(request, reply, endpoint) && next()));
  for (const url of new Set([path, path.endsWith('/') ? path : `${path}/`])) {
    if (scope.hasRoute({ method: 'POST', url: `${scope.prefix}${url}` })) continue;
    scope.route({
      method: scope.supportedMethods as 'POST'[],
      url,
      exposeHeadRoute: false,
      bodyLimit: endpoint.settings.bodyLimit,
      onRequest: (request, _reply, next) => {
        admit(request, endpoint, (state, exchange) => {
          state.exchange = exchange;
          if (direct) serveNodeRequest(exchange, request.raw, endpoint);
          else next();
        });
      },
      handler: (request) => serve(request, endpoint),
    });
  }
  addGuardRoutes(scope, endpoint);
}

/** What is known of a request between two hooks. */
interface State {
  readonly call: FastifyCall;
  exchange?: HttpExchange;
}

const STATE: unique symbol = Symbol('polyspec');

type Stateful = FastifyRequest & { [STATE]: State | null };

function screened(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): boolean {
  const call = new FastifyCall(request, reply, endpoint);
  (request as Stateful)[STATE] = { call };
  return endpoint.screen(call);
}

function admit(
  request: FastifyRequest,
  endpoint: Endpoint,
  goOn: (state: State, exchange: HttpExchange) => void,
): void {
  const state = (request as Stateful)[STATE];
  if (state === null) return;
  const admitted = endpoint.admit(state.call);
  if (isPromise(admitted)) void admitted.then((exchange) => exchange && goOn(state, exchange));
  else if (admitted !== undefined) goOn(state, admitted);
}

function serve(request: FastifyRequest, endpoint: Endpoint): void {
  const exchange = (request as Stateful)[STATE]?.exchange;
  if (exchange === undefined) return;
  if (exchange.method === 'POST') endpoint.receive(exchange, exchange.body ?? { value: request.body });
  else endpoint.open(exchange);
}

/** The endpoint reads bodies by itself, whatever parsers the host has; the host's hooks see the parsed message. */
function takeRawBodies(scope: FastifyInstance, { settings }: Endpoint): void {
  scope.removeAllContentTypeParsers();
  for (const type of ['application/json', '*']) {
    scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: settings.bodyLimit }, (request, bytes, done) => {
      const exchange = (request as Stateful)[STATE]?.exchange;
      if (exchange?.method !== 'POST') return done(null, undefined);
      const body = readBytes(bytes as Buffer);
      // A bad body is answered by the route, after the host's own hooks, and does not cost the connection.
      if ('refused' in body) exchange.body = body;
      done(null, 'value' in body ? body.value : undefined);
    });
  }
}

/** Turns Fastify's errors about bodies into answers of this endpoint; others belong to the host. */
function answerBodyError(error: FastifyError, reply: FastifyReply, { settings }: Endpoint): void {
  const known: Readonly<Record<string, () => Refusal>> = {
    FST_ERR_CTP_BODY_TOO_LARGE: () => bodyTooLarge(settings.bodyLimit),
    FST_ERR_CTP_INVALID_MEDIA_TYPE: () => wrongContentType(reply.request.headers['content-type']),
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => refusal(400, 'The body is shorter or longer than its Content-Length'),
  };
  const refused = known[error.code]?.();
  const call = (reply.request as Stateful)[STATE]?.call;
  if (refused === undefined || call === undefined) throw error;
  answer(call, refused);
}

/**
 * CORS by `@fastify/cors`, after the check of the origin and before everything else. That plugin wants to answer OPTIONS of
 * all paths and to be there once: so it is given an instance where its route is dropped (the endpoint has its own, and the
 * answer is given in a hook) and where its decorator may exist already, because the host uses the plugin for its own routes.
 */
async function addCors(scope: FastifyInstance, endpoint: Endpoint): Promise<void> {
  const { default: cors } = await import('@fastify/cors');
  scope.addHook('onRequest', (request, reply, next) => {
    if (!screened(request, reply, endpoint)) return;
    const call = (request as Stateful)[STATE]?.call;
    // For that plugin every OPTIONS is a preflight.
    if (request.method === 'OPTIONS' && call !== undefined && !isPreflight(call)) void endpoint.admit(call);
    else next();
  });
  const instance: FastifyInstance = Object.create(scope, {
    options: { value: () => instance },
    decorateRequest: {
      value: (name: string, value: unknown) =>
        scope.hasRequestDecorator(name) ? instance : scope.decorateRequest(name, value),
    },
  });
  const options = {
    origin: (origin: string | undefined, done: (err: Error | null, allowed: boolean) => void) =>
      done(null, origin !== undefined),
    methods: [...CORS.methods],
    exposedHeaders: [...CORS.exposedHeaders],
    maxAge: CORS.maxAge,
  };
  await new Promise<void>((resolve, reject) => {
    cors(instance, options, (err) => (err === undefined ? resolve() : reject(err)));
  });
}

/** What a guard serves beside the endpoint: at exact paths, which a prefix would move. */
function addGuardRoutes(scope: FastifyInstance, { settings }: Endpoint): void {
  const routes = settings.guard?.routes ?? [];
  if (routes.length > 0 && scope.prefix !== '') {
    throw new OptionError(
      'prefix',
      `A guard with routes can't be mounted under the prefix ${scope.prefix}; give the whole path as 'path'`,
    );
  }
  for (const { path, status, headers, body } of routes) {
    if (scope.hasRoute({ method: 'GET', url: path })) continue;
    const plain: RouteShorthandOptions = { exposeHeadRoute: false };
    scope.get(path, plain, (_request, reply) => {
      reply
        .code(status)
        .headers(headers as Record<string, string>)
        .serializer(String)
        .send(body);
    });
    // A browser asks first, as it sends MCP-Protocol-Version along; @fastify/cors has answered by then.
    if (settings.cors) scope.options(withoutSlash(path), plain, (_request, reply) => reply.code(404).send());
  }
}
