import {
  type Awaitable,
  accepted,
  answerRequest,
  busyOverHttp,
  Dispatcher,
  ErrorCode,
  type Exchange,
  failure,
  type HttpMethod,
  isNotification,
  isPromiseLike,
  isRequest,
  type JsonRpcMessage,
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
import { Clients } from './clients.js';
import { complete } from './completion.js';
import type { Conversation } from './conversation.js';
import { claims, type EraFacts, SESSION_HEADER, VERSION_HEADER, versionHeaderFault } from './era.js';
import { toJsonRpcError } from './errors.js';
import { initialize } from './initialize.js';
import { ping } from './lifecycle.js';
import { ListTexts } from './lists.js';
import { setLevel } from './logging.js';
import type { HandshakeServer, Method, MethodTable } from './method.js';
import { notified } from './notified.js';
import type { Spec2025Options } from './options.js';
import { getPrompt, listPrompts } from './prompts.js';
import { listResources, listResourceTemplates, readResource } from './resources.js';
import { KnownRoots } from './roots.js';
import { serve } from './serve.js';
import { refused, SessionDoor } from './session-door.js';
import { subscribe, unsubscribe } from './subscriptions.js';
import { callTool, listTools } from './tools.js';
import { unknownMethod } from './unknown-method.js';
import { Visits } from './visits.js';
import type { Wires } from './wire.js';

/** The methods of these revisions that a server serves. */
const METHODS: MethodTable = {
  initialize,
  ping,
  'tools/list': listTools,
  'tools/call': callTool,
  'prompts/list': listPrompts,
  'prompts/get': getPrompt,
  'resources/list': listResources,
  'resources/templates/list': listResourceTemplates,
  'resources/read': readResource,
  'resources/subscribe': subscribe,
  'resources/unsubscribe': unsubscribe,
  'completion/complete': complete,
  'logging/setLevel': setLevel,
};

/** A revision with a handshake, bound to an application. */
export class HandshakeHandler implements SpecHandler {
  readonly #server: HandshakeServer;
  readonly #clients: Clients;
  readonly #door: SessionDoor | undefined;
  readonly #revisions: readonly Revision[];
  readonly #era: EraFacts;
  readonly #methods: ReadonlyMap<string, Method>;
  readonly #dispatcher: Dispatcher<Call>;

  /** @param wires the revisions to serve, newest first */
  constructor(wires: Wires, runtime: Runtime, { served, options = {} }: SpecOptions<Spec2025Options>) {
    const clients = new Clients(wires, runtime, options);
    const visits = new Visits(runtime);
    if (clients.sessions !== undefined) clients.sessions.onEnd = (id) => visits.forgetSession(id);
    const server: HandshakeServer = {
      runtime,
      wires,
      clients,
      roots: new KnownRoots(),
      visits,
      texts: {
        tools: new ListTexts('tools', (tool, wire) => wire.tool(tool)),
        prompts: new ListTexts('prompts', (prompt, wire) => wire.prompt(prompt)),
        resources: new ListTexts('resources', (resource, wire) => wire.resource(resource)),
        resourceTemplates: new ListTexts('resourceTemplates', (template, wire) => wire.resourceTemplate(template)),
      },
    };
    const methods = Object.entries(METHODS).filter(([, { facet }]) => facet === undefined || runtime.features[facet]);
    this.#server = server;
    this.#clients = clients;
    this.#door =
      clients.sessions &&
      new SessionDoor(clients.sessions, clients.stranger(undefined), runtime, (message, exchange, client) =>
        this.#take(message, exchange, client),
      );
    this.#revisions = wires.map((wire) => wire.revision);
    this.#era = { revisions: this.#revisions, served, isOpen: (exchange) => clients.isOpen(exchange) };
    this.#methods = new Map(methods);
    this.#dispatcher = new Dispatcher(
      Object.fromEntries(methods.map(([name, method]) => [name, serve(name, method, server)])),
      (thrown) => toJsonRpcError(thrown, 'Answering a request', runtime),
    );
  }

  claims(message: JsonRpcMessage | undefined, exchange: Exchange): boolean {
    return claims(message, exchange, this.#era);
  }

  handle(message: JsonRpcMessage, exchange: Exchange): Awaitable<Outcome> {
    const { http } = exchange;
    if (http === undefined) return this.#take(message, exchange, this.#clients.connection(exchange));
    if (this.#door !== undefined) return this.#door.enter(message, exchange, http);
    const fault = versionHeaderFault(message, http, this.#revisions);
    if (fault !== undefined) return refused(message, 400, fault, { supported: this.#revisions });
    return this.#take(message, exchange, this.#clients.stranger(http.header(VERSION_HEADER)));
  }

  misread(question: RequestId, fault: string, exchange: Exchange): Awaitable<void> {
    const { http } = exchange;
    const tell = (client: Conversation): Outcome => {
      this.#clients.pings?.heard(client);
      if (client.isKnown) this.#server.runtime.clientRequests.misread(client.peer, question, fault);
      return accepted;
    };
    if (http === undefined) return void tell(this.#clients.connection(exchange));
    // It came as an answer does, so it counts for whom an answer would.
    const answer = failure(question, ErrorCode.InvalidRequest, fault);
    const told = this.#door?.enter(answer, exchange, http, (_answer, _exchange, client) => tell(client));
    return isPromiseLike(told) ? told.then(() => undefined) : undefined;
  }

  /** GET and DELETE belong to sessions, without which there is nothing to listen to or to end (ambiguity Q-47). */
  methods(): readonly HttpMethod[] {
    return this.#door === undefined ? WITHOUT_SESSIONS : WITH_SESSIONS;
  }

  open(exchange: Exchange): Awaitable<Outcome> {
    const { http } = exchange;
    if (http === undefined) return this.#clients.connection(exchange).stand(exchange);
    return this.#door?.open(exchange, http) ?? accepted;
  }

  async close(graceMs: number): Promise<void> {
    this.#clients.close();
    await this.#server.runtime.inFlight.drain(graceMs);
  }

  #take(message: JsonRpcMessage, exchange: Exchange, client: Conversation): Awaitable<Outcome> {
    const { runtime } = this.#server;
    this.#clients.pings?.heard(client);
    if (isRequest(message)) return this.#answer(message, exchange, client);
    if (isNotification(message)) {
      const taken = notified(message, client, this.#server);
      return isPromiseLike(taken) ? taken.then(() => accepted) : accepted;
    }
    if (client.isKnown) runtime.clientRequests.answer(client.peer, message);
    return accepted;
  }

  #answer(message: JsonRpcRequest, exchange: Exchange, client: Conversation): Awaitable<Outcome> {
    const { id, method: name } = message;
    const { runtime } = this.#server;
    const method = this.#methods.get(name);
    if (method === undefined || (method.needsMemory === true && !client.isKnown)) {
      return respond(failure(id, ErrorCode.MethodNotFound, unknownMethod(name, this.#era)));
    }
    if (method === initialize && this.#clients.isOpen(exchange)) {
      return respond(failure(id, ErrorCode.InvalidRequest, 'Invalid request: this connection is initialised already'));
    }
    const running = runtime.inFlight.begin(cancellableBy(method, client), id);
    if (running === undefined) {
      const text = `Invalid request: the id ${shownValue(id)} is that of a request that still runs`;
      return respond(failure(id, ErrorCode.InvalidRequest, text));
    }
    const call = new Call(message, exchange, client, running, this.#server);
    const outcome = answerRequest(call, call, this.#dispatcher, answered);
    if (isPromiseLike(outcome)) call.hold();
    return outcome;
  }
}

const WITHOUT_SESSIONS: readonly HttpMethod[] = ['POST'];
const WITH_SESSIONS: readonly HttpMethod[] = ['GET', 'POST', 'DELETE'];

/**
 * Who can cancel a request: the client that made it, by its connection or its session; its going away is no cancellation in
 * these revisions (ambiguity Q-51). Over HTTP without sessions each request is a client of its own, so nobody can. `initialize`
 * must not be cancelled (YU-08).
 */
function cancellableBy(method: Method, client: Conversation): object | undefined {
  return client.isKnown && method !== initialize ? client.peer : undefined;
}

function answered(response: JsonRpcResponse, call: Call): Awaitable<Outcome> {
  if (call.sessionId !== undefined) {
    // The session that `initialize` began (YH-29).
    return { type: 'response', response, headers: { [SESSION_HEADER]: call.sessionId } };
  }
  const busy = 'error' in response && call.exchange.http !== undefined ? busyOverHttp(response.error) : undefined;
  if (busy !== undefined && !call.isStreaming) return { type: 'response', response, ...busy };
  // A stream has a beginning, also where the answer is all that is on it (YH-14).
  if (call.exchange.wantsStream === true) call.openStream();
  return call.answer(response);
}

function respond(response: JsonRpcResponse): Outcome {
  return { type: 'response', response };
}
