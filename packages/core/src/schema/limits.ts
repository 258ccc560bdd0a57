import { SchemaError } from './error.js';
import { eachSubSchema, type SubSchema } from './keywords.js';
import { pointerTo } from './pointer.js';
import type { JsonSchema } from './schema.js';

/** How deep schemas may be nested in each other. */
export const MAX_DEPTH = 64;

/** How many schemas may be inside one; also how many may apply to one value when every `$ref` is written out. */
export const MAX_SUBSCHEMAS = 10_000;

/**
 * Bounds what a schema can cost
 * (https://modelcontextprotocol.io/specification/2026-07-28/basic/index#composition-keyword-resource-use).
 *
 * @throws SchemaError when it is nested deeper than {@link MAX_DEPTH}, as an object that contains itself is, or has more
 *   than {@link MAX_SUBSCHEMAS} schemas inside
 */
export function checkBounds(root: JsonSchema, subject: string): void {
  let count = 0;
  const measure = (schema: SubSchema, pointer: string, depth: number): void => {
    count += 1;
    if (count > MAX_SUBSCHEMAS)
      throw new SchemaError(subject, `has more than ${MAX_SUBSCHEMAS} schemas inside`, pointer);
    if (typeof schema === 'boolean') return;
    if (depth > MAX_DEPTH) {
      throw new SchemaError(
        subject,
        `is nested more than ${MAX_DEPTH} deep; move the inner parts to $defs, and write recursion as a $ref`,
        pointer,
      );
    }
    eachSubSchema(schema, (child, keyword, key) => measure(child, pointerTo(pointer, keyword, key), depth + 1));
  };
  measure(root, '', 1);
}
