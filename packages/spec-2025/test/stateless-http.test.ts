import { notification, type Outcome, request } from '@polyspec/core';
import { describe, expect, test } from 'vitest';
import { serverFaults } from '../../../test/schema/official-schema.js';
import { spec20250618, spec20251125 } from '../src/index.js';
import { Tools } from './applications.js';
import { arrived, type Client, connected } from './client.js';

/** Streamable HTTP without sessions: every request stands alone. */

const VERSION = 'mcp-protocol-version';
const open = (initialize = true): Promise<Client> => connected(new Tools(), { http: true, initialize });
const list = request(1, 'tools/list');
const hello = {
  protocolVersion: '2025-06-18',
  capabilities: { elicitation: {} },
  clientInfo: { name: 'c', version: '1' },
};

/** The status and the body of an answer. */
const read = (outcome: Outcome): { status: number; body?: unknown; headers?: unknown } => {
  if (outcome.type !== 'response') return { status: outcome.type === 'accepted' ? 202 : 0 };
  const { status = 200, headers } = outcome;
  return { status, body: arrived(outcome), ...(headers && { headers }) };
};

describe('initialize', () => {
  test('gives no session id, and may come as often as anybody likes', async () => {
    const client = await open(false);
    for (const headers of [{}, { [VERSION]: '1999-01-01' }, { [VERSION]: '2026-07-28', 'mcp-session-id': 'stale' }]) {
      const { status, body, headers: answered } = read(await client.deliver(request(1, 'initialize', hello), headers));
      expect(status).toBe(200);
      expect(body).toMatchObject({ result: { protocolVersion: '2025-06-18', capabilities: { tools: {} } } });
      expect(answered).toBeUndefined();
    }
  });

  test('is not needed: a request that names its revision is served', async () => {
    expect(read(await (await open(false)).deliver(list, { [VERSION]: '2025-06-18' })).status).toBe(200);
  });
});

describe('the version header decides about the revision of a request', () => {
  test.each(['2025-06-18', '2025-11-25'])('%s', async (revision) => {
    let seen: unknown;
    const client = await connected(
      {
        tools: () => [{ name: 'look' }],
        callTool: (_n, _a, context) => {
          seen = { ...context.client, revision: context.revision };
          return 'seen';
        },
      },
      { http: true, revision, capabilities: { elicitation: {} } },
    );
    await client.call('look');
    // What the client told another request is not known to this one.
    expect(seen).toEqual({ revision, capabilities: {} });
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['missing', {}, /^Missing MCP-Protocol-Version header/],
    ['missing beside a session id that nobody gave', { 'mcp-session-id': 'x' }, /^Missing MCP-Protocol-Version header/],
    [
      'of 2025-03-26, which is not served',
      { [VERSION]: '2025-03-26' },
      /^Unsupported MCP-Protocol-Version: 2025-03-26/,
    ],
    ['of a newer revision', { [VERSION]: '2026-07-28' }, /^Unsupported MCP-Protocol-Version: 2026-07-28/],
    ['empty', { [VERSION]: '' }, /^Unsupported MCP-Protocol-Version: ;/],
    ['doubled', { [VERSION]: '2025-11-25, 2025-11-25' }, /^Unsupported/],
  ])('%s: 400 with an error that names the revisions served (YH-37, YH-38)', async (_what, headers, text) => {
    const client = await open();
    const { status, body } = read(await client.deliver(list, headers));
    expect(status).toBe(400);
    expect(body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32600,
        message: expect.stringMatching(text) as string,
        data: { supported: ['2025-11-25', '2025-06-18'] },
      },
    });
    expect(serverFaults(body, '2025-11-25')).toEqual([]);
  });

  test('a notification or response with a bad one is 400 as well, with an error without an id (YH-05, YH-06)', async () => {
    const client = await open();
    for (const message of [notification('notifications/initialized'), { jsonrpc: '2.0', id: 3, result: {} } as const]) {
      const { status, body } = read(await client.deliver(message, { [VERSION]: '1999-01-01' }));
      expect(status).toBe(400);
      expect(body).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
      expect(body).not.toHaveProperty('id');
      expect(serverFaults(body, '2025-11-25')).toEqual([]);
    }
  });

  test('what a client wrote is repeated, but not at any length', async () => {
    const client = await open();
    const long = 'x'.repeat(100_000);
    const answers = [
      await client.deliver(list, { [VERSION]: long }),
      await client.deliver(request(1, long)),
      await client.deliver(request(1, 'prompts/get', { name: long })),
    ];
    for (const outcome of answers) expect(JSON.stringify(arrived(outcome)).length).toBeLessThan(600);
    expect(arrived(await client.deliver(request(1, long)))).toMatchObject({
      error: { code: -32601, message: `Method not found: ${'x'.repeat(200)}… (100000 characters)` },
    });
  });

  test('a server of 2025-06-18 only does not serve 2025-11-25', async () => {
    const client = await connected(new Tools(), { spec: spec20250618, http: true });
    expect(read(await client.deliver(list, { [VERSION]: '2025-11-25' })).status).toBe(400);
  });
});

