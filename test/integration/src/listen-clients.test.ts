// The official client 2.x listens to changes, over HTTP and over stdio, with everything that it and the servers say checked in
// between.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Session, type Target, v2Auto, v2Pinned } from './clients/official-client.js';
import { createNews } from './fixtures/news.js';
import { serveHttp } from './http-server.js';
import { fixture } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { type HttpTap, tapHttp } from './wire/http-tap.js';
import { SERVED } from './wire/revisions.js';
import { tapStdio } from './wire/stdio-tap.js';

checkEveryMessage();

const WATCHED = { served: SERVED['2026-07-28'], isRealClient: true };
const OPTIONS = { spec: '2026-07-28', changeDebounceMs: 0 } as const;
const ALL = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

type Listening = Session & Client;

/** What the client was told, in order. */
function heard(client: Client): string[] {
  const news: string[] = [];
  client.setNotificationHandler('notifications/tools/list_changed', () => void news.push('tools'));
  client.setNotificationHandler('notifications/prompts/list_changed', () => void news.push('prompts'));
  client.setNotificationHandler('notifications/resources/list_changed', () => void news.push('resources'));
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void news.push(params.uri));
  return news;
}

async function connected(target: Target, official = v2Pinned): Promise<Listening> {
  const client = (await official.connect(target)) as Listening;
  expect(client.getServerCapabilities()).toMatchObject({
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
  });
  return client;
}

/** What the client does, whatever the transport is. */
async function hearTheNews(client: Listening): Promise<void> {
  const news = heard(client);
  const announce = () => client.callTool({ name: 'announce', arguments: {} });
  const tools = await client.listen({ toolsListChanged: true });
  expect(tools.honoredFilter).toEqual({ toolsListChanged: true });
  await announce();
  await vi.waitFor(() => expect(news).toEqual(['tools']));

  // A second one beside the first: what both want comes twice.
  const all = await client.listen({ ...ALL, resourceSubscriptions: ['news://today'] });
  expect(all.honoredFilter).toEqual({ ...ALL, resourceSubscriptions: ['news://today'] });
  news.length = 0;
  await announce();
  await vi.waitFor(() => expect([...news].sort()).toEqual(['news://today', 'prompts', 'resources', 'tools', 'tools']));

  await all.close();
  expect(await all.closed).toBe('local');
  news.length = 0;
  await announce();
  await vi.waitFor(() => expect(news).toEqual(['tools']));

  // What changed can be seen by whoever was told of it.
  news.length = 0;
  const name = `tool_${crypto.randomUUID()}`;
  await client.callTool({ name: 'extend', arguments: { name } });
  await vi.waitFor(() => expect(news).toEqual(['tools']));
  expect((await client.listTools()).tools.map((tool) => tool.name)).toContain(name);
}

describe('over HTTP', () => {
  let server: Awaited<ReturnType<typeof serveHttp>>;
  let tap: HttpTap;
  beforeAll(async () => {
    server = await serveHttp(createNews(), OPTIONS);
    tap = await tapHttp(server.address, WATCHED);
  });
  afterAll(async () => {
    await tap.close();
    await server.close();
  });

  it.each([v2Pinned, v2Auto])(
    'the $name hears what it asked for, on several streams (U-04, U-08, U-15)',
    async (official) => {
      const client = await connected({ url: tap.url }, official);
      await hearTheNews(client);
      await client.close();
    },
  );

  it('NS-07 one that hangs up does not keep the others from hearing', async () => {
    const [leaving, staying] = await Promise.all([connected({ url: tap.url }), connected({ url: tap.url })]);
    const news = heard(staying);
    await leaving.listen(ALL);
    await staying.listen(ALL);
    await leaving.close();
    await staying.callTool({ name: 'announce', arguments: {} });
    await vi.waitFor(() => expect(news).toEqual(['tools', 'prompts', 'resources']));
    await staying.close();
  });

  it('U-11 hears of the end of the server as a graceful one', async () => {
    const ending = await serveHttp(createNews(), OPTIONS);
    const own = await tapHttp(ending.address, WATCHED);
    const client = await connected({ url: own.url });
    const { closed } = await client.listen(ALL);
    await ending.close();
    expect(await closed).toBe('graceful');
    await client.close();
    await own.close();
  });
});

describe('over stdio', () => {
  it('the client hears what it asked for, on several streams (U-04, U-07, U-08, U-10)', async () => {
    const tap = tapStdio(fixture('news', OPTIONS), WATCHED);
    const client = await connected(tap);
    await hearTheNews(client);
    await client.close();
    await tap.finish();
  });
});
