// Streams of changes under 2026-07-28, over real sockets and pipes.
import {
  type Bus,
  type ChangeEvent,
  createHandler,
  type HttpGuard,
  MemoryBus,
  type Server,
  silentLogger,
  tool,
} from '@polyspec/core';
import { spec20260728 } from '@polyspec/spec-2026';
import { fetchHandler, type HttpOptions } from '@polyspec/transport-http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNews } from './fixtures/news.js';
import { serveHttp } from './http-server.js';
import { fixture } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { HttpClient } from './wire/http-client.js';
import { HttpListener, type ListenerOptions } from './wire/http-listener.js';
import { headersOf, initializeParams, requestOf } from './wire/messages.js';
import { SERVED } from './wire/revisions.js';
import { StdioClient } from './wire/stdio-client.js';

checkEveryMessage();

const ALL = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
const ID = 'io.modelcontextprotocol/subscriptionId';

const today: ChangeEvent = { type: 'resourceUpdated', uri: 'news://today' };

const servers = new Set<Server>();

afterEach(async () => {
  await Promise.all([...servers].map((server) => server.close()));
  servers.clear();
});

async function start(options: Parameters<typeof serveHttp>[1] & HttpOptions = {}) {
  const server = await serveHttp(createNews(), { spec: '2026-07-28', changeDebounceMs: 0, ...options });
  servers.add(server);
  const client = new HttpClient(server.address, { served: SERVED['2026-07-28'] });
  return {
    server,
    client,
    listen: async (notifications: object, listenerOptions?: ListenerOptions) => {
      const listener = new HttpListener(client, notifications as never, listenerOptions);
      await listener.until(1);
      return listener;
    },
  };
}

/** A bus that counts its subscribers. */
class CountingBus extends MemoryBus {
  subscribers = 0;

  override subscribe(...args: Parameters<Bus['subscribe']>): ReturnType<Bus['subscribe']> {
    this.subscribers += 1;
    const end = super.subscribe(...args);
    return () => {
      this.subscribers -= 1;
      end();
    };
  }
}