describe('statuses', () => {
  test.each([
    ['an unknown method (YB-08)', 'nope', {}, -32601],
    ['a method that needs a session', 'logging/setLevel', { level: 'debug' }, -32601],
    ['an unknown tool', 'tools/call', { name: 'nope' }, -32602],
    ['bad parameters', 'tools/call', {}, -32602],
    ['an unknown resource', 'resources/read', { uri: 'a:b' }, -32002],
    ['a bad cursor', 'tools/list', { cursor: 'x' }, -32602],
  ])('%s is 200 (Q-05)', async (_what, method, params, code) => {
    const { status, body } = read(await (await open()).deliver(request(1, method, params)));
    expect(status).toBe(200);
    expect(body).toMatchObject({ error: { code } });
  });

  test('a notification or response is taken with 202 (YH-05)', async () => {
    const client = await open();
    expect(read(await client.deliver(notification('notifications/initialized'))).status).toBe(202);
    expect(read(await client.deliver({ jsonrpc: '2.0', id: 3, result: {} })).status).toBe(202);
  });
});

test('header fields of other revisions are neither wanted nor looked at (YH-39)', async () => {
  const headers = { [VERSION]: '2025-11-25', 'mcp-method': 'something/else', 'mcp-name': 'x', 'mcp-param-y': 'z' };
  expect(read(await (await open()).deliver(list, headers)).status).toBe(200);
});

test('a session id that nobody gave is not looked at', async () => {
  const { status, headers } = read(
    await (await open()).deliver(list, { [VERSION]: '2025-11-25', 'mcp-session-id': 'x' }),
  );
  expect(status).toBe(200);
  expect(headers).toBeUndefined();
});

test('a cancellation is taken and has no effect: it can name no request of its own (Q-61)', async () => {
  const client = await open();
  const call = client.call('greet', { Name: 'World' });
  expect(read(await client.deliver(notification('notifications/cancelled', { requestId: 3 }))).status).toBe(202);
  expect(await call).toMatchObject({ structuredContent: { Greeting: 'Hello, World!' } });
});

test('GET and DELETE are not served: Allow says POST (YH-18, YH-35, Q-30)', async () => {
  const client = await open();
  for (const method of ['GET', 'DELETE'] as const) {
    expect(client.handler.methods(client.exchange({}, method))).toEqual(['POST']);
  }
});

test('50 clients at once with equal ids each get their own answer (A15)', async () => {
  const client = await connected(new Tools(), { spec: spec20251125, http: true });
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const revision = index % 2 === 0 ? '2025-06-18' : '2025-11-25';
      const message = request(1, 'tools/call', { name: 'greet', arguments: { Name: `client ${index}` } });
      return client.deliver(message, { [VERSION]: revision });
    }),
  );
  const greetings = outcomes.map(
    (outcome) => (read(outcome).body as { result: { structuredContent: unknown } }).result.structuredContent,
  );
  expect(greetings).toEqual(Array.from({ length: 50 }, (_, index) => ({ Greeting: `Hello, client ${index}!` })));
});
