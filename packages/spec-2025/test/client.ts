import {
  type Application,
  type Caller,
  createHandler,
  encodeMessage,
  type HttpFacts,
  type JsonObject,
  type JsonRpcError,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcResponse,
  notification,
  type Operation,
  type Outcome,
  type Refusal,
  type RequestId,
  type Revision,
  request,
  type ServerHandler,
  type ServerOptions,
  type SpecProtocol,
  silentLogger,
} from '@polyspec/core';
import { expect } from 'vitest';
import { type KnownRevision, serverFaults } from '../../../test/schema/official-schema.js';
import { type Spec2025Options, spec20251125 } from '../src/index.js';
import { httpFacts, TestExchange } from './exchange.js';

export { TestExchange } from './exchange.js';

/** How a test reaches a server. */
export interface ClientOptions {
  readonly spec?: SpecProtocol;
  /** The revision that the client asks for. Default: the newest of the spec. */
  readonly revision?: Revision;
  /**
   * Over HTTP every request has an exchange of its own, in a session or without; otherwise the peer stays the same, as on
   * stdio. Default: no HTTP.
   */
  readonly http?: boolean | 'session';
  readonly capabilities?: JsonObject;
  readonly server?: ServerOptions & Spec2025Options;
  /** Whether the client begins with `initialize`. Default true. */
  readonly initialize?: boolean;
  readonly caller?: Caller;
  readonly authorize?: (operation: Operation) => Refusal | undefined | Promise<Refusal | undefined>;
  /** Whether it would rather have its answers on streams. Default false. */
  readonly wantsStream?: boolean;
}

/**
 * A client that looks closely: every message that it gets has passed through text, and is expected to be legal in the
 * revision that was agreed on.
 */
export class Client {
  readonly handler: ServerHandler;
  /** What `initialize` answered. */
  opening: JsonObject = {};
  /** What the server sent ahead of its answers, in order. */
  readonly sent: JsonRpcNotification[] = [];
  revision: Revision;
  /** The session that the server began. */
  session: string | undefined = undefined;
  readonly #options: ClientOptions;
  readonly #peer = {};
  #lastId = 0;

  constructor(handler: ServerHandler, options: ClientOptions) {
    this.handler = handler;
    this.#options = options;
    this.revision = options.revision ?? options.spec?.revisions[0] ?? '2025-11-25';
  }

