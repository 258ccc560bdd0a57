import {
  type Application,
  MemoryEventStore,
  MemorySessionStore,
  type SessionRecord,
  type SessionStore,
  urlElicitationRequired,
} from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { type Answer, AskedClient, served } from '../test/asked-client.js';

/** Asks for a visit, and may notice that it is done before it has the answer. */
const shop: Application = {
  tools: () => ['pay', 'pay_anyhow', 'pay_at_once', 'pay_first'].map((name) => ({ name, input: { type: 'object' } })),
  callTool: async (name, { id }, { elicitUrl, notify }) => {
    const elicitationId = String(id);
    if (name === 'pay_first') {
      throw urlElicitationRequired('Please pay.', [
        { message: 'Pay.', url: 'https://pay.example.com', id: elicitationId },
      ]);
    }
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

/** A store that gives the same object never twice, as after a way over a network. */
function freshRecords(): SessionStore {
  const inner = new MemorySessionStore();
  return {
    create: (session) => inner.create(session),
    get: (id) => structuredClone(plain(inner.get(id))),
    update: (id, data) => inner.update(id, data),
    lease: (id) => inner.lease(id),
    delete: (id) => inner.delete(id),
  };
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

  it('YI-07 tells it of a visit that was accepted, though the same was asked for again and declined', async () => {
    let action = 'accept';
    const { client, done } = await connected(() => ({ action }));
    expect(await client.text('pay', { id: 'a' })).toBe('accept');
    action = 'decline';
    expect(await client.text('pay', { id: 'a' })).toBe('decline');
    done('a');
    expect(client.told).toEqual([complete('a')]);
  });

  it('YI-07 tells it of a visit that a call has failed for, though it was asked for again and declined', async () => {
    const { client, done } = await connected(() => ({ action: 'decline' }));
    const refusal = await client.response('tools/call', { name: 'pay_first', arguments: { id: 'a' } });
    expect(refusal).toMatchObject({ error: { code: -32042 } });
    expect(await client.text('pay', { id: 'a' })).toBe('decline');
    done('a');
    expect(client.told).toEqual([complete('a')]);
  });

  it('YI-07, YI-08, YI-11 belongs to it as long as one of several questions for it is open', async () => {
    const { client, other, done } = await connected(() => undefined);
    const calls = [client.text('pay', { id: 'a' }), client.text('pay', { id: 'a' })];
    const [first, second] = await client.whenAsked(2);
    await client.reply(first?.id ?? '', { action: 'cancel' });
    expect(await Promise.race(calls)).toBe('cancel');
    expect(await other.text('pay', { id: 'a' })).toContain('another client was asked');
    await client.reply(second?.id ?? '', { action: 'accept' });
    expect((await Promise.all(calls)).sort()).toEqual(['accept', 'cancel']);
    done('a');
    expect([client.told, other.told]).toEqual([[complete('a')], []]);
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

  it.each([
    ['', {}],
    [', where nothing is kept of streams', { eventStore: false }],
  ] as const)('is told of to a client that had a stream before%s', async (_what, options) => {
    const handler = await served(shop, options);
    const client = await AskedClient.connect(handler, accepting);
    (await client.listen())();
    await client.call('pay_at_once', { id: 'a' });
    await client.listen();
    expect(client.told).toEqual([complete('a')]);
  });

  it('is told of once to a client that comes back for the stream that it had', async () => {
    const eventStore = new MemoryEventStore();
    const append = vi.spyOn(eventStore, 'append');
    const handler = await served(shop, { eventStore });
    const client = await AskedClient.connect(handler, accepting);
    expect(await client.text('pay', { id: 'a' })).toBe('accept');
    const leave = await client.listen();
    const last = append.mock.results.at(-1)?.value;
    leave();
    handler.notify({ type: 'elicitationComplete', elicitationId: 'a' });
    // Another server that has the same stores can give it to the client as well.
    expect(append).toHaveBeenLastCalledWith(append.mock.calls.at(-2)?.[0], JSON.stringify(complete('a')));
    (await client.listen(last))();
    expect(client.told).toEqual([complete('a')]);
    await client.listen();
    expect(client.told).toEqual([complete('a')]);
  });

  it('is told of also where the session is known by its record alone', async () => {
    const sessionStore = freshRecords();
    const handler = await served(shop, { sessionStore });
    const client = await AskedClient.connect(handler, accepting);
    await client.call('pay', { id: 'a' });
    await client.call('pay', { id: 'b' });
    handler.notify({ type: 'elicitationComplete', elicitationId: 'a' });
    await client.listen();
    handler.notify({ type: 'elicitationComplete', elicitationId: 'b' });
    expect(client.told).toEqual([complete('a'), complete('b')]);
  });

  it('is told of by the stream that is open, not kept for one that the session left as another object', async () => {
    const handler = await served(shop, { sessionStore: freshRecords() });
    const client = await AskedClient.connect(handler, accepting);
    const leave = await client.listen();
    await client.call('pay', { id: 'a' });
    leave();
    await client.listen();
    handler.notify({ type: 'elicitationComplete', elicitationId: 'a' });
    expect(client.told).toEqual([complete('a')]);
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
    expect(await client.response('tools/call', { name: 'buy' })).toMatchObject({ error: { code: -32042 } });
    handler.notify({ type: 'elicitationComplete', elicitationId: 'a' });
    expect(client.told).toEqual([]);
    await client.notify('notifications/initialized');
    expect(client.told).toEqual([complete('a'), complete('a')]);
  });
});

it('YI-08 a visit is over with the session of its client: another may be asked with its id then', async () => {
  const handler = await served(shop, { maxSessions: 1 });
  for (let count = 0; count < 2; count += 1) {
    const client = await AskedClient.connect(handler, { http: true, answer: () => ({ action: 'accept' }) });
    expect(await client.text('pay', { id: 'a' })).toBe('accept');
  }
});

it('YI-08 a visit is over also when the store no longer knows the session, as soon as somebody comes with it', async () => {
  const sessionStore = freshRecords();
  const create = vi.spyOn(sessionStore, 'create');
  const handler = await served(shop, { sessionStore });
  const accepting = { http: true, answer: () => ({ action: 'accept' }) } as const;
  const client = await AskedClient.connect(handler, accepting);
  expect(await client.text('pay', { id: 'a' })).toBe('accept');
  await sessionStore.delete(create.mock.calls[0]?.[0].id ?? '');
  await client.request('ping');
  const other = await AskedClient.connect(handler, accepting);
  expect(await other.text('pay', { id: 'a' })).toBe('accept');
});
