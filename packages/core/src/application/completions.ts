import type { Awaitable } from '../awaitable.js';
import type { CallContext } from './context.js';

/** What is being completed: an argument of a prompt, or a variable of a resource template. */
export type CompletionReference =
  | {
      readonly type: 'prompt';
      readonly name: string;
    }
  | {
      readonly type: 'resource';
      readonly uri: string;
    };

/** The argument that is being typed. */
export interface CompletionArgument {
  readonly name: string;
  /** What was typed so far, possibly nothing. */
  readonly value: string;
}

/** Proposed values, best first. Of more than 100 the first 100 are sent, with `hasMore`. */
export interface Completion {
  readonly values: readonly string[];
  /** How many there are in all. */
  readonly total?: number | undefined;
  readonly hasMore?: boolean | undefined;
}

/** Proposes values for one argument or variable, from what was typed so far. `undefined` proposes nothing. */
export type CompleteArgument = (
  value: string,
  resolved: Readonly<Record<string, string>>,
  context: CallContext,
) => Awaitable<CompletionReturn | undefined>;

/** What a completion may give back: values alone, or with their totals. */
export type CompletionReturn = Completion | readonly string[];

/**
 * Proposes values while a user types (server/utilities/completion). The order given is kept. What to disclose to whom, and
 * how often, is the application's to decide.
 */
export interface CompletionProvider {
  /**
   * `undefined` means «not handled here»: nothing is proposed.
   *
   * @param resolved the arguments that already have a value
   */
  complete?(
    reference: CompletionReference,
    argument: CompletionArgument,
    resolved: Readonly<Record<string, string>>,
    context: CallContext,
  ): Awaitable<CompletionReturn | undefined>;
}
