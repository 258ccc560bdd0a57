import { isJsonObject, type JsonObject, type JsonValue, RequestError } from '@polyspec/core';

/**
 * A form as 2025-06-18 has it (client/elicitation#requested-schema; ambiguities part 3): only booleans have a `default`, titles
 * of choices are `enumNames`, and there is no field for several choices, which is left out where it need not be answered.
 *
 * @param schema a form of 2025-11-25
 * @throws RequestError `missing-capability` where a field for several choices has to be answered
 */
export function plainForm({ properties, required }: JsonObject): JsonObject {
  const fields: [string, JsonValue][] = [];
  const wanted: readonly JsonValue[] = Array.isArray(required) ? required : [];
  for (const [name, field] of Object.entries(isJsonObject(properties) ? properties : {})) {
    if (!isJsonObject(field)) continue;
    if (field.type !== 'array') fields.push([name, plainField(field)]);
    else if (wanted.includes(name)) throw noSuchField(name);
  }
  // A field may be called `__proto__`, so that it must not be assigned.
  return { type: 'object', properties: Object.fromEntries(fields), ...(required !== undefined && { required }) };
}

function plainField(field: JsonObject): JsonObject {
  if (field.type === 'boolean') return field;
  const { default: _, oneOf, ...plain } = field;
  if (!Array.isArray(oneOf)) return plain;
  const choices = oneOf.filter(isJsonObject);
  return {
    ...plain,
    enum: choices.map((choice) => choice.const ?? null),
    enumNames: choices.map(({ title }) => title ?? null),
  };
}

function noSuchField(name: string): RequestError {
  return new RequestError(
    'missing-capability',
    `The client can't be asked for several choices, which '${name}' needs: its revision, 2025-06-18, has no field for them`,
  );
}
