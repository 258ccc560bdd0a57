import type { ChangeEvent, JsonRpcMessage } from '@polyspec/core';
import { describe, expect, test, vi } from 'vitest';
import { Everything, Resources, Tools } from './applications.js';
import { type Client, type ClientOptions, connected, type TestExchange } from './client.js';

/**
 * What clients are told that belongs to none of their requests: by standing streams over HTTP (YH-18 to YH-23), and on stdio
 * (YT-09, YR-05, YR-08 to YR-10, YL-06).
 */

const tools: ChangeEvent = { type: 'toolsListChanged' };
const prompts: ChangeEvent = { type: 'promptsListChanged' };
const updated = (uri: string): ChangeEvent => ({ type: 'resourceUpdated', uri });

const TOOLS = 'notifications/tools/list_changed';
const PROMPTS = 'notifications/prompts/list_changed';
const RESOURCES = 'notifications/resources/list_changed';
const UPDATED = 'notifications/resources/updated';

const open = (options: ClientOptions = {}): Promise<Client> =>
  connected(new Everything(), { http: 'session', ...options, server: { changeDebounceMs: 0, ...options.server } });

const lastId = ({ events }: TestExchange): string => events.at(-1)?.id ?? expect.fail('no id');
const urisOn = (messages: readonly JsonRpcMessage[]): unknown[] =>
  messages.map((message) => ('method' in message ? (message.params?.uri ?? message.method) : 'answer'));

