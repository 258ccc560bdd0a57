import {
  type AnswerableCall,
  type Awaitable,
  accepted,
  answerRequest,
  Cancellation,
  Dispatcher,
  ErrorCode,
  type Exchange,
  failure,
  type InFlight,
  isNotification,
  isRequest,
  type JsonObject,
  type JsonRpcMessage,
  type JsonRpcRequest,
  notification,
  type Outcome,
  type RequestContext,
  type RequestId,
  type RunningRequest,
  type Runtime,
  type SpecHandler,
  type SpecProtocol,
  type ToolResult,
} from '../../src/index.js';

/**
 * A revision that nobody speaks. It uses all that a request can meet: a client that stops it, goes away or leaves for good, a
 * time limit, progress, log messages, questions to the client and their answers.
 *
 * @param attached is given the runtime
 */
export function errandSpec(attached: (runtime: Runtime) => void): SpecProtocol {
  return {
    revisions: ['errand-1'],
    attach: (runtime) => {
      attached(runtime);
      return new ErrandHandler(runtime);
    },
  };
}

/** What an errand may say about itself in its parameters. */
export interface ErrandParams extends JsonObject {
  /** Names the work. */
  readonly work: string;
  /** Whether the client's going away cancels it, as it does under some revisions and not under others. */
  readonly isEndedByLeaving: boolean;
  /** Whether what came in together with it is taken first. */
  readonly isPatient: boolean;
  /** How long it may take, in milliseconds. */
  readonly limitMs?: number;
  readonly progressToken?: string | number;
}

class ErrandHandler implements SpecHandler {
  readonly #runtime: Runtime;
  readonly #inFlight: InFlight;
  readonly #dispatcher: Dispatcher<Errand>;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#inFlight = runtime.inFlight;
    this.#dispatcher = new Dispatcher<Errand>(
      {
        'errand/run': async ({ work }, { context }) => {
          const result = (await runtime.callTool('errand', { work: String(work) }, context)) as ToolResult;
          return { content: result.content as unknown as JsonObject[] };
        },
      },
      (thrown) => ({ code: ErrorCode.InternalError, message: runtime.errorText(thrown, 'An errand') }),
    );
  }

  claims(): boolean {
    return true;
  }

  handle(message: JsonRpcMessage, exchange: Exchange): Awaitable<Outcome> {
    if (isRequest(message)) return this.#run(message, exchange);
    if (!isNotification(message)) this.#runtime.clientRequests.answer(exchange.peer, message);
    else if (message.method === 'errand/stop') this.#inFlight.cancel(exchange.peer, message.params?.id as RequestId);
    else if (message.method === 'errand/bye') this.#inFlight.endPeer(exchange.peer);
    return accepted;
  }

  methods(): readonly [] {
    return [];
  }

  close(graceMs: number): Promise<void> {
    return this.#inFlight.drain(graceMs);
  }

  #run(message: JsonRpcRequest, exchange: Exchange): Awaitable<Outcome> {
    const { isEndedByLeaving, isPatient, limitMs } = message.params as ErrandParams;
    const cancellation = new Cancellation(isEndedByLeaving ? () => exchange.disconnected : undefined);
    const running = this.#inFlight.begin(exchange.peer, message.id, cancellation);
    if (running === undefined) {
      return { type: 'response', response: failure(message.id, ErrorCode.InvalidRequest, 'It runs already') };
    }
    cancellation.watch();
    const timer = limitMs === undefined ? undefined : setTimeout(() => cancellation.giveUp('Time is up'), limitMs);
    const errand = new Errand(message, exchange, cancellation, this.#runtime);
    return this.#answer(errand, running, isPatient).finally(() => clearTimeout(timer));
  }

  async #answer(errand: Errand, running: RunningRequest, isPatient: boolean): Promise<Outcome> {
    if (isPatient) await undefined;
    return answerRequest(errand, running, this.#dispatcher);
  }
}

/** One errand on its way. */
class Errand implements AnswerableCall {
  readonly message: JsonRpcRequest;
  readonly exchange: Exchange;
  readonly cancellation: Cancellation;
  readonly context: RequestContext;
  readonly refusal = undefined;

  constructor(
    message: JsonRpcRequest,
    exchange: Exchange,
    cancellation: Cancellation,
    { clientRequests, context }: Runtime,
  ) {
    const { progressToken } = message.params as ErrandParams;
    const ask = (question: string): Promise<JsonObject> =>
      clientRequests.send({
        peer: exchange.peer,
        exchange,
        method: 'errand/ask',
        params: { question },
        cancellation,
        withdrawal: (id) => notification('errand/never-mind', { id }),
      });
    this.message = message;
    this.exchange = exchange;
    this.cancellation = cancellation;
    this.context = context({
      exchange,
      revision: 'errand-1',
      client: { capabilities: { elicitation: {} } },
      meta: undefined,
      cancellation,
      ...(progressToken !== undefined && {
        sendProgress: ({ progress }) => exchange.send(notification('errand/progress', { progressToken, progress })),
      }),
      logLevel: 'info',
      sendLog: ({ data }) => exchange.send(notification('errand/log', { data })),
      asking: { elicit: async (question) => ({ action: 'accept', content: await ask(question) }) },
    });
  }
}
