import type { Application } from '@polyspec/core';
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

it('YI-08 a visit is over with the session of its client: another may be asked with its id then', async () => {
  const handler = await served(shop, { maxSessions: 1 });
  for (let count = 0; count < 2; count += 1) {
    const client = await AskedClient.connect(handler, { http: true, answer: () => ({ action: 'accept' }) });
    expect(await client.text('pay', { id: 'a' })).toBe('accept');
  }
});
