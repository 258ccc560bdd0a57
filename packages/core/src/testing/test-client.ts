import type { Application } from '../application/application.js';
import type { Completion } from '../application/completions.js';
import type { ClientCapabilities } from '../application/context.js';
import type { ServerControl } from '../application/lifecycle.js';
import type { PromptResult } from '../application/prompts.js';
import type { ResourceResult } from '../application/resources.js';
import type { ToolResult } from '../application/tools.js';
import type { Outcome } from '../contract/outcome.js';
import type { Revision } from '../contract/revision.js';
import type { ClientDialect, SpecProtocol } from '../contract/spec.js';
import { isJsonObject, type JsonObject } from '../json.js';
import { encodeMessage } from '../jsonrpc/encode.js';
import { isRequest, type JsonRpcError, type JsonRpcMessage, notification, request } from '../jsonrpc/message.js';
import { anyObject, oneOf } from '../options/rules.js';
import type { ServerOptions } from '../options/server-options.js';
import { checkOptions, type OptionTable, requireOption } from '../options/table.js';
import type { ListedPrompt, ListedResource, ListedResourceTemplate, ListedTool } from '../runtime/runtime.js';
import { createHandler, type ServerHandler, specRule } from '../server/handler.js';
import { MemoryExchange } from './memory-exchange.js';

/** Options of `connectTestClient`. */
export interface TestClientOptions {
  /** The spec to speak through, as for `createHandler`. */
  readonly spec: SpecProtocol;
  /** The revision that the client speaks. Default: the newest of the spec. */
  readonly revision?: Revision | undefined;
  /** What the client can do. Default: nothing. */
  readonly capabilities?: ClientCapabilities | undefined;
  /**
   * Answers what the server asks the client, such as `elicitation/create`: requests that it sends in the middle of a call, and
   * those in its results under a revision that asks in rounds; the call is sent again until it is complete. Default: an error
   * `-32601` for the former; a result that asks is given as it is.
   */
  readonly onRequest?: ((method: string, params: JsonObject) => JsonObject | PromiseLike<JsonObject>) | undefined;
  /** Options of the server, such as `exposeErrors`. */
  readonly server?: ServerOptions | undefined;
}

/** What a test client listens to. */
export interface TestListenFilter {
  readonly toolsListChanged?: boolean | undefined;
  readonly promptsListChanged?: boolean | undefined;
  readonly resourcesListChanged?: boolean | undefined;
  /** URIs of resources whose updates are wanted. */
  readonly resources?: readonly string[] | undefined;
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

/** What came from the server: members as every revision has them, and those that one revision adds. */
export type Received<Part> = Part & JsonObject;

/**
 * A client in memory, for tests of an application. Messages pass through the same code as over any transport, as JSON text,
 * so that what a test sees is what a client gets.
 */
export interface TestClient {
  readonly revision: Revision;
  /** What the server answered to the opening of the conversation, `undefined` where the revision has none. */
  readonly opening: JsonObject | undefined;
  /** The server that it is connected to: to add and remove things while it runs, and to publish changes. */
  readonly server: ServerControl;
  /** The notifications that the server sent so far, in order. */
  readonly notifications: readonly JsonRpcMessage[];
  /** Sends any request, and gives its result, even if that asks for more first. @throws TestClientError with the code of the error that came back */
  request(method: string, params?: JsonObject): Promise<JsonObject>;
  /**
   * Begins to listen for changes, as the revision does that: by a request to listen where each request stands for itself, else by
   * subscribing to the resources, as changes of lists are told anyway. From then on they are among the `notifications`, a moment
   * after they were made: like ones are gathered for `changeDebounceMs`.
   *
   * @throws TestClientError with the code of the error that came back
   */
  listen(filter: TestListenFilter): Promise<void>;
  /** Sends a notification. */
  notify(method: string, params?: JsonObject): Promise<void>;
  callTool(name: string, args?: JsonObject): Promise<Received<ToolResult>>;
  listTools(): Promise<readonly Received<ListedTool>[]>;
  getPrompt(name: string, args?: Readonly<Record<string, string>>): Promise<Received<PromptResult>>;
  listPrompts(): Promise<readonly Received<ListedPrompt>[]>;
  readResource(uri: string): Promise<Received<ResourceResult>>;
  listResources(): Promise<readonly Received<ListedResource>[]>;
  listResourceTemplates(): Promise<readonly Received<ListedResourceTemplate>[]>;
  complete(
    ref: JsonObject,
    argument: { readonly name: string; readonly value: string },
  ): Promise<Received<{ readonly completion: Completion }>>;
  /** Ends the server. What is sent afterwards is refused. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Connects to an application in memory, under a chosen revision.
 *
 * @throws OptionError for an unknown or wrong option, such as a revision that the spec does not have; what `createHandler`
 *   throws for the application
 * @example
 * const client = await connectTestClient(application, { spec: spec20260728 });
 * expect(await client.callTool('add', { a: 1, b: 2 })).toMatchObject({ structuredContent: { sum: 3 } });
 * await client.close();
 */
export async function connectTestClient(application: Application, options: TestClientOptions): Promise<TestClient> {
  requireOption(options, 'spec', specRule);
  const { spec, capabilities = {}, server = {} } = options;
  checkOptions(options, { ...testClientOptions, revision: oneOf(...spec.revisions) });
  const revision = options.revision ?? spec.revisions[0] ?? '';
  const dialect = spec.client?.(revision, {
    name: 'test-client',
    version: '1.0.0',
    capabilities: capabilities as JsonObject,
  });
  if (dialect === undefined) throw new TypeError(`The spec can't speak ${revision} as a client`);
  const exposeErrors = server.exposeErrors ?? true;
  const handler = await createHandler('test', application, { ...server, exposeErrors, spec });
  const connection = new Connection(handler, dialect, options.onRequest);
  const opening = await connection.open();
  const ask = async <Part>(method: string, params: JsonObject): Promise<Received<Part>> =>
    (await connection.converse(method, params)) as Received<Part>;
  const list = async <Part>(method: string, member: string): Promise<readonly Received<Part>[]> =>
    (await connection.request(method))[member] as unknown as readonly Received<Part>[];
  return {
    revision,
    opening,
    server: handler,
    notifications: connection.notifications,
    request: (method, params) => connection.request(method, params),
    listen: (filter) => connection.listen(filter),
    notify: (method, params) => connection.notify(method, params),
    callTool: (name, args = {}) => ask('tools/call', { name, arguments: args }),
    listTools: () => list('tools/list', 'tools'),
    getPrompt: (name, args = {}) => ask('prompts/get', { name, arguments: args }),
    listPrompts: () => list('prompts/list', 'prompts'),
    readResource: (uri) => ask('resources/read', { uri }),
    listResources: () => list('resources/list', 'resources'),
    listResourceTemplates: () => list('resources/templates/list', 'resourceTemplates'),
    complete: (ref, argument) => ask('completion/complete', { ref, argument }),
    close: () => connection.close(),
  };
}

const testClientOptions: OptionTable = {
  spec: specRule,
  capabilities: anyObject,
  onRequest: { accepts: (value) => typeof value === 'function', takes: 'a function' },
  server: anyObject,
};

/** How often a test client answers for one call. It is there against a server that never ends. */
const MAX_ROUNDS = 100;

/** One client's end of an in-memory connection. */
class Connection {
  readonly notifications: JsonRpcMessage[] = [];
  readonly #handler: ServerHandler;
  readonly #dialect: ClientDialect;
  readonly #onRequest: TestClientOptions['onRequest'];
  readonly #peer = {};
  #lastId = 0;
  #isClosed = false;

