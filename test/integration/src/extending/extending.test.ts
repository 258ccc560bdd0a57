// The spec and the transport of docs/extending.md: these files are what the page shows, and do more than it tries.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import {
  type Application,
  createHandler,
  defineApplication,
  type Exchange,
  type JsonRpcMessage,
  notification,
  request,
  type SpecHandler,
  silentLogger,
  success,
  tool,
} from '@polyspec/core';
import { serve } from 'polyspec';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../processes.js';
import { initializeParams, requestOf } from '../wire/messages.js';
import { messageChannel } from './message-channel.js';
import { tinySpec } from './tiny-spec.js';

/** The signals of calls that hang. */
const hung: AbortSignal[] = [];
beforeEach(() => void hung.splice(0));

const application: Application = defineApplication({
  tools: {
    steps: tool({
      description: 'Tells how far it is.',
      run: async (_args, context) => {
        context.progress(1);
        await Promise.resolve();
        return 'done';
      },
    }),
    hang: tool({
      description: 'Never ends.',
      run: (_args, context) => {
        hung.push(context.signal);
        return new Promise<never>(() => undefined);
      },
    }),
  },
});

it.each(['tiny-spec', 'message-channel'])('%s is what the page shows', (name) => {
  const page = readFileSync(join(ROOT, 'docs/extending.md'), 'utf8');
  const code = readFileSync(join(ROOT, `test/integration/src/extending/${name}.ts`), 'utf8');
  expect(page).toContain(`\n\`\`\`ts\n${code}\`\`\`\n`);
});

describe('the spec of the page', () => {
  async function start(facts: Partial<Exchange> = {}) {
    const handler = await createHandler('tiny', application, { spec: tinySpec, logger: silentLogger });
    const sent: unknown[] = [];
    const exchange: Exchange = {
      peer: {},
      disconnected: new AbortController().signal,
      gone: false,
      canStream: true,
      stream: () => undefined,
      send: (message) => sent.push(message) > 0,
      suspend: () => undefined,
      conclude: () => undefined,
      ...facts,
    };
    return { handler, sent, say: (message: JsonRpcMessage) => handler.handle(message, exchange) };
  }

  it('tells progress ahead of the answer', async () => {
    const { handler, sent, say } = await start();
    expect(await say(request(1, 'tiny/call', { tool: 'steps' }))).toEqual({
      type: 'response',
      response: success(1, { said: ['done'], failed: false }),
    });
    expect(sent).toEqual([notification('tiny/progress', { of: 1, progress: 1 })]);
    await handler.close(0);
  });

  it('takes calls back, and refuses an id that is in use', async () => {
    const { handler, say } = await start();
    const hanging = say(request(1, 'tiny/call', { tool: 'hang' }));
    await vi.waitFor(() => expect(hung).toHaveLength(1));
    expect(await say(request(1, 'tiny/tools'))).toMatchObject({ response: { id: 1, error: { code: -32600 } } });
    expect(await say(notification('tiny/cancel', { id: 1 }))).toEqual({ type: 'accepted' });
    expect(await hanging).toEqual({ type: 'ended' });
    expect(hung[0]?.aborted).toBe(true);
    await handler.close(0);
  });

  it('asks the guard before anything is done', async () => {
    const authorize = vi.fn<NonNullable<Exchange['authorize']>>(() => ({ status: 403, message: 'Not for you' }));
    const { handler, say } = await start({ authorize });
    expect(await say(request(1, 'tiny/call', { tool: 'hang' }))).toMatchObject({
      response: { id: 1, error: { code: -32600, message: 'Not for you' } },
    });
    expect(authorize).toHaveBeenCalledWith({ method: 'tiny/call', name: 'hang' });
    await handler.close(0);
  });

  it('answers what is wrong, and what runs when the server closes', async () => {
    const { handler, say } = await start();
    expect(await say(request(1, 'tiny/call', { tool: 7 }))).toMatchObject({ response: { error: { code: -32602 } } });
    expect(await say(request(2, 'tiny/nothing'))).toMatchObject({ response: { error: { code: -32601 } } });
    const hanging = say(request(3, 'tiny/call', { tool: 'hang' }));
    await handler.close(10);
    expect(await hanging).toMatchObject({ response: { id: 3, error: { message: 'The server is closing' } } });
  });
});

