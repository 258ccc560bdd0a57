import {
  type AnswerTypes,
  type Asking,
  type ClientCapabilities,
  type ElicitAnswer,
  type ElicitUrl,
  type JsonObject,
  type ListRoots,
  missingCapabilities,
  readAnswer,
  type Sample,
} from '@polyspec/core';
import type { Call } from './call.js';
import type { KnownClient } from './conversation.js';
import type { HandshakeServer } from './method.js';
import { withdrawal } from './withdrawal.js';

/**
 * The ways to ask the client of a request in the middle of it (client/elicitation, sampling and roots): none where it is not
 * known from one request to the next, since its answer would be that of a stranger, or where nothing can be sent to it before
 * the answer.
 */
export function askingFor(call: Call, server: HandshakeServer): Asking | undefined {
  const { conversation, exchange } = call;
  // Before it has confirmed the handshake, a client gets no requests but pings (YL-06).
  if (!conversation.isKnown || !conversation.isReady || !exchange.canStream) return undefined;
  return new ClientAsking(call, conversation, server);
}

/** Whether a client declared a capability; `elicitation: {}` is that for forms (YI-01). */
export function hasDeclared(capability: ClientCapabilities, { client }: Pick<Call, 'client'>): boolean {
  return missingCapabilities(capability, client.capabilities) === undefined;
}

/** Each way is there only if the client declared it, and made when it is read: most requests ask nothing. */
class ClientAsking implements Asking {
  readonly #call: Call;
  readonly #client: KnownClient;
  readonly #server: HandshakeServer;

  constructor(call: Call, client: KnownClient, server: HandshakeServer) {
    this.#call = call;
    this.#client = client;
    this.#server = server;
  }

  get elicit(): Asking['elicit'] {
    if (!hasDeclared({ elicitation: { form: {} } }, this.#call)) return undefined;
    return (message, schema) => this.#fillIn(message, schema);
  }

  get elicitUrl(): ElicitUrl | undefined {
    const { visit } = this.#call.wire.asks;
    if (visit === undefined || !hasDeclared({ elicitation: { url: {} } }, this.#call)) return undefined;
    return (message, url, { id = crypto.randomUUID() } = {}) => this.#visit(visit(message, url, id), id);
  }

  get sample(): Sample | undefined {
    if (!hasDeclared({ sampling: {} }, this.#call)) return undefined;
    const { wire, client } = this.#call;
    return async (request) =>
      this.#ask('sampling/createMessage', wire.asks.model(request, client.capabilities), 'sampling');
  }

  get listRoots(): ListRoots | undefined {
    if (!hasDeclared({ roots: {} }, this.#call)) return undefined;
    const tells = hasDeclared({ roots: { listChanged: true } }, this.#call);
    const ask: ListRoots = async () => (await this.#ask('roots/list', undefined, 'roots')).roots;
    return () => this.#server.roots.of(this.#client.peer, tells, ask);
  }

  async #fillIn(message: string, schema: JsonObject): Promise<ElicitAnswer> {
    const { asks } = this.#call.wire;
    const form = asks.form(schema);
    return this.#ask('elicitation/create', asks.fillIn(message, form), 'formElicitation', form);
  }

  async #visit(params: JsonObject, id: string): Promise<ElicitAnswer> {
    const { visits } = this.#server;
    // Known before it is asked: the visit may be done before the user's consent comes back.
    visits.begin(id, this.#client);
    let isWanted = false;
    try {
      const answer = await this.#ask('elicitation/create', params, 'urlElicitation');
      isWanted = answer.action === 'accept';
      return answer;
    } finally {
      if (!isWanted) visits.forget(id);
    }
  }

  async #ask<T extends keyof AnswerTypes>(
    method: string,
    params: JsonObject | undefined,
    type: T,
    form?: JsonObject,
  ): Promise<AnswerTypes[T]> {
    const { cancellation } = this.#call;
    const { peer } = this.#client;
    const { clientRequests } = this.#server.runtime;
    const result = await clientRequests.send({ peer, exchange: this.#call, method, params, cancellation, withdrawal });
    return readAnswer(method, result, type, form);
  }
}