  constructor(handler: ServerHandler, dialect: ClientDialect, onRequest: TestClientOptions['onRequest']) {
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

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#handler.close(0);
  }

  async request(method: string, params?: JsonObject): Promise<JsonObject> {
    this.#mustBeOpen(method);
    return this.#send(method, this.#dialect.params(method, params));
  }

  /** Sends a request again and again, until nothing more is asked for it. */
  async converse(method: string, params: JsonObject): Promise<JsonObject> {
    const answer = this.#onRequest;
    let result = await this.request(method, params);
    if (answer === undefined) return result;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const next = await this.#dialect.nextRound?.(params, result, answer);
      if (next === undefined) return result;
      result = await this.request(method, next);
    }
    throw new TypeError(`The server asked for more ${MAX_ROUNDS} times before it answered ${method}`);
  }

  async listen({ resources = [], ...lists }: TestListenFilter): Promise<void> {
    const method = 'subscriptions/listen';
    this.#mustBeOpen(method);
    if (this.#dialect.opening !== undefined) {
      for (const uri of resources) await this.request('resources/subscribe', { uri });
      return;
    }
    const notifications = { ...lists, resourceSubscriptions: resources } as JsonObject;
    const params = this.#dialect.params(method, { notifications });
    // The answer comes at the end; that it has begun is said by the first message.
    await new Promise<void>((resolve, reject) => {
      this.#send(method, params, resolve).then(() => resolve(), reject);
    });
  }

  async notify(method: string, params?: JsonObject): Promise<void> {
    this.#mustBeOpen(method);
    await this.#deliver(notification(method, params));
  }

  #mustBeOpen(method: string): void {
    if (this.#isClosed) throw new Error(`The test client is closed, so it can't send ${method}`);
  }

  /** @param heard called when a message comes ahead of the answer */
  async #send(method: string, params: JsonObject | undefined, heard?: () => void): Promise<JsonObject> {
    this.#lastId += 1;
    const outcome = await this.#deliver(request(this.#lastId, method, params), heard);
    if (outcome.type !== 'response') throw new TypeError(`The server answered ${method} with '${outcome.type}'`);
    const response = throughText(outcome.response);
    if ('error' in response) throw new TestClientError(response.error);
    if (!('result' in response) || !isJsonObject(response.result))
      throw new TypeError(`The answer to ${method} has no result`);
    return response.result;
  }

  async #deliver(message: JsonRpcMessage, heard?: () => void): Promise<Outcome> {
    const exchange = new MemoryExchange(this.#peer, (sent) => {
      this.#receive(throughText(sent));
      heard?.();
    });
    return exchange.settle(this.#handler.handle(throughText(message), exchange));
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
