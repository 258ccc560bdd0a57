import type { ToolResult } from '../application/tools.js';
import type { Awaitable } from '../awaitable.js';
import type { OperationCall } from '../contract/middleware.js';
import { isJsonObject, type JsonValue } from '../json.js';
import { kindOf } from '../kind-of.js';
import { InterimResult } from '../rounds/interim-result.js';
import type { RequestContext } from '../runtime/request-context.js';
import { compileChecks, type ToolEntry } from '../runtime/tool-catalog.js';
import { isToolResult, onTheWire, withText } from '../runtime/tool-return.js';
import { describeFaults, type SchemaValidatorEngine } from '../schema/index.js';

/** What the check of a tool's result needs to know of it. */
export interface ToolLookup {
  /** The tool of this name, if there is one. */
  toolEntry(name: string, context: RequestContext): Awaitable<ToolEntry | undefined>;
  readonly schemaEngine: SchemaValidatorEngine | undefined;
}

/** What an operation gives. */
interface Answer {
  readonly fits: (value: unknown) => boolean;
  /** What fits, to complete the sentence «it takes …». */
  readonly takes: string;
}

const isText = (value: unknown): boolean => typeof value === 'string';

function pageOf(item: string, ...texts: readonly string[]): Answer {
  return {
    fits: (value) =>
      isJsonObject(value) &&
      Array.isArray(value.items) &&
      value.items.every((each) => isJsonObject(each) && texts.every((name) => isText(each[name]))) &&
      (value.nextCursor === undefined || isText(value.nextCursor)),
    takes: `a page { items, nextCursor? } of ${item}`,
  };
}

const isMessage = (value: unknown): boolean =>
  isJsonObject(value) && (value.role === 'user' || value.role === 'assistant') && isJsonObject(value.content);

const isContents = (value: unknown): boolean =>
  isJsonObject(value) && isText(value.uri) && (isText(value.text) || isText(value.blob));

const ANSWERS: Readonly<Record<OperationCall['method'], Answer>> = {
  'tools/list': pageOf('tools', 'name'),
  'tools/call': { fits: isToolResult, takes: 'a tool result { content, structuredContent?, isError? }' },
  'prompts/list': pageOf('prompts', 'name'),
  'prompts/get': {
    fits: (value) => isJsonObject(value) && Array.isArray(value.messages) && value.messages.every(isMessage),
    takes: 'a prompt { messages, description? }',
  },
  'resources/list': pageOf('resources', 'name', 'uri'),
  'resources/templates/list': pageOf('resource templates', 'name', 'uriTemplate'),
  'resources/read': {
    fits: (value) => isJsonObject(value) && Array.isArray(value.contents) && value.contents.every(isContents),
    takes: 'contents { contents }',
  },
  'completion/complete': {
    fits: (value) =>
      isJsonObject(value) && Array.isArray(value.values) && value.values.length <= 100 && value.values.every(isText),
    takes: 'a completion { values, total?, hasMore? } of at most 100 strings',
  },
  'subscriptions/listen': { fits: (value) => value === undefined, takes: 'nothing' },
};

/** The operations that may need more from the client first (basic/patterns/mrtr#supported-requests). */
const IN_ROUNDS: ReadonlySet<OperationCall['method']> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/**
 * What a middleware gave in place of the result of an operation, once it was checked: a tool's as that of the tool.
 *
 * @param by what the middleware is called
 * @throws TypeError that names the middleware
 */
export async function checkedAnswer(
  operation: OperationCall,
  answer: unknown,
  by: string,
  context: RequestContext,
  tools: ToolLookup,
): Promise<unknown> {
  if (answer instanceof InterimResult && IN_ROUNDS.has(operation.method) && context.facts.round !== undefined) {
    return answer;
  }
  const { fits, takes } = ANSWERS[operation.method];
  if (!fits(answer)) {
    throw new TypeError(`${by} answered ${operation.method} with ${kindOf(answer)}; it takes ${takes}`);
  }
  return operation.method === 'tools/call'
    ? checkedToolResult(operation.name, answer as ToolResult, by, context, tools)
    : answer;
}

async function checkedToolResult(
  tool: string,
  given: Partial<ToolResult>,
  by: string,
  context: RequestContext,
  { toolEntry, schemaEngine }: ToolLookup,
): Promise<ToolResult> {
  const result: ToolResult = { ...given, content: given.content ?? [] };
  const entry = await toolEntry(tool, context);
  // It may have answered before the tool was looked up, but how its result is written depends on the tool.
  if (entry !== undefined) context.tool = entry.listed;
  if (entry?.output === undefined || result.isError === true) return withText(result, context);
  const { structuredContent } = result;
  if (structuredContent === undefined) {
    if (entry.outputs?.length === 0 && entry.given.output === undefined) return { ...result, structuredContent: {} };
    throw new TypeError(`${by} gave no structured result for tool '${tool}', which its output schema promises`);
  }
  const { output } = entry.compiled.checks ?? (await compileChecks(entry, schemaEngine));
  if (output?.validate(structuredContent) === undefined) return withText(result, context);
  // What counts is what the client gets: a date, for one, is text there.
  const arriving = onTheWire(structuredContent) as JsonValue;
  const faults = output.validate(arriving);
  if (faults === undefined) return withText({ ...result, structuredContent: arriving }, context);
  const label = `${by} gave a result for tool '${tool}' that does not fit its output schema`;
  throw new TypeError(describeFaults(faults, label, '(result)'));
}
