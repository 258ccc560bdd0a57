import {
  type HttpFacts,
  isJsonObject,
  isLogLevel,
  isProgressToken,
  type JsonObject,
  type JsonRpcRequest,
  type Revision,
  shown,
  shownValue,
} from '@polyspec/core';
import { HANDSHAKE_REVISIONS } from './era.js';
import { type Fault, ModernErrorCode } from './errors.js';
import {
  headerFault,
  methodHeaderFault,
  missingHeader,
  nameHeaderFault,
  versionHeaderFault,
  versionHeaderMissing,
} from './headers.js';
import { META } from './meta.js';
import type { Method } from './method.js';
import { unknownMethod } from './unknown-method.js';

/** What the checks know about the server. */
export interface CheckRules {
  /** The revisions that a request may name, newest first. */
  readonly revisions: readonly Revision[];
  /** All revisions served, newest first, those with a handshake included. */
  readonly served: readonly Revision[];
  /** The methods served. */
  readonly methods: ReadonlyMap<string, Method>;
}

/**
 * One check of a request. Those of header fields have nothing to say without HTTP (H-18).
 *
 * @param meta the `_meta` of the request, `undefined` where it has none
 */
export type Check = (
  message: JsonRpcRequest,
  meta: JsonObject | undefined,
  http: HttpFacts | undefined,
  rules: CheckRules,
) => Fault | undefined;

/**
 * What is checked before anything is done for a request, in the order in which one fault beats another: the steps 9 to
 * 16 of ambiguity Q-07. A check may rely on those before it.
 */
export const checks: readonly Check[] = [
  versionHeaderThere,
  versionInMeta,
  versionHeaderEqual,
  versionServed,
  capabilitiesInMeta,
  logLevelKnown,
  progressTokenUsable,
  methodHeaderEqual,
  methodServed,
  nameHeaderEqual,
];

/** The first fault of a request, `undefined` when it has none. */
export function firstFault(
  message: JsonRpcRequest,
  meta: JsonObject | undefined,
  http: HttpFacts | undefined,
  rules: CheckRules,
): Fault | undefined {
  for (const check of checks) {
    const fault = check(message, meta, http, rules);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** 9. The version header is there. */
function versionHeaderThere(
  message: JsonRpcRequest,
  meta: JsonObject | undefined,
  http: HttpFacts | undefined,
  rules: CheckRules,
): Fault | undefined {
  if (http === undefined || !versionHeaderMissing(http)) return undefined;
  const header = 'MCP-Protocol-Version';
  const version = meta?.[META.protocolVersion];
  if (typeof version === 'string') return missingHeader(header, version);
  return headerFault(`Missing required ${header} header${waysIn(message, rules)}`, { header, supported: rules.served });
}

/** 10. `_meta` names a revision, with a string. */
function versionInMeta(
  message: JsonRpcRequest,
  meta: JsonObject | undefined,
  _http: HttpFacts | undefined,
  rules: CheckRules,
): Fault | undefined {
  const supported = { supported: rules.served };
  if (meta === undefined) {
    const keys = `${META.protocolVersion} and ${META.clientCapabilities}`;
    return invalid(`Missing required params._meta with ${keys}${waysIn(message, rules)}`, supported);
  }
  const version = meta[META.protocolVersion];
  if (version === undefined) {
    return invalid(`Missing required ${META.protocolVersion} in params._meta${waysIn(message, rules)}`, supported);
  }
  return typeof version === 'string'
    ? undefined
    : invalid(`${META.protocolVersion} in params._meta must be a string`, supported);
}

/** 11. The version header says the same as `_meta`. */
function versionHeaderEqual(
  _message: JsonRpcRequest,
  meta: JsonObject | undefined,
  http: HttpFacts | undefined,
): Fault | undefined {
  return http === undefined || meta === undefined ? undefined : versionHeaderFault(meta, http);
}

/** 12. The revision is served per request. */
function versionServed(
  _message: JsonRpcRequest,
  meta: JsonObject | undefined,
  _http: HttpFacts | undefined,
  { revisions, served }: CheckRules,
): Fault | undefined {
  const requested = meta?.[META.protocolVersion] as string;
  if (revisions.includes(requested)) return undefined;
  // A revision with a handshake may well be served, but not to a request that names it (ambiguity Q-09).
  const needsHandshake = HANDSHAKE_REVISIONS.has(requested) && served.includes(requested);
  return {
    status: 400,
    code: ModernErrorCode.UnsupportedProtocolVersion,
    message: needsHandshake
      ? `Unsupported protocol version: ${requested} is served after initialize, not by naming it in params._meta`
      : 'Unsupported protocol version',
    data: { supported: needsHandshake ? revisions : served, requested: shown(requested) },
  };
}

/** 13. The client declares its capabilities, none of them by an empty object. */
function capabilitiesInMeta(_message: JsonRpcRequest, meta: JsonObject | undefined): Fault | undefined {
  const declared = meta?.[META.clientCapabilities];
  if (declared === undefined) return invalid(`Missing required ${META.clientCapabilities} in params._meta`);
  return isJsonObject(declared) ? undefined : invalid(`${META.clientCapabilities} in params._meta must be an object`);
}

/** 13. A log level, if given, is known (ambiguity Q-52). */
function logLevelKnown(_message: JsonRpcRequest, meta: JsonObject | undefined): Fault | undefined {
  const level = meta?.[META.logLevel];
  return level === undefined || isLogLevel(level) ? undefined : invalid(`Unknown log level: ${shownValue(level)}`);
}

/** 13. A progress token, if given, is a string or an integer. */
function progressTokenUsable(_message: JsonRpcRequest, meta: JsonObject | undefined): Fault | undefined {
  const token = meta?.progressToken;
  if (token === undefined || isProgressToken(token)) return undefined;
  return invalid('progressToken in params._meta must be a string or an integer');
}

/** 14. `Mcp-Method` says the same as the body. */
function methodHeaderEqual(
  message: JsonRpcRequest,
  _meta: JsonObject | undefined,
  http: HttpFacts | undefined,
): Fault | undefined {
  return http === undefined ? undefined : methodHeaderFault(message, http);
}

/** 15. The method is known, and its capability was advertised. */
function methodServed(
  message: JsonRpcRequest,
  _meta: JsonObject | undefined,
  _http: HttpFacts | undefined,
  { methods, served }: CheckRules,
): Fault | undefined {
  if (methods.has(message.method)) return undefined;
  const fault = {
    status: 404,
    code: ModernErrorCode.MethodNotFound,
    message: unknownMethod(message.method, served),
  };
  // Whoever sends `initialize` looks for a revision to speak (ambiguity Q-10).
  return message.method === 'initialize' ? { ...fault, data: { supported: served } } : fault;
}

/** 16. `Mcp-Name` says the same as the body. */
function nameHeaderEqual(
  message: JsonRpcRequest,
  _meta: JsonObject | undefined,
  http: HttpFacts | undefined,
  { methods }: CheckRules,
): Fault | undefined {
  return http === undefined ? undefined : nameHeaderFault(message, methods.get(message.method), http);
}

function invalid(message: string, data?: JsonObject): Fault {
  const fault = { status: 400, code: ModernErrorCode.InvalidParams, message };
  return data === undefined ? fault : { ...fault, data };
}

/** What a client that speaks no revision served here is told, in people's words (V-13). */
function waysIn({ method }: JsonRpcRequest, { served }: CheckRules): string {
  return `: this server speaks ${served.join(', ')}${method === 'initialize' ? ' and has no initialize' : ''}`;
}
