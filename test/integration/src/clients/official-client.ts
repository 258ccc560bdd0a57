import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ROOT } from '../processes.js';
import type { Command } from '../wire/stdio-tap.js';

/** Where a server is: its URL, or the command that starts it. */
export type Target = AtUrl | (Command & { readonly env?: Readonly<Record<string, string>> });

interface AtUrl {
  readonly url: string;
  /** Header fields that the client sends with every request, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What both generations of the official client can do, as far as it is used here. */
export interface Session {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }, options?: CallOptions): Promise<object>;
  listPrompts(): Promise<{ readonly prompts: readonly { readonly name: string }[] }>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<object>;
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  listResourceTemplates(): Promise<{ readonly resourceTemplates: readonly { readonly uriTemplate: string }[] }>;
  readResource(params: { uri: string }): Promise<{ readonly contents: readonly object[] }>;
  complete(params: { ref: CompletionReference; argument: { name: string; value: string } }): Promise<{
    readonly completion: { readonly values: readonly string[] };
  }>;
  getServerVersion(): { readonly name: string; readonly version: string } | undefined;
  getInstructions(): string | undefined;
  /** The revision that both sides agreed on. */
  revision(): string | undefined;
  close(): Promise<void>;
}

/** What goes on while a call runs. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (report: { readonly progress: number; readonly total?: number | undefined }) => void;
}

export type CompletionReference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/** A client that was made by other people, in one of its ways to connect. */
export interface OfficialClient {
  readonly name: string;
  /** A word that stands for this client in what it writes. */
  readonly tag: string;
  /** The code that it shows for a resource that does not exist: 2.x shows the newer one, whatever the server said. */
  readonly notFound: -32002 | -32602;
  /** Connects; rejects with the error that a user of this client would see. */
  connect(target: Target): Promise<Session>;
}

const INFO = { name: 'integration', version: '1.0.0' };

/** The official client 1.x. */
export const v1: OfficialClient = {
  name: 'official client 1.x',
  tag: 'one',
  notFound: -32002,
  connect: async (target) => {
    const client = new ClientV1(INFO);
    const transport =
      'url' in target ? new HttpV1(new URL(target.url), requestInit(target)) : new StdioV1(stdioParameters(target));
    let revision: string | undefined;
    const tell = 'setProtocolVersion' in transport ? transport.setProtocolVersion.bind(transport) : undefined;
    // The client tells its transport what was agreed on, and nobody else.
    const setProtocolVersion = (version: string): void => {
      revision = version;
      tell?.(version);
    };
    await client.connect(Object.assign(transport, { setProtocolVersion }) as Parameters<ClientV1['connect']>[0]);
    const callTool = client.callTool.bind(client);
    return Object.assign(client, {
      revision: () => revision,
      callTool: (params: Parameters<Session['callTool']>[0], options: CallOptions = {}) =>
        callTool(params, undefined, options),
    });
  },
};

/** The official client 2.x, which by default begins with `initialize`. */
export const v2Legacy: OfficialClient = v2('legacy', 'legacy', { mode: 'legacy' });

/** The same, with 2025-06-18 as the newest revision that it knows. */
export const v2LegacyOld: OfficialClient = v2('legacy, 2025-06-18 only', 'old', { mode: 'legacy' }, ['2025-06-18']);

/** The official client 2.x, which asks with `server/discover` what there is. */
export const v2Auto: OfficialClient = v2('auto', 'auto', { mode: 'auto' });

/** The official client 2.x, which speaks 2026-07-28 or nothing. */
export const v2Pinned: OfficialClient = v2('pinned', 'pinned', { mode: { pin: '2026-07-28' } });

/** The same with a revision that does not exist yet. */
export const v2Future: OfficialClient = v2('pinned to 2031-01-01', 'future', { mode: { pin: '2031-01-01' } });

/** The same with a revision that is not served any more. */
export const v2Past: OfficialClient = v2('2024-11-05 only', 'past', { mode: 'legacy' }, ['2024-11-05']);

type Negotiation = NonNullable<NonNullable<ConstructorParameters<typeof ClientV2>[1]>['versionNegotiation']>;

function v2(
  mode: string,
  tag: string,
  versionNegotiation: Negotiation,
  supportedProtocolVersions?: string[],
): OfficialClient {
  return {
    name: `official client 2.x (${mode})`,
    tag,
    notFound: -32602,
    connect: async (target) => {
      const versions = supportedProtocolVersions === undefined ? {} : { supportedProtocolVersions };
      const client = new ClientV2(INFO, { versionNegotiation, ...versions });
      const transport =
        'url' in target ? new HttpV2(new URL(target.url), requestInit(target)) : new StdioV2(stdioParameters(target));
      await client.connect(transport);
      return Object.assign(client, { revision: () => client.getNegotiatedProtocolVersion() });
    },
  };
}

function requestInit({ headers = {} }: AtUrl): { requestInit: RequestInit } {
  return { requestInit: { headers } };
}

function stdioParameters({ command, args, env = {} }: Exclude<Target, AtUrl>): {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  stderr: 'ignore';
} {
  return { command, args: [...args], cwd: ROOT, env: { PATH: process.env.PATH ?? '', ...env }, stderr: 'ignore' };
}
