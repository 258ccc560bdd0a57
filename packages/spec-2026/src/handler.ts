import {
  accepted,
  Dispatcher,
  type Exchange,
  ended,
  failure,
  type HttpMethod,
  isNotification,
  isRequest,
  isResponse,
  type JsonObject,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type MethodResult,
  type Outcome,
  RequestError,
  type RequestId,
  type Revision,
  type Runtime,
  refusedOutcome,
  type SpecHandler,
  type SpecOptions,
} from '@polyspec/core';
import { Call } from './call.js';
import { CancellableRequests, cancel, cancelledId } from './cancelled.js';
import { type CheckRules, firstFault } from './checks.js';
import { isModern } from './era.js';
import { type Fault, ModernErrorCode, statusOf, toJsonRpcError } from './errors.js';
import { notificationHeaderFault } from './headers.js';
import { metaOf } from './meta.js';
import type { Method, MethodTable, ModernServer } from './method.js';
import { Renderer } from './render.js';

/** Only POST: there is no standing stream and no session to end (basic/transports/streamable-http). */
const METHODS: readonly HttpMethod[] = ['POST'];

/** An application served under revisions without a handshake: each request stands for itself. */
export class ModernHandler implements SpecHandler {
  readonly #server: ModernServer;
  readonly #rules: CheckRules;
  readonly #dispatcher: Dispatcher<Call>;
  readonly #cancellable = new CancellableRequests();

  constructor(revisions: readonly Revision[], methods: MethodTable, runtime: Runtime, { served }: SpecOptions) {
    const { features } = runtime;
    const offered = Object.entries(methods).filter(([, { facet }]) => facet === undefined || features[facet]);
    const server: ModernServer = { runtime, served, renderer: new Renderer(runtime.server) };
    this.#server = server;
    this.#rules = { revisions, served, methods: new Map(offered) };
    this.#dispatcher = new Dispatcher<Call>(
      Object.fromEntries(
        offered.map(([name, method]) => [
          name,
          (params: JsonObject, call: Call) => serve(method, params, call, server),
        ]),
      ),
      toJsonRpcError,
    );
  }

  claims(message: JsonRpcMessage | undefined, { peer, http }: Exchange): boolean {
    if (message === undefined) return false;
    if (isNotification(message)) {
      const id = cancelledId(message);
      if (id !== undefined && this.#cancellable.has(peer, id)) return true;
    }
    return isModern(message, http);
  }

  handle(message: JsonRpcMessage, exchange: Exchange): Outcome | Promise<Outcome> {
    if (isRequest(message)) return this.#requested(message, exchange);
    return isResponse(message) ? unexpectedResponse(exchange) : this.#notified(message, exchange);
  }

  methods(): readonly HttpMethod[] {
    return METHODS;
  }

  close(graceMs: number): Promise<void> {
    return this.#server.runtime.inFlight.drain(graceMs);
  }

  #requested(message: JsonRpcRequest, exchange: Exchange): Outcome | Promise<Outcome> {
    const meta = metaOf(message);
    const fault = firstFault(message, meta, exchange.http, this.#rules);
    if (fault !== undefined) return faultOutcome(message.id, fault);
    // A request without `_meta` does not come through the checks.
    return this.#answer(new Call(message, meta ?? {}, exchange, this.#server.runtime));
  }

  async #answer(call: Call): Promise<Outcome> {
    const { message, exchange, cancellation } = call;
    const { id } = message;
    // Nobody can name an HTTP request again: its ids are its own (B-16).
    const peer = exchange.http === undefined ? exchange.peer : undefined;
    const running = this.#server.runtime.inFlight.begin(peer, id, cancellation);
    if (running === undefined) return duplicate(id);
    if (peer !== undefined) this.#cancellable.begin(peer, id);
    const response = await this.#dispatcher.dispatch(message, call);
    running.finish();
    if (peer !== undefined) this.#cancellable.end(peer, id);
    call.context.finish();
    if (cancellation.cancelled) return ended;
    if (call.refusal !== undefined) return refusedOutcome(call.refusal, message, exchange);
    return 'error' in response
      ? { type: 'response', response, status: statusOf(response) }
      : { type: 'response', response };
  }

  #notified(message: JsonRpcNotification, exchange: Exchange): Outcome {
    const fault = exchange.http && notificationHeaderFault(message, exchange.http);
    if (fault !== undefined) return refuse(fault);
    cancel(message, exchange, this.#server.runtime);
    return accepted;
  }
}

/** The steps of one request after the checks (ambiguity Q-07, 17 to 21). Whatever goes wrong ends as a `RequestError`. */
async function serve(method: Method, params: JsonObject, call: Call, server: ModernServer): Promise<MethodResult> {
  try {
    // 17: the shape of the parameters.
    const read = method.read(params);
    // 18: the header fields that repeat arguments (`Mcp-Param-*`) are compared here, once they are.
    // 19: what the guard of the transport lets the caller do.
    if (call.exchange.authorize !== undefined) await authorize(method, read, call);
    // 20 and 21: the capabilities that the work needs, and the work.
    return method.render(await method.run(read, call, server), server);
  } catch (thrown) {
    if (thrown instanceof RequestError) throw thrown;
    throw new RequestError('internal', server.runtime.errorText(thrown, call.message.method));
  }
}

async function authorize(method: Method, read: unknown, call: Call): Promise<void> {
  const refusal = await call.exchange.authorize?.(method.operation(read));
  if (refusal === undefined) return;
  call.refusal = refusal;
  throw new RequestError('forbidden', refusal.message);
}

function faultOutcome(id: RequestId, { status, code, message, data }: Fault): Outcome {
  return { type: 'response', status, response: failure(id, code, message, data) };
}

/** The first request of this id goes on (ambiguity Q-56). */
function duplicate(id: RequestId): Outcome {
  const text = `Invalid request: a request with the id ${JSON.stringify(id)} is still running`;
  return { type: 'response', status: 400, response: failure(id, ModernErrorCode.InvalidRequest, text) };
}

/** Clients of this revision are never asked anything, so they have nothing to respond to (B-14). */
function unexpectedResponse({ http }: Exchange): Outcome {
  if (http === undefined) return accepted;
  return refuse({
    status: 400,
    code: ModernErrorCode.InvalidRequest,
    message: 'Invalid request: this server takes no responses',
  });
}

/** Refuses what has no id to answer to (T-11). */
function refuse({ status, code, message, data }: Fault): Outcome {
  return { type: 'refused', status, body: { jsonrpc: '2.0', error: { code, message, data } } };
}
