import {
  type Awaitable,
  accepted,
  answerRequest,
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
  type JsonRpcResponse,
  type Outcome,
  type RequestId,
  type Revision,
  type Runtime,
  type SpecHandler,
  type SpecOptions,
  shownValue,
} from '@polyspec/core';
import { Call } from './call.js';
import { cancel, cancelledId } from './cancelled.js';
import { type CheckRules, firstFault } from './checks.js';
import { isModern } from './era.js';
import { type Fault, ModernErrorCode, statusOf, toJsonRpcError } from './errors.js';
import { extensionMethods } from './extension-methods.js';
import { notificationHeaderFault } from './headers.js';
import { listen } from './listen-method.js';
import { LISTEN } from './listen-request.js';
import { Listens } from './listens.js';
import { metaOf } from './meta.js';
import type { MethodTable, ModernServer } from './method.js';
import { Renderer } from './render.js';
import { serve } from './serve.js';
import { wrappedMethods } from './wrapped-methods.js';

/** Only POST: there is no standing stream and no session to end (basic/transports/streamable-http). */
const METHODS: readonly HttpMethod[] = ['POST'];

/** An application served under revisions without a handshake: each request stands for itself. */
export class ModernHandler implements SpecHandler {
  readonly #server: ModernServer;
  readonly #rules: CheckRules;
  readonly #dispatcher: Dispatcher<Call>;
  readonly #listens: Listens;

  constructor(revisions: readonly Revision[], methods: MethodTable, runtime: Runtime, { served }: SpecOptions) {
    const { features } = runtime;
    const all = { ...wrappedMethods(methods, runtime.extensions), ...extensionMethods(runtime.extensions) };
    const offered = Object.entries(all).filter(([, { facet }]) => facet === undefined || features[facet]);
    const renderer = new Renderer(runtime.server);
    const server: ModernServer = { runtime, served, renderer, listens: methods[LISTEN] === listen };
    this.#server = server;
    this.#listens = new Listens(server);
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

  handle(message: JsonRpcMessage, exchange: Exchange): Awaitable<Outcome> {
    if (isRequest(message)) return this.#requested(message, exchange);
    return isResponse(message) ? unexpectedResponse(exchange) : this.#notified(message, exchange);
  }

  methods(): readonly HttpMethod[] {
    return METHODS;
  }

  close(graceMs: number): Promise<void> {
    this.#listens.close();
    return this.#server.runtime.inFlight.drain(graceMs);
  }

  #requested(message: JsonRpcRequest, exchange: Exchange): Awaitable<Outcome> {
    const meta = metaOf(message);
    const fault = firstFault(message, meta, exchange.http, this.#rules);
    if (fault !== undefined) return faultOutcome(message.id, fault);
    // A request without `_meta` does not come through the checks.
    if (message.method === LISTEN && this.#server.listens) return this.#listen(message, meta ?? {}, exchange);
    return this.#answer(new Call(message, meta ?? {}, exchange, this.#server.runtime));
  }

  #answer(call: Call): Awaitable<Outcome> {
    const { message, exchange, cancellation } = call;
    // Nobody can name an HTTP request again: its ids are its own (B-16).
    const peer = exchange.http === undefined ? exchange.peer : undefined;
    const running = this.#server.runtime.inFlight.begin(peer, message.id, cancellation, this);
    if (running === undefined) return duplicate(message.id);
    return answerRequest(call, running, this.#dispatcher, respond);
  }

  /** Nobody can cancel it over HTTP but by going away, so only on stdio it has to be found again. */
  #listen(message: JsonRpcRequest, meta: JsonObject, exchange: Exchange): Awaitable<Outcome> {
    if (exchange.http !== undefined) return this.#listens.serve({ message, meta, exchange, running: undefined });
    const running = this.#server.runtime.inFlight.begin(exchange.peer, message.id, undefined, this);
    return running === undefined ? duplicate(message.id) : this.#listens.serve({ message, meta, exchange, running });
  }

  #notified(message: JsonRpcNotification, exchange: Exchange): Outcome {
    const fault = exchange.http && notificationHeaderFault(message, exchange.http);
    if (fault !== undefined) return refuse(fault);
    cancel(message, exchange, this.#server.runtime);
    return accepted;
  }
}

function respond(response: JsonRpcResponse): Outcome {
  return 'error' in response
    ? { type: 'response', response, status: statusOf(response) }
    : { type: 'response', response };
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
