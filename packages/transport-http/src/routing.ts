import type { GuardRoute, HttpGuard } from '@polyspec/core';
import type { HttpCall } from './call.js';
import { answerCors } from './cors.js';
import { answer, type Endpoint } from './endpoint.js';
import { answerNotFound } from './not-found.js';
import { methodNotAllowed } from './refusal.js';

/**
 * Takes a call through steps 1 and 2 of ambiguity Q-07, in hosts without a router of ours: the path, then where the call comes
 * from. Preflights and the documents of a guard are answered here as well. It never throws.
 *
 * @param url path and query of the call
 * @param path where the endpoint is, or `undefined` for wherever the host sends calls from
 * @returns whether the call is for the endpoint; if not, it is answered
 */
export function arrives(call: HttpCall, url: string, path: string | undefined, endpoint: Endpoint): boolean {
  try {
    return isForEndpoint(call, url, path, endpoint);
  } catch (thrown) {
    // A connection that is half gone may fail to say where it came from.
    endpoint.complain(thrown, 'A request could not be handled');
    call.abort();
    return false;
  }
}

function isForEndpoint(call: HttpCall, url: string, path: string | undefined, endpoint: Endpoint): boolean {
  const { settings } = endpoint;
  const document = documentAt(url, settings.guard);
  if (document === undefined && !isEndpointPath(url, path)) {
    answerNotFound(call, settings);
    return false;
  }
  if (!endpoint.screen(call) || answerCors(call, settings)) return false;
  if (document === undefined) return true;
  if (call.method === 'GET') call.answer(document.status, document.headers, document.body);
  else answer(call, methodNotAllowed(call.method, ['GET']));
  return false;
}

/** A path without the slash at its end, which makes no difference. */
function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function isEndpointPath(url: string, path: string | undefined): boolean {
  return path === undefined || withoutSlash(pathOf(url)) === withoutSlash(path);
}

function documentAt(url: string, guard: HttpGuard | undefined): GuardRoute | undefined {
  if (guard?.routes === undefined) return undefined;
  const path = pathOf(url);
  return guard.routes.find((route) => route.path === path);
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
