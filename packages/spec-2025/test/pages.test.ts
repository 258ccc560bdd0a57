import {
  type Application,
  combineSources,
  type JsonObject,
  type Source,
  silentLogger,
  type ToolDescriptor,
} from '@polyspec/core';
import { connectTestClient } from '@polyspec/core/testing';
import { describe, expect, test } from 'vitest';
import { spec20250618, spec20251125 } from '../src/index.js';
import { connected } from './client.js';

const tools: readonly ToolDescriptor[] = Array.from({ length: 7 }, (_, index) => ({
  name: `t${index}`,
  run: () => `${index}`,
}));

/** Answers what is asked for by name; its pages are of two. */
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

type Ask = (method: string, params?: JsonObject) => Promise<JsonObject>;

/** The pages of a list, as a client follows the cursors. */
async function walk(ask: Ask, method: string, member: string): Promise<readonly (readonly JsonObject[])[]> {
  const pages: (readonly JsonObject[])[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask(method, cursor === undefined ? undefined : { cursor });
    pages.push(page[member] as readonly JsonObject[]);
    if ('nextCursor' in page) expect(page.nextCursor).toMatch(/^[\w-]{40,}$/);
    cursor = page.nextCursor as string | undefined;
  } while (cursor !== undefined);
  return pages;
}

describe.each(['2025-11-25', '2025-06-18'])('pages under %s', (revision) => {
  test.each(LISTS)('YU-13 %s is paged, at the size that the server chose', async (method, member, count) => {
    const client = await connected(everything, { revision, server: { pageSize: 3 } });
    const pages = await walk((...asked) => client.result(...asked), method, member);
    expect(pages.map((page) => page.length)).toEqual(count === 7 ? [3, 3, 1] : [3]);
    expect(new Set(pages.flat().map(({ name }) => name)).size).toBe(count);
    expect(await walk((...asked) => client.result(...asked), method, member)).toEqual(pages);
  });

  test('YU-13 a source is paged as it pages itself, and what it lists can be called', async () => {
    const both = combineSources([{ prefix: 'n.', source: numbers }, [{ name: 'own', run: () => 'own' }]]);
    const client = await connected({ tools: () => both }, { revision });
    const pages = await walk((...asked) => client.result(...asked), 'tools/list', 'tools');
    expect(pages.map((page) => page.map(({ name }) => name))).toEqual([
      ['n.t0', 'n.t1'],
      ['n.t2', 'n.t3'],
      ['n.t4', 'n.t5'],
      ['n.t6'],
      ['own'],
    ]);
    expect(await client.call('n.t6')).toMatchObject({ content: [{ text: '6' }] });
    expect((await client.error('tools/call', { name: 't6' })).code).toBe(-32602);
  });

  test('YU-14, Q-40 a cursor that is none, or is another’s, is -32602', async () => {
    const caller = (subject: string) => ({ caller: { subject, scopes: [] } });
    const server = { pageSize: 2, keys: ['ab'.repeat(32)] };
    const alice = await connected(everything, { revision, server, http: true, ...caller('alice') });
    const bob = await connected(everything, { revision, server, http: true, ...caller('bob') });
    const { nextCursor } = await alice.result('tools/list');
    const cursor = String(nextCursor);
    const refused = { code: -32602, message: 'Invalid cursor' };
    for (const wrong of ['', 'x', cursor.slice(1), cursor.slice(0, -3), `${cursor}=`]) {
      expect(await alice.error('tools/list', { cursor: wrong })).toEqual(refused);
    }
    expect(await alice.error('prompts/list', { cursor })).toEqual(refused);
    expect(await bob.error('tools/list', { cursor })).toEqual(refused);
    for (const wrong of [7, null, {}]) {
      expect((await alice.error('tools/list', { cursor: wrong })).code).toBe(-32602);
    }
    expect((await alice.result('tools/list', { cursor })).tools).toMatchObject([{ name: 't2' }, { name: 't3' }]);
  });

  test('YU-15 a cursor of another server with other keys is refused', async () => {
    const one = await connected(everything, { revision, server: { pageSize: 2 } });
    const other = await connected(everything, { revision, server: { pageSize: 2 } });
    const { nextCursor } = await one.result('tools/list');
    expect((await other.error('tools/list', { cursor: String(nextCursor) })).code).toBe(-32602);
  });

  test('reach the test client of core', async () => {
    const spec = revision === '2025-11-25' ? spec20251125 : spec20250618;
    const server = { pageSize: 4, logger: silentLogger };
    const client = await connectTestClient(everything, { spec, revision, server });
    const pages = await walk((...asked) => client.request(...asked), 'tools/list', 'tools');
    expect(pages.map((page) => page.length)).toEqual([4, 3]);
    await client.close();
  });
});
