import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '@polyspec/core';
import { ROOT } from '../processes.js';
import type { Command } from '../wire/stdio-tap.js';

/** Where a server is: its URL, or the command that starts it. */
export type Target = { readonly url: string } | Command;

/** Whoever sits before a client: its user, and its model. */
export interface Person {
  /** Answers what a server asks, such as `elicitation/create`. `signal` aborts when the server wants no answer any more. */
  answer(method: string, params: JsonObject, signal: AbortSignal): JsonObject | Promise<JsonObject>;
}

/** What goes on while a call runs. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (report: { readonly progress: number; readonly total?: number | undefined }) => void;
}

/** A client of either generation that can be asked whatever the protocol has. */
export interface AskedClient {
  /** The revision that both sides agreed on. */
  revision(): string | undefined;
  callTool(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<object>;
  getPrompt(name: string, args?: Record<string, string>): Promise<{ readonly messages: readonly object[] }>;
  readResource(uri: string): Promise<{ readonly contents: readonly object[] }>;
  /** Follows one resource, in the way of the revision. */
  follow(uri: string, onUpdate: (uri: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** A way of an official client to connect. */
export interface AskedClientKind {
  readonly name: string;
  connect(target: Target, person: Person): Promise<AskedClient>;
}

const INFO = { name: 'integration', version: '1.0.0' };

const CAPABILITIES = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {} },
  roots: { listChanged: true },
};

/** What a client of the oldest revision has to say. */
const OLD_CAPABILITIES = { elicitation: {}, sampling: {}, roots: { listChanged: true } };

/** Soon, so that tests do not wait for a client to come back. */
const RECONNECTION = {
  initialReconnectionDelay: 20,
  maxReconnectionDelay: 100,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 20,
};

/** The official client 1.x. */
export const askedV1: AskedClientKind = {
  name: 'official client 1.x',
  connect: async (target, { answer }) => {
    const client = new ClientV1(INFO, { capabilities: CAPABILITIES });
    const reply = async (
      request: { method: string; params?: object | undefined },
      { signal }: { signal: AbortSignal },
    ) => (await answer(request.method, (request.params ?? {}) as JsonObject, signal)) as never;
    client.setRequestHandler(ElicitRequestSchema, reply);
    client.setRequestHandler(CreateMessageRequestSchema, reply);
    client.setRequestHandler(ListRootsRequestSchema, reply);
    const transport =
      'url' in target
        ? new HttpV1(new URL(target.url), { reconnectionOptions: RECONNECTION })
        : new StdioV1(stdioParameters(target));
    let revision: string | undefined;
    const tell = 'setProtocolVersion' in transport ? transport.setProtocolVersion.bind(transport) : undefined;
    const setProtocolVersion = (version: string): void => {
      revision = version;
      tell?.(version);
    };
    await client.connect(Object.assign(transport, { setProtocolVersion }) as Parameters<ClientV1['connect']>[0]);
    return {
      revision: () => revision,
      callTool: (name, args = {}, options = {}) => client.callTool({ name, arguments: args }, undefined, options),
      getPrompt: (name, args = {}) => client.getPrompt({ name, arguments: args }),
      readResource: (uri) => client.readResource({ uri }),
      follow: async (uri, onUpdate) => {
        client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => onUpdate(params.uri));
        await client.subscribeResource({ uri });
      },
      close: () => client.close(),
    };
  },
};

/** The official client 2.x, which begins with `initialize`. */
export const askedV2Legacy: AskedClientKind = v2('legacy', { mode: 'legacy' });

/** The same, with 2025-06-18 as the newest revision that it knows. */
export const askedV2Old: AskedClientKind = v2(
  'legacy, 2025-06-18 only',
  { mode: 'legacy' },
  ['2025-06-18'],
  OLD_CAPABILITIES,
);

/** The same, which declares what newer revisions have as well. */
export const askedV2OldAble: AskedClientKind = v2(
  'legacy, 2025-06-18 only, of all capabilities',
  { mode: 'legacy' },
  ['2025-06-18'],
  CAPABILITIES,
);

/** The official client 2.x, which asks with `server/discover` what there is. */
export const askedV2Auto: AskedClientKind = v2('auto', { mode: 'auto' });

/** The official client 2.x, which speaks 2026-07-28 or nothing. */
export const askedV2Pinned: AskedClientKind = v2('pinned', { mode: { pin: '2026-07-28' } });

type Negotiation = NonNullable<NonNullable<ConstructorParameters<typeof ClientV2>[1]>['versionNegotiation']>;

function v2(
  mode: string,
  versionNegotiation: Negotiation,
  supportedProtocolVersions?: string[],
  capabilities: typeof CAPABILITIES | typeof OLD_CAPABILITIES = CAPABILITIES,
): AskedClientKind {
  return {
    name: `official client 2.x (${mode})`,
    connect: async (target, { answer }) => {
      const client = new ClientV2(INFO, {
        versionNegotiation,
        capabilities,
        ...(supportedProtocolVersions !== undefined && { supportedProtocolVersions }),
      });
      for (const method of ['elicitation/create', 'sampling/createMessage', 'roots/list'] as const) {
        client.setRequestHandler(method, async ({ params = {} }, { mcpReq }) => {
          return (await answer(method, params as JsonObject, mcpReq.signal)) as never;
        });
      }
      const transport =
        'url' in target
          ? new HttpV2(new URL(target.url), { reconnectionOptions: RECONNECTION })
          : new StdioV2(stdioParameters(target));
      await client.connect(transport);
      return {
        revision: () => client.getNegotiatedProtocolVersion(),
        callTool: (name, args = {}, options = {}) => client.callTool({ name, arguments: args }, options),
        getPrompt: (name, args = {}) => client.getPrompt({ name, arguments: args }),
        readResource: (uri) => client.readResource({ uri }),
        follow: async (uri, onUpdate) => {
          client.setNotificationHandler('notifications/resources/updated', ({ params }) => onUpdate(params.uri));
          if (client.getNegotiatedProtocolVersion() === '2026-07-28') {
            await client.listen({ resourceSubscriptions: [uri] });
          } else {
            await client.subscribeResource({ uri });
          }
        },
        close: () => client.close(),
      };
    },
  };
}

function stdioParameters({ command, args }: Command) {
  return { command, args: [...args], cwd: ROOT, env: { PATH: process.env.PATH ?? '' }, stderr: 'ignore' as const };
}
