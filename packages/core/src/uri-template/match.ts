import { bindVariables, type DecodedValue, type TemplateVariables } from './bindings.js';
import { locate } from './locate.js';
import { findPathFault, type PathFault } from './path-guard.js';
import type { Pattern } from './pattern.js';
import { decodeValue, toAscii } from './percent-encoding.js';
import { readValues } from './read-values.js';

/** The longest URI that is matched by default, in characters of its ASCII form: 8 KiB. */
export const MAX_URI_LENGTH = 8192;

/** How a URI is matched. */
export interface UriMatchOptions {
  /**
   * Refuses values with NUL or with a path segment `.` or `..`. Turn it off only where no value ever becomes part of a
   * path. Default true.
   */
  readonly guard?: boolean;
  /** A longer URI never matches; in characters of its ASCII form. Default 8192. */
  readonly maxLength?: number;
}

/** Why a value is refused: it is not percent-encoded UTF-8, or what the guard found. */
export type RefusalReason = 'malformed' | PathFault;

/** A URI that belongs to a template: its values, or the value for which it must not be served. */
export type UriTemplateMatch =
  | { readonly type: 'match'; readonly variables: TemplateVariables }
  | {
      readonly type: 'refused';
      /** Whose value is at fault. */
      readonly variable: string;
      readonly reason: RefusalReason;
      /** For the client: what was wrong, what would be right, what was got. */
      readonly message: string;
    };

/** Matches a URI against a pattern; `undefined` where the URI is not of this template. */
export function matchPattern(
  pattern: Pattern,
  uri: string,
  { guard = true, maxLength = MAX_URI_LENGTH }: UriMatchOptions = {},
): UriTemplateMatch | undefined {
  const ascii = uri.length <= maxLength ? toAscii(uri) : undefined;
  if (ascii === undefined || ascii.length > maxLength) return undefined;
  const stretches = locate(pattern, ascii);
  if (stretches === undefined) return undefined;

  const decoded: DecodedValue[] = [];
  for (const { variable, value: encoded } of stretches.flatMap(readValues)) {
    const value = typeof encoded === 'string' ? decodeValue(encoded) : decodeList(encoded);
    if (value === undefined) return refusal(variable.name, 'malformed', findMalformed(encoded));
    decoded.push({ variable, value });
  }
  const variables = bindVariables(decoded);
  if (variables === undefined) return undefined;
  return (guard ? findRefusal(variables) : undefined) ?? { type: 'match', variables };
}

function decodeList(encoded: readonly string[]): readonly string[] | undefined {
  const items = encoded.map(decodeValue).filter((item) => item !== undefined);
  return items.length === encoded.length ? items : undefined;
}

function findMalformed(encoded: string | readonly string[]): string {
  return typeof encoded === 'string' ? encoded : (encoded.find((item) => decodeValue(item) === undefined) ?? '');
}

function findRefusal(variables: TemplateVariables): UriTemplateMatch | undefined {
  for (const [name, value] of Object.entries(variables)) {
    for (const item of typeof value === 'string' ? [value] : value) {
      const fault = findPathFault(item);
      if (fault !== undefined) return refusal(name, fault, item);
    }
  }
  return undefined;
}

const RULES: Readonly<Record<RefusalReason, string>> = {
  malformed: 'must be percent-encoded UTF-8, with "%25" for the percent sign itself',
  nul: 'must not have a NUL character',
  'dot-segment': 'must not have the path segments "." and ".."',
};

/** In the message, so that a URI of 8 KiB does not make an answer of 8 KiB. */
const MAX_SHOWN = 80;

function refusal(variable: string, reason: RefusalReason, got: string): UriTemplateMatch {
  const shown = got.length > MAX_SHOWN ? `${got.slice(0, MAX_SHOWN)}…` : got;
  const message = `The URI's value of "${variable}" ${RULES[reason]}; got ${JSON.stringify(shown)}`;
  return { type: 'refused', variable, reason, message };
}
