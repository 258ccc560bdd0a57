import type { CallContext } from '../application/context.js';
import type { InputResponse, RoundHook, RoundResult } from '../application/rounds.js';
import type { Logger } from '../contract/logger.js';
import { RequestError } from '../errors.js';
import { isJsonObject, type JsonValue } from '../json.js';
import { type AskedByKey, askedBy } from './asked.js';
import { authorWarnings } from './author-warnings.js';
import { checkRound } from './check-round.js';
import { type Completed, InterimResult } from './interim-result.js';
import { askable } from './needed-capabilities.js';
import { readResponses } from './read-response.js';
import { roundContext, type WarnAuthor } from './round-context.js';
import { type FaultyPart, RoundFault } from './round-fault.js';
import {
  openState,
  type RoundOperation,
  type RoundSealing,
  type RoundState,
  roundBinding,
  sealState,
} from './round-state.js';
import { subjectOf, subjectWithin } from './subject-of.js';

/** What a client sent of an earlier round, as it came: members of the parameters of its request. */
export interface SentRound {
  readonly inputResponses?: JsonValue | undefined;
  readonly requestState?: JsonValue | undefined;
  /**
   * The arguments of the request, to which its state is bound. Absent: those that the runtime is called with, which middleware
   * may have changed.
   */
  readonly arguments?: JsonValue | undefined;
}

/** What running rounds needs from the runtime around it. */
export interface RoundHost extends RoundSealing {
  readonly logger: Logger;
}

const NO_RESPONSES: ReadonlyMap<string, InputResponse> = new Map();
const FIRST: RoundState = { own: undefined, asked: new Map() };

/**
 * Runs one round of a hook for a client whose every round is a request of its own (basic/patterns/mrtr).
 *
 * There is always a state, since what was asked travels in it: answers are judged by it. Answers without a state are
 * taken for answers to what the first round asks: it is run to see what that is, and then the second, unless the first left a
 * state of the application's, without which nothing can be made of its answers.
 *
 * @returns `undefined` where the hook does not handle the call
 * @throws RequestError `invalid-params` for a state that does not open and for malformed answers; `missing-capability`;
 *   `internal` for what is wrong with the hook's round, which is logged too; and what the hook throws
 */
export async function runRound<T>(
  hook: RoundHook<T>,
  operation: RoundOperation,
  { inputResponses, requestState }: SentRound,
  context: CallContext,
  host: RoundHost,
): Promise<Completed<T> | InterimResult | undefined> {
  if (inputResponses !== undefined && !isJsonObject(inputResponses)) readResponses(inputResponses, FIRST.asked);
  const binding = roundBinding(operation, host);
  const before = requestState === undefined ? FIRST : await openState(requestState, binding, host);
  const warn = authorWarnings(operation, host);
  const play = (asked: AskedByKey, own: JsonValue | undefined): Promise<RoundResult<T> | undefined> =>
    played(hook, readResponses(inputResponses, asked), own, context, warn);
  try {
    let round = await play(before.asked, before.own);
    if (requestState === undefined && inputResponses !== undefined && isStateless(round)) {
      const asked = askedBy(round.inputRequests);
      if (readResponses(inputResponses, asked).size > 0) round = await play(asked, undefined);
    }
    if (round === undefined) return undefined;
    if (round.type === 'complete') return { result: round.result };
    const asked = askable(
      round.inputRequests,
      context.client.capabilities,
      round.requestState !== undefined,
      subjectOf(operation),
    );
    const state: RoundState = { own: round.requestState, asked: askedBy(asked) };
    return new InterimResult(asked, await sealState(state, binding, host));
  } catch (thrown) {
    throw thrown instanceof RoundFault ? told(thrown, operation, host.logger) : thrown;
  }
}

async function played<T>(
  hook: RoundHook<T>,
  responses: ReadonlyMap<string, InputResponse>,
  own: JsonValue | undefined,
  context: CallContext,
  warn: WarnAuthor,
): Promise<RoundResult<T> | undefined> {
  return checkRound(await hook(roundContext(context, responses.size === 0 ? NO_RESPONSES : responses, own, warn)));
}

function isStateless<T>(
  round: RoundResult<T> | undefined,
): round is Extract<RoundResult<T>, { readonly type: 'inputRequired' }> {
  return round?.type === 'inputRequired' && round.requestState === undefined;
}

/** What is wrong with a round, for the log and as the error of the request. */
export function told(fault: RoundFault, operation: RoundOperation, logger: Logger): RequestError {
  const message = `${FAULTY[fault.part]} of ${subjectWithin(operation)}: ${fault.message}`;
  logger.error({ err: fault }, message);
  return new RequestError('internal', message);
}

const FAULTY: Readonly<Record<FaultyPart, string>> = {
  result: 'Invalid multi-round result',
  dialogue: 'Dialogue',
  rounds: 'Rounds',
};
