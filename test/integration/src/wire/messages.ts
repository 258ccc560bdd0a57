import type { JsonObject, JsonRpcError } from '@polyspec/core';
import type { KnownRevision } from '../../../schema/official-schema.js';

/** An answer as it came over a wire. */
export interface Answer {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly result?: JsonObject;
  readonly error?: JsonRpcError;
}

/** A notification or a request as it came over a wire. */
export interface Unasked {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: JsonObject;
}

/** The metadata that every request of 2026-07-28 brings. */
export const MODERN_META: JsonObject = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'by-hand', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A request as a client of a revision writes it. */
export function requestOf(
  revision: KnownRevision,
  id: string | number,
  method: string,
  params: JsonObject = {},
): { jsonrpc: '2.0'; id: string | number; method: string; params: JsonObject } {
  if (revision !== '2026-07-28') return { jsonrpc: '2.0', id, method, params };
  return {
    jsonrpc: '2.0',
    id,
    method,
    params: { ...params, _meta: { ...MODERN_META, ...(params._meta as JsonObject) } },
  };
}

/** The header fields that a client of a revision sends with a request over HTTP. */
export function headersOf(revision: KnownRevision, method: string, params: JsonObject = {}): Record<string, string> {
  const common = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(method !== 'initialize' && { 'mcp-protocol-version': revision }),
  };
  if (revision !== '2026-07-28') return common;
  const { name = params.uri } = params;
  return {
    ...common,
    'mcp-protocol-version': revision,
    'mcp-method': method,
    ...(typeof name === 'string' && method !== 'completion/complete' && { 'mcp-name': headerValue(name) }),
  };
}

/** What is not plain text in a header field is wrapped (basic/transports#value-encoding). */
function headerValue(text: string): string {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** The opening of a conversation under a revision of 2025. */
export function initializeParams(protocolVersion: string): JsonObject {
  return { protocolVersion, capabilities: {}, clientInfo: { name: 'by-hand', version: '1.0.0' } };
}
