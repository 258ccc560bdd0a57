// A client that shares no code with the official ones: that of the AI SDK, over real pipes and sockets.
import { join } from 'node:path';
import { ElicitationRequestSchema, experimental_createMCPClient, type MCPClientConfig } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import type { JsonObject } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { seeing } from './clients/birds-script.js';
import { ROOT, startHttp, temporaryFile } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { tapHttp } from './wire/http-tap.js';
import { SERVED } from './wire/revisions.js';
import { tapStdio } from './wire/stdio-tap.js';

checkEveryMessage();

const RUN = join(ROOT, 'apps/examples/dist/run.js');

/** Calls a tool as a model would, through the AI SDK. */
const AS_A_MODEL = { toolCallId: '1', messages: [] };

type Client = Awaited<ReturnType<typeof experimental_createMCPClient>>;

/** @param example its name, and flags for it */
async function withClient(
  transport: 'stdio' | 'http',
  example: readonly string[],
  use: (client: Client) => Promise<void>,
): Promise<void> {
  const args = [RUN, ...example];
  const env = { ...process.env, NOTES_FILE: temporaryFile(`notes-${transport}.db`) } as Record<string, string>;
  const { way, end } = await (transport === 'http' ? overHttp(args, env) : overStdio(args, env));
  const client = await experimental_createMCPClient({ transport: way, capabilities: { elicitation: {} } });
  try {
    await use(client);
  } finally {
    await client.close();
    await end();
  }
}

/** How the client gets to the server, and what is to do afterwards. */
interface Access {
  readonly way: MCPClientConfig['transport'];
  end(): Promise<void>;
}

const WATCHED = { served: SERVED.all, isRealClient: true };

async function overHttp(args: readonly string[], env: Record<string, string>): Promise<Access> {
  const flags = ['--transport', 'http', '--port', '0'];
  const server = await startHttp({ command: process.execPath, args: [...args, ...flags] }, env);
  const tap = await tapHttp(server.url, WATCHED);
  return {
    way: { type: 'http', url: tap.url },
    end: async () => {
      await tap.close();
      await server.stop();
    },
  };
}

async function overStdio(args: readonly string[], env: Record<string, string>): Promise<Access> {
  const { command, args: tapped, finish } = tapStdio({ command: process.execPath, args }, WATCHED);
  const way = new Experimental_StdioMCPTransport({ command, args: [...tapped], env, stderr: 'ignore' });
  return { way, end: finish };
}

describe.each(['stdio', 'http'] as const)('the client of the AI SDK over %s', { timeout: 30_000 }, (transport) => {
  it('finds tools and calls them, and reads what is wrong with its arguments', async () => {
    await withClient(transport, ['calculator'], async (client) => {
      const { add } = await client.tools();
      expect(await add?.execute({ a: 1, b: 2 }, AS_A_MODEL)).toMatchObject({ structuredContent: { sum: 3 } });
      expect(await add?.execute({ a: 'one' }, AS_A_MODEL)).toMatchObject({ isError: true });
    });
  });

  it('lists and reads resources, and gets prompts', async () => {
    await withClient(transport, ['notes'], async (client) => {
      const { resources } = await client.listResources();
      const [first] = resources;
      expect((await client.readResource({ uri: String(first?.uri) })).contents).not.toEqual([]);
      expect((await client.experimental_listPrompts()).prompts).not.toEqual([]);
    });
  });

  it('has its user asked in the middle of a call', async () => {
    await withClient(transport, ['birds'], async (client) => {
      const answer = seeing('common-kestrel');
      let asked = 0;
      client.onElicitationRequest(ElicitationRequestSchema, ({ method, params }) => {
        asked += 1;
        return answer(method, params as JsonObject) as never;
      });
      const { identify_bird: identify } = await client.tools();
      const result = await identify?.execute({}, AS_A_MODEL);
      expect(JSON.stringify(result)).toContain('common-kestrel');
      expect(asked).toBeGreaterThan(1);
    });
  });
});
