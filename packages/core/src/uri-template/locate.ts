import type { Field, Pattern } from './pattern.js';

/** What a URI has for a field. */
export interface Stretch {
  readonly field: Field;
  /** Without the mark; `undefined` where the expression is absent. */
  readonly text: string | undefined;
}

/** Counts the characters that are looked at, so that a test can show the work to be linear. */
export interface StepCounter {
  steps: number;
}

/** In an array of ends: a piece that begins at this position can't lead to a match. */
const NOWHERE = -1;

/**
 * Finds where in a URI the fields of a pattern lie.
 *
 * Where a URI can be divided in several ways, an earlier field takes as little as it can (`{a}-{b}` on `x-y-z` gives `x`
 * and `y-z`), and a field whose mark is there is present rather than absent.
 *
 * A regular expression would find the same by trying, for some templates in polynomial time. Here each piece passes
 * over the text once, the last piece first: for every position it is noted where the piece would end if it began there,
 * given that all behind it can match. One walk from the start then reads the result off. The cost is at most the length
 * of the URI times that of the template.
 *
 * @param uri in ASCII
 * @returns one stretch a field, in their order, or `undefined` where the URI is not of this template
 */
export function locate(
  { prefix, pieces, suffix }: Pattern,
  uri: string,
  counter: StepCounter = { steps: 0 },
): readonly Stretch[] | undefined {
  if (uri.length < prefix.length + suffix.length || !uri.startsWith(prefix) || !uri.endsWith(suffix)) return undefined;
  const text = uri.slice(prefix.length, uri.length - suffix.length);

  let endsBehind = noEnds(text);
  endsBehind[text.length] = text.length;
  const ends: Int32Array[] = [];
  for (const piece of pieces.toReversed()) {
    endsBehind =
      piece.type === 'literal'
        ? literalEnds(piece.text, text, endsBehind, counter)
        : fieldEnds(piece, text, endsBehind, counter);
    ends.unshift(endsBehind);
  }
  if (endsBehind[0] === NOWHERE) return undefined;

  const stretches: Stretch[] = [];
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const end = ends[index]?.[at] ?? NOWHERE;
    if (piece.type === 'field') stretches.push({ field: piece, text: valueBetween(piece, text, at, end) });
    at = end;
  }
  return stretches;
}

function literalEnds(literal: string, text: string, endsBehind: Int32Array, counter: StepCounter): Int32Array {
  const ends = noEnds(text);
  for (let at = text.length - literal.length; at >= 0; at--) {
    counter.steps += literal.length;
    const end = at + literal.length;
    if (endsBehind[end] !== NOWHERE && text.startsWith(literal, at)) ends[at] = end;
  }
  return ends;
}

function fieldEnds(field: Field, text: string, endsBehind: Int32Array, counter: StepCounter): Int32Array {
  const { mark, separator, stops } = field.operator;
  const ends = noEnds(text);
  // Where a value that begins at `at` ends: at the nearest position from which all behind can match. The nearest one also
  // has the fewest separators before it, so that when these are too many, no other end would do.
  let valueEnd = NOWHERE;
  let separators = 0;
  for (let at = text.length; at >= 0; at--) {
    counter.steps++;
    const character = text.charAt(at);
    const isEnd = endsBehind[at] !== NOWHERE;
    const valueEndAfterMark = valueEnd;
    if (isEnd) {
      valueEnd = at;
      separators = 0;
    } else if (valueEnd !== NOWHERE) {
      if (character === separator) separators++;
      if (stops.includes(character) || separators > field.maxSeparators) valueEnd = NOWHERE;
    }

    if (mark === '') ends[at] = valueEnd;
    else if (character === mark && valueEndAfterMark !== NOWHERE) ends[at] = valueEndAfterMark;
    else if (isEnd) ends[at] = at;
  }
  return ends;
}

function noEnds(text: string): Int32Array {
  return new Int32Array(text.length + 1).fill(NOWHERE);
}

function valueBetween({ operator: { mark } }: Field, text: string, start: number, end: number): string | undefined {
  if (mark === '') return text.slice(start, end);
  return start === end ? undefined : text.slice(start + mark.length, end);
}
