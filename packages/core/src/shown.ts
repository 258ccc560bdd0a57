import { cut } from './schema/describe-value.js';

/** How much of a client's text a message repeats. */
const MAX_LENGTH = 200;

/** A text that came from a client, as a message repeats it: its beginning, where it is long. */
export function shown(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${cut(text, MAX_LENGTH)}… (${text.length} characters)`;
}
