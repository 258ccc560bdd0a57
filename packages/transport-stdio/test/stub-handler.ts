import {
  type Awaitable,
  accepted,
  Cancellation,
  type Exchange,
  ended,
  failure,
  type HttpMethod,
  InFlight,
  isRequest,
  type JsonObject,
  type JsonRpcMessage,
  type JsonRpcRequest,
  type Outcome,
  type SpecHandler,
  success,
} from '@polyspec/core';

/** What answers one method of the stub. */
export type StubMethod = (params: JsonObject, exchange: Exchange, signal: AbortSignal) => Awaitable<JsonObject>;

/** The smallest stranger's spec: a table of methods, cancelled by `cancel` with the id of a request. */
export class StubHandler implements SpecHandler {
  readonly seen: JsonRpcMessage[] = [];
  readonly #methods: Readonly<Record<string, StubMethod>>;
  readonly #inFlight = new InFlight();
  closings = 0;

  constructor(methods: Readonly<Record<string, StubMethod>> = {}) {
    this.#methods = methods;
  }

  claims(): boolean {
    return true;
  }

  methods(): readonly HttpMethod[] {
    return [];
  }

  handle(message: JsonRpcMessage, exchange: Exchange): Awaitable<Outcome> {
    this.seen.push(message);
    if (isRequest(message)) return this.#call(message, exchange);
    if ('method' in message && message.method === 'cancel') {
      this.#inFlight.cancel(exchange.peer, message.params?.id as number);
    }
    return accepted;
  }

  async close(graceMs: number): Promise<void> {
    this.closings++;
    await this.#inFlight.drain(graceMs);
  }

  #call(message: JsonRpcRequest, exchange: Exchange): Awaitable<Outcome> {
    const { id } = message;
    const method = this.#methods[message.method];
    if (method === undefined) return { type: 'response', response: failure(id, -32601, 'Method not found') };
    const running = this.#inFlight.begin(exchange.peer, id, new Cancellation(() => exchange.disconnected));
    if (running === undefined) return { type: 'response', response: failure(id, -32600, 'The id is in use') };
    const { cancellation } = running;
    const answer = method(message.params ?? {}, exchange, cancellation.signal);
    if (!('then' in answer)) {
      running.finish();
      return { type: 'response', response: success(id, answer as JsonObject) };
    }
    return (answer as Promise<JsonObject>).then(
      (result) => {
        running.finish();
        return cancellation.cancelled ? ended : { type: 'response', response: success(id, result) };
      },
      () => {
        running.finish();
        return ended;
      },
    );
  }
}
