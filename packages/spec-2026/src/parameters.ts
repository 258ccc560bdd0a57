import { isJsonObject, type JsonObject, type JsonValue, RequestError, shown } from '@polyspec/core';

/**
 * A parameter that names something.
 *
 * @param what for the error where it is missing, such as `tool name`
 */
export function requiredName(params: JsonObject, parameter: string, what: string): string {
  const value = params[parameter];
  if (value === undefined) throw invalidParams(`Missing ${what}`);
  if (typeof value !== 'string') throw invalidParams(`Invalid params: ${parameter} must be a string`);
  return value;
}

/** The cursor of a list request. An empty one is a cursor like any other (ambiguity Q-40). */
export function optionalCursor({ cursor }: JsonObject): string | undefined {
  if (cursor === undefined || typeof cursor === 'string') return cursor;
  throw invalidParams('Invalid params: cursor must be a string');
}

/** An object of any values; `{}` when it is absent. `null` is not absent. */
export function optionalObject(params: JsonObject, parameter: string): JsonObject {
  const value = params[parameter];
  if (value === undefined) return {};
  if (!isJsonObject(value)) throw invalidParams(`Invalid params: ${parameter} must be an object`);
  return value;
}

/** An object of strings; `{}` when it is absent. */
export function optionalStrings(value: JsonValue | undefined, path: string): Readonly<Record<string, string>> {
  if (value === undefined) return {};
  if (!isJsonObject(value)) throw invalidParams(`Invalid params: ${path} must be an object`);
  for (const [name, item] of Object.entries(value)) {
    if (typeof item !== 'string') throw invalidParams(`Invalid params: ${path}.${shown(name)} must be a string`);
  }
  return value as Readonly<Record<string, string>>;
}

export function invalidParams(message: string): RequestError {
  return new RequestError('invalid-params', message);
}
