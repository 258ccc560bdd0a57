import { isJsonObject, type JsonObject, type JsonValue } from '../json.js';
import { isTextFormat } from '../rounds/text-format.js';
import { documentOf } from '../schema/document.js';

/** What may stand beside the fields of a form, of what libraries write there. */
const AROUND = ['type', 'title', 'description', 'properties', 'required'] as const;

/** Constraints that forms don't have, which the library checks when the answer is there; and what nothing is checked by. */
const LIBRARY_ONLY: ReadonlySet<string> = new Set([
  '$comment',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'uniqueItems',
  'pattern',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'contentEncoding',
  'contentMediaType',
]);

/**
 * The JSON Schema of a library as a form can have it (client/elicitation#requested-schema): choices are written in the one way
 * that forms know, and constraints left out that they don't have. What is no field of a form stays as it is, to be refused.
 *
 * Only for schemas whose library reads the answer: one that an author wrote goes out as it stands (ambiguity Q-65).
 */
export function libraryForm(schema: JsonObject): JsonObject {
  const { $defs } = schema;
  const document = $defs === undefined ? undefined : documentOf(schema);
  const resolved = (field: JsonValue | undefined): JsonValue | undefined => {
    if (!isJsonObject(field) || typeof field.$ref !== 'string') return field;
    const { $ref, ...rest } = field;
    const target = document?.find($ref, schema)?.schema;
    return isJsonObject(target) ? { ...target, ...rest } : field;
  };
  const form = Object.fromEntries(AROUND.flatMap((name) => (name in schema ? [[name, schema[name]]] : [])));
  if (!isJsonObject(schema.properties)) return form;
  const fields = Object.entries(schema.properties).map(([name, field]) => [name, fieldOf(resolved(field), resolved)]);
  return { ...form, properties: Object.fromEntries(fields) };
}

type Resolve = (field: JsonValue | undefined) => JsonValue | undefined;

function fieldOf(field: JsonValue | undefined, resolved: Resolve): JsonValue | undefined {
  if (!isJsonObject(field)) return field;
  const plain = withoutLibraryOnly(field);
  const { const: only, enum: names, anyOf, oneOf, items, ...rest } = plain;
  const choice = choiceOf(field);
  if (choice !== undefined) return { ...rest, type: 'string', ...choice };
  return field.type === 'array' ? { ...rest, items: itemsOf(resolved(items)) } : plain;
}

/** Several choices have the same parts as one, under another name where they have titles. */
function itemsOf(items: JsonValue | undefined): JsonValue | undefined {
  const choice = isJsonObject(items) ? choiceOf(items) : undefined;
  if (choice === undefined) return items;
  return 'enum' in choice ? { type: 'string', ...choice } : { anyOf: choice.oneOf };
}

type Choice = { readonly enum: readonly string[] } | { readonly oneOf: readonly JsonObject[] };

/** What can be chosen: one value, a list of them, or alternatives that are one value each, which may have titles. */
function choiceOf({ const: only, enum: names, anyOf, oneOf }: JsonObject): Choice | undefined {
  if (typeof only === 'string') return { enum: [only] };
  if (Array.isArray(names)) return names.every(isText) ? { enum: names } : undefined;
  const alternatives = anyOf ?? oneOf;
  if (!Array.isArray(alternatives) || !alternatives.every(isOneText)) return undefined;
  if (alternatives.every(({ title }) => title === undefined)) return { enum: alternatives.map((item) => item.const) };
  return { oneOf: alternatives.map((item) => ({ const: item.const, title: item.title ?? item.const })) };
}

function isOneText(value: JsonValue): value is { readonly const: string; readonly title?: string } {
  return isJsonObject(value) && isText(value.const);
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}

function withoutLibraryOnly(field: JsonObject): JsonObject {
  const kept = Object.entries(field).filter(([keyword, value]) => !isLibraryOnly(keyword, value));
  const { exclusiveMinimum, exclusiveMaximum } = field;
  if (field.type === 'integer') {
    if (typeof exclusiveMinimum === 'number') kept.push(['minimum', Math.floor(exclusiveMinimum) + 1]);
    if (typeof exclusiveMaximum === 'number') kept.push(['maximum', Math.ceil(exclusiveMaximum) - 1]);
  }
  return Object.fromEntries(kept);
}

/** The bounds of what a number can be at all tell nobody anything. */
function isLibraryOnly(keyword: string, value: JsonValue | undefined): boolean {
  if (keyword === 'format') return !isTextFormat(value);
  if (keyword === 'minimum') return value === Number.MIN_SAFE_INTEGER;
  if (keyword === 'maximum') return value === Number.MAX_SAFE_INTEGER;
  return LIBRARY_ONLY.has(keyword);
}
