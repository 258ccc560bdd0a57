/** What reading JSON text gives: the value, or why there is none, to complete «the message can't be read: …». */
export type JsonReading = { readonly value: unknown } | { readonly fault: string };

/**
 * Reads JSON text that comes from outside. Text with a key through which a careless merge in an application would change the
 * prototype of its objects is refused, not cleaned: a client must not believe that such a member arrived.
 */
export function readJson(text: string): JsonReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: text === '' ? 'it is empty' : 'it is not valid JSON' };
  }
  return SUSPICIOUS.test(text) ? readParsed(value) : { value };
}

/** The same for JSON that somebody else has parsed. */
export function readParsed(value: unknown): JsonReading {
  return hasPrototypeKey(value) ? { fault: '"__proto__" and "constructor.prototype" are no keys for data' } : { value };
}

/** Finds the keys below in JSON text, escaped or not; also finds some texts without them. */
const SUSPICIOUS = /__proto__|"constructor"|\\u00[567]/i;

/** `JSON.parse` itself makes harmless own properties of such keys. */
function hasPrototypeKey(root: unknown): boolean {
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
