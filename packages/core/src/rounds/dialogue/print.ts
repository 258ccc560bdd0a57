import type { InputRequest } from '../../application/rounds.js';
import type { JsonValue } from '../../json.js';
import { digestOf } from '../../seal/digest.js';

/** How much of a digest tells questions apart: 132 bits. */
const DIGEST_LENGTH = 22;

/** What a dialogue calls at one of its places, by the letter that its print begins with. */
const CALLS: Readonly<Record<string, string>> = {
  f: 'elicit(…)',
  u: 'elicitUrl(…)',
  s: 'sample(…)',
  r: 'listRoots()',
  o: 'once(…)',
};

/** What stands for a question in the record: its kind, and a digest of all that it says. */
export function printOf(request: InputRequest): string {
  switch (request.type) {
    case 'formElicitation':
      return `f${digest([request.message, request.schema])}`;
    case 'urlElicitation':
      return `u${digest([request.message, request.url])}`;
    case 'sampling':
      return `s${digest(JSON.parse(JSON.stringify(request.request)) as JsonValue)}`;
    case 'roots':
      return 'r';
  }
}

/**
 * What stands for a step in the record. One with a name is known by it, whatever it does; of one without, the text of its
 * function tells whether it is the same.
 */
export function printOfStep(step: unknown, name: string | undefined): string {
  return name === undefined ? `o${digest(String(step))}` : 'o';
}

export function isStep(print: string): boolean {
  return print.startsWith('o');
}

function digest(value: JsonValue): string {
  return digestOf(value).slice(0, DIGEST_LENGTH);
}

/** What a print stands for, as it is written in a dialogue. */
export function callOfPrint(print: string): string {
  return CALLS[print.charAt(0)] ?? 'something else';
}
