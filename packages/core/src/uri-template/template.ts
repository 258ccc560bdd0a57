import { refuseAmbiguity } from './ambiguity.js';
import { expandParts, type TemplateValues } from './expand.js';
import { matchPattern, type UriMatchOptions, type UriTemplateMatch } from './match.js';
import { toPattern } from './pattern.js';
import { canBeAbsolute } from './scheme.js';
import { parseParts } from './syntax.js';

/** A URI template (RFC 6570) that writes URIs from values, and reads the values back from a URI. */
export interface UriTemplate {
  /** As written. */
  readonly template: string;
  /** The names of its variables, each once, in the order in which they first appear. */
  readonly variables: readonly string[];
  /** How many characters of literal text it has, in ASCII: the more, the closer it describes its URIs. */
  readonly literalLength: number;
  /** Whether its URIs can have a scheme, as `notes://{id}`, `{scheme}://x` and `{+uri}` can, and `notes/{id}` can't. */
  readonly canBeAbsolute: boolean;
  /**
   * Writes a URI. A value that is `undefined`, missing or an empty list is left out.
   *
   * @throws UriTemplateError where a list is given for a prefix (`{x:3}`), or a value has half a surrogate pair
   */
  expand(values: TemplateValues): string;
  /**
   * Reads the values of a URI. Percent-encoding is undone once, and `+` stays `+`.
   *
   * - `{x}`, `{.x}`, `{/x}` and `{;x}` never reach past a `/`, `?` or `#`; `{+x}` and `{#x}` may.
   * - Variables of a query (`{?q,r}`) or of `{;x}` come in any order and may be missing. Names that the template does not
   *   have are ignored, and of a repeated name the first value counts. `?q=` is the empty text.
   * - `{/p*}` and the like always give a list; every other variable gives a text.
   * - Where the URI could be divided in several ways, an earlier variable takes as little as it can.
   * - Literal text must be there as written, in a query too.
   *
   * The time it takes is linear in the length of the URI, for every template.
   *
   * @param options override those that the template was parsed with
   * @returns the values, a refusal of one of them, or `undefined` where the URI is not of this template
   */
  match(uri: string, options?: UriMatchOptions): UriTemplateMatch | undefined;
}

/**
 * Parses a URI template (RFC 6570, all levels).
 *
 * Beyond the syntax, a template is refused when its values could not be told apart in a URI: `{a}{b}`, `{/a*,b*}`.
 *
 * @param template such as `notes://{id}{?format}`
 * @param options how `match` works unless it is told otherwise
 * @throws UriTemplateError with the position of the fault
 *
 * @example
 * const notes = parseUriTemplate('notes://{owner}/{id}{?format,limit}');
 * notes.expand({ owner: 'ada', id: '§ 141.61' });   // 'notes://ada/%C2%A7%20141.61'
 * notes.match('notes://ada/100%25?limit=3');        // { type: 'match', variables: { owner: 'ada', id: '100%', limit: '3' } }
 * notes.match('notes://ada/%2e%2e');                // { type: 'refused', variable: 'id', reason: 'dot-segment', message }
 * notes.match('tasks://ada/1');                     // undefined
 */
export function parseUriTemplate(template: string, options: UriMatchOptions = {}): UriTemplate {
  const parts = parseParts(template);
  const pattern = toPattern(parts);
  refuseAmbiguity(template, pattern);
  const names = parts.flatMap((part) => (part.type === 'expression' ? part.variables.map(({ name }) => name) : []));
  return {
    template,
    variables: [...new Set(names)],
    literalLength: parts.reduce((length, part) => length + (part.type === 'literal' ? part.text.length : 0), 0),
    canBeAbsolute: canBeAbsolute(parts),
    expand: (values) => expandParts(template, parts, values),
    match: (uri, overrides) => matchPattern(pattern, uri, { ...options, ...overrides }),
  };
}
