import type { CallContext } from '../application/context.js';
import type { RoundResult } from '../application/rounds.js';

/** Marks the functions that answer in rounds, also those of another copy of this package. */
export const ROUNDS: unique symbol = Symbol.for('polyspec.rounds');

/**
 * A function that answers in rounds, where one that answers at once may stand too: the `run` of a tool or prompt, the `read` of
 * a resource. Made by `dialogue`. As a type it can't be called, so that the types of those that answer at once are not mixed with
 * its own.
 */
export interface RunInRounds<Args extends readonly unknown[], T> {
  /** The function itself. */
  readonly [ROUNDS]: (...given: [...args: Args, context: CallContext]) => Promise<RoundResult<T>>;
}

/** Whether a function answers in rounds, so that it has to be called with the context of one. */
export function answersInRounds<Run>(run: Run): run is Extract<Run, { readonly [ROUNDS]: unknown }> {
  return typeof run === 'function' && ROUNDS in run;
}

/** Marks a function as one that answers in rounds. */
export function markedAsRounds<F extends (...given: never[]) => unknown>(run: F): F & { readonly [ROUNDS]: F } {
  return Object.assign(run, { [ROUNDS]: run });
}

/** A function made of another: it answers in rounds where that one does. */
export function markedLike<F extends object>(original: F, made: (...given: never[]) => unknown): F {
  return (answersInRounds(original) ? markedAsRounds(made) : made) as object as F;
}
