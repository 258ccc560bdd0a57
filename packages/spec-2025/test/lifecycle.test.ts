import {
  combineSpecs,
  type JsonObject,
  type JsonRpcMessage,
  request,
  type SpecProtocol,
  structured,
} from '@polyspec/core';
import { describe, expect, test } from 'vitest';
import { spec20250618, spec20251125 } from '../src/index.js';
import { Tools } from './applications.js';
import { arrived, connected } from './client.js';

const BOTH = [spec20250618, spec20251125].map((spec) => ({ spec, revision: spec.revisions[0] ?? '' }));
const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };

describe('initialize', () => {
  test.each(BOTH)('$revision: never answers with 2026-07-28 (YL-04, Q-10)', async ({ spec, revision }) => {
    const client = await connected(new Tools(), { spec, revision: '2026-07-28' });
    expect(client.opening.protocolVersion).toBe(revision);
  });

  test('carries the instructions where there are any (YL-02)', async () => {
    const told = await connected(new Tools(), { server: { instructions: 'Ask nicely.' } });
    expect(told.opening.instructions).toBe('Ask nicely.');
    expect((await connected(new Tools())).opening).not.toHaveProperty('instructions');
  });

  test.each(BOTH)(
    '$revision: names the extension for pages where tools have some (YL-11, AP-04, AP-09)',
    async ({ spec }) => {
      class WithPages extends Tools {
        toolUi(): undefined {
          return undefined;
        }
      }
      const { capabilities } = (await connected(new WithPages(), { spec })).opening;
      expect(capabilities).toMatchObject({
        extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
      });
      expect((await connected(new Tools(), { spec })).opening.capabilities).not.toHaveProperty('extensions');
    },
  );

  test.each([
    ['no params', undefined, 'protocolVersion must be a string, got nothing'],
    ['no version', { capabilities: {}, clientInfo: {} }, 'protocolVersion must be a string, got nothing'],
    ['a number as version', { ...hello, protocolVersion: 2025 }, 'protocolVersion must be a string, got a number'],
    ['capabilities as a list', { ...hello, capabilities: [] }, 'capabilities must be an object, got an array'],
    ['null as clientInfo', { ...hello, clientInfo: null }, 'clientInfo must be an object, got null'],
  ])('with %s is -32602 and may be tried again (V1-18)', async (_what, params, text) => {
    const client = await connected(new Tools(), { initialize: false });
    expect(await client.error('initialize', params)).toEqual({ code: -32602, message: `Invalid params: ${text}` });
    expect(await client.initialize()).toMatchObject({ protocolVersion: '2025-11-25' });
  });

  test('without capabilities and clientInfo counts as a client that can do nothing (V1-18)', async () => {
    let seen: unknown;
    const client = await connected(
      {
        tools: () => [{ name: 'look' }],
        callTool: (_name, _args, context) => {
          seen = context.client;
          return 'seen';
        },
      },
      { initialize: false },
    );
    await client.result('initialize', { protocolVersion: '2025-11-25' });
    await client.call('look');
    expect(seen).toEqual({ capabilities: {} });
  });

  test('what the client says about itself is known to every later call on stdio', async () => {
    let seen: unknown;
    const capabilities = { elicitation: {}, roots: { listChanged: true } };
    const client = await connected(
      {
        tools: () => [{ name: 'look' }],
        callTool: (_name, _args, context) => {
          seen = { ...context.client, revision: context.revision };
          return 'seen';
        },
      },
      { capabilities, revision: '2025-06-18' },
    );
    await client.call('look');
    expect(seen).toEqual({
      info: { name: 'test-client', version: '1.0.0' },
      capabilities,
      revision: '2025-06-18',
    });
  });

  test('what the client says about itself can not be changed by who is shown it', async () => {
    const tried: unknown[] = [];
    const attempt = (change: () => void): void => {
      expect(change).toThrow(TypeError);
      tried.push(change);
    };
    const client = await connected(
      {
        tools: () => [{ name: 'meddle' }, { name: 'look' }],
        callTool: (name, _args, { client: facts, meta }) => {
          const { info, capabilities } = facts as never as Record<string, Record<string, Record<string, unknown>>>;
          if (name === 'look') return structured({ info, capabilities } as never);
          attempt(() => Object.assign(facts, { info: {} }));
          attempt(() => Object.assign(info ?? {}, { name: 'mutated' }));
          attempt(() => Object.assign(capabilities ?? {}, { evil: 1 }));
          attempt(() => Object.assign(capabilities?.roots ?? {}, { listChanged: false }));
          attempt(() => Object.assign(meta, { progressToken: 'stolen' }));
          attempt(() => Object.assign(meta.nested as object, { more: 1 }));
          return 'done';
        },
      },
      { capabilities: { roots: { listChanged: true } } },
    );
    const before = await client.call('look');
    expect(await client.call('meddle', {}, { nested: {} })).not.toHaveProperty('isError');
    expect(tried).toHaveLength(6);
    expect(await client.call('look')).toEqual(before);
  });

  test('a second one on the same connection is -32600 and changes nothing (Q-49)', async () => {
    const client = await connected(new Tools(), { revision: '2025-06-18' });
    expect(await client.error('initialize', hello)).toMatchObject({ code: -32600 });
    expect((await client.list('tools/list', 'tools')).length).toBeGreaterThan(0);
  });

  test('can not be cancelled (YU-08)', async () => {
    const client = await connected(new Tools(), { initialize: false });
    const opening = client.deliver(request('init', 'initialize', hello));
    await client.notify('notifications/cancelled', { requestId: 'init' });
    expect(arrived(await opening)).toMatchObject({ id: 'init', result: { protocolVersion: '2025-11-25' } });
  });

  test('two clients of one server do not know of each other', async () => {
    const client = await connected(new Tools());
    expect(await client.another().result('initialize', hello)).toHaveProperty('protocolVersion');
  });
});

