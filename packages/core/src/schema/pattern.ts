/**
 * Compiles a `pattern` of JSON Schema: with the `u` flag as the specification wants it, and without where the pattern is
 * only legal so (`[\w-.]`, `\-`), since such patterns are common and their meaning is clear.
 *
 * JavaScript can't bound the time of a regular expression: `^(a+)+$` takes seconds on 30 characters. Patterns are the
 * author's, texts the client's; where a pattern nests repetitions, give the same schema a `maxLength`, which is always
 * looked at first.
 *
 * @throws SyntaxError when it is a regular expression neither with nor without the flag
 */
export function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}