describe.each([
  ['in a session', 'session'],
  ['on stdio', false],
] as const)('changes %s', (_where, http) => {
  /** A client, and what it was told. */
  async function listening(options: ClientOptions = {}): Promise<Client> {
    const client = await open({ http, ...options });
    if (http === 'session') await client.listen();
    return client;
  }
  const told = ({ sent }: Client): unknown[] => urisOn(sent);

  test('of lists are told, each by its notification (YT-09, YR-05, YR-10, LU-07)', async () => {
    const client = await listening();
    for (const type of ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'] as const) {
      client.handler.notify({ type });
    }
    expect(client.sent).toEqual([
      { jsonrpc: '2.0', method: TOOLS },
      { jsonrpc: '2.0', method: PROMPTS },
      { jsonrpc: '2.0', method: RESOURCES },
    ]);
  });

  test('of lists that the application does not have are not told: they are not advertised (YL-08)', async () => {
    const client = await connected(new Tools(), { http, server: { changeDebounceMs: 0 } });
    if (http === 'session') await client.listen();
    for (const event of [prompts, tools, updated('notes://welcome')]) client.handler.notify(event);
    expect(told(client)).toEqual([TOOLS]);
    expect(await client.error('resources/subscribe', { uri: 'notes://welcome' })).toMatchObject({ code: -32601 });
  });

  test('of resources are told to who has subscribed, until it unsubscribes (YR-08, YR-09)', async () => {
    const client = await listening();
    client.handler.notify(updated('notes://welcome'));
    expect(await client.result('resources/subscribe', { uri: 'notes://welcome' })).toEqual({});
    expect(await client.result('resources/subscribe', { uri: 'notes://welcome' })).toEqual({});
    for (const uri of ['notes://welcome', 'notes://settings']) client.handler.notify(updated(uri));
    expect(client.sent).toEqual([{ jsonrpc: '2.0', method: UPDATED, params: { uri: 'notes://welcome' } }]);
    expect(await client.result('resources/unsubscribe', { uri: 'notes://welcome' })).toEqual({});
    expect(await client.result('resources/unsubscribe', { uri: 'notes://welcome' })).toEqual({});
    client.handler.notify(updated('notes://welcome'));
    expect(client.sent).toHaveLength(1);
  });

  test('of resources that do not exist yet may be subscribed to; what is no URI may not (YR-12, Q-13)', async () => {
    const client = await listening();
    expect(await client.result('resources/subscribe', { uri: 'notes://later' })).toEqual({});
    client.handler.notify(updated('notes://later'));
    expect(told(client)).toEqual(['notes://later']);
    for (const uri of ['welcome', '', 3, undefined]) {
      const params = uri === undefined ? {} : { uri };
      expect(await client.error('resources/subscribe', params)).toMatchObject({ code: -32602 });
      expect(await client.error('resources/unsubscribe', params)).toMatchObject({ code: -32602 });
    }
  });

  test('that fit several subscriptions, as the application says, are told once (Q-14)', async () => {
    class Covering extends Resources {
      subscriptionCovers(subscribed: string, uri: string): boolean {
        return uri.startsWith(subscribed);
      }
    }
    const client = await connected(new Covering(), { http, server: { changeDebounceMs: 0 } });
    if (http === 'session') await client.listen();
    for (const uri of ['notes://', 'notes://item/', 'other://']) await client.result('resources/subscribe', { uri });
    for (const uri of ['notes://item/1', 'notes://item/1', 'notes://x']) client.handler.notify(updated(uri));
    expect(told(client)).toEqual(['notes://item/1', 'notes://item/1', 'notes://x']);
  });

  test('may be subscribed to a thousand times and not more often', async () => {
    const client = await listening();
    for (let number = 0; number < 1000; number += 1) {
      await client.result('resources/subscribe', { uri: `notes://item/${number}` });
    }
    expect(await client.error('resources/subscribe', { uri: 'notes://item/1000' })).toMatchObject({ code: -32602 });
    expect(await client.result('resources/subscribe', { uri: 'notes://item/999' })).toEqual({});
    await client.result('resources/unsubscribe', { uri: 'notes://item/0' });
    expect(await client.result('resources/subscribe', { uri: 'notes://item/1000' })).toEqual({});
    for (const number of [0, 1, 1000]) client.handler.notify(updated(`notes://item/${number}`));
    expect(told(client)).toEqual(['notes://item/1', 'notes://item/1000']);
  });

  test('are asked of a guard before they are subscribed to', async () => {
    const asked: unknown[] = [];
    const client = await listening({
      authorize: (operation) => {
        asked.push(operation);
        return undefined;
      },
    });
    await client.result('resources/subscribe', { uri: 'notes://welcome' });
    await client.result('resources/unsubscribe', { uri: 'notes://welcome' });
    expect(asked.slice(1)).toEqual([
      { method: 'resources/subscribe', uri: 'notes://welcome' },
      { method: 'resources/unsubscribe', uri: 'notes://welcome' },
    ]);
  });

  test('are told from the confirmation of the handshake on (YL-06, A5)', async () => {
    const client = await open({ http, initialize: false });
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
    await client.result('initialize', hello);
    if (http === 'session') await client.listen();
    await client.result('resources/subscribe', { uri: 'notes://welcome' });
    for (const event of [tools, updated('notes://welcome')]) client.handler.notify(event);
    expect(client.sent).toEqual([]);
    await client.notify('notifications/initialized');
    await client.notify('notifications/initialized');
    client.sent.length = 0;
    for (const event of [tools, updated('notes://welcome')]) client.handler.notify(event);
    expect(told(client)).toEqual([TOOLS, 'notes://welcome']);
  });

  test('are told to every client that may hear of them, and to no other (QL-22)', async () => {
    const client = await listening();
    const other = client.another({ revision: '2025-06-18' });
    await other.initialize();
    if (http === 'session') await other.listen();
    await client.result('resources/subscribe', { uri: 'notes://welcome' });
    for (const event of [tools, updated('notes://welcome')]) client.handler.notify(event);
    expect(told(client)).toEqual([TOOLS, 'notes://welcome']);
    expect(told(other)).toEqual([TOOLS]);
  });

  test('are told no more after the end of the server', async () => {
    const client = await listening();
    await client.handler.close(0);
    client.handler.notify(tools);
    expect(client.sent).toEqual([]);
  });
});

test('without sessions there is nothing to subscribe to (Q-61)', async () => {
  const client = await open({ http: true });
  for (const method of ['resources/subscribe', 'resources/unsubscribe']) {
    expect(await client.error(method, { uri: 'notes://welcome' })).toMatchObject({ code: -32601 });
  }
});

describe('on a connection', () => {
  test('output that began before initialize is the way to the client', async () => {
    const client = await open({ http: false, initialize: false });
    const output = client.exchange();
    await output.carryOut(client.handler.open?.(output) ?? expect.fail('it can not be opened'));
    await client.initialize();
    client.handler.notify(tools);
    expect(output.methods).toEqual([TOOLS]);
    output.leave();
    client.handler.notify(tools);
    expect(output.methods).toEqual([TOOLS]);
  });

  test('that is gone nobody is told anything', async () => {
    const client = await open({ http: false, initialize: false });
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
    const { exchange, outcome } = client.begin({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello });
    await outcome;
    await client.notify('notifications/initialized');
    expect(exchange.isConcluded).toBe(true);
    exchange.leave();
    for (let times = 0; times < 2; times += 1) client.handler.notify(tools);
    expect(client.sent).toEqual([]);
  });
});

