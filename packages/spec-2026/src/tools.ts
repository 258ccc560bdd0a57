import { error, InterimResult, isPromiseLike, type JsonObject, type ToolResult, toolResultText } from '@polyspec/core';
import { listMethod } from './listing.js';
import type { Method, MethodTable } from './method.js';
import { paramHeaderFault } from './param-header-fault.js';
import { optionalObject, requiredName } from './parameters.js';

/** What `tools/call` asks for. */
interface ToolCall {
  readonly name: string;
  readonly args: JsonObject;
}

/** `tools/call` (server/tools#calling-tools). What the tool itself does wrong is a result with `isError`. */
const callTool: Method<ToolCall, ToolResult | InterimResult> = {
  facet: 'tools',
  mirrored: 'name',
  mayAsk: true,
  read: (params) => ({ name: requiredName(params, 'name', 'tool name'), args: optionalObject(params, 'arguments') }),
  argumentFault: ({ name, args }, http, { context }, { runtime }) => {
    const tool = runtime.findTool(name, context);
    // What does not exist is refused when it is called.
    if (!isPromiseLike(tool)) return tool && paramHeaderFault(tool, args, http);
    return tool.then((found) => found && paramHeaderFault(found, args, http));
  },
  operation: ({ name }) => ({ method: 'tools/call', name }),
  run: ({ name, args }, { context }, { runtime }) => runtime.callTool(name, args, context),
  render: (result, { renderer }, { context: { written } }) =>
    result instanceof InterimResult
      ? renderer.inputRequired(result)
      : renderer.text(toolResultText(result, written), result._meta),
  unsendable: (text) => error(text),
};

/** The methods of server/tools. */
export const toolMethods: MethodTable = {
  'tools/list': listMethod({
    name: 'tools/list',
    facet: 'tools',
    member: 'tools',
    page: (runtime, cursor, context) => runtime.listTools(cursor, context),
  }),
  'tools/call': callTool,
};
