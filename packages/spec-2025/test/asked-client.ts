import {
  type Application,
  createHandler,
  type Exchange,
  encodeMessage,
  type HttpFacts,
  type JsonObject,
  type JsonRpcError,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  notification,
  type Outcome,
  type RequestId,
  request,
  type ServerHandler,
  type ServerOptions,
  silentLogger,
  success,
} from '@polyspec/core';
import { MemoryExchange } from '@polyspec/core/testing';
import { expect, vi } from 'vitest';
import { serverFaults } from '../../../test/schema/official-schema.js';
import { type Spec2025Options, spec20251125 } from '../src/index.js';

/** What a client answers to a request of the server: a result, an error, or nothing for now. */
export type Answer = JsonObject | { readonly error: JsonRpcError } | undefined;

export interface AskedClientOptions {
  readonly revision?: '2025-06-18' | '2025-11-25';
  readonly capabilities?: JsonObject;
  /** In a session over HTTP; otherwise the peer stays the same, as on stdio. */
  readonly http?: boolean;
  /** Whether the client confirms the handshake. Default true. */
  readonly confirms?: boolean;
  readonly answer?: (asked: JsonRpcRequest) => Answer | Promise<Answer>;
}

/** Every way to be asked, declared. */
export const ASKABLE: JsonObject = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: { listChanged: true },
};

/** Serves an application. Several clients may connect to it. */
export function served(
  application: Application,
  options: ServerOptions & Spec2025Options = {},
): Promise<ServerHandler> {
  return createHandler('test', application, {
    logger: silentLogger,
    exposeErrors: true,
    changeDebounceMs: 0,
    ...options,
    spec: spec20251125,
  });
}

/**
 * A client that can be asked. All that it gets has passed through text, is expected to be legal in its revision, and is kept
 * with the exchange that it came by.
 */
export class AskedClient {
  readonly received: { readonly message: JsonRpcRequest | JsonRpcNotification; readonly by: Exchange }[] = [];
  readonly #handler: ServerHandler;
  readonly #options: AskedClientOptions;
  readonly #peer = {};
  #session: string | undefined;
  #isOpen = false;
  #lastId = 0;

  private constructor(handler: ServerHandler, options: AskedClientOptions) {
    this.#handler = handler;
    this.#options = options;
  }

  static async connect(handler: ServerHandler, options: AskedClientOptions = {}): Promise<AskedClient> {
    const client = new AskedClient(handler, options);
    const clientInfo = { name: 'asked', version: '1.0.0' };
    const { capabilities = ASKABLE, confirms = true } = options;
    const opening = { protocolVersion: client.revision, capabilities, clientInfo };
    const outcome = await client.#send('initialize', opening);
    client.#session = outcome.type === 'response' ? outcome.headers?.['mcp-session-id']?.toString() : undefined;
    client.#isOpen = true;
    if (confirms) await client.notify('notifications/initialized');
    return client;
  }

  get revision(): '2025-06-18' | '2025-11-25' {
    return this.#options.revision ?? '2025-11-25';
  }

  /** What the server asked for, in order. */
  get asked(): readonly JsonRpcRequest[] {
    return this.received.flatMap(({ message }) => ('id' in message ? [message] : []));
  }

  /** What it told, in order. */
  get told(): readonly JsonRpcNotification[] {
    return this.received.flatMap(({ message }) => ('id' in message ? [] : [message]));
  }

  /** Resolves when the server has asked so often. */
  async whenAsked(times = 1): Promise<readonly JsonRpcRequest[]> {
    await vi.waitFor(() => expect(this.asked.length).toBeGreaterThanOrEqual(times));
    return this.asked;
  }

  /** What comes of a request. */
  request(method: string, params?: JsonObject, id?: RequestId): Promise<Outcome> {
    return this.#send(method, params, id);
  }

  /** The answer to a request. */
  async response(method: string, params?: JsonObject): Promise<JsonRpcResponse> {
    const outcome = await this.#send(method, params);
    return outcome.type === 'response' ? outcome.response : expect.fail(`the outcome is '${outcome.type}'`);
  }

