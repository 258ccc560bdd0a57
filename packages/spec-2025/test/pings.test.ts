import {
  createHandler,
  failure,
  isRequest,
  type JsonRpcRequest,
  MemorySessionStore,
  type RequestId,
  silentLogger,
  success,
} from '@polyspec/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { spec20251125 } from '../src/index.js';
import { Everything } from './applications.js';
import { type Client, type ClientOptions, connected, type TestExchange } from './client.js';

/** What clients are asked that have been silent for some time: whether they are still there (basic/utilities/ping). */

const TOOLS = 'notifications/tools/list_changed';
const CANCELLED = 'notifications/cancelled';
const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };

const warn = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  warn.mockClear();
});
afterEach(() => void vi.useRealTimers());

function open(options: ClientOptions = {}): Promise<Client> {
  const logger = { ...silentLogger, warn };
  const server = { pingSeconds: 10, changeDebounceMs: 0, logger, ...options.server };
  return connected(new Everything(), { http: 'session', ...options, server });
}

/** The ids of the pings that were sent to a client, in order. */
function pingsTo({ sent }: Client): readonly RequestId[] {
  const requests = (sent as readonly object[] as readonly JsonRpcRequest[]).filter(isRequest);
  for (const { method, params } of requests) expect([method, params]).toEqual(['ping', undefined]);
  return requests.map(({ id }) => id);
}

/** Answers the last ping. */
async function answerLast(client: Client): Promise<void> {
  const outcome = await client.deliver(success(pingsTo(client).at(-1) ?? expect.fail('no ping'), {}));
  expect(outcome.type).toBe('accepted');
}

/** The output of a connection, which begins before anything else. */
async function output(client: Client): Promise<TestExchange> {
  const exchange = client.exchange();
  await exchange.carryOut(client.handler.open?.(exchange) ?? expect.fail('it can not be opened'));
  return exchange;
}

