import {
  type Awaitable,
  error,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ListedTool,
  type MethodResult,
  type Page,
  type ToolResult,
} from '@polyspec/core';
import { type ListParams, NOTHING_LISTED, readList } from './lists.js';
import type { Method } from './method.js';
import { optionalObject, requiredString } from './params.js';
import type { Wire } from './wire.js';

/** `tools/list` (server/tools#listing-tools). */
export const listTools: Method<ListParams, Page<ListedTool>> = {
  read: readList,
  operation: () => ({ method: 'tools/list' }),
  run: ({ cursor }, { context }, { runtime }) =>
    runtime.features.tools ? runtime.listTools(cursor, context) : NOTHING_LISTED,
  render: (page, _params, { wire }, { texts }) => texts.tools.of(page, wire),
};

interface CallToolParams {
  readonly name: string;
  readonly args: JsonObject;
}

/**
 * `tools/call` (server/tools#calling-tools). What goes wrong in a tool is a result with `isError`, for the model to read;
 * so is a client that lacks what the tool needs, for which these revisions have no code (ambiguity Q-50).
 */
export const callTool: Method<CallToolParams, ToolResult> = {
  read: (params) => ({ name: requiredString(params, 'name'), args: optionalObject(params, 'arguments') }),
  operation: ({ name }) => ({ method: 'tools/call', name }),
  run: ({ name, args }, { context }, { runtime }) => runtime.callTool(name, args, context),
  rescue: (failure) => {
    if (failure.reason === 'missing-capability') return error(failure.message);
    throw failure;
  },
  render: (result, { name }, { wire, context }, { wrappedTools }): Awaitable<MethodResult> => {
    const { structuredContent: value } = result;
    if (value === undefined) return toolResult(result, undefined, wire);
    if (!isJsonObject(value)) return toolResult(result, { result: value }, wire);
    const isWrapped = wrappedTools.has(name, context);
    if (isWrapped === false) return toolResult(result, value, wire);
    if (isWrapped === true) return toolResult(result, { result: value }, wire);
    return isWrapped.then((found) => toolResult(result, found ? { result: value } : value, wire));
  },
};

/** `structuredContent` is an object in these revisions: what is none, or listed as none, comes as `{ result: … }`. */
function toolResult(result: ToolResult, structuredContent: JsonObject | undefined, { block }: Wire): MethodResult {
  const { content, isError, _meta } = result;
  const blocks = block === undefined ? content : content.map((item) => block(item));
  return { content: blocks as readonly object[] as readonly JsonValue[], structuredContent, isError, _meta };
}
