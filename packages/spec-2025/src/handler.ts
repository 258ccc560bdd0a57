import {
  type Awaitable,
  accepted,
  answerRequest,
  Cancellation,
  Dispatcher,
  ErrorCode,
  type Exchange,
  failure,
  type HttpMethod,
  isNotification,
  isRequest,
  type JsonRpcMessage,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type Outcome,
  type Revision,
  type Runtime,
  type SpecHandler,
  type SpecOptions,
  shown,
  shownValue,
} from '@polyspec/core';
import { Call } from './call.js';
import { notified } from './cancelled.js';
import { complete } from './completion.js';
import { Conversations } from './conversation.js';
import { claims, type EraFacts, versionHeaderFault } from './era.js';
import { toJsonRpcError } from './errors.js';
import { initialize } from './initialize.js';
import { ping } from './lifecycle.js';
import { ListTexts } from './lists.js';
import { setLevel } from './logging.js';
import type { HandshakeServer, Method, MethodTable } from './method.js';
import { getPrompt, listPrompts } from './prompts.js';
import { listResources, listResourceTemplates, readResource } from './resources.js';
import { serve } from './serve.js';
import { callTool, listTools } from './tools.js';
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
  'completion/complete': complete,
  'logging/setLevel': setLevel,
};

/** A revision with a handshake, bound to an application. */
export class HandshakeHandler implements SpecHandler {
  readonly #server: HandshakeServer;
  readonly #revisions: readonly Revision[];
  readonly #era: EraFacts;
  readonly #methods: ReadonlyMap<string, Method>;
  readonly #dispatcher: Dispatcher<Call>;

  /** @param wires the revisions to serve, newest first */
  constructor(wires: Wires, runtime: Runtime, { served }: SpecOptions) {
    const conversations = new Conversations(wires);
    const server: HandshakeServer = {
      runtime,
      wires,
      conversations,
      texts: {
        tools: new ListTexts('tools', (tool, wire) => wire.tool(tool)),
        prompts: new ListTexts('prompts', (prompt, wire) => wire.prompt(prompt)),
        resources: new ListTexts('resources', (resource, wire) => wire.resource(resource)),
        resourceTemplates: new ListTexts('resourceTemplates', (template, wire) => wire.resourceTemplate(template)),
      },
    };
    const methods = Object.entries(METHODS).filter(([, { facet }]) => facet === undefined || runtime.features[facet]);
    this.#server = server;
    this.#revisions = wires.map((wire) => wire.revision);
    this.#era = { revisions: this.#revisions, served, conversations };
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
    const fault = http && versionHeaderFault(message, http, this.#revisions);
    if (fault !== undefined) return this.#badVersion(message, fault);
    if (isRequest(message)) return this.#answer(message, exchange);
    // Nothing is asked of clients here, so a response answers nothing (YS-04).
    if (isNotification(message)) notified(message, exchange, this.#server.runtime.inFlight);
    return accepted;
  }

  /** GET and DELETE belong to sessions, without which there is nothing to listen to or to end (ambiguity Q-47). */
  methods(): readonly HttpMethod[] {
    return ['POST'];
  }

  async close(graceMs: number): Promise<void> {
    await this.#server.runtime.inFlight.drain(graceMs);
  }

  #answer(message: JsonRpcRequest, exchange: Exchange): Awaitable<Outcome> {
    const { id, method: name } = message;
    const { runtime, conversations } = this.#server;
    const method = this.#methods.get(name);
    if (method === undefined || (method.needsMemory === true && !conversations.remembers(exchange))) {
      return respond(failure(id, ErrorCode.MethodNotFound, `Method not found: ${shown(name)}`));
    }
    if (method === initialize && conversations.isOpen(exchange)) {
      return respond(failure(id, ErrorCode.InvalidRequest, 'Invalid request: this connection is initialised already'));
    }
    const cancellation = new Cancellation();
    const running = runtime.inFlight.begin(cancellableBy(method, exchange), id, cancellation);
    if (running === undefined) {
      const text = `Invalid request: the id ${shownValue(id)} is that of a request that still runs`;
      return respond(failure(id, ErrorCode.InvalidRequest, text));
    }
    const call = new Call(message, exchange, conversations.of(exchange), cancellation, runtime);
    return answerRequest(call, running, this.#dispatcher);
  }

  #badVersion(message: JsonRpcMessage, fault: string): Outcome {
    const id = isRequest(message) ? message.id : undefined;
    const response = failure(id, ErrorCode.InvalidRequest, fault, { supported: this.#revisions });
    return { type: 'response', status: 400, response };
  }
}

/**
 * Who can cancel a request. On stdio, the process that made it; the client's going away is no cancellation in these
 * revisions (ambiguity Q-51). Over HTTP without sessions each request is a client of its own, so nobody can. `initialize`
 * must not be cancelled (YU-08).
 */
function cancellableBy(method: Method, exchange: Exchange): object | undefined {
  return exchange.http === undefined && method !== initialize ? exchange.peer : undefined;
}

function respond(response: JsonRpcResponse): Outcome {
  return { type: 'response', response };
}
