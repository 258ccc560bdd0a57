/** What reading JSON text gives: the value, or why there is none, to complete «the message can't be read: …». */
export type JsonReading =
  | {
      readonly value: unknown;
      /** Whether the text may have a key that `hasPrototypeKey` looks for: then it is worth a look. */
      readonly isSuspicious: boolean;
    }
  | { readonly fault: string };

/** Reads JSON text that comes from outside. */
export function readJson(text: string): JsonReading {
  try {
    return { value: JSON.parse(text), isSuspicious: SUSPICIOUS.test(text) };
  } catch {
    return { fault: text === '' ? 'it is empty' : 'it is not valid JSON' };
  }
}

/** Finds the keys below in JSON text, escaped or not; also finds some texts without them. */
const SUSPICIOUS = /__proto__|"constructor"|\\u00[567]/i;

/**
 * Whether a value that came from JSON has a key through which a careless merge in an application would change the prototype
 * of its objects: `__proto__`, or `constructor` with a `prototype` in it. `JSON.parse` itself makes harmless own properties
 * of them.
 */
export function hasPrototypeKey(root: unknown): boolean {
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return true;
    if (Object.hasOwn(value, 'constructor')) {
      const { constructor: inner } = value as { constructor: unknown };
      if (typeof inner === 'object' && inner !== null && Object.hasOwn(inner, 'prototype')) return true;
    }
    for (const member of Object.values(value)) left.push(member);
  }
  return false;
}