describe('a listen stream over HTTP', () => {
  it('U-09, T-08, T-17, T-19, T-30 is an event stream without ids, which no proxy holds back', async () => {
    const { server, listen } = await start();
    const listener = await listen(ALL, { headers: { 'last-event-id': '7' } });
    expect(await listener.opened).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
    });
    server.notify({ type: 'toolsListChanged' });
    await listener.until(2);
    await server.close();
    const text = await listener.ended;
    expect(
      text
        .split('\n\n')
        .filter((event) => event !== '')
        .every((event) => event.startsWith('data: {')),
    ).toBe(true);
    expect(listener.methods).toEqual([ACKNOWLEDGED, 'notifications/tools/list_changed', undefined]);
  });

  it('U-15, TL-20, PR-10, RS-10, YT-09 is told of what changes, whoever changes it', async () => {
    const { client, listen } = await start();
    const listener = await listen({ ...ALL, resourceSubscriptions: ['news://today'] });
    await client.request('2026-07-28', 'tools/call', { name: 'extend', arguments: { name: 'more' } });
    await listener.until(2);
    // A change that is told can be seen: the client that asks now gets the new list.
    const { result } = await client.request('2026-07-28', 'tools/list');
    expect(JSON.stringify(result?.tools)).toContain('"more"');
    await client.request('2026-07-28', 'tools/call', { name: 'announce', arguments: {} });
    await listener.until(6);
    expect(listener.methods.slice(1)).toEqual([
      'notifications/tools/list_changed',
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
      'notifications/resources/updated',
    ]);
    listener.close();
  });

  it('is told a burst of changes as one of each kind', async () => {
    const { client, listen } = await start({ changeDebounceMs: undefined });
    const listener = await listen({ ...ALL, resourceSubscriptions: ['news://today'] });
    await client.request('2026-07-28', 'tools/call', { name: 'announce', arguments: { times: 1000 } });
    await listener.until(5);
    await client.request('2026-07-28', 'tools/call', { name: 'announce', arguments: {} });
    await listener.until(9);
    expect(listener.messages).toHaveLength(9);
    listener.close();
  });

  it('U-14, P-09, L-05, T-16 has nothing of calls, whose progress and log messages come with their own answers', async () => {
    const { client, listen, server } = await start();
    const meta = { progressToken: 1, 'io.modelcontextprotocol/logLevel': 'debug' };
    const listener = await listen(ALL);
    const params = { name: 'work', arguments: {}, _meta: meta };
    const got = await client.send({
      headers: headersOf('2026-07-28', 'tools/call', params),
      body: requestOf('2026-07-28', 1, 'tools/call', params),
    });
    expect(got.headers['content-type']).toBe('text/event-stream');
    expect(got.messages.map(({ method }) => method)).toEqual([
      'notifications/progress',
      'notifications/message',
      undefined,
    ]);
    await server.close();
    await listener.ended;
    expect(listener.methods).toEqual([ACKNOWLEDGED, undefined]);
  });

  it('U-10, C-03, T-20 ends with its client, and leaves nothing behind', async () => {
    const bus = new CountingBus(silentLogger);
    const { listen, client } = await start({ bus });
    const listener = await listen(ALL);
    expect(bus.subscribers).toBe(1);
    listener.close();
    await vi.waitFor(() => expect(bus.subscribers).toBe(0));
    expect((await client.request('2026-07-28', 'tools/list')).result).toBeDefined();
  });

  it('C-02, NS-16, Q-15, X-07 goes on when a cancellation is posted: over HTTP only the client’s going away ends it', async () => {
    const { server, client, listen } = await start();
    const listener = await listen(ALL, { id: 7 });
    const got = await client.send({
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
      },
      body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } },
    });
    expect(got).toMatchObject({ status: 202, text: '' });
    server.notify({ type: 'toolsListChanged' });
    await listener.until(2);
    listener.close();
  });

  it('NS-18 is a stream for whoever embeds the server as well', async () => {
    const handler = await createHandler('here', createNews(), {
      spec: spec20260728,
      logger: silentLogger,
      changeDebounceMs: 0,
    });
    const answer = fetchHandler(handler);
    const response = await answer(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: headersOf('2026-07-28', 'subscriptions/listen'),
        body: JSON.stringify(requestOf('2026-07-28', 1, 'subscriptions/listen', { notifications: ALL })),
      }),
    );
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    handler.notify({ type: 'promptsListChanged' });
    await handler.close();
    const text = await response.text();
    expect(text.match(/"method":"[^"]+"|"resultType":"complete"/g)).toEqual([
      `"method":"${ACKNOWLEDGED}"`,
      '"method":"notifications/prompts/list_changed"',
      '"resultType":"complete"',
    ]);
  });

  it('T-18, NS-17, HT-14 is kept alive with comments', async () => {
    const { listen } = await start({ keepAliveSeconds: 0.02 });
    const listener = await listen({});
    await vi.waitFor(() => expect(listener.comments.length).toBeGreaterThan(1));
    expect(listener.methods).toEqual([ACKNOWLEDGED]);
    listener.close();
  });

  it('Q-06 is refused with 406 to a client that takes no stream', async () => {
    const { client } = await start();
    const got = await client.send({
      headers: { ...headersOf('2026-07-28', 'subscriptions/listen'), accept: 'application/json' },
      body: requestOf('2026-07-28', 1, 'subscriptions/listen', { notifications: ALL }),
    });
    expect(got.status).toBe(406);
    expect(got.messages).toEqual([
      { jsonrpc: '2.0', error: { code: -32600, message: expect.stringContaining('text/event-stream') } },
    ]);
  });

  it('U-19, AU-28 is refused before it begins, and leaves out what its caller may not read', async () => {
    const guard: HttpGuard = {
      authenticate: (request) => ({ caller: { scopes: [request.header('authorization') ?? ''] } }),
      authorize: async ({ scopes }, { method, uri }) => {
        const isAllowed = method === 'resources/read' ? uri !== 'news://secret' : scopes[0] === 'Bearer good';
        return isAllowed ? undefined : { status: 403, message: 'Not allowed' };
      },
    };
    const { client, listen, server } = await start({ guard });
    const refused = await client.send({
      headers: { ...headersOf('2026-07-28', 'subscriptions/listen'), authorization: 'Bearer bad' },
      body: requestOf('2026-07-28', 1, 'subscriptions/listen', { notifications: ALL }),
    });
    expect(refused.status).toBe(403);
    const listener = await listen(
      { resourceSubscriptions: ['news://secret', 'news://today'] },
      { headers: { authorization: 'Bearer good' } },
    );
    expect(listener.messages).toMatchObject([
      { params: { notifications: { resourceSubscriptions: ['news://today'] } } },
    ]);
    server.notify({ type: 'resourceUpdated', uri: 'news://secret' });
    server.notify(today);
    await listener.until(2);
    expect(listener.messages[1]).toMatchObject({ params: { uri: 'news://today' } });
    listener.close();
  });
});

