import {
  type Application,
  combineSources,
  createHandler,
  type JsonObject,
  type ServerHandler,
  type ServerOptions,
  type Source,
  silentLogger,
  type ToolDescriptor,
} from '@polyspec/core';
import { connectTestClient } from '@polyspec/core/testing';
import { describe, expect, it } from 'vitest';
import { spec20260728 } from '../src/spec.js';
import { type Answer, httpFor, modernRequest, send } from './ask.js';

const tools: readonly ToolDescriptor[] = Array.from({ length: 7 }, (_, index) => ({
  name: `t${index}`,
  run: () => `${index}`,
}));

/** Its pages are of two. */
const numbers: Source<ToolDescriptor> = {
  list: (after) => {
    const start = Number(after ?? 0);
    return { items: tools.slice(start, start + 2), next: start + 2 < tools.length ? start + 2 : undefined };
  },
  get: (name) => tools.find((tool) => tool.name === name),
};

const named = ['a', 'b', 'c'].map((name) => ({ name, run: () => 'x', read: () => 'x' }));

const everything: Application = {
  tools: () => tools,
  prompts: () => named.map(({ name, run }) => ({ name, run })),
  resources: () => named.map(({ name, read }) => ({ name, read, uri: `x:${name}` })),
  resourceTemplates: () => named.map(({ name, read }) => ({ name, read, uriTemplate: `x:${name}/{id}` })),
};

const LISTS = [
  ['tools/list', 'tools', 7],
  ['prompts/list', 'prompts', 3],
  ['resources/list', 'resources', 3],
  ['resources/templates/list', 'resourceTemplates', 3],
] as const;

const serving = (application: Application, options: ServerOptions = {}): Promise<ServerHandler> =>
  createHandler('pages', application, { spec: spec20260728, logger: silentLogger, ...options });

async function ask(handler: ServerHandler, method: string, params: JsonObject = {}, subject?: string): Promise<Answer> {
  const message = modernRequest(method, params);
  const caller = subject === undefined ? {} : { caller: { subject, scopes: [] } };
  return send(handler, message, Object.assign(httpFor(message), caller));
}

/** The pages of a list, as a client follows the cursors. */
async function walk(handler: ServerHandler, method: string): Promise<readonly JsonObject[]> {
  const pages: JsonObject[] = [];
  let cursor: string | undefined;
  do {
    const { result } = await ask(handler, method, cursor === undefined ? {} : { cursor });
    pages.push(result ?? expect.fail('no result'));
    cursor = result?.nextCursor as string | undefined;
  } while (cursor !== undefined);
  return pages;
}

