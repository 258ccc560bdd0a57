/** Which forms of an answer a client takes. */
export interface Acceptable {
  readonly json: boolean;
  readonly sse: boolean;
}

const BOTH: Acceptable = { json: true, sse: true };

/** What nearly every client sends, word for word. */
const USUAL = 'application/json, text/event-stream';

/**
 * Reads an `Accept` header (ambiguity Q-06). None at all and the wildcards count as fitting; the most precise range
 * decides, and `q=0` refuses.
 */
export function acceptable(header: string | undefined): Acceptable {
  if (header === USUAL || header === undefined || header === '') return BOTH;
  const ranges = header.split(',').map(readRange);
  return { json: takes(ranges, 'application', 'application/json'), sse: takes(ranges, 'text', 'text/event-stream') };
}

interface Range {
  readonly type: string;
  readonly refused: boolean;
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  return { type, refused: parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter)) };
}

function takes(ranges: readonly Range[], group: string, type: string): boolean {
  for (const wanted of [type, `${group}/*`, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === wanted);
    if (range !== undefined) return !range.refused;
  }
  return false;
}
