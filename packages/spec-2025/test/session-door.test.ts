import {
  type Application,
  type JsonObject,
  type JsonRpcMessage,
  MemorySessionStore,
  notification,
  type Outcome,
  request,
} from '@polyspec/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serverFaults } from '../../../test/schema/official-schema.js';
import { spec20250618, spec20251125 } from '../src/index.js';
import { Everything, Tools } from './applications.js';
import { arrived, Client, type ClientOptions, connected } from './client.js';

/** Who comes in with which session id over HTTP (YH-29 to YH-38, YZ-01 to YZ-04, A5, A6). */

const VERSION = 'mcp-protocol-version';
const SESSION = 'mcp-session-id';
const NOBODY = '00000000-0000-4000-8000-000000000000';
const list = request(7, 'tools/list');
const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };

const open = (options: ClientOptions = {}): Promise<Client> => connected(new Tools(), { http: 'session', ...options });

/** What an outcome looks like from outside. */
function read(outcome: Outcome): { status: number; body?: unknown; session?: unknown } {
  switch (outcome.type) {
    case 'response': {
      const session = outcome.headers?.[SESSION];
      return { status: outcome.status ?? 200, body: arrived(outcome), ...(session !== undefined && { session }) };
    }
    case 'accepted':
    case 'ended':
      return { status: 202 };
    case 'standing':
      return { status: 200 };
    default:
      return { status: outcome.status, ...(outcome.body !== undefined && { body: outcome.body }) };
  }
}

describe('initialize', () => {
  test('begins a session with an id of visible ASCII characters, unlike any other (YH-29 to YH-31, YZ-02)', async () => {
    const client = await open({ initialize: false });
    const ids = new Set<unknown>();
    for (let times = 0; times < 100; times += 1) {
      const { session } = read(await client.deliver(request(1, 'initialize', hello), {}));
      expect(session).toMatch(/^[\x21-\x7e]{32,}$/);
      ids.add(session);
    }
    expect(ids.size).toBe(100);
  });

  test('advertises what a session makes possible (YL-09, YT-09, YR-05, YR-10, YG-01)', async () => {
    const client = await connected(new Everything(), { http: 'session' });
    expect(client.opening.capabilities).toEqual({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      logging: {},
    });
  });

  test('without sessions advertises none of it, and gives no id (Q-47, Q-61)', async () => {
    const client = await connected(new Everything(), { http: true });
    expect(client.opening.capabilities).toEqual({ tools: {}, prompts: {}, resources: {} });
    expect(client.session).toBeUndefined();
  });

  test('that fails begins no session', async () => {
    const store = new MemorySessionStore();
    const client = await open({ initialize: false, server: { sessionStore: store } });
    expect(read(await client.deliver(request(1, 'initialize', {}), {}))).toMatchObject({
      status: 200,
      body: { error: { code: -32602 } },
    });
    expect(store.size).toBe(0);
  });

  test('that a guard refuses begins no session (A7)', async () => {
    const store = new MemorySessionStore();
    const authorize = (): { status: number; message: string } => ({ status: 403, message: 'no' });
    const client = await open({ initialize: false, authorize, server: { sessionStore: store } });
    expect(read(await client.deliver(request(1, 'initialize', hello), {})).status).toBe(403);
    expect(store.size).toBe(0);
  });

  test('with the id of a session of the same caller is 400, and the session goes on (Q-49)', async () => {
    const client = await open();
    const { status, body, session } = read(await client.deliver(request(1, 'initialize', hello)));
    expect(status).toBe(400);
    expect(body).toMatchObject({ id: 1, error: { code: -32600 } });
    expect(session).toBeUndefined();
    expect(await client.result('ping')).toEqual({});
  });

  test('twice without an id begins two sessions (Q-49)', async () => {
    const client = await open();
    const other = client.another();
    await other.initialize();
    expect(other.session).not.toBe(client.session);
    for (const each of [client, other]) expect(await each.result('ping')).toEqual({});
  });

  test('negotiates for each session by itself, and ignores the version header (Q-46)', async () => {
    const client = await open({ revision: '2025-06-18' });
    expect(client.opening.protocolVersion).toBe('2025-06-18');
    const { body } = read(await client.deliver(request(1, 'initialize', hello), { [VERSION]: '1999-01-01' }));
    expect(body).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    expect(await client.result('ping')).toEqual({});
  });
});