describe('pages', () => {
  it.each(LISTS)('G-01, G-02 %s is paged, at the size that the server chose', async (method, member, count) => {
    const handler = await serving(everything, { pageSize: 3 });
    const pages = await walk(handler, method);
    const items = pages.map((page) => page[member] as readonly JsonObject[]);
    expect(items.map((page) => page.length)).toEqual(count === 7 ? [3, 3, 1] : [3]);
    expect(new Set(items.flat().map(({ name }) => name)).size).toBe(count);
  });

  it('G-03, G-06, Z-02 have a cursor that is opaque and never empty, and none where nothing follows', async () => {
    const pages = await walk(await serving(everything, { pageSize: 3 }), 'tools/list');
    for (const page of pages.slice(0, -1)) expect(page.nextCursor).toMatch(/^[\w-]{40,}$/);
    expect(pages.at(-1)).not.toHaveProperty('nextCursor');
    expect((await walk(await serving(everything), 'tools/list'))[0]).not.toHaveProperty('nextCursor');
  });

  it('G-04 go on in the right place when the list changes in between', async () => {
    let list = tools;
    const handler = await serving({ tools: () => list }, { pageSize: 3 });
    const { result } = await ask(handler, 'tools/list');
    list = [{ name: 'new', run: () => '' }, ...tools.filter(({ name }) => name !== 't1')];
    const { result: next } = await ask(handler, 'tools/list', { cursor: String(result?.nextCursor) });
    expect(next?.tools).toMatchObject([{ name: 't3' }, { name: 't4' }, { name: 't5' }]);
  });

  it('G-05, G-06, E-08, Q-05, Q-40 refuse a cursor that is none, or is another’s, with -32602 and 200', async () => {
    const handler = await serving(everything, { pageSize: 2 });
    const cursor = String((await ask(handler, 'tools/list', {}, 'alice')).result?.nextCursor);
    const refused = { status: 200, error: { code: -32602, message: 'Invalid cursor' } };
    for (const wrong of ['', 'x', cursor.slice(1), cursor.slice(0, -3), `${cursor}=`]) {
      expect(await ask(handler, 'tools/list', { cursor: wrong }, 'alice')).toMatchObject(refused);
    }
    expect(await ask(handler, 'prompts/list', { cursor }, 'alice')).toMatchObject(refused);
    expect(await ask(handler, 'tools/list', { cursor }, 'bob')).toMatchObject(refused);
    expect(await ask(handler, 'tools/list', { cursor })).toMatchObject(refused);
    for (const wrong of [7, null, {}]) {
      expect((await ask(handler, 'tools/list', { cursor: wrong }, 'alice')).error?.code).toBe(-32602);
    }
    const { result } = await ask(handler, 'tools/list', { cursor }, 'alice');
    expect(result?.tools).toMatchObject([{ name: 't2' }, { name: 't3' }]);
  });

  it('G-07, B-20 go on in another process that has the same keys', async () => {
    const options = { pageSize: 3, keys: ['ab'.repeat(32)] };
    const { result } = await ask(await serving(everything, options), 'tools/list');
    const cursor = String(result?.nextCursor);
    expect((await ask(await serving(everything, options), 'tools/list', { cursor })).result?.tools).toHaveLength(3);
    const { error } = await ask(await serving(everything, { pageSize: 3 }), 'tools/list', { cursor });
    expect(error?.code).toBe(-32602);
  });

  it('K-04, K-05 have one scope, and a time of their own', async () => {
    let ttlMs = 0;
    const policy = { scope: 'public' as 'public' | 'private' };
    const application: Application = { ...everything, cachePolicy: () => ({ ttlMs: ++ttlMs, ...policy }) };
    const handler = await serving(application, { pageSize: 3 });
    const pages = await walk(handler, 'tools/list');
    expect(pages.map(({ cacheScope }) => cacheScope)).toEqual(['public', 'public', 'public']);
    expect(new Set(pages.map((page) => page.ttlMs)).size).toBe(3);
    policy.scope = 'private';
    const cursor = String(pages[0]?.nextCursor);
    expect((await ask(handler, 'tools/list', { cursor })).error?.code).toBe(-32602);
  });

  it('of a list that clients may share go on for every caller, since the cursor is shared with the page', async () => {
    const handler = await serving(everything, { pageSize: 3, cacheScope: 'public' });
    const { result } = await ask(handler, 'tools/list', {}, 'alice');
    const next = await ask(handler, 'tools/list', { cursor: String(result?.nextCursor) }, 'bob');
    expect(next.result?.tools).toHaveLength(3);
  });

  it('G-02 of a source are its own, and what it lists can be called', async () => {
    const both = combineSources([{ prefix: 'n.', source: numbers }, [{ name: 'own', run: () => 'own' }]]);
    const handler = await serving({ tools: () => both });
    const pages = await walk(handler, 'tools/list');
    expect(pages.map((page) => (page.tools as readonly JsonObject[]).map(({ name }) => name))).toEqual([
      ['n.t0', 'n.t1'],
      ['n.t2', 'n.t3'],
      ['n.t4', 'n.t5'],
      ['n.t6'],
      ['own'],
    ]);
    const { result } = await ask(handler, 'tools/call', { name: 'n.t6' });
    expect(result?.content).toEqual([{ type: 'text', text: '6' }]);
    expect((await ask(handler, 'tools/call', { name: 't6' })).error?.code).toBe(-32602);
  });

  it('reach the test client of core', async () => {
    const server = { pageSize: 4, logger: silentLogger };
    const client = await connectTestClient(everything, { spec: spec20260728, server });
    const { tools: first, nextCursor } = await client.request('tools/list');
    expect(first).toHaveLength(4);
    expect((await client.request('tools/list', { cursor: String(nextCursor) })).tools).toHaveLength(3);
    await client.close();
  });
});
