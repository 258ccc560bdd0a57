import {
  type HttpFacts,
  type JsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  shown,
  shownValue,
} from '@polyspec/core';
import { type Fault, ModernErrorCode } from './errors.js';
import { decodeHeaderValue, isLegalHeaderValue } from './header-value.js';
import { META } from './meta.js';
import type { Method } from './method.js';

/**
 * The rules of basic/transports/streamable-http#server-validation: what the header fields say must be what the body says.
 * Each is 400 with `-32020`. Values compare with their letter case; names without, which the transport sees to.
 */

const VERSION = 'MCP-Protocol-Version';
const METHOD = 'Mcp-Method';
const NAME = 'Mcp-Name';

/** Whether the version header is there (H-01). */
export function versionHeaderMissing(http: HttpFacts): boolean {
  return http.header('mcp-protocol-version') === undefined;
}

/** The version header equals the revision in `_meta` (H-02). */
export function versionHeaderFault(meta: JsonObject, http: HttpFacts): Fault | undefined {
  const expected = meta[META.protocolVersion] as string;
  return compare(VERSION, http.header('mcp-protocol-version'), expected);
}

/** `Mcp-Method` equals the method (H-03). */
export function methodHeaderFault(message: JsonRpcRequest, http: HttpFacts): Fault | undefined {
  return compare(METHOD, http.header('mcp-method'), message.method);
}

/**
 * `Mcp-Name` equals the parameter that it repeats, when unwrapped (H-04, H-08). Where the body lacks that parameter there is
 * nothing to compare; reading the parameters refuses it.
 */
export function nameHeaderFault(
  message: JsonRpcRequest,
  method: Method | undefined,
  http: HttpFacts,
): Fault | undefined {
  if (method?.mirrored === undefined) return undefined;
  const expected = message.params?.[method.mirrored];
  if (typeof expected !== 'string') return undefined;
  const raw = http.header('mcp-name');
  if (raw === undefined) return missingHeader(NAME, expected);
  const actual = decodeHeaderValue(raw);
  if (actual === undefined) return undecodable(NAME, expected, raw);
  // Several field lines of one name arrive joined by commas, which may look like one value (ambiguity Q-17).
  if (raw.includes(',') && http.count('mcp-name') > 1) {
    return headerMismatch(NAME, 'stands there more than once', expected, raw);
  }
  return actual === expected ? undefined : headerMismatch(NAME, undefined, expected, actual);
}

/** On a notification `Mcp-Method` is not required, but must not lie (ambiguity Q-16). */
export function notificationHeaderFault(message: JsonRpcNotification, http: HttpFacts): Fault | undefined {
  const actual = http.header('mcp-method');
  return actual === undefined ? undefined : compare(METHOD, actual, message.method);
}

/** A required field that is not there. */
export function missingHeader(header: string, expected: string): Fault {
  const text = `Missing required ${header} header`;
  return headerFault(text, { header, expected: shown(expected) });
}

/** A request that one of its header fields refuses. */
export function headerFault(message: string, data: JsonObject): Fault {
  return { status: 400, code: ModernErrorCode.HeaderMismatch, message, data };
}

/** A field value that stands for nothing: its wrapping can't be undone, or it has characters that no field may have. */
export function undecodable(header: string, expected: string, raw: string): Fault {
  const why = isLegalHeaderValue(raw) ? 'is not valid base64 of UTF-8 text' : 'has illegal characters';
  return headerMismatch(header, why, expected, raw);
}

/**
 * A field that does not say what the body says.
 *
 * @param why to go on after the field's name; `undefined` where it says something else
 */
export function headerMismatch(header: string, why: string | undefined, expected: string, actual: string): Fault {
  const data = { header, expected: shown(expected), actual: shown(actual) };
  const text = why ?? `says ${shownValue(actual)}, the body says ${shownValue(expected)}`;
  return headerFault(`HeaderMismatch: ${header} ${text}`, data);
}

function compare(header: string, actual: string | undefined, expected: string): Fault | undefined {
  if (actual === undefined) return missingHeader(header, expected);
  if (!isLegalHeaderValue(actual)) return undecodable(header, expected, actual);
  return actual === expected ? undefined : headerMismatch(header, undefined, expected, actual);
}
