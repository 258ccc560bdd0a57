/**
 * The first characters of a text, which is what the modifier of `{x:3}` keeps (RFC 6570, section 2.4.1).
 *
 * @param maxLength counted in Unicode code points, so that no surrogate pair is cut in two
 */
export function prefixOf(text: string, maxLength: number): string {
  // No text has more code points than code units.
  return text.length <= maxLength ? text : Array.from(text).slice(0, maxLength).join('');
}