describe('many listen streams over HTTP', () => {
  it('U-08, U-20, B-16, LI-04 fifty streams get a thousand changes, each those that it asked for and in order', async () => {
    const { server, listen } = await start();
    const listeners = await Promise.all(
      // All of one id, as different clients may well have.
      Array.from({ length: 50 }, (_, index) =>
        listen({
          toolsListChanged: index % 2 === 0,
          resourceSubscriptions: [`news://${index % 20}/`, `news://${(index + 1) % 20}/`],
        }),
      ),
    );
    for (let change = 0; change < 1000; change++) {
      server.notify({ type: 'resourceUpdated', uri: `news://${change % 20}/${change}` });
      if (change % 10 === 0) server.notify({ type: 'toolsListChanged' });
    }
    await server.close();
    for (const [index, listener] of listeners.entries()) {
      await listener.ended;
      const [first, ...rest] = listener.messages;
      expect(first?.method).toBe(ACKNOWLEDGED);
      expect(rest.pop()).toMatchObject({
        id: 'listener',
        result: { resultType: 'complete', _meta: { [ID]: 'listener' } },
      });
      const changes = Array.from({ length: 1000 }, (_, change) => change);
      const wanted = changes.filter((change) => [index % 20, (index + 1) % 20].includes(change % 20));
      const uris = rest.flatMap(({ params }) => (typeof params?.uri === 'string' ? [params.uri] : []));
      expect(uris).toEqual(wanted.map((change) => `news://${change % 20}/${change}`));
      // Those of a list that wait for the reader count as one.
      const lists = rest.filter(({ method }) => method === 'notifications/tools/list_changed');
      expect(lists.length > 0).toBe(index % 2 === 0);
      expect(rest).toHaveLength(uris.length + lists.length);
    }
  });

  it('U-20, Q-25, NS-07 one that is not read ends by itself, and the others get everything', async () => {
    const { server, listen } = await start();
    const wanted = { resourceSubscriptions: ['news://'] };
    const [slow, ...others] = await Promise.all([1, 2, 3].map((id) => listen({ ...wanted, ...ALL }, { id })));
    if (slow === undefined) throw new Error('nobody listens');
    slow.pause();
    // More than all buffers on the way take together.
    const long = 'x'.repeat(200_000);
    const count = 200;
    for (let change = 0; change < count; change++) {
      server.notify({ type: 'resourceUpdated', uri: `news://${change}/${long}` });
      for (const listener of others) await listener.until(change + 2);
    }
    server.notify({ type: 'toolsListChanged' });
    for (const listener of others) {
      await listener.until(count + 2);
      expect(listener.methods.at(-1)).toBe('notifications/tools/list_changed');
      listener.close();
    }
    slow.resume();
    await slow.ended;
    expect(slow.messages.length).toBeLessThan(count);
    const updates = slow.messages.slice(1, -1).map(({ params }) => String(params?.uri).slice(0, -long.length));
    expect(updates).toEqual(updates.map((_, change) => `news://${change}/`));
    expect(slow.messages.at(-1)).toMatchObject({ id: 1, result: { resultType: 'complete' } });
  });

  it('U-11, NS-20 all end with their answers when the server closes, which waits for none of them', async () => {
    const { server, listen } = await start({ graceMs: 600_000 });
    const listeners = await Promise.all(Array.from({ length: 50 }, (_, id) => listen(ALL, { id })));
    await server.close();
    for (const [id, listener] of listeners.entries()) {
      await listener.ended;
      expect(listener.messages.at(-1)).toMatchObject({
        id,
        result: { resultType: 'complete', _meta: { [ID]: id, 'io.modelcontextprotocol/serverInfo': { name: 'here' } } },
      });
      expect(listener.messages).toHaveLength(2);
    }
  });

  it('is told of every change that comes after its acknowledgment, however many come and go', async () => {
    const { server, listen } = await start();
    let change = 0;
    const publishing = setInterval(() => server.notify({ type: 'resourceUpdated', uri: `news://${change++}` }), 1);
    try {
      for (let round = 0; round < 20; round++) {
        const listener = await listen({ resourceSubscriptions: ['news://'] });
        // What is published from now on, after the client has seen the acknowledgment, must arrive.
        const next = change;
        await vi.waitFor(() => {
          const seen = listener.messages.slice(1).map(({ params }) => Number(String(params?.uri).slice(7)));
          expect(seen).toContain(next);
          expect(seen).toEqual(seen.map((_, index) => (seen[0] ?? 0) + index));
        });
        listener.close();
      }
    } finally {
      clearInterval(publishing);
    }
  });
});

