import {
  type Application,
  MemorySessionStore,
  type SessionRecord,
  type SessionStore,
  urlElicitationRequired,
} from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { type Answer, AskedClient, served } from '../test/asked-client.js';

/** Asks for a visit, and may notice that it is done before it has the answer. */
const shop: Application = {
  tools: () => ['pay', 'pay_anyhow', 'pay_at_once'].map((name) => ({ name, input: { type: 'object' } })),
  callTool: async (name, { id }, { elicitUrl, notify }) => {
    const elicitationId = String(id);
    const options = name === 'pay_anyhow' ? undefined : { id: elicitationId };
    const answer = elicitUrl?.('Please pay.', 'https://pay.example.com', options);
    if (name === 'pay_at_once') notify({ type: 'elicitationComplete', elicitationId });
    return (await answer)?.action ?? 'nobody to ask';
  },
};

/** A record without what its store keeps beside it. */
function plain(record: SessionRecord | undefined): SessionRecord | undefined {
  if (record === undefined) return undefined;
  const { id, revision, owner, data } = record;
  return { id, revision, owner, data };
}

const complete = (elicitationId: string) => ({
  jsonrpc: '2.0',
  method: 'notifications/elicitation/complete',
  params: { elicitationId },
});

describe.each([
  ['on stdio', false],
  ['in a session over HTTP', true],
])('a page to visit %s', (_where, http) => {
  const connected = async (answer: () => Answer) => {
    const handler = await served(shop);
    const clients = [1, 2].map(async () => {
      const client = await AskedClient.connect(handler, { http, answer });
      await client.listen();
      return client;
    });
    const [client, other] = (await Promise.all(clients)) as [AskedClient, AskedClient];
    const done = (elicitationId: string) => handler.notify({ type: 'elicitationComplete', elicitationId });
    return { client, other, done };
  };

  it('V2-09, YI-07, YI-08 tells the client that was asked, and no other, when the visit is done, long after the call', async () => {
    const { client, other, done } = await connected(() => ({ action: 'accept' }));
    expect(await client.text('pay', { id: 'a' })).toBe('accept');
    expect(await other.text('pay', { id: 'b' })).toBe('accept');
    expect([client.told, other.told]).toEqual([[], []]);
    done('a');
    done('a');
    expect([client.told, other.told]).toEqual([[complete('a')], []]);
    done('b');
    expect(other.told).toEqual([complete('b')]);
  });

  it('tells it by the stream that stands, since the visit belongs to none of its requests (YH-20)', async () => {
    const { client, done } = await connected(() => ({ action: 'accept' }));
    await client.call('pay', { id: 'a' });
    done('a');
    const [asked, told] = client.received;
    expect(told?.by).not.toBe(asked?.by);
  });

  it.each<[Answer]>([
    [{ action: 'decline' }],
    [{ action: 'cancel' }],
    [{ error: { code: -32603, message: 'no' } }],
    [{}],
  ])('does not tell a client of the visit that answered %j', async (answer) => {
    const { client, done } = await connected(() => answer);
    await client.call('pay', { id: 'a' });
    done('a');
    expect(client.told).toEqual([]);
  });

  it('tells it also while the call runs', async () => {
    const { client } = await connected(() => ({ action: 'accept' }));
    expect(await client.text('pay_at_once', { id: 'a' })).toBe('accept');
    expect(client.told).toEqual([complete('a')]);
  });

  it('YI-02 has an id of its own where the application has none, another each time', async () => {
    const { client } = await connected(() => ({ action: 'accept' }));
    await client.call('pay_anyhow');
    await client.call('pay_anyhow');
    const ids = client.asked.map(({ params }) => params?.elicitationId);
    expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('YI-08, YI-11 has no id that another client was asked with', async () => {
    const { client, other } = await connected(() => ({ action: 'accept' }));
    await client.call('pay', { id: 'a' });
    expect(await other.call('pay', { id: 'a' })).toMatchObject({
      isError: true,
      content: [{ text: "elicitUrl: another client was asked for a visit with the id 'a'" }],
    });
    expect(other.asked).toEqual([]);
    expect(await client.text('pay', { id: 'a' })).toBe('accept');
  });
});

describe('YI-07 a visit that is done while nobody listens, in a session over HTTP,', () => {
  const accepting = { http: true, answer: () => ({ action: 'accept' }) } as const;

  it.each([
    ['is told of by the first stream that stands', {}],
    ['also where nothing is kept of streams', { eventStore: false }],
  ] as const)('%s, to the client that was asked, once', async (_what, options) => {
    const handler = await served(shop, options);
    const client = await AskedClient.connect(handler, accepting);
    const other = await AskedClient.connect(handler, accepting);
    expect(await client.text('pay_at_once', { id: 'a' })).toBe('accept');
    expect(await client.text('pay', { id: 'b' })).toBe('accept');
    handler.notify({ type: 'elicitationComplete', elicitationId: 'b' });
    expect(client.told).toEqual([]);
    await other.listen();
    const leave = await client.listen();
    expect(client.told).toEqual([complete('a'), complete('b')]);
    leave();
    await client.listen();
    expect([client.told.length, other.told]).toEqual([2, []]);
  });

  it('is told of to a client that had a stream before, where nothing is kept of streams', async () => {
    const handler = await served(shop, { eventStore: false });
    const client = await AskedClient.connect(handler, accepting);
    (await client.listen())();
    await client.call('pay_at_once', { id: 'a' });
    await client.listen();
    expect(client.told).toEqual([complete('a')]);
  });

  it('is told of also where the session is known by its record alone', async () => {
    const inner = new MemorySessionStore();
    const sessionStore: SessionStore = {
      create: (session) => inner.create(session),
      // As after a way over a network: never the same object twice.
      get: (id) => structuredClone(plain(inner.get(id))),
      update: (id, data) => inner.update(id, data),
      lease: (id) => inner.lease(id),
      delete: (id) => inner.delete(id),
    };
    const handler = await served(shop, { sessionStore });
    const client = await AskedClient.connect(handler, accepting);
    await client.call('pay', { id: 'a' });
    await client.call('pay', { id: 'b' });
    handler.notify({ type: 'elicitationComplete', elicitationId: 'a' });
    await client.listen();
    handler.notify({ type: 'elicitationComplete', elicitationId: 'b' });
    expect(client.told).toEqual([complete('a'), complete('b')]);
  });

  it('waits until the client has confirmed the handshake (YL-06)', async () => {
    const required: Application = {
      tools: () => [{ name: 'buy' }],
      callTool: () => {
        throw urlElicitationRequired('Payment needed', [{ message: 'Pay.', url: 'https://pay.example.com', id: 'a' }]);
      },
    };
    const handler = await served(required);
    const client = await AskedClient.connect(handler, { http: true, confirms: false });
    expect(await client.response('tools/call', { name: 'buy' })).toMatchObject({ error: { code: -32042 } });
    handler.notify({ type: 'elicitationComplete', elicitationId: 'a' });
    await client.listen();
    expect(client.told).toEqual([]);
    await client.notify('notifications/initialized');
    expect(client.told).toEqual([complete('a')]);
  });
});

it('YI-08 a visit is over with the session of its client: another may be asked with its id then', async () => {
  const handler = await served(shop, { maxSessions: 1 });
  for (let count = 0; count < 2; count += 1) {
    const client = await AskedClient.connect(handler, { http: true, answer: () => ({ action: 'accept' }) });
    expect(await client.text('pay', { id: 'a' })).toBe('accept');
  }
});