describe('phases on stdio (Q-49, A4, A5)', () => {
  test('A5: requests between initialize and initialized are answered, and the late notification does no harm', async () => {
    const client = await connected(new Tools(), { initialize: false });
    await client.result('initialize', hello);
    expect(await client.result('logging/setLevel', { level: 'info' })).toEqual({});
    expect(await client.result('tools/list')).toHaveProperty('tools');
    expect(await client.result('ping')).toEqual({});
    expect(await client.error('nope')).toMatchObject({ code: -32601 });
    await client.notify('notifications/initialized');
    expect(await client.result('ping')).toEqual({});
    expect(client.sent).toEqual([]);
  });

  test('A4: a server of 2025 only answers server/discover with -32601 as the first message, and initialize works', async () => {
    const client = await connected(new Tools(), { initialize: false });
    const probe = request('openai-mcp-discover', 'server/discover', {});
    expect(arrived(await client.deliver(probe))).toMatchObject({ id: 'openai-mcp-discover', error: { code: -32601 } });
    const modern = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    expect(arrived(await client.deliver(request(2, 'server/discover', modern)))).toMatchObject({
      error: { code: -32601 },
    });
    expect(await client.initialize()).toMatchObject({ protocolVersion: '2025-11-25' });
  });

  test('other requests before initialize are answered as of the newest revision (V1-15)', async () => {
    const client = await connected(new Tools(), { initialize: false });
    expect(await client.result('ping')).toEqual({});
    expect((await client.call('greet', { Name: 'early' })).structuredContent).toEqual({ Greeting: 'Hello, early!' });
  });

  test('initialize and what follows may arrive at once', async () => {
    const client = await connected(new Tools(), { initialize: false });
    const messages: JsonRpcMessage[] = [
      request(1, 'initialize', { ...hello, protocolVersion: '2025-06-18' }),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      request(2, 'initialize', hello),
      request(3, 'ping'),
    ];
    const outcomes = await Promise.all(messages.map((message) => client.deliver(message)));
    expect(outcomes.map(arrived)).toMatchObject([
      { id: 1, result: { protocolVersion: '2025-06-18' } },
      'accepted',
      { id: 2, error: { code: -32600 } },
      { id: 3, result: {} },
    ]);
  });
});

describe('messages that ask for nothing', () => {
  test.each<[string, JsonRpcMessage]>([
    ['a notification nobody knows', { jsonrpc: '2.0', method: 'notifications/unheard_of', params: { a: 1 } }],
    ['roots/list_changed', { jsonrpc: '2.0', method: 'notifications/roots/list_changed' }],
    ['a cancellation that names nothing', { jsonrpc: '2.0', method: 'notifications/cancelled' }],
    [
      'a cancellation of what does not run',
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } },
    ],
    ['a response to nothing (YS-04)', { jsonrpc: '2.0', id: 4, result: {} }],
    ['an error without an id', { jsonrpc: '2.0', error: { code: -32600, message: 'what?' } }],
  ])('%s is taken without an answer (V1-16, V1-30)', async (_what, message) => {
    const client = await connected(new Tools());
    expect(await client.deliver(message)).toEqual({ type: 'accepted' });
  });
});

describe('beside a spec of another era', () => {
  const asked: JsonRpcMessage[] = [];
  /** Claims what names a revision in `_meta`, as a modern spec does. */
  const modern: SpecProtocol = {
    revisions: ['2026-07-28'],
    attach: () => ({
      claims: (message) => JSON.stringify(message ?? {}).includes('io.modelcontextprotocol/protocolVersion'),
      handle: (message) => {
        asked.push(message);
        return { type: 'accepted' };
      },
      methods: () => ['POST'],
      close: async () => undefined,
    }),
  };
  const spec = combineSpecs([modern, spec20251125]);
  const modernMeta: JsonObject = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };

  test('before initialize only ping is served; other requests hear which revisions there are (Q-11)', async () => {
    const client = await connected(new Tools(), { spec, revision: '2025-11-25', initialize: false });
    expect(await client.result('ping')).toEqual({});
    expect(await client.error('tools/list')).toMatchObject({
      code: -32602,
      data: { supported: ['2026-07-28', '2025-11-25', '2025-06-18'] },
    });
  });

  test('after initialize all requests without a revision of their own are served here', async () => {
    const client = await connected(new Tools(), { spec, revision: '2025-06-18' });
    expect(await client.result('tools/list')).toHaveProperty('tools');
    expect(await client.error('nope')).toMatchObject({ code: -32601 });
  });

  test('a modern request on an initialised connection still belongs to the other era (Q-11)', async () => {
    const client = await connected(new Tools(), { spec, revision: '2025-11-25' });
    const message = request(7, 'tools/list', modernMeta);
    expect(await client.deliver(message)).toEqual({ type: 'accepted' });
    expect(asked).toContainEqual(message);
  });

  test('initialize that asks for 2026-07-28 is answered with the newest revision that has a handshake (Q-10)', async () => {
    const client = await connected(new Tools(), { spec, revision: '2026-07-28' });
    expect(client.opening.protocolVersion).toBe('2025-11-25');
  });
});