describe('standing streams of a session', () => {
  test('begin with a point to come back to under 2025-11-25 only (YH-14, YH-19, Q-42)', async () => {
    const first = { id: expect.any(String), retryMs: 1000 };
    expect((await (await open()).listen()).events).toEqual([first]);
    expect((await (await open({ revision: '2025-06-18' })).listen()).events).toEqual([]);
    expect((await (await open({ server: { eventStore: false } })).listen()).events).toEqual([]);
  });

  test('may be several: each message goes out on the newest (YH-23)', async () => {
    const client = await open();
    const streams = [await client.listen(), await client.listen(), await client.listen()];
    client.handler.notify(tools);
    expect(streams.map(({ methods }) => methods)).toEqual([[], [], [TOOLS]]);
    streams[2]?.leave();
    client.handler.notify(prompts);
    expect(streams.map(({ methods }) => methods)).toEqual([[], [PROMPTS], [TOOLS]]);
    streams[0]?.leave();
    client.handler.notify(tools);
    expect(streams.map(({ methods }) => methods)).toEqual([[], [PROMPTS, TOOLS], [TOOLS]]);
  });

  test('go on with an older one for a message that a newer one can not take, where nothing is kept (YH-23)', async () => {
    const client = await open({ server: { eventStore: false } });
    const [older, newer] = [await client.listen(), await client.listen()];
    newer.isFull = true;
    client.handler.notify(tools);
    expect([older.methods, newer.methods]).toEqual([[TOOLS], []]);
  });

  test('keep a message for the client that lost the connection by it, and send it by no other (YH-23, YH-27)', async () => {
    const client = await open();
    const [older, newer] = [await client.listen(), await client.listen()];
    newer.isFull = true;
    client.handler.notify(tools);
    expect([older.methods, newer.methods]).toEqual([[], []]);
    const resumed = await client.listen(lastId(newer));
    await resumed.received(1);
    expect(resumed.methods).toEqual([TOOLS]);
  });

  test('are sixteen at most: one more ends the oldest', async () => {
    const client = await open();
    const oldest = await client.listen();
    for (let count = 1; count < 16; count += 1) await client.listen();
    expect(oldest.isConcluded).toBe(false);
    await client.listen();
    expect(oldest.isConcluded).toBe(true);
  });

  test('never carry an answer, or what belongs to a request (YH-20, YH-21)', async () => {
    const client = await open();
    const stream = await client.listen();
    await client.call('greet', { Name: 'World' }, { progressToken: 1 });
    expect(stream.messages).toEqual([]);
  });

  test('are of the session alone: two sessions never see what is for the other', async () => {
    const client = await open();
    const other = client.another();
    await other.initialize();
    const [one, two] = [await client.listen(), await other.listen()];
    await client.result('resources/subscribe', { uri: 'notes://1' });
    await other.result('resources/subscribe', { uri: 'notes://2' });
    for (const uri of ['notes://1', 'notes://2']) client.handler.notify(updated(uri));
    expect([urisOn(one.messages), urisOn(two.messages)]).toEqual([['notes://1'], ['notes://2']]);
  });
});

