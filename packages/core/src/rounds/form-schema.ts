import { isJsonObject, type JsonObject } from '../json.js';
import { kindOf } from '../kind-of.js';
import { fieldFault, fitsField } from './form-field.js';

/** What a form's schema may have beside its fields. Nothing else would reach the user. */
const AROUND: Readonly<Record<string, (value: unknown) => boolean>> = {
  $schema: (value) => typeof value === 'string',
  type: (value) => value === 'object',
  title: (value) => typeof value === 'string',
  description: (value) => typeof value === 'string',
  properties: isJsonObject,
  required: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  additionalProperties: (value) => typeof value === 'boolean',
};

/**
 * What keeps a schema from being that of a form: it must be an object with a flat list of simple fields
 * (client/elicitation#requested-schema, I-03).
 *
 * @param path what the schema is called; begins the text
 */
export function formSchemaFault(schema: unknown, path: string): string | undefined {
  if (!isJsonObject(schema)) return `${path} must be a JSON Schema of an object; got ${kindOf(schema)}`;
  if (schema.type !== 'object') return `${path}.type must be 'object'`;
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return `${path}.properties must be an object of fields; got ${kindOf(properties)}`;
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(AROUND, keyword)) return `${path} has the keyword ${keyword}, which a form can't have`;
    if (AROUND[keyword]?.(value) !== true) return `${path}.${keyword} is not what a form can have there`;
  }
  for (const [name, field] of Object.entries(properties)) {
    const fault = fieldFault(field, `${path}.properties.${name}`);
    if (fault !== undefined) return fault;
  }
  const stray = Array.isArray(required) && required.find((name: string) => !Object.hasOwn(properties, name));
  return typeof stray === 'string' ? `${path}.required names '${stray}', which is no field of the form` : undefined;
}

/** Whether the content of a form is what its schema asks for. The schema has passed `formSchemaFault`. */
export function fitsForm(content: JsonObject, { properties, required, additionalProperties }: JsonObject): boolean {
  const fields = isJsonObject(properties) ? properties : {};
  if (Array.isArray(required) && !required.every((name: string) => Object.hasOwn(content, name))) return false;
  return Object.entries(content).every(([name, value]) =>
    Object.hasOwn(fields, name) ? fitsField(value, fields[name]) : additionalProperties !== false,
  );
}
