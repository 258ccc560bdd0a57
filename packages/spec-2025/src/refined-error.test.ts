import { type Application, RequestError, urlElicitationRequired } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { AskedClient, type AskedClientOptions, served } from '../test/asked-client.js';

const visit = { message: 'Please pay on our site.', url: 'https://pay.example.com/start?ref=aa01', id: 'el-78' };
const elicitation = { mode: 'url', elicitationId: visit.id, message: visit.message, url: visit.url };

const needed = () => {
  throw urlElicitationRequired('Payment needed', [visit]);
};

const shop: Application = {
  tools: () => [
    { name: 'buy', run: needed },
    { name: 'buy_later', run: async () => needed() },
  ],
  prompts: () => [{ name: 'offer' }],
  getPrompt: needed,
  resources: () => [{ uri: 'shop://order', name: 'order' }],
  readResource: needed,
};

const REQUESTS = [
  ['tools/call', { name: 'buy' }],
  ['tools/call', { name: 'buy_later' }],
  ['prompts/get', { name: 'offer' }],
  ['resources/read', { uri: 'shop://order' }],
] as const;

describe('a page that has to be visited first', () => {
  it.each(REQUESTS)(
    'Q-44, YI-09 fails %s %j with what has to be visited, and the client is told when it is',
    async (method, params) => {
      const handler = await served(shop);
      for (const http of [false, true]) {
        const client = await AskedClient.connect(handler, { http });
        await client.listen();
        const response = await client.response(method, params);
        expect(response).toMatchObject({
          error: { code: -32042, message: 'Payment needed', data: { elicitations: [elicitation] } },
        });
        handler.notify({ type: 'elicitationComplete', elicitationId: visit.id });
        expect(client.told).toEqual([
          { jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId: visit.id } },
        ]);
      }
    },
  );

  const UNABLE: readonly [string, AskedClientOptions, boolean?][] = [
    ['of 2025-06-18', { revision: '2025-06-18' }],
    ['with forms only', { capabilities: { elicitation: {} } }],
    ['without a session', { http: true }, false],
  ];
  it.each(UNABLE)('YI-10 is no error of a client %s, which is told that it can’t', async (_who, options, sessions) => {
    const client = await AskedClient.connect(await served(shop, { sessions: sessions ?? true }), options);
    const text = "Payment needed. For that the user has to visit a page, which this client can't be asked to show";
    expect(await client.call('buy')).toEqual({ isError: true, content: [{ type: 'text', text }] });
    expect(await client.response('prompts/get', { name: 'offer' })).toMatchObject({
      error: { code: -32603, message: text, data: { elicitation: { url: {} } } },
    });
  });

  it('is an error with data of its own where an application made it by itself', async () => {
    const data = { elicitations: [elicitation, { ...elicitation, elicitationId: 'el-79' }], more: 1 };
    const handler = await served({
      tools: () => [
        {
          name: 'buy',
          run: () => {
            throw new RequestError('url-elicitation-required', 'Payment needed', data);
          },
        },
      ],
    });
    const client = await AskedClient.connect(handler);
    expect(await client.request('tools/call', { name: 'buy' })).toMatchObject({
      response: { error: { code: -32042, data } },
    });
  });
});
