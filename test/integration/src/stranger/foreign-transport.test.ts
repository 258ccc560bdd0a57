// The protocol over a transport of somebody else's: nothing of it is lost on the way.
import { type JsonObject, type JsonRpcMessage, notification, request, tool } from '@polyspec/core';
import { defineApplication, serve } from 'polyspec';
import { describe, expect, it, vi } from 'vitest';
import { type KnownRevision, serverFaults } from '../../../schema/official-schema.js';
import { initializeParams, requestOf } from '../wire/messages.js';
import { Loft, pigeon } from './pigeon-transport.js';

const application = defineApplication({
  tools: {
    greet: tool({
      description: 'Greets, and says so.',
      run: (_args, context) => {
        context.progress(1);
        return `Hello from ${context.revision}`;
      },
    }),
  },
});
const call: JsonObject = { name: 'greet', arguments: {}, _meta: { progressToken: 't' } };

async function start() {
  const loft = new Loft();
  const server = await serve('home', application, { transport: pigeon, loft, changeDebounceMs: 0 });
  return { server, client: loft.connect({ subject: 'ada', scopes: ['greet'] }) };
}

function legal(message: JsonRpcMessage | undefined, revision: KnownRevision, method?: string): unknown {
  expect(serverFaults(message ?? {}, revision, method)).toEqual([]);
  return message;
}

describe('a stranger’s transport', () => {
  it('B-24 carries requests with their metadata, progress, answers, and streams of changes under 2026-07-28', async () => {
    const { server, client } = await start();
    await client.send(requestOf('2026-07-28', 1, 'tools/call', call));
    const [progress, answer] = client.received;
    expect(legal(progress, '2026-07-28')).toMatchObject({ params: { progressToken: 't', progress: 1 } });
    expect(legal(answer, '2026-07-28', 'tools/call')).toMatchObject({
      id: 1,
      result: { resultType: 'complete', content: [{ text: 'Hello from 2026-07-28' }] },
    });
    void client.send(requestOf('2026-07-28', 2, 'subscriptions/listen', { notifications: { toolsListChanged: true } }));
    await vi.waitFor(() => expect(client.received).toHaveLength(3));
    server.notify({ type: 'toolsListChanged' });
    expect(client.received.slice(2).map((message) => legal(message, '2026-07-28'))).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged' },
      { method: 'notifications/tools/list_changed' },
    ]);
    await client.send(request(3, 'tools/call', call));
    expect(client.received.at(-1)).toMatchObject({ id: 3, error: { code: -32602 } });
    await server.close();
  });

  it.each(['2025-11-25', '2025-06-18'] as const)('YH-41 carries messages and lifecycle of %s', async (revision) => {
    const { server, client } = await start();
    await client.send(request(1, 'initialize', initializeParams(revision)));
    expect(legal(client.received[0], revision, 'initialize')).toMatchObject({ result: { protocolVersion: revision } });
    await client.send(notification('notifications/initialized'));
    await client.send(request(2, 'tools/call', call));
    expect(legal(client.received[1], revision)).toMatchObject({ method: 'notifications/progress' });
    expect(legal(client.received[2], revision, 'tools/call')).toMatchObject({
      id: 2,
      result: { content: [{ text: `Hello from ${revision}` }] },
    });
    await server.close();
  });
});