describe('a listen stream beside a session of 2025', () => {
  it('Q-09 to Q-11, V-11, V-12, NS-05, NS-08 both hear of a change, each in the words of its revision', async () => {
    const server = await serveHttp(createNews(), { spec: 'all', changeDebounceMs: 0 });
    servers.add(server);
    const client = new HttpClient(server.address, { served: SERVED.all });
    const listener = new HttpListener(client, { toolsListChanged: true });
    await listener.until(1);

    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams('2025-06-18') };
    const opened = await client.send({ headers: json, body: initialize });
    expect(opened.messages[0]?.result).toMatchObject({ protocolVersion: '2025-06-18' });
    const session = {
      'mcp-session-id': String(opened.headers['mcp-session-id']),
      'mcp-protocol-version': '2025-06-18',
    };
    await client.send({
      headers: { ...json, ...session },
      body: { jsonrpc: '2.0', method: 'notifications/initialized' },
    });
    const standing = client.open({ method: 'GET', headers: { accept: 'text/event-stream', ...session } });
    await new Promise((resolve) => standing.request.once('response', resolve));

    server.tools.add('late', tool({ description: 'New.', run: () => 'new' }));
    await listener.until(2);
    expect(listener.messages[1]).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/tools/list_changed',
      params: { _meta: { [ID]: 'listener' } },
    });
    await server.close();
    const { messages } = await standing.got;
    expect(messages).toEqual([{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }]);
    await listener.ended;
    expect(listener.messages.at(-1)).toMatchObject({ id: 'listener', result: { resultType: 'complete' } });
  });
});

describe('a listen stream over stdio', () => {
  const LISTEN = 'subscriptions/listen';
  /** A process takes a while to start. */
  const STARTING = { timeout: 10_000 };
  const listenRequest = (id: string | number, notifications: object) =>
    requestOf('2026-07-28', id, LISTEN, { notifications } as never);

  function startProcess(): StdioClient {
    const options = { spec: '2026-07-28', changeDebounceMs: 0 };
    return new StdioClient(fixture('news', options), { served: SERVED['2026-07-28'] });
  }

  const idOf = ({ params }: { readonly params?: object }): unknown =>
    (params as { readonly _meta?: Record<string, unknown> })._meta?.[ID];

  it('U-05, U-07, U-08, S-04 to S-06, S-13 is one of several on one channel, between answers to calls', async () => {
    const client = startProcess();
    client.send(
      listenRequest(1, { toolsListChanged: true }),
      listenRequest('1', { ...ALL, resourceSubscriptions: ['news://today'] }),
      requestOf('2026-07-28', 'call', 'tools/call', { name: 'announce', arguments: { times: 2 } }),
    );
    await client.answerTo('call');
    await vi.waitFor(() => expect(client.unasked.length).toBe(12), STARTING);
    const of = (id: unknown): unknown[] =>
      client.unasked.filter((message) => idOf(message) === id).map(({ method }) => method);
    const tools = 'notifications/tools/list_changed';
    expect(of(1)).toEqual([ACKNOWLEDGED, tools, tools]);
    expect(of('1')).toHaveLength(9);
    expect(of('1').slice(0, 2)).toEqual([ACKNOWLEDGED, tools]);
    expect(client.lines.map((line) => JSON.parse(line)).some((line) => 'id' in line && 'method' in line)).toBe(false);
    expect((await client.end()).code).toBe(0);
  });

  it('U-10 to U-12, Q-01, C-04 ends without a word when it is cancelled, and with result and cancellation at the end', async () => {
    const client = startProcess();
    client.send(listenRequest(1, ALL), listenRequest(2, ALL));
    await vi.waitFor(() => expect(client.unasked.length).toBe(2), STARTING);
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } });
    expect(
      (await client.request('2026-07-28', 'tools/call', { name: 'announce', arguments: {} })).result,
    ).toBeDefined();
    await vi.waitFor(() => expect(client.unasked.length).toBe(5));
    expect(client.unasked.slice(2).map(idOf)).toEqual([2, 2, 2]);
    expect(await client.end()).toMatchObject({ code: 0, signal: null });
    const last = client.lines.slice(-2).map((line) => JSON.parse(line) as object);
    expect(last).toEqual([
      { jsonrpc: '2.0', id: 2, result: { resultType: 'complete', _meta: expect.objectContaining({ [ID]: 2 }) } },
      {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 2, reason: expect.any(String), _meta: { [ID]: 2 } },
      },
    ]);
    expect(client.lines.filter((line) => line.includes('"result"') && line.includes('"id":1,'))).toEqual([]);
  });

  it('S-12, S-10 ends in good order with SIGTERM as well', async () => {
    const client = startProcess();
    client.send(listenRequest('s', {}));
    await vi.waitFor(() => expect(client.unasked.length).toBe(1), STARTING);
    client.process.kill('SIGTERM');
    await client.ended;
    expect(client.lines).toHaveLength(3);
    expect(JSON.parse(client.lines[1] ?? '')).toMatchObject({ id: 's', result: { resultType: 'complete' } });
  });

  it('Q-56 is not begun twice under one id', async () => {
    const client = startProcess();
    client.send(listenRequest(5, ALL), listenRequest(5, ALL));
    expect(await client.answerTo(5)).toMatchObject({ error: { code: -32600 } });
    expect(client.unasked).toHaveLength(1);
    await client.end();
  });
});
