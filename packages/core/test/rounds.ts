import type { CallContext, ClientCapabilities } from '../src/application/context.js';
import type { InputRequest, InputResponse, RoundHook } from '../src/application/rounds.js';
import type { JsonValue } from '../src/json.js';
import { type Completed, InterimResult } from '../src/rounds/interim-result.js';
import type { RoundOperation } from '../src/rounds/round-state.js';
import { type RoundHost, runRound, type SentRound } from '../src/rounds/run-round.js';
import { createSealer } from '../src/seal/sealer.js';
import { spyLogger } from './runtime.js';

/** A client that can do everything that can be asked of one. */
export const ABLE: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: {},
};

/** The call that rounds are for, unless a test says otherwise. */
export const BOOK: RoundOperation = { method: 'tools/call', name: 'book', args: { day: 'today' }, caller: '' };

/** The context of a call in which nothing but its client and its signal matters. */
export function callContext(
  capabilities: ClientCapabilities = ABLE,
  signal: AbortSignal = new AbortController().signal,
): CallContext {
  return {
    signal,
    revision: '2026-07-28',
    client: { capabilities },
    caller: undefined,
    meta: {},
    state: {},
    progress: () => undefined,
    log: () => undefined,
    notify: () => undefined,
  };
}

/** What rounds need around them, with a logger to look at. */
export function roundHost(
  parts: Partial<RoundHost> = {},
): RoundHost & { readonly logger: ReturnType<typeof spyLogger> } {
  return {
    sealer: createSealer(),
    server: 'test',
    roundTtlMs: 60_000,
    maxRoundStateBytes: 65_536,
    ...parts,
    logger: spyLogger(),
  };
}

/** A client that sends rounds of one call. */
export class RoundClient<T> {
  readonly host: ReturnType<typeof roundHost>;
  readonly #hook: RoundHook<T>;
  readonly #context: CallContext;
  readonly #operation: RoundOperation;

  constructor(
    hook: RoundHook<T>,
    context: CallContext = callContext(),
    host = roundHost(),
    operation: RoundOperation = BOOK,
  ) {
    this.#hook = hook;
    this.#context = context;
    this.#operation = operation;
    this.host = host;
  }

  /** Sends one round, through JSON like everything that travels. */
  async send(round: SentRound = {}): Promise<Completed<T> | InterimResult | undefined> {
    return runRound(this.#hook, this.#operation, wired(round), this.#context, this.host);
  }

  /** Sends a round that has to ask for more. */
  async ask(round: SentRound = {}): Promise<InterimResult> {
    const result = await this.send(round);
    if (result instanceof InterimResult) return result;
    throw new TypeError(`Expected a question, got ${JSON.stringify(result)}`);
  }

  /** Answers each question until the call is complete, and gives its result. */
  async talk(answer: (request: InputRequest, key: string) => JsonValue | undefined, round: SentRound = {}): Promise<T> {
    const result = await this.send(round);
    if (!(result instanceof InterimResult)) {
      if (result === undefined) throw new TypeError('The hook does not handle the call');
      return result.result;
    }
    const pairs = Object.entries(result.inputRequests).map(([key, request]) => [key, answer(request, key)] as const);
    const inputResponses = Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
    return this.talk(answer, { inputResponses, requestState: result.requestState });
  }
}

function wired<V>(value: V): V {
  return JSON.parse(JSON.stringify(value)) as V;
}

/** A form with one field. */
export function field(name: string, type: string = 'string'): { readonly [member: string]: JsonValue } {
  return { type: 'object', properties: { [name]: { type } }, required: [name] };
}

/** What a user filled in, of an answer that has to be accepted. */
export function contentOf(response: InputResponse | undefined): { readonly [name: string]: JsonValue | undefined } {
  if (response !== undefined && 'action' in response && response.action === 'accept') return response.content;
  throw new TypeError(`Expected an accepted answer, got ${JSON.stringify(response)}`);
}
