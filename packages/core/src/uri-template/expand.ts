import { UriTemplateError } from './error.js';
import type { Operator } from './operators.js';
import { encodeValue } from './percent-encoding.js';
import { encodedPrefixOf, prefixOf } from './prefix.js';
import type { Expression, Literal, Variable } from './syntax.js';

/**
 * The values for `expand`: text, a list of texts, or nothing. An empty list counts as nothing (RFC 6570, section 2.3).
 * Names that are not in the template are ignored.
 */
export type TemplateValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Writes a URI from the parts of a template and values (RFC 6570, section 3).
 *
 * This is not left to the library that parses: version 2.0.0 of `uri-template` writes characters outside the basic plane
 * as two encoded surrogates, a line feed as `%A`, an empty `{/x}` as nothing, `%2F` in `{+x}` as `%252F`, and takes an
 * inherited member such as `constructor` for a value.
 *
 * @throws UriTemplateError where a prefix (`{x:3}`) is asked of a list, or a value has half a surrogate pair
 */
export function expandParts(
  template: string,
  parts: readonly (Literal | Expression)[],
  values: TemplateValues,
): string {
  return parts.map((part) => (part.type === 'literal' ? part.text : expandExpression(template, part, values))).join('');
}

function expandExpression(template: string, { operator, variables }: Expression, values: TemplateValues): string {
  const written: string[] = [];
  for (const variable of variables) {
    const value = Object.hasOwn(values, variable.name) ? values[variable.name] : undefined;
    if (value === undefined || (typeof value !== 'string' && value.length === 0)) continue;
    const reason = reasonAgainst(variable, value);
    if (reason !== undefined) throw new UriTemplateError(template, reason);
    written.push(
      typeof value === 'string' ? expandText(operator, variable, value) : expandList(operator, variable, value),
    );
  }
  return written.length === 0 ? '' : operator.mark + written.join(operator.separator);
}

function reasonAgainst({ name, maxLength }: Variable, value: string | readonly string[]): string | undefined {
  if (typeof value !== 'string' && maxLength !== Number.POSITIVE_INFINITY) {
    return `got a list for "${name}", of which {${name}:${maxLength}} asks a prefix; give it one text`;
  }
  if (/\p{Cs}/u.test(typeof value === 'string' ? value : value.join(','))) {
    return `got half a surrogate pair in the value of "${name}"; give it well-formed Unicode`;
  }
  return undefined;
}

function expandText(operator: Operator, variable: Variable, value: string): string {
  const { keepsReserved } = operator;
  const prefix = (keepsReserved ? encodedPrefixOf : prefixOf)(value, variable.maxLength);
  return withName(operator, variable, encodeValue(prefix, keepsReserved));
}

function expandList(operator: Operator, variable: Variable, value: readonly string[]): string {
  const items = value.map((item) => encodeValue(item, operator.keepsReserved));
  return variable.isList
    ? items.map((item) => withName(operator, variable, item)).join(operator.separator)
    : withName(operator, variable, items.join(','));
}

function withName(operator: Operator, { name }: Variable, encoded: string): string {
  if (!operator.isNamed) return encoded;
  return encoded === '' ? name + operator.afterEmptyName : `${name}=${encoded}`;
}
