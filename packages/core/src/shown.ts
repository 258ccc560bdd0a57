import type { JsonValue } from './json.js';
import { cut } from './schema/describe-value.js';

/** How much of a client's text a message repeats. */
const MAX_LENGTH = 200;

/** A text that came from a client, as a message repeats it: its beginning, where it is long. */
export function shown(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${cut(text, MAX_LENGTH)}… (${text.length} characters)`;
}

/** Any value that came from a client, as a message names it. Objects and arrays may be of any depth, so they are not written out. */
export function shownValue(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(shown(value));
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'an array' : 'an object';
}
