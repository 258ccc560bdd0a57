/** Adds tokens to a JSON pointer (RFC 6901), escaped. An `undefined` token adds nothing. */
export function pointerTo(pointer: string, ...tokens: readonly (string | number | undefined)[]): string {
  let result = pointer;
  for (const token of tokens) {
    if (token !== undefined) result += `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
  return result;
}

/** The tokens of a JSON pointer, unescaped; `undefined` when it is not one. `''` has none. */
export function pointerTokens(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at the end of some tokens, found through own members only; `undefined` when there is none. */
export function valueAt(root: unknown, tokens: readonly PropertyKey[]): unknown {
  let value = root;
  for (const token of tokens) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[token];
  }
  return value;
}
