import { type ListedTool, RequestError, type Runtime } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { httpFor, modernRequest, pipe, SERVER_INFO, send, serve } from '../test/ask.js';

const ADD: ListedTool = {
  name: 'add',
  title: 'Add',
  description: 'Adds.',
  inputSchema: { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } },
  outputSchema: { type: 'array', items: { type: 'number' } },
  annotations: { readOnlyHint: true },
  icons: [{ src: 'https://example.com/add.png' }],
  _meta: { ui: { resourceUri: 'ui://add' } },
};

describe('tools/list', () => {
  it('lists tools with all that this revision knows, schemas untouched (TL-06, TL-09, Q-41)', async () => {
    const bare = {
      ...ADD,
      name: 'bare',
      title: undefined,
      outputSchema: undefined,
      annotations: undefined,
      icons: undefined,
      _meta: undefined,
    };
    const handler = serve({
      listTools: () => ({ items: [ADD, bare] }),
      cachePolicy: () => ({ ttlMs: 1000, scope: 'private' }),
    });
    const { result } = await send(handler, modernRequest('tools/list'));
    expect(result).toEqual({
      resultType: 'complete',
      tools: [ADD, { name: 'bare', description: 'Adds.', inputSchema: ADD.inputSchema }],
      ttlMs: 1000,
      cacheScope: 'private',
      _meta: SERVER_INFO,
    });
  });

  it('passes the cursor on, an empty one too, and gives the next (G-01, G-06, Q-40)', async () => {
    const listTools = vi.fn<Runtime['listTools']>(async (cursor) => ({ items: [], nextCursor: `after ${cursor}` }));
    const handler = serve({ listTools });
    expect((await send(handler, modernRequest('tools/list', { cursor: '' }))).result?.nextCursor).toBe('after ');
    expect((await send(handler, modernRequest('tools/list'))).result?.nextCursor).toBe('after undefined');
    expect((await send(handler, modernRequest('tools/list', { cursor: 7 }))).error).toMatchObject({ code: -32602 });
    expect((await send(handler, modernRequest('tools/list', { cursor: null }))).error).toMatchObject({ code: -32602 });
    expect(listTools).toHaveBeenCalledTimes(2);
  });

  it('answers a cursor that the runtime refuses with -32602, status 200 (G-05, Q-05)', async () => {
    const handler = serve({
      listTools: () => {
        throw new RequestError('invalid-cursor', 'Invalid cursor');
      },
    });
    expect(await send(handler, modernRequest('tools/list', { cursor: 'x' }))).toMatchObject({
      status: 200,
      error: { code: -32602, message: 'Invalid cursor' },
    });
  });
});

describe('tools/call', () => {
  it('gives content and structured content, and no cache hints (TL-13, K-06)', async () => {
    const callTool = vi.fn<Runtime['callTool']>(async () => ({
      content: [{ type: 'text', text: '3' }],
      structuredContent: { sum: 3 },
    }));
    const { status, result } = await send(
      serve({ callTool }),
      modernRequest('tools/call', { name: 'add', arguments: { a: 1 } }),
    );
    expect(status).toBe(200);
    expect(result).toEqual({
      resultType: 'complete',
      content: [{ type: 'text', text: '3' }],
      structuredContent: { sum: 3 },
      _meta: SERVER_INFO,
    });
    expect(callTool).toHaveBeenCalledWith('add', { a: 1 }, expect.anything());
  });

  it('gives a failing tool as a result, with its own _meta kept (TL-19)', async () => {
    const handler = serve({
      callTool: () => ({ content: [{ type: 'text', text: 'no' }], isError: true, _meta: { 'com.example/why': 1 } }),
    });
    expect((await pipe(handler, modernRequest('tools/call', { name: 'add' }))).result).toEqual({
      resultType: 'complete',
      content: [{ type: 'text', text: 'no' }],
      isError: true,
      _meta: { 'com.example/why': 1, ...SERVER_INFO },
    });
  });

  it.each([null, [1, 2], 'text', 0, false])('gives %j as structured content as it is (TL-13, Q-39)', async (value) => {
    const handler = serve({ callTool: () => ({ content: [], structuredContent: value }) });
    const { result } = await send(handler, modernRequest('tools/call', { name: 'x' }));
    expect(result).toHaveProperty('structuredContent', value);
  });

  it('sends every kind of content block as it is (M-17)', async () => {
    const content = [
      { type: 'text', text: '[1,2]', annotations: { audience: ['assistant'], priority: 1 } },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
      { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'demo://1', name: 'one', icons: [{ src: 'https://example.com/i.png' }] },
      { type: 'resource', resource: { uri: 'demo://2', mimeType: 'text/plain', text: 'hello' } },
    ] as const;
    const handler = serve({ callTool: () => ({ content: [...content] }) as never });
    expect((await send(handler, modernRequest('tools/call', { name: 'x' }))).result?.content).toEqual(content);
  });

  it.each([
    [{}, 'Missing tool name'],
    [{ name: 7 }, 'Invalid params: name must be a string'],
    [{ name: 'x', arguments: null }, 'Invalid params: arguments must be an object'],
    [{ name: 'x', arguments: [] }, 'Invalid params: arguments must be an object'],
  ])('refuses the parameters %j (TL-12, TL-18, V3-25, A12)', async (params, message) => {
    const callTool = vi.fn<Runtime['callTool']>();
    const request = modernRequest('tools/call', params);
    expect(await send(serve({ callTool }), request, httpFor(request, { 'Mcp-Name': 'x' }))).toMatchObject({
      status: 200,
      error: { code: -32602, message },
    });
    expect(callTool).not.toHaveBeenCalled();
  });

  it('takes absent arguments as none', async () => {
    const callTool = vi.fn<Runtime['callTool']>(() => ({ content: [] }));
    await send(serve({ callTool }), modernRequest('tools/call', { name: 'x' }));
    expect(callTool).toHaveBeenCalledWith('x', {}, expect.anything());
  });

  it('answers an unknown tool with -32602, status 200 (TL-17, V3-24)', async () => {
    const handler = serve({
      callTool: async () => {
        throw new RequestError('unknown-tool', "Unknown tool 'nope'");
      },
    });
    expect(await send(handler, modernRequest('tools/call', { name: 'nope' }))).toMatchObject({
      status: 200,
      error: { code: -32602, message: "Unknown tool 'nope'" },
    });
  });

  it('names the capabilities that a tool needs and the client lacks: 400 with -32021 (M-07, V3-09)', async () => {
    const handler = serve({
      callTool: () => {
        throw new RequestError('missing-capability', 'Needs sampling', { sampling: {} });
      },
    });
    expect(await send(handler, modernRequest('tools/call', { name: 'x' }))).toMatchObject({
      status: 400,
      error: { code: -32021, message: 'Needs sampling', data: { requiredCapabilities: { sampling: {} } } },
    });
  });

  it('is unknown where no tools are served (V-07, Q-07)', async () => {
    const handler = serve({
      features: { tools: false, prompts: true, resources: true, completions: true, elicitation: false, ui: false },
    });
    expect(await send(handler, modernRequest('tools/call', { name: 'x' }))).toMatchObject({
      status: 404,
      error: { code: -32601 },
    });
    expect(await send(handler, modernRequest('tools/list'))).toMatchObject({ status: 404, error: { code: -32601 } });
    expect((await send(handler, modernRequest('prompts/list'))).status).toBe(200);
  });
});
