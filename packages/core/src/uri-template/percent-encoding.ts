const NOT_UNRESERVED = /[^A-Za-z0-9\-._~]/gu;
// No `i` flag: together with `u` it takes the Kelvin sign for a "k", and would let it through.
const NOT_UNRESERVED_NOR_RESERVED = /(%[0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]/gu;

/**
 * Encodes a value for a URI, as RFC 6570, section 3.2.1, asks for.
 *
 * @param keepsReserved leaves reserved characters and percent-encoded triplets as they are
 * @throws URIError where the value has half a surrogate pair, which has no UTF-8 form
 */
export function encodeValue(value: string, keepsReserved: boolean): string {
  return keepsReserved
    ? value.replace(NOT_UNRESERVED_NOR_RESERVED, (character, triplet?: string) => triplet ?? encodeCharacter(character))
    : value.replace(NOT_UNRESERVED, encodeCharacter);
}

/** `encodeURIComponent` leaves `!'()*` alone, which are reserved since RFC 3986. */
function encodeCharacter(character: string): string {
  return /[!'()*]/.test(character)
    ? `%${character.charCodeAt(0).toString(16).toUpperCase()}`
    : encodeURIComponent(character);
}

/**
 * Decodes percent-encoded UTF-8 once: `%2525` becomes `%25`, and `+` stays `+`.
 *
 * @returns `undefined` where a `%` is not followed by two hexadecimal digits, or the octets are not UTF-8
 */
export function decodeValue(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Brings a URI, or the literal text of a template, into the one form in which they are compared: ASCII, with upper-case
 * triplets. So `größe`, `gr%C3%B6%C3%9Fe` and `gr%c3%b6%c3%9fe` are the same text, whichever of them a client sends.
 *
 * @returns `undefined` where the text has half a surrogate pair
 */
export function toAscii(text: string): string | undefined {
  if (!/[%\P{ASCII}]/u.test(text)) return text;
  try {
    return text
      .replace(/\P{ASCII}+/gu, (characters) => encodeURIComponent(characters))
      .replace(/%[0-9A-Fa-f]{2}/g, (triplet) => triplet.toUpperCase());
  } catch {
    return undefined;
  }
}
