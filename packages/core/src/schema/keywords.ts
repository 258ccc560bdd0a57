import type { Dialect } from './dialect.js';
import type { JsonSchema } from './schema.js';

/**
 * What the value of a keyword must be.
 *
 * | shape | value |
 * | --- | --- |
 * | `schema`, `schemas`, `schema-map` | one schema, a list of at least one, an object of them |
 * | `dependencies` | an object of schemas or lists of names (the form before 2019-09) |
 * | `names`, `names-map` | a list of distinct strings, an object of such lists |
 * | `types` | a type name, or a list of distinct type names |
 * | `values`, `examples` | a list of at least one value, of any number of values |
 * | `count`, `number`, `positive` | an integer from 0, a number, a number above 0 |
 * | `pattern` | a regular expression |
 * | `dialect`, `id`, `reference`, `anchor` | what the core vocabulary identifies schemas by |
 * | `text`, `flag`, `object`, `any` | a string, a boolean, an object, anything |
 */
export type Shape =
  | 'schema'
  | 'schemas'
  | 'schema-map'
  | 'dependencies'
  | 'names'
  | 'names-map'
  | 'types'
  | 'values'
  | 'examples'
  | 'count'
  | 'number'
  | 'positive'
  | 'pattern'
  | 'dialect'
  | 'id'
  | 'reference'
  | 'anchor'
  | 'text'
  | 'flag'
  | 'object'
  | 'any';

/** What is known of a keyword. */
export interface Keyword {
  readonly shape: Shape;
  /** Says something about a value; all others only describe or identify. */
  readonly asserts?: boolean;
  /** Its schemas apply to the same value, not to a part of it. */
  readonly inPlace?: boolean;
  /** The first dialect that knows it; `draft-04` when absent. */
  readonly since?: Dialect;
}

