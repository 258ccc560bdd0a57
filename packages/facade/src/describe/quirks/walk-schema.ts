import { isJsonObject, type JsonObject, type JsonValue } from '@polyspec/core';

/** A schema within a schema, and where it is, as a JSON Pointer; the root is at the empty pointer. */
export interface SubSchema {
  readonly schema: JsonObject;
  readonly pointer: string;
}

/** Keywords with one schema. */
const ONE = [
  'items',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
];
/** Keywords with a list of schemas. */
const LIST = ['prefixItems', 'anyOf', 'oneOf', 'allOf'];
/** Keywords with schemas by name. */
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** Every schema within a schema, itself first, parents before children. References are not followed. */
export function subSchemas(schema: JsonValue | undefined, pointer = ''): readonly SubSchema[] {
  if (!isJsonObject(schema)) return [];
  const within = (value: JsonValue | undefined, ...path: readonly (string | number)[]): readonly SubSchema[] =>
    subSchemas(
      value,
      [pointer, ...path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/'),
    );
  return [
    { schema, pointer },
    ...ONE.flatMap((keyword) => within(schema[keyword], keyword)),
    ...LIST.flatMap((keyword) => listIn(schema, keyword).flatMap((item, index) => within(item, keyword, index))),
    ...NAMED.flatMap((keyword) => entriesIn(schema, keyword).flatMap(([name, value]) => within(value, keyword, name))),
  ];
}

function listIn(schema: JsonObject, keyword: string): readonly JsonValue[] {
  const value = schema[keyword];
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

/** The schemas by name under a keyword. */
export function entriesIn(schema: JsonObject, keyword: string): readonly (readonly [string, JsonValue | undefined])[] {
  const value = schema[keyword];
  return isJsonObject(value) ? Object.entries(value) : [];
}