describe.each([
  ['in a session with a standing stream', 'session'],
  ['on stdio', false],
] as const)('a client %s', (_where, http) => {
  async function reachable(options: ClientOptions = {}): Promise<Client> {
    const client = await open({ http, ...options });
    if (http === 'session') await client.listen();
    return client;
  }

  test.each(['2025-06-18', '2025-11-25'])('YU-02 is pinged when it is silent for so long (%s)', async (revision) => {
    const client = await reachable({ revision });
    vi.advanceTimersByTime(9999);
    expect(client.sent).toEqual([]);
    vi.advanceTimersByTime(1);
    await answerLast(client);
    vi.advanceTimersByTime(9999);
    expect(pingsTo(client)).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await client.deliver(failure(pingsTo(client)[1] ?? '', -32601, 'Method not found'));
    vi.advanceTimersByTime(10_000);
    expect(new Set(pingsTo(client)).size).toBe(3);
    expect(warn).not.toHaveBeenCalled();
  });

  test('YU-02 is not pinged while it says something: requests, notifications, answers to anybody', async () => {
    const client = await reachable();
    for (const say of [
      () => client.result('ping'),
      () => client.result('tools/list'),
      () => client.error('tools/none'),
      () => client.notify('notifications/unknown'),
      () => client.deliver(success('nobody', {})),
    ]) {
      vi.advanceTimersByTime(9999);
      await say();
    }
    vi.advanceTimersByTime(9999);
    expect(client.sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(pingsTo(client)).toHaveLength(1);
  });

  test('YL-06 is pinged before it has confirmed the handshake', async () => {
    const client = await open({ http, initialize: false });
    await client.result('initialize', hello);
    if (http === 'session') await client.listen();
    client.handler.notify({ type: 'toolsListChanged' });
    vi.advanceTimersByTime(10_000);
    expect(client.sent).toHaveLength(1);
    await answerLast(client);
  });

  test('YU-02 is pinged never where nobody asked for it', async () => {
    for (const pingSeconds of [undefined, 0]) {
      const client = await reachable({ server: { pingSeconds } });
      expect(vi.getTimerCount()).toBe(http === 'session' ? 1 : 0);
      vi.advanceTimersByTime(3_600_000);
      expect(client.sent).toEqual([]);
    }
  });

  test('YU-02 leaves nothing when the server closes', async () => {
    const client = await reachable();
    vi.advanceTimersByTime(20_000);
    await client.handler.close(0);
    const { length } = client.sent;
    warn.mockClear();
    vi.advanceTimersByTime(60_000);
    expect(client.sent).toHaveLength(length);
    expect(warn).not.toHaveBeenCalled();
    // A session that may be gone on with elsewhere still expires.
    expect(vi.getTimerCount()).toBe(http === 'session' ? 1 : 0);
  });
});

describe('a session whose client does not answer', () => {
  test('YU-02 loses its stream after two pings, and is there when the client comes back', async () => {
    const client = await open();
    const stream = await client.listen();
    vi.advanceTimersByTime(29_999);
    expect([stream.isConcluded, warn.mock.calls.length]).toEqual([false, 1]);
    vi.advanceTimersByTime(1);
    expect([stream.isConcluded, warn.mock.calls.length]).toEqual([true, 2]);
    expect(stream.methods).toEqual(['ping', CANCELLED, 'ping', CANCELLED]);
    expect(warn.mock.lastCall?.[0]).toEqual({
      client: { name: 'test-client', version: '1.0.0' },
      revision: '2025-11-25',
    });
    vi.advanceTimersByTime(60_000);
    client.handler.notify({ type: 'toolsListChanged' });
    const back = await client.listen(stream.events[0]?.id);
    await back.received(1);
    expect(back.methods).toEqual([TOOLS]);
    vi.advanceTimersByTime(10_000);
    expect(back.methods).toEqual([TOOLS, 'ping']);
  });

  test('YU-02, YZ-04 is idle from then on, and no ping keeps it from expiring', async () => {
    const sessionStore = new MemorySessionStore({ idleSeconds: 60 });
    const client = await open({ server: { sessionStore } });
    const stream = await client.listen();
    vi.advanceTimersByTime(30_000);
    expect(stream.isConcluded).toBe(true);
    vi.advanceTimersByTime(59_999);
    expect(sessionStore.size).toBe(1);
    vi.advanceTimersByTime(1);
    expect(sessionStore.size).toBe(0);
    expect(pingsTo(client)).toHaveLength(2);
  });

  test('YU-02 is pinged on its newest stream alone, and loses all of them', async () => {
    const client = await open();
    const streams = [await client.listen(), await client.listen()];
    vi.advanceTimersByTime(30_000);
    expect(streams.map(({ methods }) => methods)).toEqual([[], ['ping', CANCELLED, 'ping', CANCELLED]]);
    expect(streams.map(({ isConcluded }) => isConcluded)).toEqual([true, true]);
  });

  test('YU-02 keeps its stream by a late answer, and by one that comes twice', async () => {
    const client = await open();
    const stream = await client.listen();
    vi.advanceTimersByTime(29_999);
    const [first = ''] = pingsTo(client);
    for (let times = 0; times < 2; times += 1) {
      expect((await client.deliver(success(first, {}))).type).toBe('accepted');
    }
    vi.advanceTimersByTime(9999);
    expect([stream.isConcluded, warn.mock.calls.length]).toEqual([false, 1]);
  });

  test('YU-02, YZ-03 is not kept by somebody else who answers in its place', async () => {
    const client = await open();
    const stream = await client.listen();
    const other = client.another();
    await other.initialize();
    vi.advanceTimersByTime(10_000);
    await other.deliver(success(pingsTo(client)[0] ?? '', {}));
    vi.advanceTimersByTime(20_000);
    expect([stream.isConcluded, warn.mock.calls.length]).toEqual([true, 2]);
  });
});

describe('a session', () => {
  test('YU-02 is pinged only while it has a standing stream', async () => {
    const client = await open();
    vi.advanceTimersByTime(60_000);
    const stream = await client.listen();
    vi.advanceTimersByTime(5000);
    stream.leave();
    vi.advanceTimersByTime(60_000);
    expect(client.sent).toEqual([]);
    await client.listen();
    await client.open('DELETE');
    vi.advanceTimersByTime(60_000);
    expect(client.sent).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
  });

  test('YU-02 that is left while a ping is open is not logged for it, nor is the ping kept for whoever comes back', async () => {
    const client = await open();
    const stream = await client.listen();
    vi.advanceTimersByTime(10_000);
    stream.leave();
    vi.advanceTimersByTime(60_000);
    expect(warn).not.toHaveBeenCalled();
    const back = await client.listen(stream.events[0]?.id);
    client.handler.notify({ type: 'toolsListChanged' });
    await back.received(1);
    expect(back.methods).toEqual([TOOLS]);
  });

  test('YU-02 is pinged on a stream that the client came back for', async () => {
    const client = await open();
    const stream = await client.listen();
    stream.leave();
    const back = await client.listen(stream.events[0]?.id);
    vi.advanceTimersByTime(10_000);
    expect(back.methods).toEqual(['ping']);
    await answerLast(client);
    vi.advanceTimersByTime(30_000);
    expect(back.isConcluded).toBe(true);
  });

  test('YU-02 is pinged in order, after what is still to be kept', async () => {
    let keep: (id: string) => void = () => undefined;
    const eventStore = {
      append: () => new Promise<string>((resolve) => (keep = resolve)),
      end: () => undefined,
      streamOf: () => undefined,
      async *follow() {},
    };
    const client = await open({ revision: '2025-06-18', server: { eventStore } });
    const stream = await client.listen();
    vi.advanceTimersByTime(9999);
    client.handler.notify({ type: 'toolsListChanged' });
    vi.advanceTimersByTime(1);
    expect(stream.events).toEqual([]);
    keep('first');
    await stream.received(2);
    expect(stream.methods).toEqual([TOOLS, 'ping']);
    expect(stream.events.map(({ id }) => id)).toEqual(['first', undefined]);
  });

  test('YU-02 is pinged where nothing is kept of its streams', async () => {
    const client = await open({ server: { eventStore: false } });
    const stream = await client.listen();
    vi.advanceTimersByTime(30_000);
    expect(stream.methods).toEqual(['ping', CANCELLED, 'ping', CANCELLED]);
    expect(stream.isConcluded).toBe(true);
  });

  test('YU-02 of nobody is pinged over HTTP without sessions', async () => {
    const client = await open({ http: true });
    await client.result('tools/list');
    vi.advanceTimersByTime(60_000);
    expect(client.sent).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('on stdio', () => {
  test('YU-02 a client that does not answer is logged, twice, and left alone until it says something', async () => {
    const client = await open({ http: false });
    vi.advanceTimersByTime(3_600_000);
    expect(pingsTo(client)).toHaveLength(2);
    expect(warn).toHaveBeenCalledTimes(2);
    expect(await client.result('ping')).toEqual({});
    vi.advanceTimersByTime(10_000);
    await answerLast(client);
    expect(pingsTo(client)).toHaveLength(3);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  test('YU-02 nobody is pinged who did not begin with initialize, as no client of 2026-07-28 does', async () => {
    const client = await open({ http: false, initialize: false });
    const out = await output(client);
    await client.result('ping');
    vi.advanceTimersByTime(60_000);
    expect(out.messages).toEqual([]);
    await client.initialize();
    vi.advanceTimersByTime(10_000);
    expect(out.methods).toEqual(['ping']);
  });

  test('YU-02 nobody is pinged who has gone', async () => {
    const client = await open({ http: false, initialize: false });
    const out = await output(client);
    await client.initialize();
    vi.advanceTimersByTime(10_000);
    out.leave();
    vi.advanceTimersByTime(60_000);
    expect(out.methods).toEqual(['ping']);
    expect([warn.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
  });
});

test.each([-1, 0.5, '10', 2_147_484])(
  'pingSeconds takes whole seconds that a timer can wait, not %o',
  async (wrong) => {
    const options = { pingSeconds: wrong as number, spec: spec20251125, logger: silentLogger };
    await expect(createHandler('wrong', {}, options)).rejects.toMatchObject({ option: 'pingSeconds' });
  },
);
