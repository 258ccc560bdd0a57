import type { CallContext } from '../application/context.js';
import type { RoundHook } from '../application/rounds.js';
import { callerKey } from '../seal/caller-key.js';
import { askThrough } from './asker.js';
import type { Completed, InterimResult } from './interim-result.js';
import type { RoundOperation } from './round-state.js';
import { type AskingHost, runRoundByAsking } from './run-by-asking.js';
import { type RoundHost, runRound, type SentRound } from './run-round.js';

/**
 * Answers a call by a hook of rounds, in the way of its revision: one round where each is a request of its own (2026), all of
 * them where the client is asked in the middle of its request (2025).
 *
 * @param call what was asked for; `args` as the runtime is called with them
 * @param sent what the client sent of an earlier round; `undefined` where its revision has no such thing
 * @returns `undefined` where the hook does not handle the call
 */
export function answerInRounds<T>(
  hook: RoundHook<T>,
  call: Omit<RoundOperation, 'caller'>,
  sent: SentRound | undefined,
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
    ? runRoundByAsking(hook, operation, askThrough(context), context, host)
    : runRound(hook, operation, sent, context, host);
}
