import type { ToolResult, ToolReturn } from '../application/tools.js';
import { type Awaitable, after, isPromiseLike } from '../awaitable.js';
import type { Logger } from '../contract/logger.js';
import { RequestError } from '../errors.js';
import type { JsonObject, JsonValue } from '../json.js';
import { noteCause } from '../operations/cause.js';
import { withOwnTimeLimit } from '../operations/time-limit.js';
import { error } from '../results/tool.js';
import { InterimResult } from '../rounds/interim-result.js';
import {
  describeFaults,
  type Fault,
  isStandardSchema,
  type SchemaValidatorEngine,
  standardValidate,
} from '../schema/index.js';
import { answerTool } from './answer-tool.js';
import { withAskHint } from './ask-hint.js';
import { requireCapabilities } from './client-capabilities.js';
import { nearResult } from './near-result.js';
import type { RequestContext } from './request-context.js';
import type { ServedApplication } from './served-application.js';
import { compileChecks, type ToolChecks, type ToolEntry } from './tool-catalog.js';
import { onTheWire, toToolResult, withText } from './tool-return.js';

/** What calling a tool needs from the runtime around it. */
export interface ToolCaller extends ServedApplication {
  readonly usesElicitation: boolean;
  readonly schemaEngine: SchemaValidatorEngine | undefined;
  /** Whether clients see details that are for whoever wrote the tool. */
  readonly exposeErrors: boolean;
  errorText(thrown: unknown, doing: string): string;
}

/**
 * Calls a tool that was found: capabilities, arguments, the tool itself, its result. What goes wrong in the tool is a result
 * with `isError`, for the model to read; only a `RequestError` passes through, as an error of the protocol.
 *
 * @param given the arguments, not validated yet
 * @returns an interim result where more is needed from the client first
 */
export function callTool(
  entry: ToolEntry,
  given: JsonObject,
  context: RequestContext,
  caller: ToolCaller,
): Awaitable<ToolResult | InterimResult> {
  const { timeoutMs } = entry.descriptor;
  if (timeoutMs === undefined) return call(entry, given, context, caller);
  return withOwnTimeLimit(
    timeoutMs,
    () => nameOf(entry),
    context,
    () => call(entry, given, context, caller),
  );
}

function call(
  entry: ToolEntry,
  given: JsonObject,
  context: RequestContext,
  caller: ToolCaller,
): Awaitable<ToolResult | InterimResult> {
  const { requires } = entry.descriptor;
  if (requires !== undefined) requireCapabilities(requires, context.client.capabilities, nameOf(entry));
  try {
    const { checks } = entry.compiled;
    const result =
      checks === undefined
        ? compiled(entry, context, caller).then((made) => perform(entry, made, given, context, caller))
        : perform(entry, checks, given, context, caller);
    return isPromiseLike(result)
      ? result.then(undefined, (thrown) => failedCall(thrown, nameOf(entry), context, caller))
      : result;
  } catch (thrown) {
    return failedCall(thrown, nameOf(entry), context, caller);
  }
}

/** The checks of a tool that is called for the first time. To make them is no work of the tool, and takes none of its time. */
async function compiled(
  entry: ToolEntry,
  { timeLimit }: RequestContext,
  { schemaEngine }: ToolCaller,
): Promise<ToolChecks> {
  timeLimit?.pause();
  try {
    return await compileChecks(entry, schemaEngine);
  } finally {
    timeLimit?.resume();
  }
}

/** Not `async`, nor is what it calls: most tools are done at once, and then their call costs no promise. */
function perform(
  entry: ToolEntry,
  checks: ToolChecks,
  given: JsonObject,
  context: RequestContext,
  caller: ToolCaller,
): Awaitable<ToolResult | InterimResult> {
  return after(validArguments(entry, checks, given), (args): Awaitable<ToolResult | InterimResult> => {
    if ('isError' in args) return args.isError;
    // Cancelled while the tool was looked up, compiled or validated: nobody waits for its work.
    if (context.facts.cancellation.cancelled) return CANCELLED;
    const { atOnce } = entry;
    if (atOnce !== undefined) {
      return after(atOnce.run(args.value as never, context), (value) =>
        validResult(entry, checks, value, context, caller),
      );
    }
    // Without rounds there is nothing but results, and none of them is looked at for being another thing.
    if (!entry.usesRounds) {
      return answerTool(entry, args.value, undefined, context, caller).then((value) =>
        validResult(entry, checks, value as ToolReturn, context, caller),
      );
    }
    return answerTool(entry, args.value, given, context, caller).then((value) =>
      value instanceof InterimResult ? value : validResult(entry, checks, value, context, caller),
    );
  });
}

/** What a tool is called in messages. */
function nameOf({ listed }: ToolEntry): string {
  return `Tool '${listed.name}'`;
}

/**
 * What a tool gives that threw, or around which something threw.
 *
 * @param by what threw, for the log: the beginning of a sentence that ends in «failed»
 * @throws RequestError if it is what was thrown
 */
