import { vi } from 'vitest';
import {
  type CallContext,
  createHandler,
  type Exchange,
  failure,
  type JsonObject,
  type JsonRpcMessage,
  notification,
  type Outcome,
  type RequestId,
  type Runtime,
  request,
  type ServerHandler,
  success,
} from '../../src/index.js';
import { MemoryExchange } from '../../src/testing/memory-exchange.js';
import { spyLogger } from '../runtime.js';
import { type ErrandParams, errandSpec } from './errand-spec.js';

/** The time limit of a question, in milliseconds. */
export const ASK_TIMEOUT_MS = 1000;

/** How many clients there are. */
export const CLIENTS = 2;

/** One request of a client, and all that has come of it. */
export interface Errand {
  readonly peer: object;
  readonly id: RequestId;
  readonly params: ErrandParams;
  readonly exchange: MemoryExchange;
  /** What came ahead of the answer, in order. */
  readonly received: JsonRpcMessage[];
  /** What came when nothing was to come any more. */
  readonly late: JsonRpcMessage[];
  /** How it ended, each time that it did. */
  readonly outcomes: Outcome[];
  /** The last value of progress that the work reported before it was over. */
  reported: number | undefined;
  isOver: boolean;
}

/** The work behind an errand, which does what the test says. */
interface Work {
  readonly errand: Errand;
  readonly context: CallContext;
  readonly end: (result: string | Error) => void;
  hasEnded: boolean;
}

/** A question that a work has asked, and each end that it came to. */
export interface Question {
  readonly asks: string;
  readonly errand: Errand;
  readonly ends: (JsonObject | { readonly reason: string })[];
}

/** A server, its clients, and all that they do to each other. Whatever is done here is done at once: nothing is awaited. */
export class ErrandWorld {
  readonly logger: ReturnType<typeof spyLogger> = spyLogger();
  readonly errands: Errand[] = [];
  readonly works: Work[] = [];
  readonly questions: Question[] = [];
  /** By the id of a question: how many answers to it were taken. */
  readonly taken: Map<RequestId, number> = new Map();
  readonly #peers = Array.from({ length: CLIENTS }, () => ({}));
  #server: ServerHandler | undefined;
  #runtime: Runtime | undefined;

  static async start(progressIntervalMs: number): Promise<ErrandWorld> {
    const world = new ErrandWorld();
    const application = {
      tools: () => [{ name: 'errand', input: { type: 'object' } }],
      callTool: (_name: string, { work }: JsonObject, context: CallContext) => world.#work(String(work), context),
    };
    world.#server = await createHandler('errands', application, {
      spec: errandSpec((runtime) => {
        world.#runtime = runtime;
      }),
      logger: world.logger,
      // What is loaded at first use does not come by the clock of a test.
      precompile: true,
      askTimeoutMs: ASK_TIMEOUT_MS,
      progressIntervalMs,
    });
    return world;
  }

  get runtime(): Runtime {
    if (this.#runtime === undefined) throw new Error('The world has not begun');
    return this.#runtime;
  }

  /** A client sends a request. */
  request(client: number, id: RequestId, given: Omit<ErrandParams, 'work'>): void {
    const peer = this.#peer(client);
    const errand: Errand = {
      peer,
      id,
      params: { ...given, work: String(this.errands.length) } as ErrandParams,
      exchange: new MemoryExchange(peer, (message) => this.#arrive(errand, message)),
      received: [],
      late: [],
      outcomes: [],
      reported: undefined,
      isOver: false,
    };
    this.errands.push(errand);
    void this.#conclude(errand, this.#handle(request(id, 'errand/run', errand.params), errand.exchange));
  }

  /** A client cancels a request by its id, whether or not it has such a one. */
  stop(client: number, id: RequestId): void {
    this.#notify(client, notification('errand/stop', { id }));
  }

  /** A client says that it has gone for good. */
  bye(client: number): void {
    this.#notify(client, notification('errand/bye'));
  }

  /** A client answers a question that anybody was asked. */
  answer(client: number, id: RequestId, asError: boolean): void {
    const response = asError ? failure(id, -1, 'No') : success(id, { to: id });
    const { clientRequests } = this.runtime;
    const before = clientRequests.size;
    this.#notify(client, response);
    if (clientRequests.size < before) this.taken.set(id, (this.taken.get(id) ?? 0) + 1);
  }

  /** A work reports progress, also when it should not any more. */
  progress({ errand, context, hasEnded }: Work, value: number): void {
    const mayBeSeen = !(hasEnded || errand.isOver || context.signal.aborted || errand.exchange.disconnected.aborted);
    if (mayBeSeen && value > (errand.reported ?? Number.NEGATIVE_INFINITY)) errand.reported = value;
    context.progress(value);
  }

  /** A work asks its client, also when it should not any more. */
  ask({ errand, context }: Work): void {
    const question: Question = { asks: `question ${this.questions.length}`, errand, ends: [] };
    this.questions.push(question);
    context.elicit?.(question.asks, { type: 'object', properties: {} }).then(
      (answer) => question.ends.push(answer.action === 'accept' ? answer.content : {}),
      (error: { readonly reason: string }) => question.ends.push({ reason: error.reason }),
    );
  }

  /** A work is done, or fails. */
  end(work: Work, result: string | Error): void {
    work.hasEnded = true;
    work.end(result);
  }

  close(graceMs: number): Promise<void> {
    return this.#server?.close(graceMs) ?? Promise.resolve();
  }

  /** Everything that can go on without time going by has gone on. */
  async settle(): Promise<void> {
    await vi.advanceTimersByTimeAsync(0);
  }

  /** The ids of all questions, as the clients have seen them. */
  get questionIds(): readonly RequestId[] {
    return this.errands.flatMap(({ received }) =>
      received.flatMap((message) => ('method' in message && 'id' in message ? [message.id] : [])),
    );
  }

  #work(name: string, context: CallContext): Promise<string> {
    const errand = this.errands[Number(name)];
    if (errand === undefined) throw new Error(`Nobody sent errand ${name}`);
    return new Promise((resolve, reject) => {
      const end = (result: string | Error): void => (result instanceof Error ? reject(result) : resolve(result));
      this.works.push({ errand, context, end, hasEnded: false });
    });
  }

  /** What is sent is kept; what may not be sent any more is kept apart. */
  #arrive(errand: Errand, message: JsonRpcMessage): void {
    const { context } = this.works.find((work) => work.errand === errand) ?? {};
    const isTakenBack = 'method' in message && message.method === 'errand/never-mind';
    const isCancelled = context?.signal.aborted === true && !isTakenBack;
    (errand.isOver || isCancelled ? errand.late : errand.received).push(message);
  }

  async #conclude(errand: Errand, outcome: Outcome | PromiseLike<Outcome>): Promise<void> {
    errand.outcomes.push(await outcome);
    errand.isOver = true;
  }

  #notify(client: number, message: JsonRpcMessage): void {
    void this.#handle(message, new MemoryExchange(this.#peer(client), () => undefined));
  }

  #handle(message: JsonRpcMessage, exchange: Exchange): Outcome | PromiseLike<Outcome> {
    return this.#server?.handle(message, exchange) ?? { type: 'ended' };
  }

  #peer(client: number): object {
    return this.#peers[client] ?? {};
  }
}
