import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitationCompleteNotificationSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '@polyspec/core';
import { ROOT } from '../processes.js';
import type { Command } from '../wire/stdio-tap.js';

/** What the user, the model and the host of a client say. Params come as the server sent them. */
export interface Answers {
  /** @param signal aborts when the server does not wait for the answer any more */
  elicit(params: JsonObject, signal: AbortSignal): JsonObject | Promise<JsonObject>;
  sample(params: JsonObject): JsonObject;
  roots(): JsonObject;
  /** A page was visited. */
  complete(elicitationId: string): void;
}

/** What is done with such a client. */
export interface AnsweringSession {
  callTool(params: { name: string; arguments: Record<string, unknown> }, signal?: AbortSignal): Promise<object>;
  sendRootsListChanged(): Promise<void>;
  close(): Promise<void>;
}

/** An official client with a user, a model and folders. */
export interface AnsweringClient {
  readonly name: string;
  /** Whether it knows 2025-11-25. */
  readonly isNew: boolean;
  connect(target: { readonly url: string } | Command, answers: Answers): Promise<AnsweringSession>;
}

const INFO = { name: 'answering', version: '1.0.0' };

const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: { listChanged: true } };

const v1: AnsweringClient = {
  name: 'official client 1.x',
  isNew: true,
  connect: async (target, answers) => {
    const client = new ClientV1(INFO, { capabilities: CAPABILITIES });
    client.setRequestHandler(
      ElicitRequestSchema,
      async ({ params }, { signal }) => (await answers.elicit(params as never, signal)) as never,
    );
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => answers.sample(params as never) as never);
    client.setRequestHandler(ListRootsRequestSchema, () => answers.roots() as never);
    client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) =>
      answers.complete(params.elicitationId),
    );
    const transport = 'url' in target ? new HttpV1(new URL(target.url)) : new StdioV1(parameters(target));
    await client.connect(transport as Parameters<ClientV1['connect']>[0]);
    return {
      callTool: (params, signal) => client.callTool(params, undefined, signal === undefined ? {} : { signal }),
      sendRootsListChanged: () => client.sendRootsListChanged(),
      close: () => client.close(),
    };
  },
};

function v2(name: string, supportedProtocolVersions?: string[]): AnsweringClient {
  return {
    name: `official client 2.x (${name})`,
    isNew: supportedProtocolVersions === undefined,
    connect: async (target, answers) => {
      const versions = supportedProtocolVersions === undefined ? {} : { supportedProtocolVersions };
      const versionNegotiation = { mode: 'legacy' } as const;
      const client = new ClientV2(INFO, { capabilities: CAPABILITIES, versionNegotiation, ...versions });
      client.setRequestHandler(
        'elicitation/create',
        async ({ params }, { mcpReq }) => (await answers.elicit(params as never, mcpReq.signal)) as never,
      );
      client.setRequestHandler('sampling/createMessage', ({ params }) => answers.sample(params as never) as never);
      client.setRequestHandler('roots/list', () => answers.roots() as never);
      client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
        answers.complete(params.elicitationId),
      );
      await client.connect('url' in target ? new HttpV2(new URL(target.url)) : new StdioV2(parameters(target)));
      return {
        callTool: (params, signal) => client.callTool(params, signal === undefined ? {} : { signal }),
        sendRootsListChanged: () => client.sendRootsListChanged(),
        close: () => client.close(),
      };
    },
  };
}

/** Every one of them that speaks a revision of 2025. */
export const ANSWERING_CLIENTS: readonly AnsweringClient[] = [v1, v2('legacy'), v2('2025-06-18 only', ['2025-06-18'])];

function parameters({ command, args }: Command): { command: string; args: string[]; cwd: string; stderr: 'ignore' } {
  return { command, args: [...args], cwd: ROOT, stderr: 'ignore' };
}