describe('A6: stale session against missing session', () => {
  test('(a) an id that was never issued is 404, with an error of JSON-RPC (YH-33)', async () => {
    const client = await open();
    const { status, body } = read(await client.deliver(list, { [VERSION]: '2025-11-25', [SESSION]: NOBODY }));
    expect(status).toBe(404);
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 7, error: { code: -32600 } });
    expect(serverFaults(body as JsonRpcMessage, '2025-11-25', 'tools/list')).toEqual([]);
  });

  test('(b) an id from before the server was started again is 404 (YH-33)', async () => {
    const [before, after] = [await open(), await open()];
    expect(read(await after.deliver(list, before.headers())).status).toBe(404);
  });

  test('(c) the id of a session that was ended is 404, and a new one begins without an id (YH-33 to YH-35)', async () => {
    const client = await open();
    const ended = client.headers();
    expect(read((await client.open('DELETE')).outcome)).toEqual({ status: 200 });
    expect(read(await client.deliver(list, ended)).status).toBe(404);
    expect(read((await client.open('DELETE', ended)).outcome).status).toBe(404);
    await client.initialize();
    expect(client.headers()).not.toEqual(ended);
    expect(await client.result('tools/list')).toHaveProperty('tools');
  });

  test.each<[string, JsonRpcMessage]>([
    ['a request', list],
    ['ping', request(7, 'ping')],
    ['a notification', notification('notifications/initialized')],
    ['a response', { jsonrpc: '2.0', id: 7, result: {} }],
  ])('(d) %s without an id is 400 (YH-32, Q-47)', async (_what, message) => {
    const client = await open();
    const { status, body } = read(await client.deliver(message, { [VERSION]: '2025-11-25' }));
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: -32600, message: expect.stringMatching(/^Missing Mcp-Session-Id/) } });
    expect((body as JsonObject).id).toBe('method' in message && 'id' in message ? 7 : undefined);
  });

  test('(e) initialize that carries a stale id gets a fresh session (Q-47)', async () => {
    const client = await open();
    const stale = client.headers();
    await client.open('DELETE');
    for (const headers of [stale, { [SESSION]: NOBODY }]) {
      const { status, session } = read(await client.deliver(request(1, 'initialize', hello), headers));
      expect(status).toBe(200);
      expect(session).toEqual(expect.stringMatching(/./));
      expect(session).not.toBe(headers[SESSION]);
    }
  });

  test.each(['GET', 'DELETE'] as const)('(f) %s with an unknown id is 404, without one 400', async (method) => {
    const client = await open();
    expect(read((await client.open(method, { [SESSION]: NOBODY })).outcome)).toMatchObject({
      status: 404,
      body: { error: { code: -32600 } },
    });
    expect(read((await client.open(method, {})).outcome)).toMatchObject({
      status: 400,
      body: { error: { code: -32600 } },
    });
  });

  test('(g) the id of another caller is 404 for everything, and harms nobody (YZ-03, YI-11)', async () => {
    const caller = { subject: 'ada', scopes: [] };
    const client = await open({ caller });
    for (const other of [{ subject: 'eve', scopes: [] }, { clientId: 'ada', scopes: [] }, undefined]) {
      const thief = new Client(client.handler, { http: 'session', ...(other && { caller: other }) });
      const headers = client.headers();
      const outcomes = [
        await thief.deliver(list, headers),
        await thief.deliver(notification('notifications/cancelled', { requestId: 1 }), headers),
        (await thief.open('GET', headers)).outcome,
        (await thief.open('DELETE', headers)).outcome,
      ];
      expect(outcomes.map((outcome) => read(outcome).status)).toEqual([404, 404, 404, 404]);
      const { status, session } = read(await thief.deliver(request(1, 'initialize', hello), headers));
      expect([status, session === client.session]).toEqual([200, false]);
    }
    expect(await client.result('ping')).toEqual({});
  });
});

