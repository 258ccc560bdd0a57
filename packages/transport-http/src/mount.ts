import { OptionError } from '@polyspec/core';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { readBytes } from './body.js';
import { refusedCoding } from './checks.js';
import { answer, type Endpoint } from './endpoint.js';
import { STATE, screened, stateOf } from './fastify-call.js';
import { addCors } from './fastify-cors.js';
import { serveNodeRequest } from './node-body.js';
import { bodyTooLarge, type Refusal, refusal, wrongContentType } from './refusal.js';
import { routePath } from './route-path.js';

/** How an endpoint is mounted. */
interface Mounting {
  /**
   * Whether bodies are read and answered in the first hook, past the rest of Fastify's life cycle: a sixth of a call's time.
   * Only where no host has hooks or parsers to be passed.
   */
  readonly direct: boolean;
}

/**
 * Makes the routes of an endpoint in an encapsulated instance. To close it is for the caller.
 *
 * @throws OptionError if there is a route at its path already
 */
export async function mountEndpoint(
  scope: FastifyInstance,
  endpoint: Endpoint,
  path: string,
  { direct }: Mounting,
): Promise<void> {
  scope.decorateRequest(STATE, null);
  takeRawBodies(scope, endpoint);
  scope.setErrorHandler((error: FastifyError, _request, reply) => answerBodyError(error, reply, endpoint));
  if (endpoint.settings.cors) await addCors(scope, endpoint);
  else scope.addHook('onRequest', (request, reply, next) => void (screened(request, reply, endpoint) && next()));
  routePath(scope, path, (url, methods) => {
    scope.route({
      method: [...methods] as 'POST'[],
      url,
      exposeHeadRoute: false,
      bodyLimit: endpoint.settings.bodyLimit,
      onRequest: (request, _reply, next) => {
        const state = stateOf(request);
        if (state === null) return;
        endpoint.admit(state.call, (exchange) => {
          state.exchange = exchange;
          if (direct) serveNodeRequest(exchange, request.raw, endpoint);
          else next();
        });
      },
      preParsing: (request, _reply, payload, next) => {
        const exchange = stateOf(request)?.exchange;
        // A hook of the host that undoes the coding leaves its name in the header, and gives another stream.
        const refused = exchange?.method === 'POST' && payload === request.raw ? refusedCoding(exchange) : undefined;
        if (refused === undefined) next(null, payload);
        else exchange?.refuse(refused);
      },
      handler: (request) => serve(request, endpoint),
    });
  });
  addGuardRoutes(scope, endpoint);
}

function serve(request: FastifyRequest, endpoint: Endpoint): void {
  const exchange = stateOf(request)?.exchange;
  if (exchange === undefined) return;
  if (exchange.method === 'POST')
    endpoint.receive(exchange, exchange.body ?? { value: request.body, isSuspicious: true });
  else endpoint.open(exchange);
}

/** The endpoint reads bodies by itself, whatever parsers the host has; the host's hooks see the parsed message. */
function takeRawBodies(scope: FastifyInstance, { settings }: Endpoint): void {
  scope.removeAllContentTypeParsers();
  for (const type of ['application/json', '*']) {
    scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: settings.bodyLimit }, (request, bytes, done) => {
      const exchange = stateOf(request)?.exchange;
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
  const call = stateOf(reply.request)?.call;
  if (refused === undefined || call === undefined) throw error;
  answer(call, refused);
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
    if (settings.cors) scope.options(path, plain, (_request, reply) => reply.code(404).send());
  }
}