describe('the transport of the page', () => {
  const ports: MessagePort[] = [];
  afterEach(() => {
    for (const port of ports.splice(0)) port.close();
  });

  async function start() {
    const { port1, port2 } = new MessageChannel();
    ports.push(port2);
    const received: JsonRpcMessage[] = [];
    port2.on('message', (text: string) => received.push(JSON.parse(text)));
    const options = { transport: messageChannel, channel: port1, changeDebounceMs: 0, graceMs: 50 };
    const server = await serve('tiny', application, { ...options, logger: silentLogger });
    const say = (message: JsonRpcMessage): void => port2.postMessage(JSON.stringify(message));
    say(requestOf('2026-07-28', 'l', 'subscriptions/listen', { notifications: { toolsListChanged: true } }));
    say(request(1, 'initialize', initializeParams('2025-11-25')));
    say(notification('notifications/initialized'));
    await vi.waitFor(() => expect(received).toHaveLength(2));
    server.notify({ type: 'toolsListChanged' });
    await vi.waitFor(() => expect(received).toHaveLength(4));
    return { server, port2, received, say };
  }

  it('carries both eras: answers, progress, changes, and the ends of streams when the server closes', async () => {
    const { server, port2, received, say } = await start();
    port2.postMessage('no message');
    say(request(2, 'tools/call', { name: 'steps', arguments: {}, _meta: { progressToken: 'p' } }));
    say(request(3, 'tools/call', { name: 'hang', arguments: {} }));
    await vi.waitFor(() => expect(received).toHaveLength(7));
    await server.close();
    expect(received.slice(0, 7)).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged' },
      { id: 1, result: { protocolVersion: '2025-11-25' } },
      { method: 'notifications/tools/list_changed' },
      { method: 'notifications/tools/list_changed' },
      { error: { code: -32700 } },
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } },
      { id: 2, result: { content: [{ text: 'done' }] } },
    ]);
    await vi.waitFor(() => expect(received.at(-1)).toMatchObject({ id: 3, error: { code: -32603 } }));
    expect(received).toContainEqual(expect.objectContaining({ id: 'l', result: expect.anything() }));
  });

  it('ends when its client leaves, and tells those whom it cancels', async () => {
    const { server, port2, say } = await start();
    say(requestOf('2026-07-28', 4, 'tools/call', { name: 'hang', arguments: {} }));
    await vi.waitFor(() => expect(hung).toHaveLength(1));
    port2.close();
    await server.closed;
    expect(hung[0]?.aborted).toBe(true);
  });

  it('tells the spec of an answer that can’t be read, and the client nothing', async () => {
    const { port1, port2 } = new MessageChannel();
    const misread = vi.fn<NonNullable<SpecHandler['misread']>>();
    const handler: SpecHandler = {
      claims: () => true,
      handle: () => ({ type: 'accepted' }),
      misread,
      methods: () => [],
      close: async () => undefined,
    };
    const received = vi.fn();
    port2.on('message', received);
    const host = { name: 'stub', logger: silentLogger, graceMs: 0 };
    const running = await messageChannel.start(handler, { channel: port1 }, host);
    port2.postMessage(JSON.stringify({ jsonrpc: '2.0', id: 'ask-1', error: { code: -1 } }));
    await vi.waitFor(() => expect(misread).toHaveBeenCalledTimes(1));
    expect(misread.mock.lastCall?.slice(0, 1)).toEqual(['ask-1']);
    await running.close(0);
    expect(received).not.toHaveBeenCalled();
  });

  it('says what its option takes', async () => {
    const options = { transport: messageChannel, channel: 7 } as never;
    await expect(serve('tiny', application, options)).rejects.toThrow("Option 'channel' must be a MessagePort; got 7");
  });
});
