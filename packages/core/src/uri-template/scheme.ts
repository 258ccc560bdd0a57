import type { Expression, Literal } from './syntax.js';

/** Section 3.1 of RFC 3986; the rest of a scheme may begin with any of its characters. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const REST_OF_SCHEME = /^[A-Za-z0-9+.-]*$/;

/**
 * Whether the URIs of a template can be absolute: they begin with a scheme, which the template has as it stands (`notes:`), with
 * a variable in it (`git+{transport}:`, `{scheme}:`), or in a reserved variable that writes the colon itself (`{+uri}`).
 */
export function canBeAbsolute(parts: readonly (Literal | Expression)[]): boolean {
  for (const [index, part] of parts.entries()) {
    if (part.type === 'expression') {
      if (part.operator.mark !== '') return false;
      if (part.operator.keepsReserved) return true;
      continue;
    }
    const colon = part.text.indexOf(':');
    const scheme = colon === -1 ? part.text : part.text.slice(0, colon);
    if (!(index === 0 ? SCHEME : REST_OF_SCHEME).test(scheme)) return false;
    if (colon !== -1) return true;
  }
  return false;
}
