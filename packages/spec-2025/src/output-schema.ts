import { isJsonObject, type JsonObject, type JsonValue } from '@polyspec/core';

/**
 * The output schema of a tool as these revisions can list it (server/tools#output-schema): they want `type: 'object'` at
 * the root, where 2026-07-28 takes any schema (ambiguity Q-41).
 *
 * A root that accepts objects only, such as a union of objects, gets the word it lacks. Any other schema becomes that of
 * the one member of an object, `{ result: … }`, with its references made to point to where it went.
 */
export function listedOutputSchema(schema: JsonObject): JsonObject {
  if (schema.type === 'object') return schema;
  return acceptsOnlyObjects(schema, schema) ? { ...schema, type: 'object' } : wrap(schema);
}

/** Whether `listedOutputSchema` wraps this schema, so that results have to be wrapped as well. */
export function isWrapped(schema: JsonObject): boolean {
  if (schema.type === 'object') return false;
  let wrapped = WRAPPED.get(schema);
  if (wrapped === undefined) {
    wrapped = !acceptsOnlyObjects(schema, schema);
    WRAPPED.set(schema, wrapped);
  }
  return wrapped;
}

/** What was found out, for as long as a schema lives: it is asked about on every call of its tool. */
const WRAPPED = new WeakMap<JsonObject, boolean>();

/** What was found out about the schemas of a document, so that references in a circle, or to one place, end. */
type Findings = Map<JsonObject, boolean>;

/** Whether it can be seen that a schema accepts nothing but objects. Where it can't, `false` is the safe answer. */
function acceptsOnlyObjects(schema: JsonValue | undefined, root: JsonObject, findings: Findings = new Map()): boolean {
  if (!isJsonObject(schema)) return false;
  const known = findings.get(schema);
  if (known !== undefined) return known;
  findings.set(schema, false);
  const isOnly = (branch: JsonValue | undefined): boolean => acceptsOnlyObjects(branch, root, findings);
  const { type, $ref, allOf, anyOf, oneOf } = schema;
  const found =
    type === 'object' ||
    (Array.isArray(type) && type.length === 1 && type[0] === 'object') ||
    (typeof $ref === 'string' && isOnly(target($ref, root))) ||
    (isList(allOf) && allOf.some(isOnly)) ||
    (isList(anyOf) && anyOf.every(isOnly)) ||
    (isList(oneOf) && oneOf.every(isOnly));
  findings.set(schema, found);
  return found;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value) && value.length > 0;
}

/** What a reference within the document points to; `undefined` for one of another kind. */
function target(reference: string, root: JsonObject): JsonValue | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let place: JsonValue | undefined = root;
  for (const token of reference.slice(2).split('/')) {
    if (!isJsonObject(place)) return undefined;
    const name = unescaped(token);
    place = Object.hasOwn(place, name) ? place[name] : undefined;
  }
  return place;
}

function unescaped(token: string): string {
  let decoded = token;
  try {
    decoded = decodeURIComponent(token);
  } catch {
    // Not percent-encoded after all.
  }
  return decoded.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Where a wrapped schema stands. */
const PLACE = '#/properties/result';

function wrap(schema: JsonObject): JsonObject {
  const { $schema, ...rest } = schema;
  return {
    // The dialect is said at the root of a document.
    ...($schema !== undefined && { $schema }),
    type: 'object',
    // A schema with an address of its own brings the root that its references start from along.
    properties: { result: hasAddress(schema) ? schema : moved(rest) },
    required: ['result'],
  };
}

/** Keywords whose value is data, not a schema. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/** Keywords whose value is an object of schemas by name. */
const MAPS: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** A copy of a schema with the references to its document's root made to point to its new place. */
function moved(schema: JsonObject): JsonObject {
  const copy: Record<string, JsonValue | undefined> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$ref' || keyword === '$dynamicRef') copy[keyword] = repointed(value);
    else if (DATA.has(keyword)) copy[keyword] = value;
    else if (MAPS.has(keyword) && isJsonObject(value)) copy[keyword] = eachMember(value);
    else copy[keyword] = movedValue(value);
  }
  return copy;
}

function movedValue(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item: JsonValue) => movedValue(item) as JsonValue);
  // References within a schema that has an address don't leave it.
  return isJsonObject(value) && !hasAddress(value) ? moved(value) : value;
}

function eachMember(schemas: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, movedValue(schema)]));
}

function repointed(reference: JsonValue | undefined): JsonValue | undefined {
  if (typeof reference !== 'string') return reference;
  return reference === '#' || reference.startsWith('#/') ? PLACE + reference.slice(1) : reference;
}

function hasAddress(schema: JsonObject): boolean {
  return typeof schema.$id === 'string';
}
