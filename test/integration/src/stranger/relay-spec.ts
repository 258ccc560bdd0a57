import {
  accepted,
  type Cancellation,
  CHANGES,
  Dispatcher,
  type ElicitAnswer,
  ErrorCode,
  type Exchange,
  ended,
  isNotification,
  isRequest,
  type JsonObject,
  type JsonRpcMessage,
  type JsonRpcRequest,
  notification,
  type Outcome,
  RequestError,
  type RequestId,
  type Runtime,
  refusedOutcome,
  request,
  type SpecHandler,
  type SpecProtocol,
} from '@polyspec/core';

/**
 * A protocol revision of somebody else's, written against what `@polyspec/core` publishes and nothing more. It has other
 * method names than MCP, and uses the parts of the contract that are easy to forget: it asks the client in the middle of a
 * call, has a standing stream, refuses per operation, sends a notification after an answer, and suspends a stream.
 */
export const relaySpec: SpecProtocol = {
  revisions: ['relay-1'],
  attach: (runtime) => new RelayHandler(runtime),
};

interface Call {
  readonly message: JsonRpcRequest;
  readonly exchange: Exchange;
  readonly cancellation: Cancellation;
}

class RelayHandler implements SpecHandler {
  readonly #runtime: Runtime;
  readonly #waiting = new Map<RequestId, (answer: JsonObject) => void>();
  readonly #dispatcher: Dispatcher<Call>;
  readonly #streams = new Set<() => void>();
  #lastId = 0;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#dispatcher = new Dispatcher<Call>(
      {
        'relay/hello': () => ({ welcome: runtime.server.name }),
        'relay/use': (params, call) => this.#use(params, call),
        'relay/wait': async (_params, { exchange }) => {
          exchange.stream({ resumable: 'wait', prime: true });
          exchange.suspend(5);
          await new Promise((resolve) => setTimeout(resolve, 30));
          exchange.send(notification('relay/still-here'));
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
    const response = await this.#dispatcher.dispatch(message, { message, exchange, cancellation });
    running.finish();
    if (cancellation.cancelled) return ended;
    return { type: 'response', response, after: [notification('relay/done', { id: message.id })] };
  }

  /** The standing stream: what changes, until either side ends it. */
  async open(exchange: Exchange): Promise<Outcome> {
    exchange.stream();
    const stop = this.#runtime.bus.subscribe(CHANGES, (event) => {
      exchange.send(notification('relay/changed', event as JsonObject), 'changed');
    });
    await new Promise<void>((resolve) => {
      this.#streams.add(resolve);
      exchange.disconnected.addEventListener('abort', () => resolve(), { once: true });
    });
    stop();
    return ended;
  }

  methods(): readonly ('GET' | 'POST')[] {
    return ['GET', 'POST'];
  }

  async close(graceMs: number): Promise<void> {
    for (const end of this.#streams) end();
    await this.#runtime.inFlight.drain(graceMs);
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
    const result = await this.#runtime.callTool(String(tool), (args ?? {}) as JsonObject, context);
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
