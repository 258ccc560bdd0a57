import { isJsonObject, type JsonObject, type JsonValue } from '../json.js';
import { nodeCrypto } from './node-crypto.js';

/**
 * A digest by which two values can be told apart, such as the arguments of two requests: SHA-256 of the canonical JSON text,
 * as 43 characters of base64url. Canonical means: no white space, the members of every object sorted by name (by UTF-16 code
 * units, as RFC 8785 does), numbers and strings as `JSON.stringify` writes them, so that `1.0` is `1` and `-0` is `0`. A member
 * that is `undefined` is absent. Values of any depth are accepted.
 *
 * It is not a secret: whoever can guess the value can compute it.
 *
 * @throws TypeError for a value that contains itself
 * @example
 * digestOf({ b: 1, a: [true] }) === digestOf({ a: [true], b: 1 }); // true
 */
export function digestOf(value: JsonValue): string {
  return nodeCrypto().createHash('sha256').update(canonicalJson(value), 'utf8').digest('base64url');
}

/** An array or object that is partly written. */
interface OpenContainer {
  readonly of: object;
  readonly values: readonly JsonValue[];
  /** The members' names; absent for an array. */
  readonly names?: readonly string[];
  next: number;
}

/** Keeps its own stack: values come from clients, and deep ones must not overflow ours. */
function canonicalJson(root: JsonValue): string {
  const open: OpenContainer[] = [];
  const around = new Set<object>();
  let text = begin(root, open, around);
  for (let container = open.at(-1); container !== undefined; container = open.at(-1)) {
    const { of, values, names, next } = container;
    const value = values[next];
    if (value === undefined && next >= values.length) {
      text += names === undefined ? ']' : '}';
      open.pop();
      around.delete(of);
      continue;
    }
    container.next++;
    if (next > 0) text += ',';
    if (names !== undefined) text += `${JSON.stringify(names[next])}:`;
    text += begin(value ?? null, open, around);
  }
  return text;
}

/**
 * The text of a scalar, or the first character of a container, which is put on the stack.
 *
 * @param around the containers on the stack: one in itself would be written until memory ends
 */
function begin(value: JsonValue, open: OpenContainer[], around: Set<object>): string {
  if (typeof value === 'object' && value !== null) {
    if (around.has(value)) throw new TypeError('A value that contains itself has no digest');
    around.add(value);
  }
  if (isJsonObject(value)) {
    const names = namesOf(value);
    open.push({ of: value, values: names.map((name) => value[name] ?? null), names, next: 0 });
    return '{';
  }
  if (Array.isArray(value)) {
    open.push({ of: value, values: value, next: 0 });
    return '[';
  }
  // JSON text such as 1e400 is read as infinite, which `JSON.stringify` would make the same as null.
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : JSON.stringify(value);
}

function namesOf(object: JsonObject): string[] {
  return Object.keys(object)
    .filter((name) => object[name] !== undefined)
    .sort();
}
