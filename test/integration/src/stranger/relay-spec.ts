import {
  accepted,
  type Cancellation,
  CHANGES,
  Dispatcher,
  type ElicitAnswer,
  ErrorCode,
  type Exchange,
  encodeMessage,
  ended,
  isNotification,
  isRequest,
  type JsonObject,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  JsonText,
  MemoryEventStore,
  notification,
  type Outcome,
  RequestError,
  type RequestId,
  type Runtime,
  refusedOutcome,
  request,
  type SpecHandler,
  type SpecProtocol,
  type Standing,
  type ToolResult,
  type Unsubscribe,
} from '@polyspec/core';

/**
 * A protocol revision of somebody else's, written against what `@polyspec/core` publishes and nothing more. It has other
 * method names than MCP, and uses the parts of the contract that are easy to forget: it asks the client in the middle of a
 * call, has a standing stream, refuses per operation, sends a notification after an answer, and suspends a stream, for the
 * client to come back to.
 */
export const relaySpec: SpecProtocol = {
  revisions: ['relay-1'],
  attach: (runtime) => new RelayHandler(runtime),
};

interface Call {
  readonly message: JsonRpcRequest;
  readonly exchange: Exchange;
  readonly cancellation: Cancellation;
  /** Where what it sends is kept, for a client that comes back. */
  stream?: string;
}

class RelayHandler implements SpecHandler {
  readonly #runtime: Runtime;
  readonly #waiting = new Map<RequestId, (answer: JsonObject) => void>();
  readonly #dispatcher: Dispatcher<Call>;
  readonly #events = new MemoryEventStore();
  readonly #streams = new Map<Exchange, Unsubscribe>();
  readonly #standing: Standing = { type: 'standing', gone: (exchange) => this.#forget(exchange) };
  #lastId = 0;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#dispatcher = new Dispatcher<Call>(
      {
        'relay/hello': () => ({ welcome: runtime.server.name }),
        'relay/use': (params, call) => this.#use(params, call),
        'relay/wait': async (_params, call) => {
          call.stream = `wait-${call.message.id}`;
          call.exchange.stream({ prime: this.#events.append(call.stream, '') });
          call.exchange.suspend(5);
          await new Promise((resolve) => setTimeout(resolve, 30));
          this.#keep(call.stream, notification('relay/still-here'), call.exchange);
          return { waited: true };
        },
      },
      (thrown) =>
        thrown instanceof RequestError
          ? { code: ErrorCode.InvalidParams, message: thrown.message }
          : { code: ErrorCode.InternalError, message: runtime.errorText(thrown, 'A relay') },
    );
  }

  claims(message: JsonRpcMessage | undefined): boolean {
    return message === undefined || !('method' in message) || message.method.startsWith('relay/');
  }

  async handle(message: JsonRpcMessage, exchange: Exchange): Promise<Outcome> {
    if (isNotification(message)) return accepted;
    if (!isRequest(message)) {
      if ('result' in message) this.#waiting.get(message.id)?.(message.result as JsonObject);
      return accepted;
    }
    const { tool } = message.params ?? {};
    const refusal = await exchange.authorize?.({
      method: message.method,
      ...(typeof tool === 'string' && { name: tool }),
    });
    if (refusal !== undefined) return refusedOutcome(refusal, message, exchange);
    const running = this.#runtime.inFlight.begin(exchange.peer, message.id);
    if (running === undefined) return ended;
    const { cancellation } = running;
    const call: Call = { message, exchange, cancellation };
    const response = await this.#dispatcher.dispatch(message, call);
    running.finish();
    if (cancellation.cancelled) return ended;
    if (call.stream !== undefined) return this.#keepAnswer(call.stream, response);
    return { type: 'response', response, after: [notification('relay/done', { id: message.id })] };
  }

  /** The standing stream: what changes, until either side ends it. Or what a client has missed. */
  open(exchange: Exchange): Outcome | Promise<Outcome> {
    const lastEventId = exchange.http?.header('last-event-id');
    if (lastEventId !== undefined) return this.#replay(lastEventId, exchange);
    exchange.stream();
    const stop = this.#runtime.bus.subscribe(CHANGES, (event) => {
      exchange.send(notification('relay/changed', event as JsonObject), 'changed');
    });
    this.#streams.set(exchange, stop);
    return this.#standing;
  }

  methods(): readonly ('GET' | 'POST')[] {
    return ['GET', 'POST'];
  }

  async close(graceMs: number): Promise<void> {
    for (const exchange of this.#streams.keys()) {
      this.#forget(exchange);
      exchange.conclude(ended);
    }
    await this.#runtime.inFlight.drain(graceMs);
  }

  #forget(exchange: Exchange): void {
    this.#streams.get(exchange)?.();
    this.#streams.delete(exchange);
  }

  async #replay(lastEventId: string, exchange: Exchange): Promise<Outcome> {
    for await (const { id, message } of this.#events.follow(lastEventId, exchange.disconnected)) {
      if (!exchange.send(new JsonText(message), undefined, id)) break;
      await exchange.drained?.();
    }
    return ended;
  }

  #keep(stream: string, message: JsonRpcNotification, exchange: Exchange): void {
    const text = new JsonText(encodeMessage(message));
    exchange.send(text, undefined, this.#events.append(stream, text.json));
  }

  #keepAnswer(stream: string, response: JsonRpcResponse): Outcome {
    const eventId = this.#events.append(stream, encodeMessage(response));
    this.#events.end(stream);
    return { type: 'response', response, eventId };
  }

  async #use({ tool, args }: JsonObject, { message, exchange, cancellation }: Call): Promise<JsonObject> {
    const context = this.#runtime.context({
      exchange,
      revision: 'relay-1',
      client: { capabilities: {} },
      meta: undefined,
      cancellation,
      sendProgress: ({ progress }) => exchange.send(notification('relay/progress', { of: message.id, progress })),
      asking: { elicit: (question, form) => this.#ask(exchange, { question, form }) },
    });
    const result = (await this.#runtime.callTool(String(tool), (args ?? {}) as JsonObject, context)) as ToolResult;
    context.finish();
    return { said: result.content.map((block) => (block.type === 'text' ? block.text : block.type)) };
  }

  #ask(exchange: Exchange, question: JsonObject): Promise<ElicitAnswer> {
    this.#lastId += 1;
    const id = `ask-${this.#lastId}`;
    return new Promise((resolve) => {
      this.#waiting.set(id, (answer) => {
        this.#waiting.delete(id);
        resolve({ action: 'accept', content: answer });
      });
      if (!exchange.send(request(id, 'relay/ask', question))) resolve({ action: 'cancel' });
    });
  }
}
