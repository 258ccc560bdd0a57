import {
  accepted,
  Dispatcher,
  type Exchange,
  failure,
  type HttpMethod,
  isNotification,
  isRequest,
  isResponse,
  type JsonObject,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type Outcome,
  type RequestId,
  type Revision,
  type Runtime,
  refusedOutcome,
  type SpecHandler,
  type SpecOptions,
} from '@polyspec/core';
import { Call } from './call.js';
import { cancel, cancelledId, cancelledOutcome } from './cancelled.js';
import { type CheckRules, firstFault } from './checks.js';
import { isModern } from './era.js';
import { type Fault, ModernErrorCode, statusOf, toJsonRpcError } from './errors.js';
import { notificationHeaderFault } from './headers.js';
import { metaOf } from './meta.js';
import type { MethodTable, ModernServer } from './method.js';
import { Renderer } from './render.js';
import { serve } from './serve.js';
import { shownValue } from './shown.js';

/** Only POST: there is no standing stream and no session to end (basic/transports/streamable-http). */
const METHODS: readonly HttpMethod[] = ['POST'];

/** An application served under revisions without a handshake: each request stands for itself. */
export class ModernHandler implements SpecHandler {
  readonly #server: ModernServer;
  readonly #rules: CheckRules;
  readonly #dispatcher: Dispatcher<Call>;

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
      (thrown) => toJsonRpcError(thrown, runtime.logger),
    );
  }

  claims(message: JsonRpcMessage | undefined, { peer, http }: Exchange): boolean {
    if (message === undefined) return false;
    if (isNotification(message)) {
      const id = cancelledId(message);
      if (id !== undefined && this.#server.runtime.inFlight.has(peer, id, this)) return true;
    }
    return isModern(message, http, this.#rules.revisions);
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
    const running = this.#server.runtime.inFlight.begin(peer, id, cancellation, this);
    if (running === undefined) return duplicate(id);
    try {
      // What came in together is taken first: the cancellation of this request may be among it, and then nothing is to be done.
      if (peer !== undefined) await undefined;
      if (cancellation.cancelled) return cancelledOutcome(id, cancellation);
      const response = await cancellation.race(this.#dispatcher.dispatch(message, call));
      if (response === undefined || (cancellation.cancelled && !cancellation.byServer)) {
        return cancelledOutcome(id, cancellation);
      }
      if (call.refusal !== undefined) return refusedOutcome(call.refusal, message, exchange);
      return 'error' in response
        ? { type: 'response', response, status: statusOf(response) }
        : { type: 'response', response };
    } catch {
      // Not even the words for an error could be found. The client gets its answer all the same.
      return { type: 'response', response: failure(id, ModernErrorCode.InternalError, 'Internal error') };
    } finally {
      running.finish();
      call.context.finish();
    }
  }

  #notified(message: JsonRpcNotification, exchange: Exchange): Outcome {
    const fault = exchange.http && notificationHeaderFault(message, exchange.http);
    if (fault !== undefined) return refuse(fault);
    cancel(message, exchange, this.#server.runtime);
    return accepted;
  }
}

function faultOutcome(id: RequestId, { status, code, message, data }: Fault): Outcome {
  return { type: 'response', status, response: failure(id, code, message, data) };
}

/** The first request of this id goes on (ambiguity Q-56). */
function duplicate(id: RequestId): Outcome {
  const text = `Invalid request: a request with the id ${shownValue(id)} is still running`;
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
