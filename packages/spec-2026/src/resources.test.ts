import { type ListedResource, type ListedResourceTemplate, RequestError, type Runtime } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { modernRequest, SERVER_INFO, send, serve } from '../test/ask.js';

const NOTE: ListedResource = {
  uri: 'demo://notes/1',
  name: 'note-1',
  title: 'First note',
  description: undefined,
  mimeType: 'text/plain',
  size: 5,
  annotations: { lastModified: '2026-07-01T12:00:00Z', audience: ['user'], priority: 0.5 },
  icons: [{ src: 'https://example.com/n.png', theme: 'light' }],
  _meta: undefined,
};
const TEMPLATE: ListedResourceTemplate = {
  uriTemplate: 'demo://notes/{id}',
  name: 'note',
  title: undefined,
  description: 'Any note.',
  mimeType: 'text/plain',
  annotations: undefined,
  icons: undefined,
  _meta: { 'com.example/kind': 'note' },
};

describe('resources/list and resources/templates/list', () => {
  it('list all that is known of a resource (RS-03, K-01)', async () => {
    const handler = serve({ listResources: () => ({ items: [NOTE], nextCursor: 'n' }) });
    const { result } = await send(handler, modernRequest('resources/list'));
    expect(result).toEqual({
      resultType: 'complete',
      resources: [JSON.parse(JSON.stringify(NOTE))],
      nextCursor: 'n',
      ttlMs: 0,
      cacheScope: 'private',
      _meta: SERVER_INFO,
    });
  });

  it('list templates under their own name and policy (RS-04, mcp26_resource_templates_list_01)', async () => {
    const handler = serve({
      listResourceTemplates: () => ({ items: [TEMPLATE] }),
      cachePolicy: (operation) => ({ ttlMs: operation === 'resources/templates/list' ? 1500 : 0, scope: 'public' }),
    });
    expect((await send(handler, modernRequest('resources/templates/list'))).result).toEqual({
      resultType: 'complete',
      resourceTemplates: [JSON.parse(JSON.stringify(TEMPLATE))],
      ttlMs: 1500,
      cacheScope: 'public',
      _meta: SERVER_INFO,
    });
  });
});

describe('resources/read', () => {
  const contents = [
    { uri: 'demo://notes/1', mimeType: 'text/plain', text: 'hello', _meta: { 'com.example/v': 1 } },
    { uri: 'demo://notes/1/icon', mimeType: 'image/png', blob: 'iVBORw0KGgo=' },
  ];

  it('gives contents with the cache hints of that URI (RS-05, RS-06, CA-08)', async () => {
    const cachePolicy = vi.fn<Runtime['cachePolicy']>(() => ({ ttlMs: 2000, scope: 'private' }));
    const handler = serve({ readResource: () => ({ contents }), cachePolicy });
    expect((await send(handler, modernRequest('resources/read', { uri: 'demo://notes/1' }))).result).toEqual({
      resultType: 'complete',
      contents,
      ttlMs: 2000,
      cacheScope: 'private',
      _meta: SERVER_INFO,
    });
    expect(cachePolicy).toHaveBeenCalledWith('resources/read', 'demo://notes/1', expect.anything());
  });

  it.each([{ inputResponses: {} }, { requestState: 's' }])(
    'of a retry with %j must not be kept (K-10, Q-03, CA-04)',
    async (extra) => {
      const handler = serve({
        readResource: () => ({ contents }),
        cachePolicy: () => ({ ttlMs: 2000, scope: 'public' }),
      });
      const { result } = await send(handler, modernRequest('resources/read', { uri: 'demo://notes/1', ...extra }));
      expect(result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    },
  );

  it('answers an unknown URI with -32602 and the URI (RS-07, RS-08, E-06)', async () => {
    const handler = serve({
      readResource: () => {
        throw new RequestError('unknown-resource', 'Unknown resource', { uri: 'demo://notes/404' });
      },
    });
    expect(await send(handler, modernRequest('resources/read', { uri: 'demo://notes/404' }))).toMatchObject({
      status: 200,
      error: { code: -32602, message: 'Unknown resource', data: { uri: 'demo://notes/404' } },
    });
  });

  it('needs a URI (V3-25)', async () => {
    expect((await send(serve(), modernRequest('resources/read'))).error).toEqual({
      code: -32602,
      message: 'Missing resource uri',
    });
    expect((await send(serve(), modernRequest('resources/read', { uri: 1 }))).error?.code).toBe(-32602);
  });
});
