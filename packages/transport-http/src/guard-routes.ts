import type { GuardRoute, HttpGuard } from '@polyspec/core';

/** The route of a guard that a request asks for, such as its metadata document. It needs no credentials. */
export function guardRoute(guard: HttpGuard | undefined, method: string, url: string): GuardRoute | undefined {
  if (guard?.routes === undefined || method !== 'GET') return undefined;
  const path = pathOf(url);
  return guard.routes.find((route) => route.path === path);
}

/**
 * Whether a request is for the endpoint. A slash at the end makes no difference.
 *
 * @param path where the endpoint is, or `undefined` for everywhere
 */
export function isEndpointPath(path: string | undefined, url: string): boolean {
  return path === undefined || withoutSlash(pathOf(url)) === withoutSlash(path);
}

/** A path without the slash at its end. */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
