import type { Application } from '../application/application.js';
import type { ClientCapabilities } from '../application/context.js';
import type { Outcome } from '../contract/outcome.js';
import type { Revision } from '../contract/revision.js';
import type { ClientDialect, SpecHandler, SpecProtocol } from '../contract/spec.js';
import { isJsonObject, type JsonObject } from '../json.js';
import { encodeMessage } from '../jsonrpc/encode.js';
import { isRequest, type JsonRpcError, type JsonRpcMessage, notification, request } from '../jsonrpc/message.js';
import type { ServerOptions } from '../options/server-options.js';
import { createHandler } from '../server/handler.js';
import { MemoryExchange } from './memory-exchange.js';

/** Options of `connectTestClient`. */
export interface TestClientOptions {
  /** The spec to speak through, as for `createHandler`. */
  readonly spec: SpecProtocol;
  /** The revision that the client speaks. Default: the newest of the spec. */
  readonly revision?: Revision;
  /** What the client can do. Default: nothing. */
  readonly capabilities?: ClientCapabilities;
  /** Answers requests that the server sends, such as `elicitation/create`. Default: an error `-32601`. */
  readonly onRequest?: (method: string, params: JsonObject) => JsonObject | PromiseLike<JsonObject>;
  /** Options of the server, such as `exposeErrors`. */
  readonly server?: ServerOptions & { readonly name?: string };
}

/** An error that the server answered with. */
export class TestClientError extends Error {
  override readonly name = 'TestClientError';
  /** The JSON-RPC error code. */
  readonly code: number;
  readonly data: unknown;

  constructor({ code, message, data }: JsonRpcError) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * A client in memory, for tests of an application. Messages pass through the same code as over any transport, as JSON text,
 * so that what a test sees is what a client gets.
 */
export interface TestClient {
  readonly revision: Revision;
  /** What the server answered to the opening of the conversation, `undefined` where the revision has none. */
  readonly opening: JsonObject | undefined;
  /** The notifications that the server sent so far, in order. */
  readonly notifications: readonly JsonRpcMessage[];
  /** Sends any request, and gives its result. @throws TestClientError with the code of the error that came back */
  request(method: string, params?: JsonObject): Promise<JsonObject>;
  /** Sends a notification. */
  notify(method: string, params?: JsonObject): Promise<void>;
  callTool(name: string, args?: JsonObject): Promise<JsonObject>;
  listTools(): Promise<readonly JsonObject[]>;
  getPrompt(name: string, args?: Readonly<Record<string, string>>): Promise<JsonObject>;
  listPrompts(): Promise<readonly JsonObject[]>;
  readResource(uri: string): Promise<JsonObject>;
  listResources(): Promise<readonly JsonObject[]>;
  listResourceTemplates(): Promise<readonly JsonObject[]>;
  complete(ref: JsonObject, argument: { readonly name: string; readonly value: string }): Promise<JsonObject>;
  /** Ends the server. */
  close(): Promise<void>;
}

/**
 * Connects to an application in memory, under a chosen revision.
 *
 * @example
 * const client = await connectTestClient(application, { spec: spec20260728 });
 * expect(await client.callTool('add', { a: 1, b: 2 })).toMatchObject({ structuredContent: { sum: 3 } });
 * await client.close();
 */
export async function connectTestClient(application: Application, options: TestClientOptions): Promise<TestClient> {
  const { spec, capabilities = {}, server = {} } = options;
  const revision = options.revision ?? spec.revisions[0] ?? '';
  const dialect = spec.client?.(revision, {
    name: 'test-client',
    version: '1.0.0',
    capabilities: capabilities as JsonObject,
  });
  if (dialect === undefined) throw new TypeError(`The spec can't speak ${revision} as a client`);
  const handler = await createHandler(server.name ?? 'test', application, { exposeErrors: true, ...server, spec });
  const connection = new Connection(handler, dialect, options.onRequest);
  const opening = await connection.open();
  const list = async (method: string, member: string): Promise<readonly JsonObject[]> =>
    (await connection.request(method))[member] as unknown as readonly JsonObject[];
  return {
    revision,
    opening,
    notifications: connection.notifications,
    request: (method, params) => connection.request(method, params),
    notify: (method, params) => connection.notify(method, params),
    callTool: (name, args = {}) => connection.request('tools/call', { name, arguments: args }),
    listTools: () => list('tools/list', 'tools'),
    getPrompt: (name, args = {}) => connection.request('prompts/get', { name, arguments: args }),
    listPrompts: () => list('prompts/list', 'prompts'),
    readResource: (uri) => connection.request('resources/read', { uri }),
    listResources: () => list('resources/list', 'resources'),
    listResourceTemplates: () => list('resources/templates/list', 'resourceTemplates'),
    complete: (ref, argument) => connection.request('completion/complete', { ref, argument }),
    close: () => handler.close(0),
  };
}

/** One client's end of an in-memory connection. */
class Connection {
  readonly notifications: JsonRpcMessage[] = [];
  readonly #handler: SpecHandler;
  readonly #dialect: ClientDialect;
  readonly #onRequest: TestClientOptions['onRequest'];
  readonly #peer = {};
  #lastId = 0;

  constructor(handler: SpecHandler, dialect: ClientDialect, onRequest: TestClientOptions['onRequest']) {
    this.#handler = handler;
    this.#dialect = dialect;
    this.#onRequest = onRequest;
  }

  async open(): Promise<JsonObject | undefined> {
    const { opening } = this.#dialect;
    if (opening === undefined) return undefined;
    const answer = await this.#send(opening.method, opening.params);
    if (opening.confirm !== undefined) await this.#deliver(notification(opening.confirm));
    return answer;
  }

  request(method: string, params?: JsonObject): Promise<JsonObject> {
    return this.#send(method, this.#dialect.params(method, params));
  }

  async notify(method: string, params?: JsonObject): Promise<void> {
    await this.#deliver(notification(method, params));
  }

  async #send(method: string, params: JsonObject | undefined): Promise<JsonObject> {
    this.#lastId += 1;
    const outcome = await this.#deliver(request(this.#lastId, method, params));
    if (outcome.type !== 'response') throw new TypeError(`The server answered ${method} with '${outcome.type}'`);
    const response = throughText(outcome.response);
    if ('error' in response) throw new TestClientError(response.error);
    if (!('result' in response) || !isJsonObject(response.result))
      throw new TypeError(`The answer to ${method} has no result`);
    return response.result;
  }

  async #deliver(message: JsonRpcMessage): Promise<Outcome> {
    return this.#handler.handle(
      throughText(message),
      new MemoryExchange(this.#peer, (sent) => this.#receive(throughText(sent))),
    );
  }

  #receive(message: JsonRpcMessage): void {
    if (isRequest(message)) void this.#answer(message.id, message.method, message.params ?? {});
    else this.notifications.push(message);
  }

  async #answer(id: string | number, method: string, params: JsonObject): Promise<void> {
    if (this.#onRequest === undefined) {
      await this.#deliver({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
      return;
    }
    await this.#deliver({ jsonrpc: '2.0', id, result: await this.#onRequest(method, params) });
  }
}

/** What a message looks like after its way over a wire. */
function throughText(message: JsonRpcMessage): JsonRpcMessage {
  return JSON.parse(encodeMessage(message)) as JsonRpcMessage;
}
