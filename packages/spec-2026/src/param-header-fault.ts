import { type HttpFacts, type JsonObject, type ListedTool, shown, shownValue } from '@polyspec/core';
import type { Fault } from './errors.js';
import { decodeHeaderValue } from './header-value.js';
import { headerFault, headerMismatch, undecodable } from './headers.js';
import { isScalar, type ParamHeader, paramHeadersOf, valueAt } from './param-headers.js';

/** How a field may write an integer (ambiguity Q-20). */
const INTEGER = /^-?\d+(?:\.0+)?$/;

/**
 * Step 18 of ambiguity Q-07: each `Mcp-Param-*` field that the tool defines says the same as the argument that it repeats
 * (basic/transports/streamable-http#server-behavior-for-custom-headers). Fields that the tool does not define are ignored
 * . For a tool that defines none this is one look-up.
 */
export function paramHeaderFault(tool: ListedTool, args: JsonObject, http: HttpFacts): Fault | undefined {
  for (const param of paramHeadersOf(tool)) {
    const fault = faultOf(param, args, http);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOf({ header, field, path }: ParamHeader, args: JsonObject, http: HttpFacts): Fault | undefined {
  const value = valueAt(args, path);
  const raw = http.header(field);
  if (!isScalar(value)) {
    if (raw === undefined) return undefined;
    // The body has nothing that the field could repeat: they disagree (ambiguity Q-17).
    const body = value === undefined || value === null ? 'no such argument' : 'a value that no field can repeat';
    return headerMismatch(header, `is there, the body has ${body}`, shownValue(value ?? null), raw);
  }
  const expected = String(value);
  if (raw === undefined) {
    return headerFault(`Missing required header ${header}`, { header, expected: shown(expected) });
  }
  const actual = decodeHeaderValue(raw);
  if (actual === undefined) return undecodable(header, expected, raw);
  // Several field lines of one name arrive joined by commas, which may look like one value (ambiguity Q-17).
  if (raw.includes(',') && http.count(field) > 1) {
    return headerMismatch(header, 'stands there more than once', expected, raw);
  }
  if (typeof value === 'number') return numberFault(header, value, actual);
  return actual === expected ? undefined : headerMismatch(header, undefined, expected, actual);
}

/** Only integers that every client and server reads as the same number are compared at all. */
function numberFault(header: string, value: number, actual: string): Fault | undefined {
  const expected = String(value);
  const says = `says ${shownValue(actual)}`;
  if (!Number.isSafeInteger(value)) {
    const why = `${says}, and the body has ${expected}, which is no integer within ±(2^53 − 1)`;
    return headerMismatch(header, why, expected, actual);
  }
  if (!INTEGER.test(actual)) {
    return headerMismatch(header, `${says}, which is no integer in digits; the body has ${expected}`, expected, actual);
  }
  return Number(actual) === value ? undefined : headerMismatch(header, undefined, expected, actual);
}