describe('the version header in a session (Q-46)', () => {
  test('may be absent: the session knows; and is taken where it names what was agreed on (YH-36, YH-37)', async () => {
    const client = await open({ revision: '2025-06-18' });
    const headers = { [SESSION]: client.session ?? '' };
    expect(read(await client.deliver(list, headers)).status).toBe(200);
    expect(read(await client.deliver(list, { ...headers, [VERSION]: '2025-06-18' })).status).toBe(200);
  });

  test.each(['2025-11-25', '1999-01-01', '2026-07-28', ''])(
    'is 400 for %j in a session of 2025-06-18 (YH-38)',
    async (version) => {
      const client = await open({ revision: '2025-06-18' });
      const headers = { ...client.headers(), [VERSION]: version };
      for (const outcome of [
        await client.deliver(list, headers),
        (await client.open('GET', headers)).outcome,
        (await client.open('DELETE', headers)).outcome,
      ]) {
        expect(read(outcome)).toMatchObject({
          status: 400,
          body: { error: { code: -32600, data: { supported: ['2025-06-18'] } } },
        });
      }
      expect(await client.result('ping')).toEqual({});
    },
  );

  test('header fields of other revisions are neither wanted nor looked at (YH-39)', async () => {
    const client = await open();
    const headers = { ...client.headers(), 'mcp-method': 'x/y', 'mcp-name': 'x', 'mcp-param-y': 'z' };
    expect(read(await client.deliver(list, headers)).status).toBe(200);
  });
});

test('GET, POST and DELETE are served; without sessions POST alone (YH-01, YH-18, YH-35, Q-47)', async () => {
  const client = await open();
  expect(client.handler.methods(client.exchange())).toEqual(['GET', 'POST', 'DELETE']);
  const without = await connected(new Tools(), { http: true });
  expect(without.handler.methods(without.exchange())).toEqual(['POST']);
});

test.each([undefined, {}])(
  'initialize comes first, and notifications/initialized with the params %j is 202 and lets the server ask (YL-01, YL-05, YH-05)',
  async (params) => {
    const asking: Application = {
      tools: () => [{ name: 'ways' }],
      callTool: (_name, _args, { elicit }) => (elicit === undefined ? 'none' : 'elicit'),
    };
    const client = await connected(asking, { http: 'session', initialize: false });
    expect(read(await client.deliver(list, {})).status).toBe(400);
    const opening = { ...hello, capabilities: { elicitation: {} } };
    const { session } = read(await client.deliver(request(1, 'initialize', opening), {}));
    const headers = { [SESSION]: String(session), [VERSION]: hello.protocolVersion };
    const ways = async (): Promise<unknown> =>
      read(await client.deliver(request(2, 'tools/call', { name: 'ways' }), headers)).body;
    expect(await ways()).toMatchObject({ result: { content: [{ text: 'none' }] } });
    expect(await client.deliver(notification('notifications/initialized', params), headers)).toEqual({
      type: 'accepted',
    });
    expect(await ways()).toMatchObject({ result: { content: [{ text: 'elicit' }] } });
  },
);

test.each([spec20250618, spec20251125])('A5: what comes before notifications/initialized is answered', async (spec) => {
  const client = await open({ spec, initialize: false });
  await client.result('initialize', { ...hello, protocolVersion: spec.revisions[0] ?? '' });
  client.handler.notify({ type: 'toolsListChanged' });
  expect(await client.result('logging/setLevel', { level: 'info' })).toEqual({});
  expect(await client.result('tools/list')).toHaveProperty('tools');
  expect(await client.result('ping')).toEqual({});
  expect(await client.error('nope')).toMatchObject({ code: -32601 });
  await client.notify('notifications/initialized');
  expect(await client.result('ping')).toEqual({});
  expect(client.sent).toEqual([]);
});