  /** The result of a tool. */
  async call(name: string, args: JsonObject = {}): Promise<JsonObject> {
    const response = await this.response('tools/call', { name, arguments: args });
    return 'result' in response ? (response.result as JsonObject) : expect.fail(JSON.stringify(response.error));
  }

  /** The text of the first content of a tool's result. */
  async text(name: string, args: JsonObject = {}): Promise<unknown> {
    const { content } = await this.call(name, args);
    return (content as unknown as readonly [{ readonly text: string }])[0].text;
  }

  async notify(method: string, params?: JsonObject): Promise<void> {
    expect((await this.deliver(notification(method, params))).type).toBe('accepted');
  }

  /** Answers a request of the server. */
  async reply(id: RequestId, answer: Answer): Promise<Outcome> {
    if (answer === undefined) return expect.fail('an answer is wanted');
    const error = 'error' in answer ? (answer.error as JsonRpcError) : undefined;
    return this.deliver(error === undefined ? success(id, answer as JsonObject) : { jsonrpc: '2.0', id, error });
  }

  /** Answers a request of the server with what is no answer. @param fault what is wrong with it, as the transport found */
  async misreply(id: RequestId, fault: string): Promise<void> {
    await this.#handler.misread?.(id, fault, this.#exchange('POST'));
  }

  /** Hands over a message as it is, on an exchange of its own. */
  async deliver(message: JsonRpcMessage): Promise<Outcome> {
    const exchange = this.#exchange('POST');
    return exchange.settle(this.#handler.handle(throughText(message), exchange));
  }

  /**
   * Begins a standing stream: a GET, or the output of stdio.
   *
   * @param lastEventId the event after which it goes on
   * @returns what ends it
   */
  async listen(lastEventId?: string): Promise<() => void> {
    const exchange = this.#exchange('GET', lastEventId);
    void exchange.settle(this.#handler.open?.(exchange) ?? expect.fail('there are no streams'));
    await new Promise((resolve) => setImmediate(resolve));
    return () => exchange.disconnect();
  }

  async #send(method: string, params?: JsonObject, id?: RequestId): Promise<Outcome> {
    this.#lastId += 1;
    const outcome = await this.deliver(request(id ?? this.#lastId, method, params));
    if (outcome.type !== 'response') return outcome;
    const response = throughText(outcome.response);
    expect(serverFaults(response, this.revision, method)).toEqual([]);
    return { ...outcome, response };
  }

  #exchange(method: HttpFacts['method'], lastEventId?: string): ClientExchange {
    const headers = {
      'mcp-protocol-version': this.#isOpen ? this.revision : undefined,
      'mcp-session-id': this.#session,
      'last-event-id': lastEventId,
    };
    const http = this.#options.http === true ? httpFacts(method, headers) : undefined;
    const exchange: ClientExchange = new ClientExchange(http === undefined ? this.#peer : {}, http, (message) =>
      this.#receive(message, exchange),
    );
    return exchange;
  }

  #receive(given: JsonRpcRequest | JsonRpcNotification, by: Exchange): void {
    const message = throughText(given);
    expect(serverFaults(message, this.revision)).toEqual([]);
    this.received.push({ message, by });
    if ('id' in message) void this.#answer(message);
  }

  async #answer(asked: JsonRpcRequest): Promise<void> {
    const answer = await this.#options.answer?.(asked);
    if (answer !== undefined) expect((await this.reply(asked.id, answer)).type).toBe('accepted');
  }
}

class ClientExchange extends MemoryExchange {
  readonly http?: HttpFacts;

  constructor(
    peer: object,
    http: HttpFacts | undefined,
    receive: (message: JsonRpcRequest | JsonRpcNotification) => void,
  ) {
    super(peer, receive);
    if (http !== undefined) this.http = http;
  }
}

function httpFacts(method: HttpFacts['method'], headers: Readonly<Record<string, string | undefined>>): HttpFacts {
  return {
    method,
    header: (name) => headers[name],
    count: (name) => (headers[name] === undefined ? 0 : 1),
  };
}

function throughText<Message extends JsonRpcMessage>(message: Message): Message {
  return JSON.parse(encodeMessage(message)) as Message;
}
