/**
 * The first characters of a text, which is what the modifier of `{x:3}` keeps (RFC 6570, section 2.4.1).
 *
 * @param maxLength counted in Unicode code points, so that no surrogate pair is cut in two
 */
export function prefixOf(text: string, maxLength: number): string {
  // No text has more code points than code units.
  return text.length <= maxLength ? text : Array.from(text).slice(0, maxLength).join('');
}

/** A character of UTF-8 in triplets, whose first octet tells how many follow; else one triplet, or one code point. */
const CHARACTER =
  /%(?:[Cc][2-9A-Fa-f]|[Dd][0-9A-Fa-f])%[89ABab][0-9A-Fa-f]|%[Ee][0-9A-Fa-f](?:%[89ABab][0-9A-Fa-f]){2}|%[Ff][0-4](?:%[89ABab][0-9A-Fa-f]){3}|%[0-9A-Fa-f]{2}|./gsu;

/**
 * The first characters of a text whose triplets are written as they stand, as in `{+x:3}`: a character that is percent-encoded
 * already counts as one and is not cut either (the same section).
 */
export function encodedPrefixOf(text: string, maxLength: number): string {
  if (text.length <= maxLength || !text.includes('%')) return prefixOf(text, maxLength);
  return (text.match(CHARACTER) ?? []).slice(0, maxLength).join('');
}
