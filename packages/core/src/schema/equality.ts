/** Whether two JSON values are equal as JSON Schema has it: `1` and `1.0` are, member order does not matter. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!isEqual(a[index], b[index])) return false;
    return true;
  }
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  for (const name of names) {
    if (!Object.hasOwn(b, name)) return false;
    if (!isEqual((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name])) return false;
  }
  return true;
}

/** Up to this many items are compared pair by pair, which needs no memory. */
const PAIRWISE = 16;

/**
 * Whether no two items are equal (`uniqueItems`), in a time that grows with the length and not with its square: a client
 * decides how long the list is.
 */
export function areDistinct(items: readonly unknown[]): boolean {
  if (items.length > PAIRWISE) return new Set(items.map(keyOf)).size === items.length;
  for (let i = 1; i < items.length; i++) {
    for (let j = 0; j < i; j++) if (isEqual(items[i], items[j])) return false;
  }
  return true;
}

/** A value that is the same for equal JSON values: scalars stand for themselves, the rest becomes sorted text. */
function keyOf(value: unknown): unknown {
  if (typeof value === 'string') return `"${value}`;
  return typeof value === 'object' && value !== null ? sortedText(value) : value;
}

function sortedText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${sortedText(member)}`);
  return `{${members.sort().join(',')}}`;
}
