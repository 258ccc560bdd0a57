import {
  type Awaitable,
  error,
  isJsonObject,
  type JsonObject,
  JsonText,
  type JsonValue,
  type ListedTool,
  type Page,
  type ToolResult,
  toolResultText,
} from '@polyspec/core';
import { type ListParams, NOTHING_LISTED, readList } from './lists.js';
import type { Method } from './method.js';
import { isWrapped } from './output-schema.js';
import { optionalObject, requiredString } from './params.js';

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
  run: ({ name, args }, { context }, { runtime }) => runtime.callTool(name, args, context) as Awaitable<ToolResult>,
  rescue: (failure) => {
    if (failure.reason === 'missing-capability') return error(failure.message);
    throw failure;
  },
  unsendable: (text) => error(text),
  render: (result, _params, { wire, context: { tool, written } }) => {
    const { structuredContent, _meta } = result;
    const wrap = structuredContent !== undefined && isWrappedIn(structuredContent, tool);
    const members = toolResultText(result, written, { block: wire.block, wrap });
    return new JsonText(_meta === undefined ? `{${members}}` : `{${members},"_meta":${JSON.stringify(_meta)}}`);
  },
};

/** `structuredContent` is an object in these revisions: what is none, or listed as none, comes as `{ result: … }`. */
function isWrappedIn(value: JsonValue, tool: ListedTool | undefined): boolean {
  return !isJsonObject(value) || (tool?.outputSchema !== undefined && isWrapped(tool.outputSchema));
}
