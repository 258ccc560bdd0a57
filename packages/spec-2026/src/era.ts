import { type HttpFacts, isRequest, type JsonRpcMessage, type Revision } from '@polyspec/core';
import { META, metaOf } from './meta.js';

/** The revisions that begin with a handshake (`initialize`): a request does not name them by itself. */
export const HANDSHAKE_REVISIONS: ReadonlySet<string> = new Set([
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
]);

/**
 * Whether a message speaks a revision without a handshake (basic/versioning#compatibility-matrix; ambiguity Q-11).
 *
 * A revision in `_meta` always says so, whatever the header fields say. Without one, a message over HTTP says so by its version
 * header, unless it is `initialize` or belongs to a session: a request by one that names no handshake revision, any other
 * message by one that names a revision served here. Everything else is of the other era, which refuses it where its version
 * header is wrong. A decision about the message and its header fields alone, so it is the same on every connection.
 *
 * @param http the facts of the HTTP request, `undefined` elsewhere
 * @param revisions the revisions served here
 */
export function isModern(
  message: JsonRpcMessage,
  http: HttpFacts | undefined,
  revisions: readonly Revision[],
): boolean {
  const meta = metaOf(message);
  if (meta !== undefined && Object.hasOwn(meta, META.protocolVersion)) return true;
  if (http === undefined || ('method' in message && message.method === 'initialize')) return false;
  if (http.header('mcp-session-id') !== undefined) return false;
  const version = http.header('mcp-protocol-version');
  if (version === undefined) return false;
  return isRequest(message) ? !HANDSHAKE_REVISIONS.has(version) : revisions.includes(version);
}
