// What each revision has of its own: behaviours of the reference library.
import { type Application, type CacheableOperation, type Icon, type JsonObject, resourceLink } from '@polyspec/core';
import { testClient } from 'polyspec/testing';
import { describe, expect, it, vi } from 'vitest';
import { REVISIONS } from '../../../schema/official-schema.js';
import { open } from './open-client.js';

const icon: Icon = { src: 'https://example.com/i.png', mimeType: 'image/png', sizes: ['48x48', 'any'] };
const everything: Application = {
  tools: () => [
    { name: 'sum', title: 'Sum', description: 'Sums.', output: { type: 'object' }, run: () => ({ sum: 3 }) },
    { name: 'link', title: 'Link', description: 'Links.', run: () => resourceLink('a:b', 'b') },
    {
      name: 'broken',
      description: 'Breaks.',
      run: () => {
        throw new Error('hunter2');
      },
    },
  ],
  prompts: () => [{ name: 'p', title: 'P' }],
  getPrompt: () => 'Hello',
  resources: () => [{ uri: 'a:b', name: 'b', title: 'B' }],
  resourceTemplates: () => [{ uriTemplate: 'c:{d}', name: 'c', title: 'C' }],
  readResource: (uri) => {
    if (uri === 'c:broken') throw new Error('hunter2');
    return 'x';
  },
  complete: () => ['y'],
};
const LISTS = [
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
] as const;
/** A call of every method that all revisions have. */
const CALLS: readonly (readonly [string, JsonObject?])[] = [
  ...LISTS.map(([method]) => [method] as const),
  ['tools/call', { name: 'sum' }],
  ['prompts/get', { name: 'p' }],
  ['resources/read', { uri: 'a:b' }],
  ['completion/complete', { ref: { type: 'ref/resource', uri: 'c:{d}' }, argument: { name: 'd', value: '' } }],
];

describe.each(REVISIONS)('under %s', (revision) => {
  it('V1-01, V2-01, V3-01 the methods of tools, prompts, resources and completions are there', async () => {
    const client = await open(everything, revision);
    for (const [method, params] of CALLS) expect(await client.result(method, params)).toBeTypeOf('object');
  });

  it('V1-08 with titles, structured results and links', async () => {
    const client = await open(everything, revision);
    for (const [method, member] of LISTS) {
      const [first] = await client.list(method, member);
      expect(first).toHaveProperty('title');
    }
    expect(await client.call('sum')).toMatchObject({ structuredContent: { sum: 3 } });
    expect(await client.call('link')).toMatchObject({ content: [{ type: 'resource_link', uri: 'a:b', name: 'b' }] });
  });

  it('V1-19, V1-20, V3-10, V3-24, X-08 an unknown tool is -32602, an unknown method -32601', async () => {
    const client = await open(everything, revision);
    expect(await client.error('tools/call', { name: 'nope' })).toEqual({
      code: -32602,
      message: "Unknown tool 'nope'",
    });
    expect(await client.error('tools/rename')).toEqual({ code: -32601, message: 'Method not found: tools/rename' });
  });

  it('V1-17, V3-25 a request without the name that it needs is -32602, and nothing runs', async () => {
    const callTool = vi.fn();
    const client = await open({ ...everything, tools: () => [{ name: 'f' }], callTool }, revision);
    for (const method of ['tools/call', 'prompts/get', 'resources/read']) {
      expect((await client.error(method, {})).code).toBe(-32602);
    }
    expect(callTool).not.toHaveBeenCalled();
  });

  it('V1-21, V3-32, X-09 a list of nothing is empty, or unknown from 2026-07-28 on', async () => {
    const client = await open({ tools: () => [] }, revision);
    for (const [method, member] of LISTS.slice(1)) {
      if (revision === '2026-07-28') expect((await client.error(method)).code).toBe(-32601);
      else expect(await client.result(method)).toEqual({ [member]: [] });
    }
  });

  it('V1-23, V3-33, Q-40 a list is one page, and a cursor that was never given is -32602', async () => {
    const client = await open(everything, revision);
    for (const [method] of LISTS) {
      expect(await client.result(method)).not.toHaveProperty('nextCursor');
      expect((await client.error(method, { cursor: 'page2' })).code).toBe(-32602);
    }
  });

  it('V2-04 to V2-07, V2-14, V2-15, V2-18, X-27 icons come with whatever has them, from 2025-11-25 on', async () => {
    const asked: string[] = [];
    const iconsOf = (what: string): readonly Icon[] | undefined => {
      asked.push(what);
      return what === 'sum' || what === 'p' || what === 'a:b' || what === 'c:{d}' ? [icon] : undefined;
    };
    const withIcons: Application = { ...everything, toolIcons: iconsOf, promptIcons: iconsOf, resourceIcons: iconsOf };
    const client = await open(withIcons, revision);
    for (const [method, member] of LISTS) {
      const [first, ...rest] = await client.list(method, member);
      if (revision === '2025-06-18') expect(first).not.toHaveProperty('icons');
      else expect(first).toHaveProperty('icons', [icon]);
      for (const other of rest) expect(other).not.toHaveProperty('icons');
    }
    expect(asked).toEqual(expect.arrayContaining(['link', 'p', 'a:b', 'c:{d}']));
  });

  it('V1-07, V3-11, V3-26, LU-10 what goes wrong inside is -32603, in words that say nothing of it to who is not local', async () => {
    const client = await open(everything, revision, { server: { exposeErrors: false } });
    const error = await client.error('resources/read', { uri: 'c:broken' });
    expect(error).toEqual({ code: -32603, message: expect.stringMatching(/^Internal error \(reference [\w-]+\)$/) });
    expect(JSON.stringify(await client.call('broken'))).not.toContain('hunter2');
  });
});

