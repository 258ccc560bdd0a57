import {
  type Exchange,
  type HttpFacts,
  isJsonObject,
  isRequest,
  type JsonRpcMessage,
  type Revision,
  shown,
} from '@polyspec/core';

/** The member of `_meta` by which a message of 2026-07-28 or newer names its revision. */
export const MODERN_VERSION = 'io.modelcontextprotocol/protocolVersion';

export const VERSION_HEADER = 'mcp-protocol-version';
export const SESSION_HEADER = 'mcp-session-id';

/** What the decision about an era needs to know about the server. */
export interface EraFacts {
  /** The revisions with a handshake that are served, newest first. */
  readonly revisions: readonly Revision[];
  /** All revisions that are served, those of other specs included. */
  readonly served: readonly Revision[];
  /** Whether `initialize` was answered on the connection of this exchange. */
  isOpen(exchange: Exchange): boolean;
}

/**
 * Whether a message belongs to a revision with a handshake, on a server that has others too (ambiguities,
 * A revision in `_meta` always means another era. Without one:
 *
 * | message | belongs here |
 * | --- | --- |
 * | `initialize` | always |
 * | other request over HTTP | with a session id, or with a version header that names one of these revisions |
 * | other request on stdio | when this client was initialised; `ping` always |
 * | notification, response | unless its version header names a revision of another spec |
 * | none (GET, DELETE) | the same |
 */
export function claims(message: JsonRpcMessage | undefined, exchange: Exchange, facts: EraFacts): boolean {
  const { http } = exchange;
  const { revisions, served } = facts;
  const version = http?.header(VERSION_HEADER);
  const isOurs = version !== undefined && revisions.includes(version);
  const isOfNobodyElse = version === undefined || isOurs || !served.includes(version);
  if (message === undefined) return isOfNobodyElse;
  if (namesModernRevision(message)) return false;
  if (!isRequest(message)) return isOfNobodyElse;
  if (message.method === 'initialize') return true;
  if (http !== undefined) return isOurs || http.header(SESSION_HEADER) !== undefined;
  return message.method === 'ping' || facts.isOpen(exchange);
}

function namesModernRevision(message: JsonRpcMessage): boolean {
  const meta = 'params' in message ? message.params?._meta : undefined;
  return isJsonObject(meta) && Object.hasOwn(meta, MODERN_VERSION);
}

/**
 * What is wrong with the version header of a message that came over HTTP without a session, in a sentence; `undefined` when it
 * names a revision served here (basic/transports#protocol-version-header, ambiguity Q-46). `initialize` needs none: it
 * negotiates.
 */
export function versionHeaderFault(
  message: JsonRpcMessage,
  http: HttpFacts,
  revisions: readonly Revision[],
): string | undefined {
  if ('method' in message && message.method === 'initialize') return undefined;
  const version = http.header(VERSION_HEADER);
  if (version !== undefined && revisions.includes(version)) return undefined;
  // Without the header 2025-03-26 would have to be assumed, which is not served.
  const problem =
    version === undefined
      ? 'Missing MCP-Protocol-Version header'
      : `Unsupported MCP-Protocol-Version: ${shown(version)}`;
  return `${problem}; this server speaks ${revisions.join(', ')} after initialize`;
}

/**
 * The same for what came in a session: it may be absent, since the session knows, and must not name another revision than the
 * one that was agreed on.
 */
export function sessionVersionFault(http: HttpFacts, agreed: Revision): string | undefined {
  const version = http.header(VERSION_HEADER);
  if (version === undefined || version === agreed) return undefined;
  return `MCP-Protocol-Version is ${shown(version)}, and this session speaks ${agreed}`;
}
