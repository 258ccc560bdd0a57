import { describeChoices } from '../describe-value.js';
import type { SchemaDocument } from '../document.js';
import { isSubSchema, type SubSchema } from '../keywords.js';
import type { JsonSchema } from '../schema.js';

/** How far references and unions are followed for the sake of a few words. */
const MAX_DEPTH = 4;

/** What a schema wants, in a few words: `number`, `one of "a", "b"`, `string (date-time)`, `string or null`. */
export function expectationOf(document: SchemaDocument, schema: SubSchema): string {
  return [...new Set(wordsOf(document, schema, 0))].join(' or ') || 'a value';
}

/** The type names as they read in a sentence. */
export function describeTypes(types: unknown): string {
  return (Array.isArray(types) ? types : [types]).join(' or ');
}

function wordsOf(document: SchemaDocument, schema: SubSchema, depth: number): readonly string[] {
  if (typeof schema === 'boolean' || depth > MAX_DEPTH) return [];
  const { const: value, enum: choices, type, format, $ref: reference, allOf } = schema;
  if (Array.isArray(choices)) return [describeChoices(choices)];
  if (value !== undefined) return [describeChoices([value])];
  if (type !== undefined)
    return [typeof format === 'string' ? `${describeTypes(type)} (${format})` : describeTypes(type)];
  if (typeof reference === 'string') {
    const target = document.find(reference, schema)?.schema;
    const words = target === undefined ? [] : wordsOf(document, target, depth + 1);
    if (words.length > 0) return words;
  }
  for (const union of [schema.anyOf, schema.oneOf]) {
    const branches = branchesOf(union).map((branch) => wordsOf(document, branch, depth + 1));
    if (branches.length > 0 && branches.every((words) => words.length > 0)) return branches.flat();
  }
  for (const part of branchesOf(allOf)) {
    const words = wordsOf(document, part, depth + 1);
    if (words.length > 0) return words;
  }
  return [];
}

/** The schemas of a list of alternatives or parts. */
export function branchesOf(value: JsonSchema[string]): readonly SubSchema[] {
  return Array.isArray(value) ? value.filter(isSubSchema) : [];
}
