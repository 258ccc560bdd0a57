import { documentOf, type SchemaDocument } from './document.js';
import type { SubSchema } from './keywords.js';
import type { JsonSchema } from './schema.js';

/**
 * Says `type: 'object'` at the root of a schema that accepts nothing but objects anyway, as the protocol wants it for the
 * input of a tool (https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool). Libraries and generators
 * write a union, an intersection or a named type there without it. What the schema accepts does not change; one that
 * accepts more than objects is returned as it is.
 *
 * A `$ref` at the root is written out, since clients stumble over it.
 */
export function withObjectRoot(schema: JsonSchema): JsonSchema {
  if (schema.type !== undefined) return schema;
  const document = documentOf(schema);
  if (!isObjectOnly(document, schema, new Set())) return schema;
  const reference = schema.$ref;
  const target = typeof reference === 'string' ? document.find(reference, schema)?.schema : undefined;
  if (typeof target !== 'object' || target === schema || '$id' in target || !isDisjoint(schema, target)) {
    return { ...schema, type: 'object' };
  }
  const { $ref: _, ...rest } = schema;
  return withObjectRoot({ ...target, ...rest });
}

/** Whether a schema can be proved to accept objects only. */
function isObjectOnly(document: SchemaDocument, schema: SubSchema | undefined, visited: Set<object>): boolean {
  if (schema === false) return true;
  if (typeof schema !== 'object' || visited.has(schema)) return false;
  visited.add(schema);
  const isOnly = (item: unknown): boolean => isObjectOnly(document, item as SubSchema, new Set(visited));
  if (schema.type === 'object') return true;
  const { $ref: reference, allOf, anyOf, oneOf } = schema;
  if (typeof reference === 'string' && isOnly(document.find(reference, schema)?.schema)) return true;
  if (Array.isArray(allOf) && allOf.some(isOnly)) return true;
  if (Array.isArray(anyOf) && anyOf.length > 0 && anyOf.every(isOnly)) return true;
  return Array.isArray(oneOf) && oneOf.length > 0 && oneOf.every(isOnly);
}

/** Members that mean the same whichever of the two schemas has them. */
const ONLY_DESCRIBE: ReadonlySet<string> = new Set([
  '$schema',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
]);

/** Whether two schemas say different things, so that one can be written into the other. */
function isDisjoint(outer: JsonSchema, inner: JsonSchema): boolean {
  return Object.keys(inner).every((name) => !(name in outer) || ONLY_DESCRIBE.has(name));
}
