import { isJsonObject, type JsonObject, type JsonValue, RequestError, shown } from '@polyspec/core';

/**
 * Reading parameters: each function gives a member in the type that the method needs, or throws the `RequestError`
 * `invalid-params` that names the member, what it must be, and what it is (schema `InvalidParams`).
 */

/** A string that has to be there. */
export function requiredString(params: JsonObject, name: string, path: string = name): string {
  const value = params[name];
  if (typeof value !== 'string') throw invalid(path, 'a string', value);
  return value;
}

/** A string that may be absent. */
export function optionalString(params: JsonObject, name: string): string | undefined {
  const value = params[name];
  if (value !== undefined && typeof value !== 'string') throw invalid(name, 'a string', value);
  return value;
}

/** An object that has to be there. */
export function requiredObject(params: JsonObject, name: string): JsonObject {
  const value = params[name];
  if (!isJsonObject(value)) throw invalid(name, 'an object', value);
  return value;
}

const NOTHING: JsonObject = Object.freeze({});

/** An object, `{}` when absent. */
export function optionalObject(params: JsonObject, name: string): JsonObject {
  return params[name] === undefined ? NOTHING : requiredObject(params, name);
}

/** An object of strings, `{}` when absent. */
export function optionalStrings(
  params: JsonObject,
  name: string,
  path: string = name,
): Readonly<Record<string, string>> {
  const value = params[name];
  if (value === undefined) return NOTHING as Readonly<Record<string, string>>;
  if (!isJsonObject(value)) throw invalid(path, 'an object', value);
  for (const member in value) requiredString(value, member, `${path}.${shown(member)}`);
  return value as Readonly<Record<string, string>>;
}

/** The error for a member that is not what it must be. */
export function invalid(path: string, wanted: string, value: JsonValue | undefined): RequestError {
  return new RequestError('invalid-params', `Invalid params: ${path} must be ${wanted}, got ${kindOf(value)}`);
}

function kindOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
