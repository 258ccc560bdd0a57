import type { CallContext } from '../application/context.js';
import type { RoundHook } from '../application/rounds.js';
import type { RequestFacts } from '../runtime/request-context.js';
import { callerKey } from '../seal/caller-key.js';
import { askThrough } from './asker.js';
import type { Completed, InterimResult } from './interim-result.js';
import type { RoundOperation } from './round-state.js';
import { type AskingHost, runRoundByAsking } from './run-by-asking.js';
import { type RoundHost, runRound } from './run-round.js';

/**
 * Answers a call by a hook of rounds, in the way of its revision: one round where each is a request of its own (2026), all of
 * them where the client is asked in the middle of its request (2025).
 *
 * @param call what was asked for; `args` as the runtime is called with them
 * @param facts what the client sent of an earlier round, absent where its revision has no such thing; and why it can't be asked
 * @returns `undefined` where the hook does not handle the call
 */
export function answerInRounds<T>(
  hook: RoundHook<T>,
  call: Omit<RoundOperation, 'caller'>,
  { round: sent, unaskable }: Pick<RequestFacts, 'round' | 'unaskable'>,
  context: CallContext,
  host: RoundHost & AskingHost,
): Promise<Completed<T> | InterimResult | undefined> {
  const { args } = call;
  const operation = {
    ...call,
    args: args === undefined ? undefined : (sent?.arguments ?? args),
    caller: callerKey(context.caller),
  };
  return sent === undefined
    ? runRoundByAsking(hook, operation, askThrough(context, unaskable), context, host)
    : runRound(hook, operation, sent, context, host);
}
