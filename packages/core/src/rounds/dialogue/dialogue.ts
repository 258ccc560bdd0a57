import type {
  ElicitAnswer,
  ElicitUrlOptions,
  Root,
  SamplingAnswer,
  SamplingRequest,
} from '../../application/asking.js';
import type { CallContext } from '../../application/context.js';
import type { RoundContext, RoundResult } from '../../application/rounds.js';
import type { Awaitable } from '../../awaitable.js';
import { ApplicationError } from '../../errors.js';
import { latePasses } from '../../late-parts.js';
import type { InferOutput, Schema } from '../../schema/index.js';
import { markedAsRounds, type ROUNDS } from '../run-in-rounds.js';

/** What a question of a dialogue may say beside what it asks. */
export interface QuestionOptions {
  /**
   * A name of its own, unique in the dialogue, which finds its answer again. Without it a question is known by its place among
   * the others: then all of them have to come in the same order each time. In a loop it needs one.
   */
  readonly key?: string | undefined;
}

/** What the function of a dialogue sees: the context of the call, and the ways to ask, on every revision. */
export interface DialogueContext extends CallContext {
  /**
   * Aborts with the call, and also when the client has to be asked: the function is left where it waits then, and none of its
   * `finally` runs. What it holds meanwhile can be let go on this signal.
   */
  readonly signal: AbortSignal;
  /** Asks the user to fill in a form. What is accepted fits the schema, which may be of any kind, see `Elicit`. */
  readonly elicit: <S extends Schema>(
    message: string,
    schema: S,
    options?: QuestionOptions,
  ) => Promise<ElicitAnswer<InferOutput<S>>>;
  /** Asks the user to visit a page; `accept` means consent only, not that the visit is done. */
  readonly elicitUrl: (
    message: string,
    url: string,
    options?: QuestionOptions & ElicitUrlOptions,
  ) => Promise<ElicitAnswer>;
  /** Asks the client's model. */
  readonly sample: (request: SamplingRequest, options?: QuestionOptions) => Promise<SamplingAnswer>;
  /** Asks for the client's folders. */
  readonly listRoots: (options?: QuestionOptions) => Promise<readonly Root[]>;
  /** Does something that must not be done again when the function runs again, see `Once`. */
  readonly once: Once;
}

/**
 * Does a step of a dialogue once: what it gave, or the error that it threw, is remembered, and given again in later runs. It
 * has to be JSON, or nothing.
 *
 * A name of its own, unique in the dialogue, finds it again in whatever order the steps come. Without one it is known by its
 * place among the questions and steps, and by its source text, but not by the variables that it uses: in a loop it needs a name.
 * The log of the server has a warning, once for each tool, where one run comes to two steps without names that have the same
 * text. A step can't ask the client.
 */
export interface Once {
  <V>(step: () => Awaitable<V>): Promise<V>;
  <V>(name: string, step: () => Awaitable<V>): Promise<V>;
}

/**
 * What `dialogue` makes: the `run` of a tool or prompt, the `read` of a resource, or a hook of rounds.
 *
 * @typeParam A the arguments that it takes before the context. It may be called with more: where a tool has arguments, its
 *   dialogue need not take them
 */
export interface Dialogue<A extends readonly unknown[], T> extends Rounds<A, T> {
  readonly [ROUNDS]: Rounds<A, T>;
}

interface Rounds<A extends readonly unknown[], T> {
  (...given: [...args: A, ...more: unknown[], context: CallContext]): Promise<RoundResult<T>>;
  // The compiler reads the types of the arguments off the last one.
  (...given: [...args: A, context: CallContext]): Promise<RoundResult<T>>;
}

/**
 * Makes a straight function, which asks the client in the middle of its work, into one that answers in rounds. It works under
 * every revision and over every transport: as the `run` of a declared tool or prompt, the `read` of a resource, or as what a
 * hook of rounds gives.
 *
 * Each time the client has answered, the function runs again from its beginning, maybe in another process. Questions that
 * were answered have their answers then, and steps that were done with `once` have their results; both travel through the
 * client, sealed. So whatever has an effect, or may give something else another time (a clock, a database, a random
 * number), belongs in `once`. Questions that are open at the same time, as with `Promise.all`, are asked together.
 *
 * @param talk gets the ways to ask, then the arguments of the call
 * @example
 * const book = tool({
 *   description: 'Books seats.',
 *   input: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
 *   run: dialogue(async ({ elicit, once }, { day }) => {
 *     const seats = await once(() => reserve(day));
 *     const answer = await elicit(`Seats ${seats.join(', ')} are free. Shall I book them?`, { type: 'object', properties: {} });
 *     if (answer.action !== 'accept') return 'Nothing was booked.';
 *     return await once(() => pay(seats));
 *   }),
 * });
 *
 * Traps: a question that differs from one run to the next, for example by a time in its text, is an error. In a loop, steps
 * look alike, and so may questions: without names and keys they are told apart by their place alone, and if the order of the loop
 * changes from one run to the next, a step is taken for that of another turn, without an error. Name them by what they are about,
 * as in ``once(`pay ${id}`, …)`` and `{ key: id }`, or let `once` give what the loop goes over. Of several branches that run at the
 * same time and wait for other work than questions and steps, nobody knows which comes first: give what they ask and do keys and
 * names. A client may send a request twice: what must never happen twice, such as a payment, needs
 * an identity of its own where it is made.
 */
export function dialogue<A extends readonly unknown[], T>(
  talk: (context: DialogueContext, ...args: A) => Awaitable<T>,
): Dialogue<A, T> {
  return markedAsRounds(async (...given: readonly unknown[]): Promise<RoundResult<T>> => {
    const round = given.at(-1) as CallContext;
    if (!isRound(round))
      throw new ApplicationError(
        'A dialogue must be the run of a tool or prompt, the read of a resource, or be called by a hook of rounds with its own ' +
          'context; it was called with another one',
      );
    const args = given.slice(0, -1) as readonly unknown[] as A;
    const { Pass } = await latePasses();
    // It may have been cancelled while that was loaded, and must not begin then.
    round.signal.throwIfAborted();
    return new Pass<T>(round).run((context) => talk(context, ...args));
  });
}

function isRound(context: CallContext): context is RoundContext {
  return 'inputResponses' in context;
}
