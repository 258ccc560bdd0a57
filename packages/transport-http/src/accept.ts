/** Which forms of an answer a client takes. */
export interface Acceptable {
  readonly json: boolean;
  readonly sse: boolean;
  /** Whether of the two it would rather have a stream: the one with the greater weight, else the one that is named first. */
  readonly prefersSse: boolean;
}

const BOTH: Acceptable = { json: true, sse: true, prefersSse: false };

/** What nearly every client sends, word for word. */
const USUAL = 'application/json, text/event-stream';

/**
 * Reads an `Accept` header (ambiguity Q-06). None at all and the wildcards count as fitting; the most precise range
 * decides, and `q=0` refuses.
 */
export function acceptable(header: string | undefined): Acceptable {
  if (header === USUAL || header === undefined || header === '') return BOTH;
  const ranges = header.split(',').map(readRange);
  const json = rangeOf(ranges, 'application', 'application/json');
  const sse = rangeOf(ranges, 'text', 'text/event-stream');
  return { json: takes(json), sse: takes(sse), prefersSse: isBefore(sse, json) };
}

interface Range {
  readonly type: string;
  readonly weight: number;
  /** From 0, its place in the header. */
  readonly place: number;
}

function readRange(text: string, place: number): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weights = parameters.map((parameter) => /^q\s*=\s*([01](?:\.\d*)?)$/.exec(parameter)?.[1]);
  return { type, weight: Number(weights.find((weight) => weight !== undefined) ?? 1), place };
}

function rangeOf(ranges: readonly Range[], group: string, type: string): Range | undefined {
  for (const wanted of [type, `${group}/*`, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === wanted);
    if (range !== undefined) return range;
  }
  return undefined;
}

function takes(range: Range | undefined): boolean {
  return range !== undefined && range.weight > 0;
}

/** Both have to be named: a wildcard says that the client does not mind. */
function isBefore(one: Range | undefined, other: Range | undefined): boolean {
  if (one?.type !== 'text/event-stream' || other?.type !== 'application/json') return false;
  return one.weight === other.weight ? one.weight > 0 && one.place < other.place : one.weight > other.weight;
}
