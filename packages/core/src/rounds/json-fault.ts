import { isPlainObject, kindOf } from '../kind-of.js';

/**
 * Why a value would not arrive as it is when it travels as JSON: it has a part that JSON can't carry, or carries as something
 * else. Members that are `undefined` are absent there, which is no fault.
 *
 * @param path what the value is called; begins the text
 * @returns `undefined` when it would arrive
 * @example jsonFault({ when: new Date() }, 'state') // 'state.when is a Date'
 */
export function jsonFault(value: unknown, path: string): string | undefined {
  return faultOf(value, path, new Set());
}

/** @param around the objects that the value is in */
function faultOf(value: unknown, path: string, around: Set<object>): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${path} is ${value}`;
  if (typeof value !== 'object') return `${path} is ${kindOf(value)}`;
  if (around.has(value)) return `${path} contains itself`;
  if (!Array.isArray(value) && (!isPlainObject(value) || 'toJSON' in value)) return `${path} is ${kindOf(value)}`;
  around.add(value);
  const fault = Array.isArray(value) ? itemFault(value, path, around) : memberFault(value, path, around);
  around.delete(value);
  return fault;
}

function itemFault(items: readonly unknown[], path: string, around: Set<object>): string | undefined {
  for (const [index, item] of items.entries()) {
    const fault = faultOf(item, `${path}[${index}]`, around);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function memberFault(object: object, path: string, around: Set<object>): string | undefined {
  for (const [name, member] of Object.entries(object)) {
    if (member === undefined) continue;
    const fault = faultOf(
      member,
      /^[A-Za-z_$][\w$]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`,
      around,
    );
    if (fault !== undefined) return fault;
  }
  return undefined;
}
