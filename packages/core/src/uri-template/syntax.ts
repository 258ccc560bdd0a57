import { parse, type RuleToNode } from 'uri-template';
import { UriTemplateError } from './error.js';
import { OPERATORS, type Operator } from './operators.js';
import { toAscii } from './percent-encoding.js';

/** Text that a URI has as it stands. */
export interface Literal {
  readonly type: 'literal';
  /** In ASCII: what a template has of other characters is percent-encoded in a URI (section 3.1). */
  readonly text: string;
}

/** What stands in braces: `{?q,r*}`. */
export interface Expression {
  readonly type: 'expression';
  readonly operator: Operator;
  readonly variables: readonly Variable[];
  /** Of its `{`, in UTF-16 code units from the start of the template. */
  readonly position: number;
}

/** One variable of an expression, with its modifier. */
export interface Variable {
  readonly name: string;
  /** `{x*}`: the value is a list, each item written as a value of its own. */
  readonly isList: boolean;
  /** `{x:3}`: how many characters of the value are written, from its start. `Infinity` without the modifier. */
  readonly maxLength: number;
}

type ParsedExpression = RuleToNode['expression'];
type ParsedVariable = RuleToNode['variable'];

/** Section 2.3: letters, digits, `_` and triplets, with single dots between them. */
const NAME = /^(?:\w|%[0-9A-Fa-f]{2})(?:\.?(?:\w|%[0-9A-Fa-f]{2}))*$/;
/** Section 2.4.1. */
const MAX_LENGTH = /^[1-9][0-9]{0,3}$/;
/** Section 2.1: what literal text may not have, and a `%` that begins no triplet. */
const NOT_LITERAL = /[\p{Cc}\p{Cs} "'<>\\^`{|}]|%(?![0-9A-Fa-f]{2})/u;
/** Section 2.2: kept for later versions of the syntax. */
const RESERVED_OPERATORS = '=,!@|';

const RIGHT_NAME = 'a variable name has letters, digits, "_", triplets such as %20, and single dots between them';
const RIGHT_MAX_LENGTH = 'a prefix length is a number from 1 to 9999 without leading zeros';

/**
 * Reads a template (RFC 6570, section 2) into its parts. The library `uri-template` does the parsing; what it lets
 * through although the syntax forbids it is refused here.
 *
 * @throws UriTemplateError with the position of the first fault
 */
export function parseParts(template: string): readonly (Literal | Expression)[] {
  let position = 0;
  return parseLeniently(template).map((node) => {
    const start = position;
    if (node.type === 'literal') {
      position += node.value.length;
      return toLiteral(template, node.value, start);
    }
    position = template.indexOf('}', start) + 1;
    return toExpression(template, node, start, template.slice(start, position));
  });
}

function parseLeniently(template: string): RuleToNode['template']['parts'] {
  try {
    return parse(template).ast.parts;
  } catch (error) {
    const position = offsetOf(error);
    throw new UriTemplateError(template, reasonAt(template, position), position);
  }
}

function offsetOf(error: unknown): number {
  const { location } = error as { location?: { start?: { offset?: number } } };
  const offset = location?.start?.offset;
  if (offset === undefined) throw error;
  return offset;
}

/** The library tells which characters its grammar expected; this tells what to do about it. */
function reasonAt(template: string, position: number): string {
  const opened = template.lastIndexOf('{', position - 1);
  const found = template[position];
  if (found === undefined) return `the expression opened at position ${opened} is never closed; add "}"`;
  if (found === '{') return `got "{" inside the expression opened at position ${opened}; close that one first`;
  if (template[position - 1] === ':') return `got ${JSON.stringify(found)} after ":"; ${RIGHT_MAX_LENGTH}`;
  if (found === '}') return 'got "}" where a variable name should be; name a variable, such as {id}';
  if (position === opened + 1 && RESERVED_OPERATORS.includes(found)) {
    return `the operator "${found}" is reserved; use one of + # . / ; ? & or none`;
  }
  return `got ${JSON.stringify(found)} in an expression; ${RIGHT_NAME}, and one modifier may follow it, "*" or ":3"`;
}

function toLiteral(template: string, text: string, start: number): Literal {
  const fault = NOT_LITERAL.exec(text);
  if (fault !== null) throw new UriTemplateError(template, reasonAgainst(fault[0]), start + fault.index);
  return { type: 'literal', text: toAscii(text) ?? text };
}

function reasonAgainst(character: string): string {
  if (character === '}') return 'got "}" without a "{" before it; write %7D for the brace itself';
  if (character === '%') return 'got "%" without two hexadecimal digits; write %25 for the percent sign itself';
  return `got ${JSON.stringify(character)} in literal text, where it must be percent-encoded`;
}

/** @param source the expression as written, with its braces: the library does not say where a variable stands */
function toExpression(template: string, node: ParsedExpression, position: number, source: string): Expression {
  const extension = source.indexOf('(');
  if (extension !== -1) {
    throw new UriTemplateError(template, `got "(" in an expression; ${RIGHT_NAME}`, position + extension);
  }
  const listed = '{'.length + node.operator.length;
  const texts = source.slice(listed, -'}'.length).split(',');
  let at = position + listed;
  const variables = node.variables.map((variable, index) => {
    const text = texts[index] ?? '';
    const start = at;
    at += text.length + ','.length;
    return toVariable(template, variable, text, start);
  });
  return { type: 'expression', operator: OPERATORS[node.operator], variables, position };
}

/** @param text the variable as written: the library turns the length into a number, which hides leading zeros */
function toVariable(template: string, node: ParsedVariable, text: string, position: number): Variable {
  const { name, modifier } = node;
  if (!NAME.test(name)) {
    throw new UriTemplateError(template, `got the variable name ${JSON.stringify(name)}; ${RIGHT_NAME}`, position);
  }
  if (modifier?.type !== 'substr') {
    return { name, isList: modifier?.type === 'explode', maxLength: Number.POSITIVE_INFINITY };
  }
  const lengthAt = name.length + ':'.length;
  const length = text.slice(lengthAt);
  if (!MAX_LENGTH.test(length)) {
    const reason = `got the prefix length ${length} for "${name}"; ${RIGHT_MAX_LENGTH}`;
    throw new UriTemplateError(template, reason, position + lengthAt);
  }
  return { name, isList: false, maxLength: modifier.length };
}