describe('what is known of a session', () => {
  const look: Application = {
    tools: () => [{ name: 'look' }],
    callTool: (_name, _args, { client, revision }) => ({
      structuredContent: { client: client as object, revision } as JsonObject,
    }),
  };

  test('is what the client said in initialize, at every later request', async () => {
    const capabilities = { elicitation: {}, roots: { listChanged: true } };
    const client = await connected(look, { http: 'session', capabilities, revision: '2025-06-18' });
    const other = client.another({ capabilities: {}, revision: '2025-11-25' });
    await other.initialize();
    const info = { name: 'test-client', version: '1.0.0' };
    expect(await client.call('look')).toMatchObject({
      structuredContent: { client: { info, capabilities }, revision: '2025-06-18' },
    });
    expect((await other.call('look')).structuredContent).toEqual({
      client: { info, capabilities: {} },
      revision: '2025-11-25',
    });
  });

  test('may be kept by a store that several servers have in common', async () => {
    const sessionStore = new MemorySessionStore();
    const [one, two] = [0, 1].map(() => connected(look, { http: 'session', server: { sessionStore } }));
    const client = (await one) as Client;
    const there = new Client((await two)?.handler as Client['handler'], { http: 'session' });
    there.session = client.session;
    expect(await there.call('look')).toMatchObject({
      structuredContent: { client: { info: { name: 'test-client' } } },
    });
    await there.result('logging/setLevel', { level: 'info' });
    expect(read((await there.open('DELETE')).outcome).status).toBe(200);
    expect(read(await client.deliver(list)).status).toBe(404);
  });
});

describe('how many sessions there are, and for how long (YZ-04, A7)', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('one that is idle for too long is 404, one in use is not', async () => {
    const client = await open({ server: { sessionIdleSeconds: 2 } });
    for (let times = 0; times < 3; times += 1) {
      vi.advanceTimersByTime(1999);
      expect(await client.result('ping')).toEqual({});
    }
    vi.advanceTimersByTime(2000);
    expect(read(await client.deliver(list)).status).toBe(404);
  });

  test('a running call keeps its session, however long it takes', async () => {
    let finish: (text: string) => void = () => undefined;
    const client = await connected(
      { tools: () => [{ name: 'x', run: () => new Promise<string>((resolve) => (finish = resolve)) }] },
      { http: 'session', server: { sessionIdleSeconds: 2, precompile: true } },
    );
    const call = client.call('x');
    await vi.waitFor(() => expect(finish).not.toHaveLength(0));
    vi.advanceTimersByTime(60_000);
    finish('done');
    expect(await call).toMatchObject({ content: [{ text: 'done' }] });
    vi.advanceTimersByTime(1999);
    expect(await client.result('ping')).toEqual({});
    vi.advanceTimersByTime(2000);
    expect(read(await client.deliver(list)).status).toBe(404);
  });

  test('a standing stream keeps its session, until the client leaves it', async () => {
    const client = await open({ server: { sessionIdleSeconds: 2 } });
    const stream = await client.listen();
    vi.advanceTimersByTime(60_000);
    stream.leave();
    expect(await client.result('ping')).toEqual({});
    vi.advanceTimersByTime(2000);
    expect(read(await client.deliver(list)).status).toBe(404);
  });

  test('one too many ends the one that is idle for longest, and is 503 only where all are in use', async () => {
    const client = await open({ server: { maxSessions: 2 } });
    vi.advanceTimersByTime(1);
    const second = client.another();
    await second.initialize();
    vi.advanceTimersByTime(1);
    await client.result('ping');
    const third = client.another();
    await third.initialize();
    expect(read(await second.deliver(list)).status).toBe(404);
    const streams = [await client.listen(), await third.listen()];
    const refused = await second.deliver(request(1, 'initialize', hello), {});
    expect(read(refused)).toMatchObject({ status: 503, body: { id: 1, error: { code: -32603 } } });
    expect(refused).toMatchObject({ headers: { 'retry-after': '1' } });
    streams[0]?.leave();
    await second.initialize();
    expect(read(await client.deliver(list)).status).toBe(404);
  });
});
