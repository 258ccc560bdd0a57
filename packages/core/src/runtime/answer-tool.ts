import type { Elicit } from '../application/asking.js';
import type { RoundContext } from '../application/rounds.js';
import type { ToolReturn } from '../application/tools.js';
import type { JsonObject } from '../json.js';
import { error } from '../results/tool.js';
import type { Completed, InterimResult } from '../rounds/interim-result.js';
import { answersInRounds, ROUNDS } from '../rounds/run-in-rounds.js';
import { autoDispatch, NO_METHOD } from './auto-dispatch.js';
import type { ToolCaller } from './call-tool.js';
import { canBeAsked } from './can-be-asked.js';
import { missingCapabilities, namesOf } from './client-capabilities.js';
import type { RequestContext } from './request-context.js';
import { answeredInRounds } from './round-ways.js';
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
  const canAskUser = asksUser && context.facts.asking?.elicit !== undefined;
  if (canAskUser) {
    const value = await application.callToolWithElicitation?.(name, args, context.elicit as Elicit, context);
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
  const nothing = `Tool '${name}' gave no result`;
  return error(asksUser && !canAskUser ? `${nothing}. ${ifItAsks(context)}` : nothing);
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

function inRounds(
  way: (round: RoundContext) => unknown,
  name: string,
  given: JsonObject,
  context: RequestContext,
  { rounds }: ToolCaller,
): Promise<Completed<ToolReturn> | InterimResult | undefined> {
  return answeredInRounds(way, { method: 'tools/call', name, args: given }, context, rounds);
}

function resultOf(answered: Completed<ToolReturn> | InterimResult): ToolReturn | InterimResult {
  return 'result' in answered ? answered.result : answered;
}

/** Why a tool may have given nothing that asks the user by `callToolWithElicitation`. Which tools do, nobody says. */
function ifItAsks({ facts, client, revision }: RequestContext): string {
  if (facts.round !== undefined) {
    return (
      `If it asks the user, that is because ${revision} has no questions in the middle of a call. ` +
      'For its author: dialogue(…) and callToolRound ask under every revision'
    );
  }
  const beginning = "If it asks the user, that is because this client can't be asked";
  if (facts.unaskable !== undefined) return `${beginning}: ${facts.unaskable}`;
  const missing = missingCapabilities({ elicitation: { form: {} } }, client.capabilities);
  return missing === undefined
    ? `${beginning} in the middle of this request`
    : `${beginning}: it did not declare ${namesOf(missing).join(', ')}`;
}
