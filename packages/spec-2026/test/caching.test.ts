// Cache hints (server/utilities/caching) of a whole server.
import { type Application, createHandler, type HandlerOptions, type JsonObject, silentLogger } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { META } from '../src/meta.js';
import { spec20260728 } from '../src/spec.js';
import { type Answer, modernRequest, send } from './ask.js';
import { stdioExchange } from './fake-exchange.js';

const application: Application = {
  tools: () => [{ name: 'f', run: () => 'x' }],
  prompts: () => [{ name: 'p', run: () => ({ messages: [] }) }],
  resources: () => [{ uri: 'a:1', name: 'one', read: () => 'x' }],
  resourceTemplates: () => [{ uriTemplate: 'b:{id}', name: 'b', read: () => 'x' }],
  complete: () => ({ values: [] }),
};

const CACHEABLE: Readonly<Record<string, JsonObject>> = {
  'server/discover': {},
  'tools/list': {},
  'prompts/list': {},
  'resources/list': {},
  'resources/templates/list': {},
  'resources/read': { uri: 'a:1' },
};

const OTHERS: Readonly<Record<string, JsonObject>> = {
  'tools/call': { name: 'f' },
  'prompts/get': { name: 'p' },
  'completion/complete': { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } },
};

async function asker(options: Partial<HandlerOptions> = {}, parts: Application = {}) {
  const handler = await createHandler(
    'cached',
    { ...application, ...parts },
    {
      logger: silentLogger,
      ...options,
      spec: spec20260728,
    },
  );
  return (method: string, params: JsonObject = {}, subject?: string): Promise<Answer> => {
    const exchange = Object.assign(stdioExchange(), subject === undefined ? {} : { caller: { subject, scopes: [] } });
    return send(handler, modernRequest(method, params), exchange);
  };
}

describe('cache hints', () => {
  it('K-01, K-06, Q-02, X-13 stand on exactly six results', async () => {
    const ask = await asker();
    for (const [method, params] of Object.entries({ ...CACHEABLE, ...OTHERS })) {
      const { result } = await ask(method, params);
      expect([method, 'ttlMs' in (result ?? {}), 'cacheScope' in (result ?? {})]).toEqual([
        method,
        method in CACHEABLE,
        method in CACHEABLE,
      ]);
    }
  });

  it('K-08, CA-10 say private and zero unless somebody says otherwise', async () => {
    const ask = await asker();
    for (const [method, params] of Object.entries(CACHEABLE)) {
      expect((await ask(method, params)).result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    }
  });

  it('K-02, K-03, CA-09 are an integer from 0 and one of two words, whatever the application says', async () => {
    const policies: readonly unknown[] = [
      { ttlMs: -1, scope: 'public' },
      { ttlMs: 1.5, scope: 'public' },
      { ttlMs: Number.NaN, scope: 'public' },
      { ttlMs: '5', scope: 'public' },
      { ttlMs: 5, scope: 'shared' },
      { ttlMs: 5 },
      'public',
      7,
    ];
    for (const policy of policies) {
      const ask = await asker({ cacheTtl: 3 }, { cachePolicy: () => policy as never });
      const { result } = await ask('tools/list');
      expect(result).toMatchObject({ ttlMs: 3, cacheScope: 'private' });
    }
  });

  it('K-04, K-05 have one scope on all pages, as the policy is asked about a list and not about a page', async () => {
    const asked: unknown[] = [];
    let ttlMs = 0;
    const ask = await asker(
      { pageSize: 1 },
      {
        tools: () => [1, 2, 3].map((id) => ({ name: `t${id}`, run: () => 'x' })),
        cachePolicy: (operation, request) => {
          asked.push([operation, request]);
          ttlMs += 1;
          return { ttlMs, scope: 'public' };
        },
      },
    );
    const pages: (JsonObject | undefined)[] = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const { result } = await ask('tools/list', cursor === undefined ? {} : { cursor });
      pages.push(result);
      cursor = result?.nextCursor as string | undefined;
    }
    expect(pages.map((page) => page?.cacheScope)).toEqual(['public', 'public', 'public']);
    expect(new Set(pages.map((page) => page?.ttlMs)).size).toBe(3);
    expect(new Set(asked.map((question) => JSON.stringify(question)))).toEqual(new Set(['["tools/list",null]']));
  });

  it('K-04 a walk that began under another scope has to begin again', async () => {
    let scope: 'public' | 'private' = 'public';
    const ask = await asker(
      { pageSize: 1 },
      {
        tools: () => [1, 2].map((id) => ({ name: `t${id}`, run: () => 'x' })),
        cachePolicy: () => ({ ttlMs: 1, scope }),
      },
    );
    const { result } = await ask('tools/list');
    scope = 'private';
    expect((await ask('tools/list', { cursor: result?.nextCursor as string })).error?.code).toBe(-32602);
  });

  it('K-07 replace no access control: each caller gets what is his, whatever is public', async () => {
    const ask = await asker(
      { cacheScope: 'public', cacheTtl: 60_000 },
      {
        tools: ({ caller }) => [{ name: `of_${caller?.subject}`, run: () => 'x' }],
        resources: () => [
          { uri: 'a:1', name: 'one', read: (_uri, _variables, { caller }) => `for ${caller?.subject}` },
        ],
      },
    );
    for (const subject of ['ann', 'bob', 'ann']) {
      expect((await ask('tools/list', {}, subject)).result).toMatchObject({ tools: [{ name: `of_${subject}` }] });
      expect((await ask('resources/read', { uri: 'a:1' }, subject)).result).toMatchObject({
        contents: [{ text: `for ${subject}` }],
      });
    }
  });

  it('K-09 may be given beside listChanged', async () => {
    const { result } = await (await asker({ cacheTtl: 60_000 }))('server/discover');
    expect(result).toMatchObject({ ttlMs: 60_000, capabilities: { tools: { listChanged: true } } });
  });

  it.each([{ inputResponses: {} }, { requestState: 's' }])(
    'K-10, Q-03 forbid to keep the result of a retry with %j, whatever the policy says',
    async (retry) => {
      const ask = await asker({ cacheTtl: 60_000, cacheScope: 'public' });
      const { result, error } = await ask('resources/read', { uri: 'a:1', ...retry });
      if (error === undefined) expect(result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
      else expect(error.code).toBe(-32602);
    },
  );
});

it('the identity of the server is beside them (M-08)', async () => {
  const { result } = await (await asker())('tools/list');
  expect(result?._meta).toEqual({ [META.serverInfo]: { name: 'cached', version: '1.0.0', title: 'cached' } });
});
