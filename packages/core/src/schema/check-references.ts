import type { SchemaDocument } from './document.js';
import { SchemaError } from './error.js';
import { eachSubSchema, KEYWORDS, type SubSchema } from './keywords.js';
import { MAX_SUBSCHEMAS } from './limits.js';
import { pointerTo } from './pointer.js';
import type { JsonSchema } from './schema.js';

/** How many references may follow each other before a part of the value is looked at. */
const MAX_CHAIN = 500;

/**
 * Checks that every `$ref` leads to a place inside the schema, that none leads back to itself without going into a part of
 * the value, and that together they do not make a small schema an endless one.
 *
 * @throws SchemaError also for a reference that could be fetched: nothing ever is
 *   (https://modelcontextprotocol.io/specification/2026-07-28/basic/index#ref-resolution)
 */
export function checkReferences(document: SchemaDocument, subject: string): void {
  const targets = new Map<object, SubSchema[]>();
  for (const [node, { pointer }] of document.places) {
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = (node as JsonSchema)[keyword];
      if (typeof reference !== 'string') continue;
      const target = document.find(reference, node as JsonSchema);
      if (target === undefined)
        throw new SchemaError(subject, unresolved(keyword, reference), pointerTo(pointer, keyword));
      targets.set(node, [...(targets.get(node) ?? []), target.schema]);
    }
  }

  const costs = new Map<object, number>();
  const underWay = new Set<object>();
  /** How many schemas apply to one value that this schema applies to. */
  const cost = (schema: SubSchema): number => {
    if (typeof schema === 'boolean') return 1;
    const known = costs.get(schema);
    if (known !== undefined) return known;
    const pointer = document.places.get(schema)?.pointer ?? '';
    if (underWay.has(schema)) {
      throw new SchemaError(
        subject,
        'refers to itself without going into a property or an item, so it can never be decided',
        pointer,
      );
    }
    if (underWay.size > MAX_CHAIN)
      throw new SchemaError(subject, `has a chain of more than ${MAX_CHAIN} references`, pointer);
    underWay.add(schema);
    let sum = 1;
    for (const target of targets.get(schema) ?? []) sum += cost(target);
    eachSubSchema(schema, (child, keyword) => {
      if (KEYWORDS.get(keyword)?.inPlace) sum += cost(child);
    });
    underWay.delete(schema);
    if (sum > MAX_SUBSCHEMAS) {
      throw new SchemaError(
        subject,
        `has more than ${MAX_SUBSCHEMAS} schemas that apply to one value, with each $ref written out`,
        pointer,
      );
    }
    costs.set(schema, sum);
    return sum;
  };
  for (const [node] of document.places) cost(node as JsonSchema);
}

function unresolved(keyword: string, reference: string): string {
  if (reference.startsWith('#')) return `${keyword} "${reference}" leads to no schema inside this one`;
  return `${keyword} "${reference}" leads out of this schema, and nothing is ever fetched; copy what it means into $defs and refer to that`;
}
