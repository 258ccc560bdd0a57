import type { JsonValue } from '../json.js';

/** A value as it would arrive after it had travelled: one that nobody else holds. */
export function jsonCopy<T extends JsonValue>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
