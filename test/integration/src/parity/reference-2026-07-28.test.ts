/**
 * The tests of the reference library for 2026-07-28 that are not in the package of the spec, under their names there. Those
 * about rounds stand in a file of their own.
 */
import {
  type Application,
  createHandler,
  type JsonObject,
  type JsonRpcRequest,
  type Outcome,
  silentLogger,
} from '@polyspec/core';
import { MemoryExchange } from '@polyspec/core/testing';
import { spec20260728 } from '@polyspec/spec-2026';
import { expect, test } from 'vitest';
import { MODERN_META } from '../wire/messages.js';
import { open } from './open-client.js';

const application: Application = {
  tools: () => [{ name: 'echo', description: 'Echoes.', run: () => 'echo' }],
  prompts: () => [{ name: 'hello', arguments: [{ name: 'language' }] }],
  getPrompt: () => 'Hello',
  resources: () => [{ uri: 'test://data', name: 'data', mimeType: 'text/plain' }],
  readResource: () => 'Hello 2026',
  complete: () => ['en'],
  cachePolicy: (operation) => (operation === 'resources/read' ? { ttlMs: 2000, scope: 'private' } : undefined),
};

const client = () => open(application, '2026-07-28', { spec: '2026-07-28' });

async function bare(message: JsonRpcRequest): Promise<unknown> {
  const handler = await createHandler('test', application, { spec: spec20260728, logger: silentLogger });
  const outcome: Outcome = await handler.handle(message, new MemoryExchange({}, () => undefined));
  return outcome.type === 'response' ? outcome.response : outcome;
}

test('mcp26_unsupported_version_01: -32022, with what is served and what was asked for (V3-08)', async () => {
  const _meta: JsonObject = { ...MODERN_META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
  expect(await bare({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } })).toMatchObject({
    error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2099-01-01' } },
  });
});

test('mcp26_missing_meta_01, mcp26_completion_requires_meta_01: -32602 (V3-06, V3-16)', async () => {
  const params = { ref: { type: 'ref/prompt', name: 'hello' }, argument: { name: 'language', value: '' } };
  for (const [method, given] of [
    ['server/discover', {}],
    ['completion/complete', params],
  ] as const) {
    expect(await bare({ jsonrpc: '2.0', id: 1, method, params: given })).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('Missing required params._meta') },
    });
  }
});

test('a client need not say who it is, but which revision it speaks and what it can do (V3-06, V3-16, V3-17)', async () => {
  const version = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const capabilities = { 'io.modelcontextprotocol/clientCapabilities': {} };
  const discover = (_meta: JsonObject) => bare({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } });
  expect(await discover({ ...version, ...capabilities })).toHaveProperty('result');
  expect(await discover(capabilities)).toMatchObject({
    error: {
      code: -32602,
      message: expect.stringContaining('Missing required io.modelcontextprotocol/protocolVersion in params._meta'),
    },
  });
  expect(await discover(version)).toMatchObject({
    error: { code: -32602, message: 'Missing required io.modelcontextprotocol/clientCapabilities in params._meta' },
  });
});

test('mcp26_completion_capability_01: completions are in discover', async () => {
  expect((await client()).facts.capabilities).toHaveProperty('completions', {});
});

test('mcp26_all_capabilities_discover_01: tools, prompts and resources; subscriptions are no capability of the published schema (X-06)', async () => {
  const { capabilities } = (await client()).facts;
  expect(capabilities).toMatchObject({ tools: {}, prompts: {}, resources: {} });
  expect(capabilities).not.toHaveProperty('subscriptions');
});

test('mcp26_resources_read_01: the text, with the policy of the application', async () => {
  expect(await (await client()).result('resources/read', { uri: 'test://data' })).toMatchObject({
    contents: [{ uri: 'test://data', mimeType: 'text/plain', text: 'Hello 2026' }],
    ttlMs: 2000,
    cacheScope: 'private',
  });
});

test('mcp26_result_type_always_present_01: on every result', async () => {
  const connected = await client();
  const calls: readonly (readonly [string, JsonObject?])[] = [
    ['server/discover'],
    ['tools/list'],
    ['tools/call', { name: 'echo' }],
    ['prompts/list'],
    ['prompts/get', { name: 'hello' }],
    ['resources/list'],
    ['resources/templates/list'],
    ['resources/read', { uri: 'test://data' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'hello' }, argument: { name: 'language', value: '' } }],
  ];
  for (const [method, params] of calls) {
    expect(await connected.result(method, params), method).toHaveProperty('resultType', 'complete');
  }
});
