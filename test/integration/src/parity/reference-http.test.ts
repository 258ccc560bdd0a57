/**
 * The tests of the reference library for Streamable HTTP, under their names there, against a server without a listener as they
 * have it. Those about rounds stand in a file of their own, those about OAuth wait for it. Where the published protocol says
 * otherwise, it wins, and the title says so.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type Application, type JsonObject, OptionError, silentLogger } from '@polyspec/core';
import { type FetchHandler, type PreparedServer, type PrepareOptions, prepare, serve } from 'polyspec';
import { afterEach, describe, expect, test } from 'vitest';
import { ask, type Changes, type Reply, send } from './http-handler.js';

const application: Application = {
  tools: () => [
    {
      name: 'echo',
      signature: { arguments: [{ name: 'Input' }, { name: 'Output', mode: 'out' }] },
      run: async ({ Input }: JsonObject, context) => {
        context.progress(1, 2, 'half');
        await wait(1);
        return { Output: Input } as object;
      },
    },
  ],
  prompts: () => [{ name: 'hello', arguments: [{ name: 'language' }] }],
  getPrompt: () => 'Hello',
  resources: () => [{ uri: 'test://data', name: 'data', mimeType: 'text/plain' }],
  resourceTemplates: () => [{ uriTemplate: 'test://item/{id}', name: 'item', title: 'An Item' }],
  readResource: () => 'Hello 2026',
  complete: () => ['en', 'eo'],
  cachePolicy: (operation) => {
    if (operation === 'tools/list') return { ttlMs: 1000, scope: 'private' };
    return operation === 'resources/templates/list' ? { ttlMs: 1500, scope: 'public' } : undefined;
  },
};

const REVISION = '2026-07-28';
const PROGRESS = { _meta: { progressToken: 't1' } };
let prepared: PreparedServer | undefined;

const start = async (options: PrepareOptions = {}): Promise<FetchHandler> => {
  prepared = await prepare('http-test', application, { logger: silentLogger, ...options });
  return prepared.fetchHandler();
};
afterEach(async () => {
  await prepared?.close();
  prepared = undefined;
});

const answerTo = async (method: string, params?: JsonObject, changes?: Changes): Promise<Reply> =>
  ask(await start(), REVISION, method, params, changes);
const resultOf = async (method: string, params?: JsonObject): Promise<JsonObject> =>
  (await answerTo(method, params)).messages.at(-1)?.result as JsonObject;
const codeOf = ({ messages }: Reply): unknown => (messages.at(-1)?.error as JsonObject | undefined)?.code;

describe('preparing', () => {
  test('http_spec_version_01: 2026-07-28 is served without being asked for, and so are the others (HT-49)', async () => {
    const result = await resultOf('server/discover');
    expect(result.supportedVersions).toEqual(['2026-07-28', '2025-11-25', '2025-06-18']);
  });

  test('http_prepare_01: the options count from the first answer on (HT-20)', async () => {
    const handler = await start({ name: 'other-name', path: '/elsewhere' });
    const { messages } = await ask(handler, REVISION, 'server/discover', {}, { url: 'http://localhost/elsewhere' });
    expect(JSON.stringify(messages[0]?.result)).toContain('"name":"other-name"');
  });

  test('http_valid_options_01: what HTTP takes (FO-25)', async () => {
    const options = { port: 0, host: '127.0.0.1', path: '/mcp', originCheck: true, serverOptions: { https: null } };
    const server = await serve('http-test', application, { transport: 'http', logger: silentLogger, ...options });
    await server.close();
  });

  test('http_prepare_https_01: HTTPS is what Fastify is told to serve (HT-16, HT-18)', async () => {
    const options = { transport: 'http', port: 0, serverOptions: { https: {} }, logger: silentLogger } as const;
    const server = await serve('http-test', application, options);
    expect(server.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/mcp$/);
    await server.close();
  });

  test('http_invalid_http_server_options_01: what is no object of options is refused (HT-19)', async () => {
    for (const serverOptions of ['ftp', [], null]) {
      const options = { transport: 'http', port: 0, serverOptions } as never;
      await expect(serve('http-test', application, options)).rejects.toThrow(OptionError);
    }
  });

  test('http_oauth_stdio_rejected_01: OAuth is not for stdio (FO-27, LI-14, S-14, AU-30, YA-10)', async () => {
    await expect(serve('http-test', application, { oauth: {} } as never)).rejects.toMatchObject({ option: 'oauth' });
  });
});

describe('below the protocol', () => {
  test('http_method_not_allowed_01, http_handler_method_not_allowed_01: GET is 405, but where sessions of 2025 have streams', async () => {
    const { status, headers } = await send(await start({ spec: REVISION }), { method: 'GET' });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    await prepared?.close();
    expect((await send(await start(), { method: 'GET' })).status).toBe(400);
  });

  test('http_handler_not_found_01: another path is 404', async () => {
    const handler = await start({ path: '/mcp' });
    expect((await ask(handler, REVISION, 'server/discover', {}, { url: 'http://localhost/other' })).status).toBe(404);
    expect((await ask(handler, REVISION, 'server/discover')).status).toBe(200);
  });

  test('http_invalid_json_01: 400', async () => {
    expect((await answerTo('server/discover', {}, { body: 'not-json' })).status).toBe(400);
  });

  test('http_origin_forbidden_01: 403', async () => {
    const headers = { origin: 'http://evil.example' };
    expect((await answerTo('server/discover', {}, { headers })).status).toBe(403);
  });

  test('http_origin_localhost_ok_01: localhost with a port passes', async () => {
    const headers = { origin: 'http://localhost:3000' };
    expect((await answerTo('server/discover', {}, { headers })).messages[0]).toHaveProperty('result');
  });
});

describe('answers', () => {
  test('http_discover_01: complete, with the versions and the capabilities', async () => {
    expect(await resultOf('server/discover')).toMatchObject({
      resultType: 'complete',
      supportedVersions: expect.arrayContaining(['2026-07-28']),
      capabilities: { tools: {} },
    });
  });

  test('http_discover_missing_meta_01: -32602', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: {} });
    const reply = await answerTo('server/discover', {}, { body });
    expect([reply.status, codeOf(reply)]).toEqual([400, -32602]);
  });

  test('http_discover_unsupported_version_01: -32022, unless the header contradicts the body, by the published protocol', async () => {
    const handler = await start();
    const version = '2024-11-05';
    const params = { _meta: { 'io.modelcontextprotocol/protocolVersion': version } };
    const agreeing = await ask(handler, REVISION, 'server/discover', params, {
      headers: { 'mcp-protocol-version': version },
    });
    expect([agreeing.status, codeOf(agreeing)]).toEqual([400, -32022]);
    const contradicting = await ask(handler, REVISION, 'server/discover', params);
    expect([contradicting.status, codeOf(contradicting)]).toEqual([400, -32020]);
  });

  test('http_tools_list_01: tools, with the policy of the application', async () => {
    expect(await resultOf('tools/list')).toMatchObject({
      resultType: 'complete',
      tools: [{ name: 'echo' }],
      ttlMs: 1000,
      cacheScope: 'private',
    });
  });

  test('http_tools_call_01: the text has what the tool gave', async () => {
    const result = await resultOf('tools/call', { name: 'echo', arguments: { Input: 'hello' } });
    expect(result).toMatchObject({ resultType: 'complete', content: [{ text: expect.stringContaining('hello') }] });
  });

  test('http_tools_call_unknown_01: -32602', async () => {
    expect(codeOf(await answerTo('tools/call', { name: 'no_such_tool', arguments: {} }))).toBe(-32602);
  });

  test('http_prompts_list_01: complete', async () => {
    expect(await resultOf('prompts/list')).toMatchObject({ resultType: 'complete', prompts: [{ name: 'hello' }] });
  });

  test('http_resources_read_01: the text', async () => {
    const result = await resultOf('resources/read', { uri: 'test://data' });
    expect(result).toMatchObject({ resultType: 'complete', contents: [{ text: 'Hello 2026' }] });
  });

  test('http_resource_templates_list_01: with the policy of the application', async () => {
    expect(await resultOf('resources/templates/list')).toMatchObject({
      resourceTemplates: [{ uriTemplate: 'test://item/{id}', title: 'An Item' }],
      ttlMs: 1500,
      cacheScope: 'public',
    });
  });

  test('http_resource_templates_progress_01: with a token as well, as JSON (HT-42)', async () => {
    const { headers, messages } = await answerTo('resources/templates/list', PROGRESS);
    expect(headers.get('content-type')).toBe('application/json');
    expect(messages[0]).toHaveProperty('result.resourceTemplates');
  });

  test('http_completion_ordinary_01, http_completion_progress_token_direct_01: values as JSON, with a token too, never to be kept (HT-42)', async () => {
    const params = { ref: { type: 'ref/prompt', name: 'hello' }, argument: { name: 'language', value: 'e' } };
    for (const meta of [{}, PROGRESS]) {
      const { headers, messages } = await answerTo('completion/complete', { ...params, ...meta });
      expect(headers.get('content-type')).toBe('application/json');
      expect(messages[0]).toHaveProperty('result.completion', { values: ['en', 'eo'] });
      expect(messages[0]).not.toHaveProperty('result.ttlMs');
    }
  });

  test('http_ping_01, http_unknown_method_01: -32601, by the published protocol with 404 (X-01)', async () => {
    for (const method of ['ping', 'totally/unknown']) {
      const reply = await answerTo(method);
      expect([reply.status, codeOf(reply)]).toEqual([404, -32601]);
    }
  });
});

describe('streams', () => {
  test('http_progress_token_sse_content_type_01, http_progress_token_sse_has_final_data_01: progress, then the result (HT-04, HT-41)', async () => {
    const { status, headers, text, messages } = await answerTo('tools/call', {
      name: 'echo',
      arguments: { Input: 'hi' },
      ...PROGRESS,
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(text).toMatch(/^(data: .*\n\n)+$/);
    expect(messages).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 't1', progress: 1, total: 2, message: 'half' } },
      { id: 1, result: { resultType: 'complete', structuredContent: { Output: 'hi' } } },
    ]);
  });
});

describe('changes', () => {
  test('http_notify_no_subscribers_01, http_notify_idempotent_01: publishing never fails, with nobody to hear it (NS-19)', async () => {
    await start();
    for (let round = 0; round < 2; round += 1) {
      expect(prepared?.notify({ type: 'toolsListChanged' })).toBeUndefined();
      expect(prepared?.notify({ type: 'promptsListChanged' })).toBeUndefined();
      expect(prepared?.notify({ type: 'resourcesListChanged' })).toBeUndefined();
      expect(prepared?.notify({ type: 'resourceUpdated', uri: 'test://x' })).toBeUndefined();
    }
  });
});
