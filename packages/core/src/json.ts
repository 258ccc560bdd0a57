/** Any value that JSON can carry. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. A member that is `undefined` is absent on the wire, as `JSON.stringify` has it. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** Whether a value is a JSON object, that is neither `null` nor an array nor a scalar. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
