// News of changes: behaviours of the reference library, over every revision and transport.
import { type Application, type ChangeEvent, type JsonObject, silentLogger } from '@polyspec/core';
import { createParser } from 'eventsource-parser';
import { prepare } from 'polyspec';
import { describe, expect, it } from 'vitest';
import { headersOf, requestOf } from '../wire/messages.js';
import { ENDPOINT } from './http-handler.js';
import { legal, open } from './open-client.js';
import type { Line } from './stdio-run.js';
import { StdioTalk } from './stdio-talk.js';

const EVENTS: readonly ChangeEvent[] = [
  { type: 'toolsListChanged' },
  { type: 'promptsListChanged' },
  { type: 'resourcesListChanged' },
  { type: 'resourceUpdated', uri: 'a:b' },
];
const CHANGED = [
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
];
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
const ID = 'io.modelcontextprotocol/subscriptionId';
const notifications = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['a:b'],
};

const application: Application = {
  tools: () => [
    {
      name: 'change',
      description: 'Changes everything.',
      run: (_args, context) => {
        for (const event of EVENTS) context.notify(event);
        return 'changed';
      },
    },
  ],
  prompts: () => [],
  resources: () => [{ uri: 'a:b', name: 'b' }],
  readResource: () => 'x',
};
const change = { name: 'change', arguments: {} };
const methodsOf = (lines: readonly Line[]): unknown[] => lines.map(({ method }) => method);

describe.each(['2025-06-18', '2025-11-25'] as const)('under %s', (revision) => {
  it('LI-15, LU-05, V1-09, NS-05, NS-08, QL-22 a client is told of the lists, and of resources that it subscribed to', async () => {
    const talk = await StdioTalk.open(application, revision);
    talk.say({ id: 1, method: 'resources/subscribe', params: { uri: 'a:b' } });
    expect(await talk.next()).toMatchObject({ id: 1, result: {} });
    for (const event of EVENTS) talk.server.notify(event);
    const told = await talk.nextOf(4);
    expect(methodsOf(told)).toEqual(CHANGED);
    expect(told.at(-1)?.params).toEqual({ uri: 'a:b' });
    talk.say({ id: 2, method: 'resources/unsubscribe', params: { uri: 'a:b' } });
    expect(await talk.next()).toMatchObject({ id: 2, result: {} });
    for (const event of EVENTS.toReversed()) talk.server.notify(event);
    expect(methodsOf(await talk.nextOf(3))).toEqual(CHANGED.slice(0, 3).toReversed());
    await talk.server.close();
  });
});

describe('under 2026-07-28', () => {
  it('ST-11, V3-02, NS-01 to NS-04, NS-06 over stdio a subscription is told between the answers to other requests', async () => {
    const talk = await StdioTalk.open(application, '2026-07-28');
    talk.say(requestOf('2026-07-28', 'news', 'subscriptions/listen', { notifications }));
    expect(await talk.next()).toMatchObject({ method: ACKNOWLEDGED, params: { notifications } });
    talk.say(requestOf('2026-07-28', 1, 'tools/call', change));
    talk.say(requestOf('2026-07-28', 2, 'tools/call', change));
    const lines = await talk.nextOf(10);
    expect(lines.flatMap(({ id }) => id ?? []).toSorted()).toEqual([1, 2]);
    const told = lines.filter(({ id }) => id === undefined);
    expect(methodsOf(told)).toEqual([...CHANGED, ...CHANGED]);
    for (const { params } of told) expect(params).toHaveProperty(['_meta', ID], 'news');
    await talk.server.close();
  });

  it('HT-05, NS-15 over HTTP a subscription is a stream that stays open until one side ends it', async () => {
    const mcp = await prepare('news', application, { logger: silentLogger, changeDebounceMs: 0 });
    const params = { notifications };
    const response = await mcp.fetchHandler()(
      new Request(ENDPOINT, {
        method: 'POST',
        headers: headersOf('2026-07-28', 'subscriptions/listen', params),
        body: JSON.stringify(requestOf('2026-07-28', 7, 'subscriptions/listen', params)),
      }),
    );
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = (response.body ?? expect.fail('there is no stream')).getReader();
    const messages: JsonObject[] = [];
    const parser = createParser({ onEvent: ({ data }) => messages.push(JSON.parse(data) as JsonObject) });
    const until = async (count: number): Promise<void> => {
      while (messages.length < count) {
        const { value } = await reader.read();
        parser.feed(new TextDecoder().decode(value ?? expect.fail('the stream has ended')));
      }
    };
    await until(1);
    for (const event of EVENTS) mcp.notify(event);
    await until(5);
    await mcp.close();
    await until(6);
    expect(methodsOf(messages)).toEqual([ACKNOWLEDGED, ...CHANGED, undefined]);
    expect(messages.at(-1)).toMatchObject({ id: 7, result: { resultType: 'complete' } });
    for (const message of messages) {
      legal(message, '2026-07-28', message.method === undefined ? 'subscriptions/listen' : undefined);
    }
    expect((await reader.read()).done).toBe(true);
  });

  it('NS-04, NS-06 publishing sends nothing to a client that does not listen', async () => {
    const client = await open(application, '2026-07-28', { server: { changeDebounceMs: 0 } });
    expect(await client.call('change')).toMatchObject({ content: [{ text: 'changed' }] });
    await client.call('change');
    expect(client.unasked).toEqual([]);
  });
});
