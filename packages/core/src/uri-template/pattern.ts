import type { Operator } from './operators.js';
import type { Expression, Literal, Variable } from './syntax.js';

/** A template in the form in which URIs are matched against it. */
export interface Pattern {
  /** Literal text before the first expression; all of the text where there is no expression. */
  readonly prefix: string;
  /** What varies, and the literal text between. Begins and ends with a field, unless it is empty. */
  readonly pieces: readonly (Literal | Field)[];
  /** Literal text after the last expression. */
  readonly suffix: string;
}

/** A stretch of the URI that holds the values of an expression, or of several that stand side by side. */
export interface Field {
  readonly type: 'field';
  readonly operator: Operator;
  readonly variables: readonly Variable[];
  /** How many separators its text may have. */
  readonly maxSeparators: number;
  /** Of the first expression, in UTF-16 code units from the start of the template. */
  readonly position: number;
}

/** Prepares the parts of a template for matching. */
export function toPattern(parts: readonly (Literal | Expression)[]): Pattern {
  const pieces = mergeNeighbours(parts).map((part) => (part.type === 'literal' ? part : toField(part)));
  const first = pieces.findIndex((piece) => piece.type === 'field');
  if (first === -1) return { prefix: textOf(pieces), pieces: [], suffix: '' };
  const end = pieces.findLastIndex((piece) => piece.type === 'field') + 1;
  return {
    prefix: textOf(pieces.slice(0, first)),
    pieces: pieces.slice(first, end),
    suffix: textOf(pieces.slice(end)),
  };
}

/**
 * `{/a}{/b}` writes what `{/a,b}` writes, and `{?q}{&r}` is one query. Taken together, their named variables may come in
 * any order, and the others are handed out from left to right.
 */
function mergeNeighbours(parts: readonly (Literal | Expression)[]): readonly (Literal | Expression)[] {
  const merged: (Literal | Expression)[] = [];
  for (const part of parts) {
    const before = merged.at(-1);
    if (
      before?.type === 'expression' &&
      part.type === 'expression' &&
      before.operator.separator === part.operator.mark
    ) {
      merged[merged.length - 1] = { ...before, variables: [...before.variables, ...part.variables] };
    } else {
      merged.push(part);
    }
  }
  return merged;
}

function toField({ operator, variables, position }: Expression): Field {
  return { type: 'field', operator, variables, maxSeparators: maxSeparators(operator, variables), position };
}

/**
 * Values without names are counted: `{/a,b}` is two path segments at most. A list takes any number. Where a value may
 * have the separator in it, the last variable takes what is left; so does the one variable of `{x}`, whose comma can't be
 * mistaken, and which careless clients leave unencoded.
 */
function maxSeparators(operator: Operator, variables: readonly Variable[]): number {
  const isOpen =
    operator.isNamed ||
    operator.separatorIsLegal ||
    variables.some((variable) => variable.isList) ||
    (variables.length === 1 && operator.separator === ',');
  return isOpen ? Number.POSITIVE_INFINITY : variables.length - 1;
}

function textOf(pieces: readonly (Literal | Field)[]): string {
  return pieces.map((piece) => (piece.type === 'literal' ? piece.text : '')).join('');
}
