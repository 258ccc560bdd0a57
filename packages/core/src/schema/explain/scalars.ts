import { cut, describeChoice, describeChoices, describeCount, describeValue } from '../describe-value.js';
import { isEqual } from '../equality.js';
import type { JsonSchema } from '../schema.js';
import { describeTypes } from './expectation.js';
import type { Problem, Walk } from './walk.js';

/** How far a quotient may be from an integer: 19.99 is a multiple of 0.01, though not in binary. */
const PRECISION = 1e-9;

/** How much of a pattern is shown. */
const MAX_PATTERN = 80;

/** `enum` and `const`. */
export function choiceProblem(schema: JsonSchema, value: unknown): Problem | undefined {
  const { enum: choices, const: only } = schema;
  if (Array.isArray(choices) && !choices.some((choice) => isEqual(choice, value))) {
    return { expected: describeChoices(choices), got: describeChoice(value), choices };
  }
  if (only !== undefined && !isEqual(only, value)) {
    return { expected: describeChoices([only]), got: describeChoice(value), choices: [only] };
  }
  return undefined;
}

/** `type`, with the `nullable` that some generators write beside it. */
export function typeProblem(schema: JsonSchema, value: unknown): Problem | undefined {
  const { type, nullable, format } = schema;
  if (type === undefined || (nullable === true && value === null)) return undefined;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (types.some((name) => hasType(value, name))) return undefined;
  const words = describeTypes(types);
  const expected = typeof format === 'string' ? `${words} (${format})` : words;
  return { expected, got: describeValue(value), isOtherType: true };
}

export function numberProblems(schema: JsonSchema, value: number, walk: Walk): readonly Problem[] {
  const { multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum, format } = schema;
  const expected: string[] = [];
  if (typeof multipleOf === 'number') {
    const quotient = value / multipleOf;
    if (Math.abs(Math.round(quotient) - quotient) > PRECISION) expected.push(`a multiple of ${multipleOf}`);
  }
  if (typeof maximum === 'number' && value > maximum) expected.push(`at most ${maximum}`);
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) expected.push(`less than ${exclusiveMaximum}`);
  if (typeof minimum === 'number' && value < minimum) expected.push(`at least ${minimum}`);
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) expected.push(`more than ${exclusiveMinimum}`);
  if (typeof format === 'string' && !walk.fitsFormat(format, value)) expected.push(`number (${format})`);
  return expected.map((text) => ({ expected: text, got: describeValue(value) }));
}

export function stringProblems(schema: JsonSchema, value: string, walk: Walk): readonly Problem[] {
  const { maxLength, minLength, pattern, format } = schema;
  if (typeof maxLength === 'number' || typeof minLength === 'number') {
    const length = lengthOf(value);
    const got = describeCount(length, 'character');
    // A text that is too long is not shown to the pattern, whose time may grow fast with it.
    if (typeof maxLength === 'number' && length > maxLength) {
      return [{ expected: `at most ${describeCount(maxLength, 'character')}`, got }];
    }
    if (typeof minLength === 'number' && length < minLength) {
      return [{ expected: `at least ${describeCount(minLength, 'character')}`, got }];
    }
  }
  const isFormatted = typeof format !== 'string' || walk.fitsFormat(format, value);
  const isMatching = typeof pattern !== 'string' || walk.document.pattern(pattern).test(value);
  if (isFormatted && isMatching) return [];
  const words = [typeof format === 'string' ? `string (${format})` : 'string'];
  // Libraries write long patterns beside a format, which says it better.
  if (!isMatching && (typeof format !== 'string' || pattern.length <= MAX_PATTERN)) {
    words.push(`that matches /${pattern.length > MAX_PATTERN ? `${cut(pattern, MAX_PATTERN)}…` : pattern}/`);
  }
  return [{ expected: words.join(' '), got: describeValue(value) }];
}

function hasType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

/** Length in characters, where one outside the basic plane counts once. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const code = text.codePointAt(index) ?? 0;
    if (code > 0xffff) {
      length -= 1;
      index += 1;
    }
  }
  return length;
}