describe('a client that was away', () => {
  test('comes back for what followed the last event, on that stream (YH-27, YH-28)', async () => {
    const client = await open();
    const stream = await client.listen();
    client.handler.notify(tools);
    const first = stream.events[0]?.id;
    stream.leave();
    const resumed = await client.listen(first);
    await resumed.received(1);
    client.handler.notify(prompts);
    await resumed.received(2);
    expect(resumed.methods).toEqual([TOOLS, PROMPTS]);
    expect(resumed.isConcluded).toBe(false);
    resumed.leave();
    const again = await client.listen(lastId(resumed));
    client.handler.notify(tools);
    await again.received(1);
    expect(again.methods).toEqual([TOOLS]);
  });

  test.each([true, false])('is told what has changed meanwhile, once (resumed: %s)', async (resumes) => {
    const client = await open();
    for (const uri of ['notes://a', 'notes://b']) await client.result('resources/subscribe', { uri });
    const stream = await client.listen();
    client.handler.notify(prompts);
    stream.leave();
    for (const event of [tools, tools, updated('notes://a')]) client.handler.notify(event);
    const back = await client.listen(resumes ? lastId(stream) : undefined);
    // Of resources it is told of all that it has subscribed to: of which ones there was news is not kept for who is away.
    await back.received(3);
    client.handler.notify(tools);
    await back.received(4);
    expect(urisOn(back.messages)).toEqual([TOOLS, 'notes://a', 'notes://b', TOOLS]);
  });

  test('is told what has changed between initialize and its first stream', async () => {
    const client = await open();
    client.handler.notify(tools);
    const stream = await client.listen();
    expect(stream.methods).toEqual([TOOLS]);
  });

  test('is told nothing where nothing has changed', async () => {
    const client = await open();
    const stream = await client.listen();
    client.handler.notify(tools);
    stream.leave();
    expect((await client.listen()).messages).toEqual([]);
  });

  test('goes on with a stream of which nothing is kept any more, told of all that may have changed', async () => {
    const client = await open();
    const stream = await client.listen();
    client.handler.notify(tools);
    const id = lastId(stream).replace(/^[^-]*/, '999');
    const back = await client.listen(id);
    expect(back.methods).toEqual([TOOLS]);
    client.handler.notify(prompts);
    expect(back.methods).toEqual([TOOLS, PROMPTS]);
  });

  test('takes its stream over from a connection of which nobody has noticed the end (YH-23)', async () => {
    const client = await open();
    const stream = await client.listen();
    const back = await client.listen(lastId(stream));
    expect(stream.isConcluded).toBe(true);
    client.handler.notify(tools);
    await back.received(1);
    const again = await client.listen(lastId(back));
    expect(back.isConcluded).toBe(true);
    client.handler.notify(prompts);
    await again.received(1);
    expect([stream.methods, back.methods, again.methods]).toEqual([[], [TOOLS], [PROMPTS]]);
  });
});

test('messages of the log go out on the stream of their request alone, at the level of their session (YG-02)', async () => {
  const client = await connected(
    {
      tools: () => [{ name: 'log' }],
      callTool: (_name, _args, { log }) => {
        for (const level of ['debug', 'warning'] as const) log(level, level);
        return 'done';
      },
    },
    { http: 'session' },
  );
  const other = client.another();
  await other.initialize();
  await client.result('logging/setLevel', { level: 'warning' });
  await other.result('logging/setLevel', { level: 'debug' });
  const streams = [await client.listen(), await other.listen()];
  await Promise.all([client.call('log'), other.call('log')]);
  expect(client.sent.map(({ params }) => params?.level)).toEqual(['warning']);
  expect(other.sent.map(({ params }) => params?.level)).toEqual(['debug', 'warning']);
  expect(streams.map(({ messages }) => messages)).toEqual([[], []]);
});

test.each(['session', false] as const)(
  'a level of the server holds until the client has set one (Q-48, %s)',
  async (http) => {
    const client = await connected(
      {
        tools: () => [{ name: 'log' }],
        callTool: (_name, _args, { log }) => {
          for (const level of ['debug', 'info', 'error'] as const) log(level, level);
          return 'done';
        },
      },
      { http, server: { logLevel: 'info' } },
    );
    await client.call('log');
    await client.result('logging/setLevel', { level: 'error' });
    await client.call('log');
    expect(client.sent.map(({ params }) => params?.level)).toEqual(['info', 'error', 'error']);
  },
);

test('a level that is set while the first request runs holds for it from then on (YG-02)', async () => {
  let goOn: () => void = () => undefined;
  let isRunning = false;
  const client = await connected(
    {
      tools: () => [{ name: 'log' }],
      callTool: async (_name, _args, { log }) => {
        log('info', 'before');
        isRunning = true;
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        log('info', 'after');
        return 'done';
      },
    },
    { http: 'session' },
  );
  const call = client.call('log');
  await vi.waitFor(() => expect(isRunning).toBe(true));
  await client.result('logging/setLevel', { level: 'info' });
  goOn();
  await call;
  expect(client.sent.map(({ params }) => params?.data)).toEqual(['after']);
});
