import {
  type Application,
  contents,
  createHandler,
  type HandlerOptions,
  type JsonObject,
  type JsonValue,
  message,
  messages,
  type ServerHandler,
  silentLogger,
  structured,
  text,
  textContent,
  UserError,
} from '@polyspec/core';
import { connectTestClient } from '@polyspec/core/testing';
import { describe, expect, it } from 'vitest';
import { META } from '../src/meta.js';
import { spec20260728 } from '../src/spec.js';
import { modernRequest, pipe, send } from './ask.js';

/** A small application with every facet. */
const application: Application = {
  tools: () => [
    {
      name: 'add',
      description: 'Adds two numbers.',
      input: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
      output: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
      run: ({ a, b }: { a: number; b: number }) => structured({ sum: a + b }),
    },
    { name: 'fail', description: 'Fails.', run: () => Promise.reject(new UserError('Order 17 is already shipped')) },
    { name: 'ask', description: 'Asks a model.', requires: { sampling: {} }, run: () => 'asked' },
    {
      name: 'list',
      description: 'Gives a list.',
      output: { type: 'array', items: { type: 'number' } },
      run: () => structured([1, 2]),
    },
    {
      name: 'work',
      description: 'Reports how it goes.',
      run: (_args: object, context) => {
        context.progress(1, 2, 'half');
        context.log('info', 'working');
        context.progress(2, 2);
        return 'done';
      },
    },
  ],
  prompts: () => [{ name: 'review', description: 'Reviews code.', arguments: [{ name: 'code', required: true }] }],
  getPrompt: (_name, { code }) => messages([message('user', text(`Review: ${code}`))], 'Code review'),
  resources: () => [{ uri: 'demo://one', name: 'one', mimeType: 'text/plain' }],
  resourceTemplates: () => [{ uriTemplate: 'demo://notes/{id}', name: 'note', title: 'Note' }],
  readResource: (uri, { id }) => (id === '404' ? undefined : contents([textContent(uri, 'text/plain', `note ${id}`)])),
  complete: (_reference, { value }) => ({ values: [`${value}thon`], total: 7, hasMore: true }),
  cachePolicy: (operation) => (operation === 'tools/list' ? { ttlMs: 1000, scope: 'public' } : undefined),
};

function start(options: Partial<HandlerOptions> = {}): Promise<ServerHandler> {
  return createHandler('demo', application, { logger: silentLogger, ...options, spec: spec20260728 });
}

