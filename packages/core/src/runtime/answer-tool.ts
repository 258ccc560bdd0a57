import type { RoundContext, RoundHook } from '../application/rounds.js';
import type { ToolReturn } from '../application/tools.js';
import type { JsonObject } from '../json.js';
import { lateRounds } from '../late-parts.js';
import { error } from '../results/tool.js';
import type { Completed, InterimResult } from '../rounds/interim-result.js';
import { answersInRounds, ROUNDS } from '../rounds/run-in-rounds.js';
import { autoDispatch, NO_METHOD } from './auto-dispatch.js';
import type { ToolCaller } from './call-tool.js';
import { canBeAsked } from './can-be-asked.js';
import { missingCapabilities } from './client-capabilities.js';
import type { RequestContext } from './request-context.js';
import type { ToolEntry } from './tool-catalog.js';

/**
 * The ways to answer a call that a `run` does not answer at once, in order; the first that gives something other than
 * `undefined` wins (ambiguity Q-59). A client that can't be asked comes to the round hook last, for an error that says so.
 *
 * @param args validated
 * @param given the arguments as they came; `undefined` where the tool uses no rounds, and then there is no interim result
 */
export async function answerTool(
  entry: ToolEntry,
  args: JsonObject,
  given: JsonObject | undefined,
  context: RequestContext,
  caller: ToolCaller,
): Promise<ToolReturn | InterimResult> {
  const { application, usesElicitation } = caller;
  const { descriptor } = entry;
  const { name, run } = descriptor;
  if (given !== undefined && answersInRounds(run)) {
    const way = (round: RoundContext): unknown => run[ROUNDS].call(descriptor, args as never, round);
    const answered = await inRounds(way, name, given, context, caller);
    return answered && resultOf(answered);
  }
  const asksUser = usesElicitation && application.callToolWithElicitation !== undefined;
  if (asksUser && context.elicit !== undefined) {
    const value = await application.callToolWithElicitation?.(name, args, context.elicit, context);
    if (value !== undefined) return value;
  }
  const roundsFirst = given !== undefined && canBeAsked(context.facts);
  if (roundsFirst) {
    const answered = await byRoundHook(name, args, given, context, caller);
    if (answered !== undefined) return resultOf(answered);
  }
  if (application.callTool !== undefined) {
    const value = await application.callTool(name, args, context);
    if (value !== undefined) return value;
  }
  const value = await autoDispatch(entry, args, application, context);
  if (value !== NO_METHOD) return value;
  if (given !== undefined && !roundsFirst) {
    const answered = await byRoundHook(name, args, given, context, caller);
    if (answered !== undefined) return resultOf(answered);
  }
  return error(asksUser && context.elicit === undefined ? cantAsk(name, context) : `Tool '${name}' gave no result`);
}

function byRoundHook(
  name: string,
  args: JsonObject,
  given: JsonObject,
  context: RequestContext,
  caller: ToolCaller,
): ReturnType<typeof inRounds> {
  return inRounds((round) => caller.application.callToolRound?.(name, args, round), name, given, context, caller);
}

async function inRounds(
  way: (round: RoundContext) => unknown,
  name: string,
  given: JsonObject,
  context: RequestContext,
  { rounds }: ToolCaller,
): Promise<Completed<ToolReturn> | InterimResult | undefined> {
  // What it gave is checked before it is taken for a round.
  const hook = way as RoundHook<ToolReturn>;
  const { answerInRounds } = await lateRounds();
  return answerInRounds(hook, { method: 'tools/call', name, args: given }, context.facts.round, context, rounds);
}

function resultOf(answered: Completed<ToolReturn> | InterimResult): ToolReturn | InterimResult {
  return 'result' in answered ? answered.result : answered;
}

/** Why nothing answers a tool that has `callToolWithElicitation` alone. */
function cantAsk(name: string, { facts, client, revision }: RequestContext): string {
  if (facts.round !== undefined) {
    return (
      `Tool '${name}' asks the user in the middle of a call, which ${revision} does not have. ` +
      'For its author: dialogue(…) and callToolRound ask under every revision'
    );
  }
  const beginning = `Tool '${name}' asks the user for input, and this client can't be asked`;
  const isDeclared = missingCapabilities({ elicitation: { form: {} } }, client.capabilities) === undefined;
  return isDeclared ? `${beginning} in the middle of this request` : `${beginning}: it did not declare elicitation`;
}