  /** Another client of the same server. */
  another(options: ClientOptions = {}): Client {
    return new Client(this.handler, { ...this.#options, ...options });
  }

  /** Opens the conversation: `initialize`, and the notification that confirms its answer. */
  async initialize(): Promise<JsonObject> {
    const protocolVersion = this.revision;
    const { capabilities = {} } = this.#options;
    const clientInfo = { name: 'test-client', version: '1.0.0' };
    this.opening = await this.result('initialize', { protocolVersion, capabilities, clientInfo });
    this.revision = this.opening.protocolVersion as string;
    await this.notify('notifications/initialized');
    return this.opening;
  }

  /** Hands over a message as it is. */
  async deliver(message: JsonRpcMessage, headers: Readonly<Record<string, string>> = this.headers()): Promise<Outcome> {
    return this.begin(message, headers).outcome;
  }

  /** Hands over a message, and gives the exchange that it came with. */
  begin(
    message: JsonRpcMessage,
    headers: Readonly<Record<string, string>> = this.headers(),
  ): { readonly exchange: TestExchange; readonly outcome: Promise<Outcome> } {
    const exchange = this.exchange(headers);
    return { exchange, outcome: exchange.carryOut(this.handler.handle(message, exchange)) };
  }

  /** A request without a message. */
  async open(
    method: 'GET' | 'DELETE',
    headers: Readonly<Record<string, string>> = this.headers(),
  ): Promise<{ readonly exchange: TestExchange; readonly outcome: Outcome }> {
    const exchange = this.exchange(headers, method);
    const outcome = await exchange.carryOut(this.handler.open?.(exchange) ?? expect.fail(`${method} is not served`));
    return { exchange, outcome };
  }

  /** A standing stream, or one that the client comes back for. */
  async listen(lastEventId?: string): Promise<TestExchange> {
    const resuming = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const { exchange, outcome } = await this.open('GET', { ...this.headers(), ...resuming });
    expect(outcome.type).toBe('standing');
    return exchange;
  }

  /** The answer to a request. */
  async request(method: string, params?: JsonObject, id?: RequestId): Promise<JsonRpcResponse> {
    this.#lastId += 1;
    const message = request(id ?? this.#lastId, method, params);
    const outcome = await this.deliver(message, method === 'initialize' ? {} : this.headers());
    if (outcome.type !== 'response') return expect.fail(`${method} was answered with '${outcome.type}'`);
    if (method === 'initialize') this.session = outcome.headers?.['mcp-session-id'] as string | undefined;
    const response = throughText(outcome.response);
    const revision = method === 'initialize' && 'result' in response ? agreed(response.result) : this.revision;
    expect(serverFaults(response, revision as KnownRevision, method)).toEqual([]);
    expect('id' in response && response.id).toBe(message.id);
    return response;
  }

  /** The result of a request that is expected to succeed. */
  async result(method: string, params?: JsonObject): Promise<JsonObject> {
    const response = await this.request(method, params);
    return 'result' in response ? (response.result as JsonObject) : expect.fail(JSON.stringify(response.error));
  }

  /** The error of a request that is expected to fail. */
  async error(method: string, params?: JsonObject): Promise<JsonRpcError> {
    const response = await this.request(method, params);
    return 'error' in response ? response.error : expect.fail(`no error but ${JSON.stringify(response.result)}`);
  }

  /** The list in the result of a list method. */
  async list(method: string, member: string): Promise<readonly JsonObject[]> {
    return (await this.result(method))[member] as readonly JsonObject[];
  }

  call(name: string, args: JsonObject = {}, meta?: JsonObject): Promise<JsonObject> {
    return this.result('tools/call', { name, arguments: args, ...(meta && { _meta: meta }) });
  }

  async notify(method: string, params?: JsonObject): Promise<void> {
    expect((await this.deliver(notification(method, params))).type).toBe('accepted');
  }

  /** The header fields that go with a message after `initialize`. */
  headers(): Readonly<Record<string, string>> {
    const session = this.session === undefined ? {} : { 'mcp-session-id': this.session };
    return { 'mcp-protocol-version': this.revision, ...session };
  }

  /** An exchange of this client. */
  exchange(
    headers: Readonly<Record<string, string>> = this.headers(),
    method: HttpFacts['method'] = 'POST',
    canStream = true,
  ): TestExchange {
    const { http = false, caller, authorize, wantsStream = false } = this.#options;
    return new TestExchange({
      canStream,
      wantsStream,
      peer: http === false ? this.#peer : {},
      http: http === false ? undefined : httpFacts(headers, method),
      caller,
      authorize,
      look: (message) => {
        expect(serverFaults(message, this.revision as KnownRevision)).toEqual([]);
        this.sent.push(message as JsonRpcNotification);
      },
    });
  }
}

/** Serves an application to a client that has opened a conversation. */
export async function connected(application: Application, options: ClientOptions = {}): Promise<Client> {
  const { spec = spec20251125, server = {}, initialize = true, http = false } = options;
  const defaults = { logger: silentLogger, exposeErrors: http === false };
  const stateless = http === true ? { sessions: false } : {};
  const handler = await createHandler<object>('test-server', application, {
    ...defaults,
    ...stateless,
    ...server,
    spec,
  });
  const client = new Client(handler, { ...options, spec });
  if (initialize) await client.initialize();
  return client;
}

/** The message of an answer as it is after its way over a wire, or the type of an outcome that has none. */
export function arrived(outcome: Outcome): JsonRpcResponse | string {
  return outcome.type === 'response' ? throughText(outcome.response) : outcome.type;
}

/** A message as it is after its way over a wire. */
function throughText<Message extends JsonRpcMessage>(message: Message): Message {
  return JSON.parse(encodeMessage(message)) as Message;
}

function agreed(result: JsonRpcResponse | object): Revision {
  return (result as JsonObject).protocolVersion as string;
}