/**
 * The keywords of JSON Schema 2020-12, and the two older forms (`definitions`, `dependencies`) that its meta-schema still
 * lists. Anything else is an unknown keyword, which passes unchanged.
 */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['$schema', { shape: 'dialect' }],
  ['$id', { shape: 'id', since: 'draft-06' }],
  ['$anchor', { shape: 'anchor', since: '2019-09' }],
  ['$dynamicAnchor', { shape: 'anchor', since: '2020-12' }],
  ['$ref', { shape: 'reference', asserts: true, inPlace: true }],
  ['$dynamicRef', { shape: 'reference', asserts: true, inPlace: true, since: '2020-12' }],
  ['$vocabulary', { shape: 'object', since: '2019-09' }],
  ['$comment', { shape: 'text' }],
  ['$defs', { shape: 'schema-map' }],
  ['definitions', { shape: 'schema-map' }],

  ['allOf', { shape: 'schemas', asserts: true, inPlace: true }],
  ['anyOf', { shape: 'schemas', asserts: true, inPlace: true }],
  ['oneOf', { shape: 'schemas', asserts: true, inPlace: true }],
  ['not', { shape: 'schema', asserts: true, inPlace: true }],
  ['if', { shape: 'schema', asserts: true, inPlace: true, since: 'draft-07' }],
  ['then', { shape: 'schema', asserts: true, inPlace: true, since: 'draft-07' }],
  ['else', { shape: 'schema', asserts: true, inPlace: true, since: 'draft-07' }],
  ['dependentSchemas', { shape: 'schema-map', asserts: true, inPlace: true, since: '2019-09' }],
  ['dependencies', { shape: 'dependencies', asserts: true, inPlace: true }],
  ['prefixItems', { shape: 'schemas', asserts: true, since: '2020-12' }],
  ['items', { shape: 'schema', asserts: true }],
  ['contains', { shape: 'schema', asserts: true, since: 'draft-06' }],
  ['properties', { shape: 'schema-map', asserts: true }],
  ['patternProperties', { shape: 'schema-map', asserts: true }],
  ['additionalProperties', { shape: 'schema', asserts: true }],
  ['propertyNames', { shape: 'schema', asserts: true, since: 'draft-06' }],
  ['unevaluatedItems', { shape: 'schema', asserts: true, since: '2019-09' }],
  ['unevaluatedProperties', { shape: 'schema', asserts: true, since: '2019-09' }],

  ['type', { shape: 'types', asserts: true }],
  ['const', { shape: 'any', asserts: true, since: 'draft-06' }],
  ['enum', { shape: 'values', asserts: true }],
  ['multipleOf', { shape: 'positive', asserts: true }],
  ['maximum', { shape: 'number', asserts: true }],
  ['exclusiveMaximum', { shape: 'number', asserts: true }],
  ['minimum', { shape: 'number', asserts: true }],
  ['exclusiveMinimum', { shape: 'number', asserts: true }],
  ['maxLength', { shape: 'count', asserts: true }],
  ['minLength', { shape: 'count', asserts: true }],
  ['pattern', { shape: 'pattern', asserts: true }],
  ['maxItems', { shape: 'count', asserts: true }],
  ['minItems', { shape: 'count', asserts: true }],
  ['uniqueItems', { shape: 'flag', asserts: true }],
  ['maxContains', { shape: 'count', asserts: true, since: '2019-09' }],
  ['minContains', { shape: 'count', asserts: true, since: '2019-09' }],
  ['maxProperties', { shape: 'count', asserts: true }],
  ['minProperties', { shape: 'count', asserts: true }],
  ['required', { shape: 'names', asserts: true }],
  ['dependentRequired', { shape: 'names-map', asserts: true, since: '2019-09' }],

  ['format', { shape: 'text', asserts: true }],
  ['contentEncoding', { shape: 'text' }],
  ['contentMediaType', { shape: 'text' }],
  ['contentSchema', { shape: 'schema' }],
  ['title', { shape: 'text' }],
  ['description', { shape: 'text' }],
  ['default', { shape: 'any' }],
  ['deprecated', { shape: 'flag' }],
  ['readOnly', { shape: 'flag' }],
  ['writeOnly', { shape: 'flag' }],
  ['examples', { shape: 'examples' }],
]);

/** Keywords of older dialects that 2020-12 no longer knows; a translation replaces or drops them. */
export const FORMER_KEYWORDS: ReadonlySet<string> = new Set([
  'id',
  'additionalItems',
  '$recursiveRef',
  '$recursiveAnchor',
]);

/** A schema in any place below the root, where `true` and `false` are schemas too. */
export type SubSchema = JsonSchema | boolean;

/** Whether a value can be a schema at all. */
export function isSubSchema(value: unknown): value is SubSchema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

const HOLDERS: readonly string[] = [
  ...[...KEYWORDS].filter(([, { shape }]) => /^schema|^dependencies/.test(shape)).map(([name]) => name),
  'additionalItems',
];

/** Receives a schema and where it stands in the one around it: a keyword, and a name or an index where it has several. */
export type SubSchemaVisitor = (child: SubSchema, keyword: string, key: string | number | undefined) => void;

/** Visits each schema directly within one, of whatever dialect. Members that can't be schemas are passed over. */
export function eachSubSchema(schema: JsonSchema, visit: SubSchemaVisitor): void {
  for (const keyword of HOLDERS) {
    if (!Object.hasOwn(schema, keyword)) continue;
    const value: unknown = schema[keyword];
    if (Array.isArray(value)) {
      value.forEach((child: unknown, index) => {
        if (isSubSchema(child)) visit(child, keyword, index);
      });
    } else if (isSubSchema(value)) {
      const shape = KEYWORDS.get(keyword)?.shape;
      if (typeof value === 'object' && (shape === 'schema-map' || shape === 'dependencies')) {
        for (const [name, child] of Object.entries(value)) if (isSubSchema(child)) visit(child, keyword, name);
      } else {
        visit(value, keyword, undefined);
      }
    }
  }
}
