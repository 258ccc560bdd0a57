import {
  accepted,
  answerRequest,
  Cancellation,
  Dispatcher,
  ErrorCode,
  type Exchange,
  failure,
  isRequest,
  type JsonObject,
  type JsonRpcError,
  type JsonRpcMessage,
  type JsonRpcRequest,
  type MethodHandler,
  notification,
  type Outcome,
  type RequestContext,
  RequestError,
  type RequestId,
  type Runtime,
  refusedOutcome,
  type SpecProtocol,
  type ToolResult,
} from '@polyspec/core';

const REVISION = 'tiny-1';

/** A request on its way. */
interface Call {
  readonly message: JsonRpcRequest;
  readonly exchange: Exchange;
  readonly cancellation: Cancellation;
  readonly context: RequestContext;
  readonly refusal: undefined;
}

const methodsOf = (runtime: Runtime): Readonly<Record<string, MethodHandler<Call>>> => ({
  'tiny/tools': async ({ cursor }, { context }) => {
    const { items, nextCursor } = await runtime.listTools(cursor as string | undefined, context);
    return { names: items.map(({ name }) => name), ...(nextCursor !== undefined && { nextCursor }) };
  },
  'tiny/call': async ({ tool, args = {} }, { context }) => {
    if (typeof tool !== 'string') throw new RequestError('invalid-params', 'tool must be the name of a tool');
    // Never an interim result: this protocol asks nothing between two rounds.
    const { content, isError = false } = (await runtime.callTool(tool, args as JsonObject, context)) as ToolResult;
    return { said: content.map((block) => (block.type === 'text' ? block.text : block.type)), failed: isError };
  },
});

/** A `RequestError` says what the client did wrong; the runtime decides what may be told of any other. */
function errorOf(thrown: unknown, runtime: Runtime): JsonRpcError {
  return thrown instanceof RequestError
    ? { code: ErrorCode.InvalidParams, message: thrown.message }
    : { code: ErrorCode.InternalError, message: runtime.errorText(thrown, 'A request of tiny') };
}

/** Takes a request to its outcome. */
async function answer(
  message: JsonRpcRequest,
  exchange: Exchange,
  runtime: Runtime,
  dispatcher: Dispatcher<Call>,
): Promise<Outcome> {
  const { tool } = message.params ?? {};
  const operation = { method: message.method, ...(typeof tool === 'string' && { name: tool }) };
  const refusal = await exchange.authorize?.(operation);
  if (refusal !== undefined) return refusedOutcome(refusal, message, exchange);

  // Over HTTP a client that goes away has cancelled: that is this protocol's decision, the transport only tells the fact.
  const cancellation = new Cancellation(() => exchange.disconnected);
  const running = runtime.inFlight.begin(exchange.peer, message.id, cancellation);
  if (running === undefined) {
    return { type: 'response', response: failure(message.id, ErrorCode.InvalidRequest, 'This id is still in use') };
  }
  const context = runtime.context({
    exchange,
    revision: REVISION,
    client: { capabilities: {} },
    meta: undefined,
    cancellation,
    sendProgress: ({ progress }) => exchange.send(notification('tiny/progress', { of: message.id, progress })),
  });
  return answerRequest({ message, exchange, cancellation, context, refusal: undefined }, running, dispatcher);
}

export const tinySpec: SpecProtocol = {
  revisions: [REVISION],
  attach: (runtime) => {
    const dispatcher = new Dispatcher<Call>(methodsOf(runtime), (thrown) => errorOf(thrown, runtime));
    return {
      claims: (message) => message !== undefined && 'method' in message && message.method.startsWith('tiny/'),
      handle: (message: JsonRpcMessage, exchange) => {
        if (isRequest(message)) return answer(message, exchange, runtime, dispatcher);
        if ('method' in message && message.method === 'tiny/cancel') {
          runtime.inFlight.cancel(exchange.peer, message.params?.id as RequestId);
        }
        return accepted;
      },
      methods: () => ['POST'],
      close: (graceMs) => runtime.inFlight.drain(graceMs),
    };
  },
  client: () => ({ params: (_method, params) => params, headers: () => ({}) }),
};