export function failedCall(
  thrown: unknown,
  by: string,
  context: RequestContext,
  { errorText }: Pick<ToolCaller, 'errorText'>,
): ToolResult {
  if (thrown instanceof RequestError) throw thrown;
  // To end with an error is what a signal that aborted asks for, so it is none that an operator has to hear of.
  if (context.facts.cancellation.cancelled && isAbort(thrown)) return CANCELLED;
  const result = error(errorText(withAskHint(thrown, context), by));
  noteCause(result, thrown);
  return result;
}

/** What `signal.throwIfAborted` throws, and what Node's own functions reject with when their signal aborts. */
function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}

/** What a cancelled call gives. The spec drops it. */
const CANCELLED: ToolResult = error('Cancelled');

type StandardSchema = Parameters<typeof standardValidate>[0];

type Arguments = { readonly value: JsonObject } | { readonly isError: ToolResult };

/** The advertised schema is checked first; then the library's own check runs, so that defaults and transforms apply. */
function validArguments(entry: ToolEntry, checks: ToolChecks, given: JsonObject): Awaitable<Arguments> {
  const faults = checks.input.validate(given);
  if (faults !== undefined) return badArguments(entry, faults);
  const { library } = entry.input;
  return isStandardSchema(library) ? libraryArguments(entry, library, given) : { value: given };
}

async function libraryArguments(entry: ToolEntry, library: StandardSchema, given: JsonObject): Promise<Arguments> {
  const checked = await standardValidate(library, given);
  return 'faults' in checked ? badArguments(entry, checked.faults) : { value: checked.value as JsonObject };
}

function badArguments({ listed }: ToolEntry, faults: readonly Fault[]): Arguments {
  return { isError: error(describeFaults(faults, `Invalid arguments for tool '${listed.name}'`)) };
}

function validResult(
  entry: ToolEntry,
  checks: ToolChecks,
  value: ToolReturn,
  context: RequestContext,
  caller: ToolCaller,
): Awaitable<ToolResult> {
  const result = toToolResult(value, entry.outputs?.length === 0 ? undefined : entry.output?.schema);
  if (entry.output === undefined && result.structuredContent === value) warnOfNearResult(entry, value, caller.logger);
  if (result.isError === true || entry.output === undefined) return withText(result, context);
  if (result.structuredContent === undefined) return unstructuredResult(entry, result, caller);
  const { library } = entry.output;
  return isStandardSchema(library)
    ? libraryResult(entry, checks, result, library, context, caller)
    : fittingResult(entry, checks, result, context, caller);
}

function unstructuredResult(
  { listed, outputs, given }: ToolEntry,
  result: ToolResult,
  { logger }: ToolCaller,
): ToolResult {
  if (outputs?.length === 0 && given.output === undefined) return { ...result, structuredContent: {} };
  const tool = listed.name;
  logger.error({ tool }, 'A tool with an output schema gave no structured result');
  return error(`Tool '${tool}' gave no structured result, which its output schema promises`);
}

async function libraryResult(
  entry: ToolEntry,
  checks: ToolChecks,
  result: ToolResult,
  library: StandardSchema,
  context: RequestContext,
  caller: ToolCaller,
): Promise<ToolResult> {
  const checked = await standardValidate(library, result.structuredContent);
  if ('faults' in checked) return badOutput(entry.listed.name, checked.faults, caller);
  return fittingResult(entry, checks, { ...result, structuredContent: checked.value as JsonValue }, context, caller);
}

function fittingResult(
  { listed }: ToolEntry,
  { output }: ToolChecks,
  result: ToolResult,
  context: RequestContext,
  caller: ToolCaller,
): ToolResult {
  if (output?.validate(result.structuredContent) === undefined) return withText(result, context);
  // What counts is what the client gets: a date, for one, is text there.
  const arriving = onTheWire(result.structuredContent) as JsonValue;
  const faults = output.validate(arriving);
  if (faults !== undefined) return badOutput(listed.name, faults, caller);
  return withText({ ...result, structuredContent: arriving }, context);
}

/** The details show data that the schema kept back, so they are for the operator, and for a client that may see them. */
function badOutput(tool: string, faults: readonly Fault[], { logger, exposeErrors }: ToolCaller): ToolResult {
  const message = `The result of tool '${tool}' does not fit its output schema`;
  const details = describeFaults(faults, message, '(result)');
  logger.error({ tool, details }, 'The result of a tool does not fit its output schema');
  return error(exposeErrors ? details : message);
}

/** Once for each tool: it may well be what its author wants. */
function warnOfNearResult({ listed, compiled }: ToolEntry, value: ToolReturn, logger: Logger): void {
  if (compiled.hasWarned) return;
  const fault = nearResult(value);
  if (fault === undefined) return;
  compiled.hasWarned = true;
  const { name: tool } = listed;
  logger.warn({ tool }, `Tool '${tool}' gave what looks like a result and is none, so it was sent as data: ${fault}`);
}
