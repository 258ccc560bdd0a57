import type { ListenCall } from '../contract/middleware.js';
import type { ServerOptions } from '../options/server-options.js';
import type { LogMessage, RequestContext, RequestFacts } from '../runtime/request-context.js';
import type { Runtime } from '../runtime/runtime.js';
import type { ToolLookup } from './check-answer.js';
import { Gate } from './gate.js';
import { Limiter } from './limiter.js';
import { LogLimit } from './log-limit.js';
import { named } from './passage.js';

/**
 * Puts limits, time limits and middleware around the operations of a runtime, in this order from without, as far as
 * the options ask for them; and a limit of log messages into the contexts of their requests.
 */
export function guardRuntime<Guarded extends Runtime>(
  runtime: Guarded,
  options: ServerOptions,
  tools: ToolLookup,
): Guarded {
  const { use = [], limits = {}, timeoutMs = 0, maxLogsPerSecond = 0 } = options;
  const isLimited = limits.concurrency !== undefined || limits.perClient !== undefined;
  const { logger, errorText } = runtime;
  const passages = use.length === 0 ? undefined : { middleware: named(use), tools, logger, errorText };
  const gate = new Gate(isLimited ? new Limiter(limits) : undefined, timeoutMs, passages);
  // A stream stays open for as long as its client listens, so it takes nobody's turn and is never too long.
  const open = use.length === 0 ? undefined : new Gate(undefined, 0, passages);
  const limitLogs = (send: (message: LogMessage) => void): LogLimit => new LogLimit(maxLogsPerSecond, send);
  // Contexts are made by the runtime, so each is a `RequestContext`, also where its methods ask for less.
  return {
    ...runtime,
    ...(maxLogsPerSecond > 0 && {
      context: (facts: RequestFacts) => Object.assign(runtime.context(facts), { limitLogs }),
    }),
    listTools: (cursor, context: RequestContext) =>
      gate.pass({ method: 'tools/list', cursor }, context, (call) => runtime.listTools(call.cursor, context)),
    callTool: (name, args, context) =>
      gate.pass({ method: 'tools/call', name, arguments: args }, context, (call) =>
        runtime.callTool(call.name, call.arguments, context),
      ),
    listPrompts: (cursor, context: RequestContext) =>
      gate.pass({ method: 'prompts/list', cursor }, context, (call) => runtime.listPrompts(call.cursor, context)),
    getPrompt: (name, args, context) =>
      gate.pass({ method: 'prompts/get', name, arguments: args }, context, (call) =>
        runtime.getPrompt(call.name, call.arguments, context),
      ),
    listResources: (cursor, context: RequestContext) =>
      gate.pass({ method: 'resources/list', cursor }, context, (call) => runtime.listResources(call.cursor, context)),
    listResourceTemplates: (cursor, context: RequestContext) =>
      gate.pass({ method: 'resources/templates/list', cursor }, context, (call) =>
        runtime.listResourceTemplates(call.cursor, context),
      ),
    readResource: (uri, context) =>
      gate.pass({ method: 'resources/read', uri }, context, (call) => runtime.readResource(call.uri, context)),
    complete: (reference, argument, resolved, context) =>
      gate.pass({ method: 'completion/complete', reference, argument, resolved }, context, (call) =>
        runtime.complete(call.reference, call.argument, call.resolved, context),
      ),
    ...(open !== undefined && {
      aroundListen: async (call: ListenCall, context: RequestContext, stream: () => Promise<undefined>) =>
        open.pass(call, context, stream),
    }),
  };
}