describe('an application under 2026-07-28', () => {
  it('is discovered with its identity and defaults (mcp26_discover_01, mcp26_discover_server_info_01)', async () => {
    const { result } = await send(
      await start({ version: '2.0.0', instructions: 'Adds.' }),
      modernRequest('server/discover'),
    );
    expect(result).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        completions: {},
        logging: {},
      },
      instructions: 'Adds.',
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { [META.serverInfo]: { name: 'demo', version: '2.0.0', title: 'demo' } },
    });
  });

  it('lists its tools with their policy, the same text each time (mcp26_tools_list_01, TL-05)', async () => {
    const handler = await start();
    const first = await send(handler, modernRequest('tools/list'));
    expect(first.result).toMatchObject({ resultType: 'complete', ttlMs: 1000, cacheScope: 'public' });
    expect(namesOf(first.result?.tools)).toEqual(['add', 'fail', 'ask', 'list', 'work']);
    expect(await send(handler, modernRequest('tools/list'))).toEqual(first);
  });

  it('lists an output schema whose root is no object as it is, and its value (Q-41, TL-09, TL-16, Q-58)', async () => {
    const handler = await start();
    const { result } = await send(handler, modernRequest('tools/list'));
    expect(result?.tools).toMatchObject([{}, {}, {}, { outputSchema: { type: 'array' } }, {}]);
    expect((await send(handler, modernRequest('tools/call', { name: 'list' }))).result).toMatchObject({
      structuredContent: [1, 2],
      content: [{ type: 'text', text: '[1,2]' }],
    });
  });

  it('answers calls, good and bad (mcp26_tools_call_complete_01, mcp26_tools_call_unknown_01, TL-15, TL-19)', async () => {
    const handler = await start();
    const call = (name: string, args: object) =>
      send(handler, modernRequest('tools/call', { name, arguments: { ...args } }));
    expect((await call('add', { a: 1, b: 2 })).result).toMatchObject({
      resultType: 'complete',
      structuredContent: { sum: 3 },
      content: [{ type: 'text', text: '{"sum":3}' }],
    });
    expect((await call('add', { a: 'x' })).result).toMatchObject({ resultType: 'complete', isError: true });
    expect((await call('fail', {})).result).toMatchObject({
      isError: true,
      content: [{ text: 'Order 17 is already shipped' }],
    });
    expect(await call('nope', {})).toMatchObject({
      status: 200,
      error: { code: -32602, message: "Unknown tool 'nope'" },
    });
  });

  it('refuses a tool to a client that lacks what it requires: 400 with -32021 (M-07, conformance test_missing_capability)', async () => {
    const handler = await start();
    expect(await send(handler, modernRequest('tools/call', { name: 'ask' }))).toMatchObject({
      status: 400,
      error: { code: -32021, data: { requiredCapabilities: { sampling: {} } } },
    });
    const able = modernRequest('tools/call', { name: 'ask' }, { [META.clientCapabilities]: { sampling: {} } });
    expect((await send(handler, able)).result?.content).toEqual([{ type: 'text', text: 'asked' }]);
  });

  it('sends progress and log messages ahead of the result, in order (conformance test_tool_with_progress)', async () => {
    const meta = { progressToken: 't', [META.logLevel]: 'debug' };
    const { sent, result } = await send(await start(), modernRequest('tools/call', { name: 'work' }, meta));
    expect(sent.map(({ method }) => method)).toEqual([
      'notifications/progress',
      'notifications/message',
      'notifications/progress',
    ]);
    expect(result?.content).toEqual([{ type: 'text', text: 'done' }]);
  });

  it('serves prompts (mcp26_prompts_list_01, mcp26_prompts_get_complete_01, PR-07)', async () => {
    const handler = await start();
    expect((await send(handler, modernRequest('prompts/list'))).result?.prompts).toHaveLength(1);
    expect(
      (await send(handler, modernRequest('prompts/get', { name: 'review', arguments: { code: 'x' } }))).result,
    ).toMatchObject({
      description: 'Code review',
      messages: [{ role: 'user', content: { type: 'text', text: 'Review: x' } }],
    });
    expect((await send(handler, modernRequest('prompts/get', { name: 'review' }))).error?.code).toBe(-32602);
    expect((await send(handler, modernRequest('prompts/get', { name: 'nope' }))).error?.code).toBe(-32602);
  });

  it('serves resources and templates (mcp26_resources_list_01, mcp26_resource_template_read_01, mcp26_resources_unknown_01)', async () => {
    const handler = await start();
    expect((await send(handler, modernRequest('resources/list'))).result?.resources).toHaveLength(1);
    expect((await send(handler, modernRequest('resources/templates/list'))).result?.resourceTemplates).toMatchObject([
      { uriTemplate: 'demo://notes/{id}', title: 'Note' },
    ]);
    expect((await send(handler, modernRequest('resources/read', { uri: 'demo://notes/7' }))).result).toMatchObject({
      contents: [{ uri: 'demo://notes/7', text: 'note 7' }],
      ttlMs: 0,
      cacheScope: 'private',
    });
    for (const uri of ['demo://notes/404', 'other://x']) {
      expect(await send(handler, modernRequest('resources/read', { uri }))).toMatchObject({
        status: 200,
        error: { code: -32602, data: { uri } },
      });
    }
  });

  it('completes (mcp26_prompt_completion_01, mcp26_resource_completion_01)', async () => {
    const handler = await start();
    const prompt = { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'code', value: 'py' } };
    expect((await send(handler, modernRequest('completion/complete', prompt))).result).toMatchObject({
      resultType: 'complete',
      completion: { values: ['python'], total: 7, hasMore: true },
    });
    const resource = { ref: { type: 'ref/resource', uri: 'demo://notes/{id}' }, argument: { name: 'id', value: '' } };
    expect((await pipe(handler, modernRequest('completion/complete', resource))).result?.completion).toBeDefined();
    const unknown = { ref: { type: 'ref/prompt', name: 'nope' }, argument: { name: 'code', value: '' } };
    expect((await send(handler, modernRequest('completion/complete', unknown))).error?.code).toBe(-32602);
  });

  it('does not know what it does not serve (mcp26_unknown_method_01, mcp26_ping_01, D-01, L-10, RS-19)', async () => {
    const handler = await createHandler('bare', { tools: () => [] }, { spec: spec20260728, logger: silentLogger });
    for (const method of [
      'ping',
      'initialize',
      'logging/setLevel',
      'resources/subscribe',
      'resources/unsubscribe',
      'tasks/list',
      'tasks/result',
      'unknown/method',
      'prompts/list',
      'resources/read',
      'completion/complete',
    ]) {
      expect(await send(handler, modernRequest(method, { uri: 'x:y' }))).toMatchObject({
        status: 404,
        error: { code: -32601 },
      });
    }
    expect((await send(handler, modernRequest('tools/list'))).result?.tools).toEqual([]);
  });

  it('is reached by the test client of core', async () => {
    const client = await connectTestClient(application, { spec: spec20260728, server: { logger: silentLogger } });
    expect(client.opening).toBeUndefined();
    expect(await client.callTool('add', { a: 2, b: 3 })).toMatchObject({ structuredContent: { sum: 5 } });
    expect(await client.listTools()).toHaveLength(5);
    expect(await client.readResource('demo://one')).toMatchObject({ contents: [{ uri: 'demo://one' }] });
    await client.close();
  });
});

function namesOf(items: JsonValue | undefined): unknown {
  return (Array.isArray(items) ? items : []).map((item: JsonObject) => item.name);
}
