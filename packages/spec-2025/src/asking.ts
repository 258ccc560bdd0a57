import {
  type AnswerTypes,
  type Asking,
  type AskOptions,
  type ClientCapabilities,
  ClientRequestError,
  type ElicitAnswer,
  type ElicitUrl,
  type JsonObject,
  type ListRoots,
  missingCapabilities,
  readAnswer,
  type Sample,
  type SamplingAnswer,
  type SamplingRequest,
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
  const { conversation } = call;
  if (!conversation.isKnown || whyUnaskable(call) !== undefined) return undefined;
  return new ClientAsking(call, conversation, server);
}

/** Why there are none, whatever the client declared; `undefined` where there may be some. */
export function whyUnaskable({ conversation, exchange }: Pick<Call, 'conversation' | 'exchange'>): string | undefined {
  if (!conversation.isKnown) return NO_SESSION;
  // Before it has confirmed the handshake, a client gets no requests but pings (YL-06).
  if (!conversation.isReady) return 'it has not sent notifications/initialized yet';
  if (exchange.canStream) return undefined;
  return exchange.http === undefined
    ? 'nothing can be sent to it before the answer'
    : 'its Accept header has no text/event-stream, so nothing can be sent to it before the answer';
}

/** It may well have declared what is missing (ambiguity Q-61). */
export const NO_SESSION = 'what a client can do is known only in a session, and this one has none';

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
    return (message, schema, options) => this.#fillIn(message, schema, options);
  }

  get elicitUrl(): ElicitUrl | undefined {
    const { visit } = this.#call.wire.asks;
    if (visit === undefined || !hasDeclared({ elicitation: { url: {} } }, this.#call)) return undefined;
    return (message, url, { id = crypto.randomUUID(), ...options } = {}) =>
      this.#visit(visit(message, url, id), id, options);
  }

  get sample(): Sample | undefined {
    if (!hasDeclared({ sampling: {} }, this.#call)) return undefined;
    return (request, options) => this.#model(request, options);
  }

  get listRoots(): ListRoots | undefined {
    if (!hasDeclared({ roots: {} }, this.#call)) return undefined;
    const tells = hasDeclared({ roots: { listChanged: true } }, this.#call);
    const ask: ListRoots = async (options) => (await this.#ask('roots/list', undefined, 'roots', options)).roots;
    return (options) => this.#server.roots.of(this.#client.peer, tells, () => ask(options));
  }

  async #fillIn(message: string, schema: JsonObject, options?: AskOptions): Promise<ElicitAnswer> {
    const { asks } = this.#call.wire;
    const form = asks.form(schema);
    return this.#ask('elicitation/create', asks.fillIn(message, form), 'formElicitation', options, form);
  }

  async #model(request: SamplingRequest, options?: AskOptions): Promise<SamplingAnswer> {
    const { wire, client } = this.#call;
    const params = wire.asks.model(request, client.capabilities);
    const answer = await this.#ask('sampling/createMessage', params, 'sampling', options);
    const fault = wire.asks.modelFault?.(answer);
    if (fault !== undefined) throw new ClientRequestError('malformed', 'sampling/createMessage', undefined, fault);
    return answer;
  }

  async #visit(params: JsonObject, id: string, options: AskOptions): Promise<ElicitAnswer> {
    const { visits } = this.#server;
    // Known before it is asked: the visit may be done before the user's consent comes back.
    const end = visits.ask(id, this.#client);
    let isWanted = false;
    try {
      const answer = await this.#ask('elicitation/create', params, 'urlElicitation', options);
      isWanted = answer.action === 'accept';
      return answer;
    } finally {
      end(isWanted);
    }
  }

  async #ask<T extends keyof AnswerTypes>(
    method: string,
    params: JsonObject | undefined,
    type: T,
    { timeoutMs }: AskOptions = {},
    form?: JsonObject,
  ): Promise<AnswerTypes[T]> {
    const { cancellation } = this.#call;
    const { peer } = this.#client;
    const { clientRequests } = this.#server.runtime;
    const asked = { peer, exchange: this.#call, method, params, cancellation, timeoutMs, withdrawal };
    const result = await clientRequests.send(asked);
    return readAnswer(method, result, type, form);
  }
}
