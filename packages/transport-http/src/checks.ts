import { acceptable } from './accept.js';
import type { RequestFacts } from './call.js';
import { isJsonContentType } from './content-type.js';
import { isAllowedHost, isAllowedOrigin } from './origin.js';
import { bodyTooLarge, type Refusal, refusal, unknownCoding, wrongContentType } from './refusal.js';
import type { EndpointSettings } from './settings.js';

/** One step of the order in which a request is looked at (ambiguity Q-07): the refusal, or nothing. */
export type Check = (request: RequestFacts, settings: EndpointSettings) => Refusal | undefined;

/** Step 2: whether the request may come from where it comes. Before CORS, method and authentication. */
export const originChecks: readonly Check[] = [checkOrigin, checkHost];

/** Step 5, what can be told before the body is read, for POST. After authentication. */
export const postChecks: readonly Check[] = [checkContentType, checkPostAccept, checkLength];

/** The same for GET. */
export const getChecks: readonly Check[] = [checkGetAccept];

/** For DELETE there is nothing to check. */
export const noChecks: readonly Check[] = [];

/** The first refusal of a list of checks. */
export function firstRefusal(
  checks: readonly Check[],
  request: RequestFacts,
  settings: EndpointSettings,
): Refusal | undefined {
  for (const check of checks) {
    const refused = check(request, settings);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/**
 * The last that is looked at before a body is read as it came, by nobody but us: a coding (gzip and its kin) that would make
 * something else of it. Where a parser of the host has read it, the coding is undone, though the header still names it.
 */
export function refusedCoding(request: Pick<RequestFacts, 'header'>): Refusal | undefined {
  const coding = request.header('content-encoding');
  return coding === undefined || coding === '' || coding.toLowerCase() === 'identity'
    ? undefined
    : unknownCoding(coding);
}

function checkOrigin(request: RequestFacts, { originCheck, allowedOrigins }: EndpointSettings): Refusal | undefined {
  const origin = request.header('origin');
  if (!originCheck || origin === undefined || isAllowedOrigin(origin, allowedOrigins, request.loopback))
    return undefined;
  const text = `Origin ${origin} is not allowed here; the server's option allowedOrigins would allow it`;
  // Another origin may be answered otherwise, and no cache must mix them up.
  return refusal(403, text, undefined, { vary: 'Origin' });
}

function checkHost(request: RequestFacts, { originCheck, allowedHosts }: EndpointSettings): Refusal | undefined {
  if (!originCheck) return undefined;
  const host = request.header('host') ?? request.header(':authority');
  if (isAllowedHost(host, allowedHosts, request.loopback)) return undefined;
  return refusal(403, `Host ${host ?? '(none)'} is not allowed here; the server's option allowedHosts would allow it`);
}

function checkContentType(request: RequestFacts): Refusal | undefined {
  const type = request.header('content-type');
  return isJsonContentType(type) ? undefined : wrongContentType(type);
}

function checkPostAccept(request: RequestFacts): Refusal | undefined {
  const { json, sse } = acceptable(request.header('accept'));
  return json || sse ? undefined : refusal(406, 'Accept must allow application/json or text/event-stream');
}

function checkGetAccept(request: RequestFacts): Refusal | undefined {
  return acceptable(request.header('accept')).sse ? undefined : refusal(406, 'Accept must allow text/event-stream');
}

function checkLength(request: RequestFacts, { bodyLimit }: EndpointSettings): Refusal | undefined {
  const length = request.header('content-length');
  return length !== undefined && Number(length) > bodyLimit ? bodyTooLarge(bodyLimit) : undefined;
}
