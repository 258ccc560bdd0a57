import type { RoundContext, RoundHook } from '../application/rounds.js';
import { lateRounds } from '../late-parts.js';
import { type Completed, InterimResult } from '../rounds/interim-result.js';
import type { RoundOperation } from '../rounds/round-state.js';
import type { RoundHost } from '../rounds/run-round.js';
import { canBeAsked } from './can-be-asked.js';
import type { RequestContext } from './request-context.js';

/**
 * Answers a request by a function that does so in rounds.
 *
 * @returns what it gave as the result, or the interim result; `undefined` where it does not handle the request
 */
export async function valueInRounds(...given: Parameters<typeof answeredInRounds>): Promise<unknown> {
  const answered = await answeredInRounds(...given);
  return answered instanceof InterimResult ? answered : answered?.result;
}

/** The same, with a result that may be `undefined` told from none. */
export async function answeredInRounds<Result>(
  way: (round: RoundContext) => unknown,
  call: Omit<RoundOperation, 'caller'>,
  context: RequestContext,
  host: RoundHost,
): Promise<Completed<Result> | InterimResult | undefined> {
  const { answerInRounds } = await lateRounds();
  // It may have been cancelled while that was loaded, and must not begin then.
  if (context.facts.cancellation.cancelled) context.signal.throwIfAborted();
  // What it gave is checked before it is taken for a round.
  return answerInRounds(way as RoundHook<Result>, call, context.facts, context, host);
}

/**
 * What the first of two ways gives that gives something: in rounds, then plainly. A client that can't be asked is answered plainly
 * first; if there is no such answer, what it gets from the other way is an error that says why, unless nothing has to be asked.
 */
export async function roundsOrPlain(
  inRounds: () => unknown,
  plainly: () => unknown,
  context: RequestContext,
): Promise<unknown> {
  const [first, second] = canBeAsked(context.facts) ? [inRounds, plainly] : [plainly, inRounds];
  const value = await first();
  return value === undefined ? second() : value;
}
