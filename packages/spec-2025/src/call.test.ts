import type { Application, JsonObject, JsonValue } from '@polyspec/core';
import { request } from '@polyspec/core';
import { describe, expect, test } from 'vitest';
import { connected } from '../test/client.js';

/** Reports progress five times, the last directly before it returns, and once more afterwards. */
const application: Application = {
  tools: () => [{ name: 'steps' }, { name: 'look' }],
  callTool: async (name, _args, context) => {
    if (name === 'look') return { structuredContent: { meta: context.meta }, content: [] };
    for (const step of [1, 2, 2, 1, 3]) context.progress(step, 3, `step ${step}`);
    setTimeout(() => context.progress(4), 5);
    return 'done';
  },
};

const report = (progressToken: JsonValue, progress: number): JsonObject => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken, progress, total: 3, message: `step ${progress}` },
});

describe.each([
  ['on stdio', false],
  ['over HTTP', true],
])('progress %s (YU-03, A14)', (_where, http) => {
  test.each<[JsonValue]>([[0], ['abc'], [7], ['']])(
    'has the very token %j of the request, grows, and stops at the answer (YU-04)',
    async (token) => {
      const client = await connected(application, { http });
      await client.call('steps', {}, { progressToken: token });
      const expected = [1, 2, 3].map((step) => report(token, step));
      expect(client.sent).toEqual(expected);
      await new Promise((resolve) => setTimeout(resolve, 15));
      expect(client.sent).toEqual(expected);
    },
  );

  test.each<[JsonObject | undefined]>([
    [undefined],
    [{}],
    [{ progressToken: null }],
    [{ progressToken: 0.5 }],
    [{ progressToken: {} }],
    [{ progressToken: 2 ** 53 }],
  ])('is not sent for the _meta %j, which has no token that could be returned unchanged', async (meta) => {
    const client = await connected(application, { http });
    expect(await client.call('steps', {}, meta)).toEqual({ content: [{ type: 'text', text: 'done' }] });
    expect(client.sent).toEqual([]);
  });

  test('of two requests at once never crosses', async () => {
    const client = await connected(application, { http });
    await Promise.all(['a', 'b'].map((progressToken) => client.call('steps', {}, { progressToken })));
    for (const token of ['a', 'b']) {
      const own = client.sent.filter(({ params }) => params?.progressToken === token);
      expect(own).toEqual([1, 2, 3].map((step) => report(token, step)));
    }
  });
});

test('nothing is sent ahead of an answer to a client that can take no stream (Q-06)', async () => {
  const client = await connected(application, { http: true });
  const params = { name: 'steps', arguments: {}, _meta: { progressToken: 1 } };
  const exchange = client.exchange(client.headers(), 'POST', false);
  expect(await client.handler.handle(request(1, 'tools/call', params), exchange)).toMatchObject({ type: 'response' });
  expect(client.sent).toEqual([]);
});

test('the _meta of a request reaches the handler untouched; one that is no object counts as none', async () => {
  const client = await connected(application);
  const meta = { traceparent: '00-a-b-01', 'example.com/x': { y: [1] } };
  expect(await client.call('look', {}, meta)).toMatchObject({ structuredContent: { meta } });
  expect(await client.result('tools/call', { name: 'look', _meta: 'x' })).toMatchObject({
    structuredContent: { meta: {} },
  });
});
