import {
  type Application,
  type JsonObject,
  type JsonRpcError,
  type JsonRpcMessage,
  silentLogger,
} from '@polyspec/core';
import { TestClientError, type TestClientOptions, testClient } from 'polyspec/testing';
import { expect } from 'vitest';
import { type KnownRevision, serverFaults } from '../../../schema/official-schema.js';

/** What a server tells of itself: in `initialize`, or in `server/discover`. */
export interface Facts {
  readonly capabilities: JsonObject;
  readonly serverInfo: JsonObject;
  readonly instructions: string | undefined;
}

/** A client in memory for which every message that it gets has to be legal in its revision. */
export class Client {
  readonly revision: KnownRevision;
  readonly facts: Facts;
  /** What came without being an answer, in order. */
  readonly unasked: readonly JsonRpcMessage[];
  readonly #request: (method: string, params?: JsonObject) => Promise<JsonObject>;

  constructor(
    revision: KnownRevision,
    facts: Facts,
    unasked: readonly JsonRpcMessage[],
    request: (method: string, params?: JsonObject) => Promise<JsonObject>,
  ) {
    this.revision = revision;
    this.facts = facts;
    this.unasked = unasked;
    this.#request = request;
  }

  /** The result of a request. */
  async result(method: string, params?: JsonObject): Promise<JsonObject> {
    const result = await this.#request(method, params);
    legal({ jsonrpc: '2.0', id: 1, result }, this.revision, method);
    for (const message of this.unasked) legal(message, this.revision);
    return result;
  }

  /** The error of a request that is expected to fail. */
  async error(method: string, params?: JsonObject): Promise<JsonRpcError> {
    const outcome = await this.#request(method, params).catch((thrown: unknown) => thrown);
    if (!(outcome instanceof TestClientError)) return expect.fail(`no error but ${JSON.stringify(outcome)}`);
    const { code, message, data } = outcome;
    const error = { code, message, ...(data !== undefined && { data: data as JsonObject }) };
    legal({ jsonrpc: '2.0', id: 1, error }, this.revision);
    return error;
  }

  /** The list in the result of a list method. */
  async list(method: string, member: string): Promise<readonly JsonObject[]> {
    return (await this.result(method))[member] as readonly JsonObject[];
  }

  tools(): Promise<readonly JsonObject[]> {
    return this.list('tools/list', 'tools');
  }

  call(name: string, args: JsonObject = {}): Promise<JsonObject> {
    return this.result('tools/call', { name, arguments: args });
  }
}

/** Has a message of a server checked. @param method what it answers, where it is an answer */
export function legal(message: object, revision: KnownRevision, method?: string): void {
  expect(serverFaults(message, revision, method), JSON.stringify(message)).toEqual([]);
}

/** Serves an application in every revision, to a client of one of them. */
export async function open(
  application: Application,
  revision: KnownRevision,
  { server, ...options }: Omit<TestClientOptions, 'revision'> = {},
): Promise<Client> {
  const client = await testClient(application, {
    ...options,
    revision,
    server: { logger: silentLogger, ...server },
  });
  const request = client.request.bind(client);
  if (client.opening !== undefined) {
    legal({ jsonrpc: '2.0', id: 1, result: client.opening }, revision, 'initialize');
    return new Client(revision, factsOf(client.opening, client.opening.serverInfo), client.notifications, request);
  }
  const discovered = await request('server/discover');
  legal({ jsonrpc: '2.0', id: 1, result: discovered }, revision, 'server/discover');
  const meta = discovered._meta as JsonObject;
  const facts = factsOf(discovered, meta['io.modelcontextprotocol/serverInfo']);
  return new Client(revision, facts, client.notifications, request);
}

function factsOf({ capabilities, instructions }: JsonObject, serverInfo: JsonObject[string]): Facts {
  return {
    capabilities: capabilities as JsonObject,
    serverInfo: serverInfo as JsonObject,
    instructions: instructions as string | undefined,
  };
}
