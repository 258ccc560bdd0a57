/** What every message and every conversation keeps to (basic/index, basic/lifecycle, basic/utilities). */
import { type Application, type JsonRpcNotification, notification, type RequestId } from '@polyspec/core';
import { describe, expect, test } from 'vitest';
import { AskedClient, served } from './asked-client.js';
import { arrived, connected } from './client.js';

const form = { type: 'object', properties: { seats: { type: 'integer' } } };
const application: Application = {
  tools: () => [{ name: 'work' }, { name: 'ask' }],
  callTool: async (name, _args, context) => {
    if (name === 'work') {
      context.progress(1);
      return 'worked';
    }
    const answer = await context.elicit?.('How many?', form);
    return answer === undefined ? 'nobody to ask' : answer.action;
  },
};

describe.each(['2025-11-25', '2025-06-18'] as const)('under %s', (revision) => {
  test.each<RequestId>([1, '1', 0, -7, 'Ω "\\'])(
    'the answer to %j has that id, and either a result or an error with a code and a message (YB-03)',
    async (id) => {
      const client = await connected(application, { revision });
      expect(await client.request('ping', undefined, id)).toEqual({ jsonrpc: '2.0', id, result: {} });
      expect(await client.request('nope/nope', undefined, id)).toEqual({
        jsonrpc: '2.0',
        id,
        error: { code: -32601, message: expect.any(String) },
      });
    },
  );

  test('no notification is answered, known, unknown or malformed, and none of the server has an id (YB-04)', async () => {
    const client = await connected(application, { revision });
    const given: readonly JsonRpcNotification[] = [
      notification('notifications/initialized'),
      notification('notifications/unheard_of'),
      notification('notifications/cancelled'),
      notification('notifications/cancelled', { requestId: {} }),
      notification('tools/call', { name: 'work' }),
    ];
    for (const message of given) expect(arrived(await client.deliver(message))).toBe('accepted');
    await client.call('work', {}, { progressToken: 't' });
    expect(client.sent).toHaveLength(1);
    for (const message of client.sent) expect(message).not.toHaveProperty('id');
  });

  test('no key of _meta is made by the server itself, and those of the application are passed on (YB-07)', async () => {
    const _meta = { 'com.example/trace': 'x' };
    const client = await connected(
      { ...application, tools: () => [{ name: 'own', _meta }, { name: 'work' }] },
      { revision },
    );
    expect(await client.list('tools/list', 'tools')).toMatchObject([{ _meta }, { name: 'work' }]);
    for (const method of ['ping', 'tools/list', 'prompts/list', 'resources/list']) {
      expect(await client.result(method)).not.toHaveProperty('_meta');
    }
    expect(await client.call('work')).not.toHaveProperty('_meta');
    expect(client.opening).not.toHaveProperty('_meta');
  });

  test('requests go both ways (YB-01)', async () => {
    const handler = await served(application);
    const client = await AskedClient.connect(handler, { revision, answer: () => ({ action: 'decline' }) });
    expect(await client.text('ask')).toBe('decline');
    expect(client.asked).toMatchObject([{ method: 'elicitation/create' }]);
  });

  test('the base protocol is there whatever the application has, and nothing else is offered (YB-09, YT-01, YR-01, YR-06)', async () => {
    const client = await connected({ complete: () => [] }, { revision });
    expect(await client.result('ping')).toEqual({});
    for (const facet of ['tools', 'prompts', 'resources'])
      expect(client.opening.capabilities).not.toHaveProperty(facet);
    expect(await client.error('tools/call', { name: 'work' })).toMatchObject({ code: expect.any(Number) });
    const offering = await connected({ ...application, prompts: () => [], resources: () => [] }, { revision });
    for (const facet of ['tools', 'prompts', 'resources']) expect(offering.opening.capabilities).toHaveProperty(facet);
  });

  test('a version that is served is the one agreed on (YL-03)', async () => {
    expect((await connected(application, { revision })).opening.protocolVersion).toBe(revision);
  });

  test('ping is answered in every phase, and other requests before initialize do no harm (YL-07, YU-01)', async () => {
    const client = await connected(application, { revision, initialize: false });
    expect(await client.result('ping')).toEqual({});
    await client.request('tools/list');
    const clientInfo = { name: 'c', version: '1' };
    expect(
      await client.result('initialize', { protocolVersion: revision, capabilities: {}, clientInfo }),
    ).toMatchObject({
      protocolVersion: revision,
    });
    expect(await client.result('ping')).toEqual({});
    await client.notify('notifications/initialized');
    expect(await client.result('ping')).toEqual({});
    expect(await client.call('work')).toMatchObject({ content: [{ text: 'worked' }] });
  });

  test('a client that lacks a capability is told so at once, and is served on (YL-16)', async () => {
    const asking: Application = {
      tools: () => [{ name: 'hook' }, { name: 'needs', requires: { sampling: {} }, run: () => 'asked' }],
      callToolWithElicitation: async (_name, _args, elicit) => (await elicit('How many?', form)).action,
    };
    const client = await connected(asking, { revision, capabilities: { roots: {} } });
    expect(await client.call('hook')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("this client can't be asked") }],
    });
    expect(await client.call('needs')).toMatchObject({
      isError: true,
      content: [{ text: "Tool 'needs' needs a client with sampling" }],
    });
    expect(client.sent).toEqual([]);
    expect(await client.result('ping')).toEqual({});
  });

  test('progress and cancellation go both ways on the one channel (YS-05, YU-03)', async () => {
    const client = await AskedClient.connect(await served(application), { revision });
    const call = client.request('tools/call', { name: 'ask', arguments: {} }, 'call');
    const [asked] = await client.whenAsked();
    await client.notify('notifications/progress', { progressToken: 'of nothing', progress: 1 });
    await client.request('tools/call', { name: 'work', arguments: {}, _meta: { progressToken: 't' } });
    await client.notify('notifications/cancelled', { requestId: 'call', reason: 'enough' });
    expect((await call).type).not.toBe('response');
    expect(client.told.map(({ method, params }) => [method, params])).toEqual([
      ['notifications/progress', { progressToken: 't', progress: 1 }],
      ['notifications/cancelled', expect.objectContaining({ requestId: asked?.id })],
    ]);
  });
});

test.each(['1999-01-01', '2024-11-05', '2099-12-31', ''])(
  'the version %j is no error: the newest that is served is offered (YL-03, YL-12, YL-16)',
  async (revision) => {
    expect((await connected(application, { revision })).opening.protocolVersion).toBe('2025-11-25');
  },
);
