import type { HeaderMap } from '@polyspec/core';
import type { HttpCall, RequestFacts } from './call.js';
import type { EndpointSettings } from './settings.js';

/**
 * What browsers of other origins may do (ambiguity Q-29). These names are all there is to it: the Fastify plugin gives them
 * to `@fastify/cors`, the other hosts get the same header fields from `corsHeaders` and `preflightHeaders`.
 *
 * Which origins may call is not decided here: `checks.ts` has refused the others before.
 */
export const CORS = {
  methods: ['GET', 'POST', 'DELETE'],
  exposedHeaders: ['Mcp-Session-Id', 'WWW-Authenticate', 'MCP-Protocol-Version', 'DPoP-Nonce'],
  /** How long a browser may keep the answer to a preflight, in seconds. */
  maxAge: 7200,
} as const;

/** Whether a request only asks whether another one would be allowed. */
export function isPreflight(request: RequestFacts): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.header('origin') !== undefined &&
    request.header('access-control-request-method') !== undefined
  );
}

/**
 * Does CORS for a call whose origin was allowed, in hosts without a plugin of their own for it.
 *
 * @returns whether the call was a preflight, and is answered
 */
export function answerCors(call: HttpCall, { cors }: EndpointSettings): boolean {
  if (!cors) return false;
  call.addHeaders(corsHeaders(call));
  if (!isPreflight(call)) return false;
  call.answer(204, preflightHeaders(call), undefined);
  return true;
}

/** The header fields of an actual answer, errors included. */
export function corsHeaders(request: RequestFacts): HeaderMap {
  const origin = request.header('origin');
  if (origin === undefined) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': CORS.exposedHeaders.join(', '),
  };
}

/** The header fields of the answer to a preflight, beside those of `corsHeaders`. Whatever header it asks for is allowed. */
export function preflightHeaders(request: RequestFacts): HeaderMap {
  const wanted = request.header('access-control-request-headers');
  return {
    vary: 'Origin, Access-Control-Request-Headers',
    'access-control-allow-methods': CORS.methods.join(', '),
    'access-control-max-age': String(CORS.maxAge),
    ...(wanted !== undefined && { 'access-control-allow-headers': wanted }),
  };
}