describe.each(['2025-06-18', '2025-11-25'] as const)('under %s', (revision) => {
  it('V1-03, V1-04, V1-12 initialize agrees on a revision, and ping is answered with nothing', async () => {
    const client = await testClient(everything, { revision });
    expect(Object.keys(client.opening ?? {})).toEqual(['protocolVersion', 'capabilities', 'serverInfo']);
    expect(client.opening?.protocolVersion).toBe(revision);
    expect(await client.request('ping')).toEqual({});
  });

  it('CA-06 no result has cache fields', async () => {
    const client = await open({ ...everything, cachePolicy: () => ({ ttlMs: 5, scope: 'public' }) }, revision);
    for (const [method, params] of CALLS) {
      const result = await client.result(method, params);
      expect(Object.keys(result)).not.toEqual(expect.arrayContaining(['ttlMs']));
      expect(Object.keys(result)).not.toEqual(expect.arrayContaining(['cacheScope']));
    }
  });
});

describe('under 2026-07-28', () => {
  it('V3-03, V3-04, V3-19, Q-10 server/discover replaces initialize, and ping is gone', async () => {
    const client = await open(everything, '2026-07-28');
    expect(await client.result('server/discover')).toHaveProperty('supportedVersions');
    for (const method of ['initialize', 'ping', 'logging/setLevel']) {
      expect((await client.error(method)).code).toBe(-32601);
    }
  });

  it('V3-20, V3-22, X-06 discover tells the capabilities that the published schema knows', async () => {
    const client = await open(everything, '2026-07-28');
    expect(client.facts.capabilities).toEqual({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      completions: {},
      logging: {},
    });
    expect(client.facts.capabilities).not.toHaveProperty('subscriptions');
  });

  it('V3-23 every result says what it is', async () => {
    const client = await open(everything, '2026-07-28');
    for (const [method, params] of [...CALLS, ['server/discover'] as const]) {
      expect(await client.result(method, params)).toHaveProperty('resultType', 'complete');
    }
  });

  it('CA-01 to CA-03, CA-05, CA-07 to CA-10 six results have cache fields, each from the policy of its operation', async () => {
    const asked: [CacheableOperation, string | undefined][] = [];
    const application: Application = {
      ...everything,
      cachePolicy: (operation, request) => {
        asked.push([operation, request]);
        if (operation === 'prompts/list') return { ttlMs: -1, scope: 'public' };
        return operation === 'tools/list' ? { ttlMs: 1000, scope: 'public' } : undefined;
      },
    };
    const client = await open(application, '2026-07-28', { server: { cacheTtl: 7 } });
    asked.length = 0;
    const withFields: Record<string, unknown> = {};
    for (const [method, params] of [...CALLS, ['server/discover'] as const]) {
      const { ttlMs, cacheScope } = await client.result(method, params);
      if (ttlMs !== undefined || cacheScope !== undefined) withFields[method] = [ttlMs, cacheScope];
    }
    expect(withFields).toEqual({
      'tools/list': [1000, 'public'],
      // An invalid policy falls back to the options.
      'prompts/list': [7, 'private'],
      'resources/list': [7, 'private'],
      'resources/templates/list': [7, 'private'],
      'resources/read': [7, 'private'],
      'server/discover': [7, 'private'],
    });
    expect(asked).toEqual([
      ['tools/list', undefined],
      ['prompts/list', undefined],
      ['resources/list', undefined],
      ['resources/templates/list', undefined],
      ['resources/read', 'a:b'],
      ['server/discover', undefined],
    ]);
  });

  it('V3-09, V3-27, LU-08 a tool says what its client must be able to do; otherwise the call is -32021', async () => {
    const application: Application = {
      tools: () => [{ name: 'ask', description: 'Asks.', requires: { sampling: {} }, run: () => 'asked' }],
    };
    const unable = await open(application, '2026-07-28');
    expect(await unable.error('tools/call', { name: 'ask' })).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { sampling: {} } },
    });
    const able = await open(application, '2026-07-28', { capabilities: { sampling: {} } });
    expect(await able.call('ask')).toMatchObject({ content: [{ text: 'asked' }] });
  });
});
