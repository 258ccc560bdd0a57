import { checkReferences } from './check-references.js';
import { dialectOf } from './dialect.js';
import { documentOf } from './document.js';
import { SchemaError } from './error.js';
import { isSubSchema, KEYWORDS, type Shape } from './keywords.js';
import { checkBounds } from './limits.js';
import { compilePattern } from './pattern.js';
import { pointerTo } from './pointer.js';
import type { JsonSchema, SchemaOptions } from './schema.js';

/**
 * Checks that a JSON Schema can be published and compiled: it is legal 2020-12 at every depth, its references lead to
 * places inside it, its patterns compile, and it is not too large
 * (https://modelcontextprotocol.io/specification/2026-07-28/basic/index#schema-validation). The root of a tool's input
 * must say `type: 'object'` (https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool).
 *
 * No validator is loaded for it. Unknown keywords are not looked at.
 *
 * @throws SchemaError with the subject, the place and what would be right
 *
 * @example
 * checkSchema({ type: 'object', properties: { a: { type: 'number' } } }, { side: 'input', subject: "input of tool 'add'" });
 */
export function checkSchema(schema: JsonSchema, options: SchemaOptions): void {
  const { side, subject } = options;
  if (!isSubSchema(schema) || typeof schema === 'boolean') {
    throw new SchemaError(subject, `must be a JSON Schema object, got ${show(schema)}`);
  }
  if (side === 'input' && schema.type !== 'object') {
    throw new SchemaError(subject, `must have type: "object" at its root, got ${show(schema.type)}`);
  }
  checkBounds(schema, subject);
  const document = documentOf(schema);
  for (const [node, { pointer }] of document.places) {
    for (const [name, value] of Object.entries(node)) {
      const shape = KEYWORDS.get(name)?.shape;
      const problem = shape === undefined || value === undefined ? undefined : RULES[shape](value, name);
      if (problem !== undefined) throw new SchemaError(subject, `${name} ${problem}`, pointerTo(pointer, name));
    }
  }
  checkReferences(document, subject);
  try {
    JSON.stringify(schema);
  } catch (error) {
    throw new SchemaError(subject, 'can not be written as JSON', '', { cause: error });
  }
}

/** What is wrong with a keyword's value, as a sentence that follows the keyword's name; `undefined` when nothing is. */
type Rule = (value: unknown, name: string) => string | undefined;

const TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const ANCHOR = /^[A-Za-z_][-A-Za-z0-9._]*$/;

const RULES: Readonly<Record<Shape, Rule>> = {
  schema: (value, name) => {
    if (isSubSchema(value)) return undefined;
    if (name === 'items' && Array.isArray(value)) {
      return 'must be one schema; a list of them is the form before 2020-12: use prefixItems, or name the dialect in $schema';
    }
    return `must be a schema (an object or a boolean), got ${show(value)}`;
  },
  schemas: (value) => {
    if (!Array.isArray(value) || value.length === 0) return `must be a list of at least one schema, got ${show(value)}`;
    const index = value.findIndex((item) => !isSubSchema(item));
    return index === -1
      ? undefined
      : `must hold schemas (objects or booleans), got ${show(value[index])} as item ${index}`;
  },
  'schema-map': (value, name) => {
    if (!isObject(value)) return `must be an object of schemas, got ${show(value)}`;
    for (const [key, item] of Object.entries(value)) {
      if (!isSubSchema(item)) return `must hold schemas (objects or booleans), got ${show(item)} as '${key}'`;
      const problem = name === 'patternProperties' ? patternProblem(key) : undefined;
      if (problem !== undefined) return problem;
    }
    return undefined;
  },
  dependencies: (value) => {
    if (!isObject(value)) return `must be an object, got ${show(value)}`;
    const wrong = Object.entries(value).find(([, item]) => !isSubSchema(item) && !areNames(item));
    return wrong && `must hold schemas or lists of names, got ${show(wrong[1])} as '${wrong[0]}'`;
  },
  names: (value, name) => {
    if (areNames(value)) return undefined;
    if (name === 'required' && typeof value === 'boolean') {
      return 'must be the list of the names that an object needs, beside its properties; it is not a mark on a property';
    }
    return `must be a list of distinct strings, got ${show(value)}`;
  },
  'names-map': (value) => {
    if (!isObject(value)) return `must be an object of lists of names, got ${show(value)}`;
    const wrong = Object.entries(value).find(([, item]) => !areNames(item));
    return wrong && `must hold lists of distinct strings, got ${show(wrong[1])} as '${wrong[0]}'`;
  },
  types: (value) => {
    const types: readonly unknown[] = Array.isArray(value) ? value : [value];
    const wrong = types.find((type) => !TYPES.includes(type));
    if (types.length === 0 || wrong !== undefined || new Set(types).size < types.length) {
      return `must be one or several of ${TYPES.join(', ')}, each once; got ${show(value)}`;
    }
    return undefined;
  },
  values: (value) =>
    Array.isArray(value) && value.length > 0 ? undefined : `must be a list of at least one value, got ${show(value)}`,
  examples: (value) => (Array.isArray(value) ? undefined : `must be a list of values, got ${show(value)}`),
  count: (value) =>
    Number.isInteger(value) && (value as number) >= 0 ? undefined : `must be an integer from 0, got ${show(value)}`,
  number: (value, name) => {
    if (Number.isFinite(value)) return undefined;
    const advice =
      typeof value === 'boolean' && name.startsWith('exclusive') ? '; a boolean is the form of draft-04' : '';
    return `must be a number, got ${show(value)}${advice}`;
  },
  positive: (value) =>
    Number.isFinite(value) && (value as number) > 0 ? undefined : `must be a number above 0, got ${show(value)}`,
  pattern: (value) => (typeof value === 'string' ? patternProblem(value) : `must be a string, got ${show(value)}`),
  dialect: (value) =>
    dialectOf(value) === '2020-12' ? undefined : `must name JSON Schema 2020-12, got ${show(value)}`,
  id: (value) => {
    if (typeof value === 'string' && !/#./.test(value)) return undefined;
    return `must be an address without a fragment, got ${show(value)}`;
  },
  reference: (value) => (typeof value === 'string' ? undefined : `must be a string, got ${show(value)}`),
  anchor: (value) => {
    if (typeof value === 'string' && ANCHOR.test(value)) return undefined;
    return `must be a name of letters, digits and - . _, got ${show(value)}`;
  },
  text: (value) => (typeof value === 'string' ? undefined : `must be a string, got ${show(value)}`),
  flag: (value) => (typeof value === 'boolean' ? undefined : `must be a boolean, got ${show(value)}`),
  object: (value) => (isObject(value) ? undefined : `must be an object, got ${show(value)}`),
  any: () => undefined,
};

function patternProblem(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    return `must hold a regular expression: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function areNames(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((item) => typeof item === 'string') && new Set(value).size === value.length
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'string'
    ? JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
    : String(value);
}
