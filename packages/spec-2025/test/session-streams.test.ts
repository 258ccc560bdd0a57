import {
  type Application,
  type CallContext,
  type JsonObject,
  MemoryEventStore,
  notification,
  request,
} from '@polyspec/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Client, type ClientOptions, connected, type TestExchange } from './client.js';

/** The streams of requests in a session, and coming back for them (YH-11 to YH-16, YH-24 to YH-28, Q-42, SEP-1699). */

/** A tool in the hands of a test: it runs until it is told what to give. */
class Held implements Application {
  readonly running: { readonly context: CallContext; finish(text: string): void }[] = [];
  #woken: (() => void)[] = [];

  tools(): readonly [{ readonly name: 'held' }] {
    return [{ name: 'held' }];
  }

  callTool(_name: string, _args: object, context: CallContext): Promise<string> {
    return new Promise((resolve) => {
      this.running.push({ context, finish: resolve });
      for (const wake of this.#woken.splice(0)) wake();
    });
  }

  /** The call that runs, once so many have begun. */
  async call(count = 1): Promise<{ readonly context: CallContext; finish(text: string): void }> {
    while (this.running.length < count) await new Promise<void>((resolve) => this.#woken.push(resolve));
    return this.running[count - 1] ?? expect.fail('nothing runs');
  }
}

const application = new Held();
afterEach(() => {
  application.running.length = 0;
});

const held = (id: string | number = 1): ReturnType<typeof request> =>
  request(id, 'tools/call', { name: 'held', _meta: { progressToken: 'p' } });

const open = (options: ClientOptions = {}): Promise<Client> => connected(application, { http: 'session', ...options });

/** A call that runs, and the exchange that it came with. */
async function began(client: Client, id: string | number = 1) {
  const before = application.running.length;
  const { exchange, outcome } = client.begin(held(id));
  return { exchange, outcome, ...(await application.call(before + 1)) };
}

const idOf = (exchange: TestExchange, index: number): string => exchange.events.at(index)?.id ?? expect.fail('no id');

/** The text of the answer among the messages of a stream. */
const answerOn = (exchange: TestExchange): unknown =>
  exchange.messages.flatMap((message) => ('result' in message ? [(message.result as JsonObject).content] : []));

const done = [[{ type: 'text', text: 'done' }]];

describe('the stream of a request', () => {
  test('does not begin for an answer alone: that is no event (YH-07)', async () => {
    const client = await open();
    const { exchange, outcome } = client.begin(request(1, 'ping'));
    expect(await outcome).toEqual({ type: 'response', response: { jsonrpc: '2.0', id: 1, result: expect.anything() } });
    expect(exchange.hasBegun).toBe(false);
  });

  test('begins with a point to come back to under 2025-11-25, and when to (YH-14, Q-42)', async () => {
    const client = await open({ server: { retryMs: 250 } });
    const { exchange, outcome, context, finish } = await began(client);
    context.progress(1);
    expect(exchange.events).toEqual([
      { id: expect.any(String), retryMs: 250 },
      { id: expect.any(String), message: expect.objectContaining({ method: 'notifications/progress' }) },
    ]);
    finish('done');
    await outcome;
    expect(answerOn(exchange)).toEqual(done);
  });

  test('under 2025-06-18 has ids and nothing before the first message (Q-42)', async () => {
    const client = await open({ revision: '2025-06-18' });
    const { exchange, outcome, context, finish } = await began(client);
    context.progress(1);
    finish('done');
    await outcome;
    expect(exchange.events.map(({ id, message, retryMs }) => [typeof id, message !== undefined, retryMs])).toEqual([
      ['string', true, undefined],
      ['string', true, undefined],
    ]);
  });

  test('has a beginning also for an answer alone, where the client wants a stream for it (YH-14)', async () => {
    const client = await open({ wantsStream: true });
    const { exchange, outcome } = client.begin(request(1, 'ping'));
    await outcome;
    expect(exchange.events).toEqual([
      { id: expect.any(String), retryMs: 1000 },
      { id: expect.any(String), message: expect.objectContaining({ id: 1 }) },
    ]);
    const back = await client.listen(idOf(exchange, 0));
    await back.concluded;
    expect(back.messages).toEqual(exchange.messages);
    const older = await open({ wantsStream: true, revision: '2025-06-18' });
    const answered = older.begin(request(1, 'ping'));
    await answered.outcome;
    expect(answered.exchange.events).toHaveLength(1);
  });

  test('has no ids where nothing is kept (YH-17)', async () => {
    const client = await open({ server: { eventStore: false } });
    const { exchange, outcome, context, finish } = await began(client);
    expect(context).not.toHaveProperty('closeStream', expect.anything());
    context.progress(1);
    finish('done');
    expect(await outcome).not.toHaveProperty('eventId');
    expect(exchange.events.map(({ id }) => id)).toEqual([undefined, undefined]);
  });

  test('is begun with that point when the transport finds that it takes long', async () => {
    const client = await open();
    const { exchange, outcome, finish } = await began(client);
    exchange.opener?.openStream();
    exchange.opener?.openStream();
    expect(exchange.events).toEqual([{ id: expect.any(String), retryMs: 1000 }]);
    finish('done');
    await outcome;
    expect(answerOn(exchange)).toEqual(done);
  });

  test('keeps its beginning once, and nothing where the client takes no stream', async () => {
    const eventStore = new MemoryEventStore();
    const kept = vi.spyOn(eventStore, 'append');
    const client = await open({ server: { eventStore } });
    const { exchange, outcome, context, finish } = await began(client);
    exchange.opener?.openStream();
    context.progress(1);
    finish('done');
    await outcome;
    expect(kept).toHaveBeenCalledTimes(3);
    const deaf = client.exchange(client.headers(), 'POST', false);
    const second = deaf.carryOut(client.handler.handle(held(2), deaf));
    const other = await application.call(2);
    deaf.opener?.openStream();
    other.context.progress(1);
    other.finish('done');
    expect(await second).not.toHaveProperty('eventId');
    expect(kept).toHaveBeenCalledTimes(3);
  });

  test('gives every event an id of its own, in visible ASCII characters (YH-25, YH-26)', async () => {
    const client = await open();
    const ids: string[] = [];
    for (const id of [1, 2]) {
      const { exchange, outcome, context, finish } = await began(client, id);
      for (let step = 1; step < 10; step += 1) context.progress(step);
      finish('done');
      await outcome;
      ids.push(...exchange.events.map((event) => event.id ?? ''));
    }
    expect(new Set(ids).size).toBe(22);
    for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]+$/);
  });
});

describe('a client that loses the connection', () => {
  test('cancels nothing, and gets all that it has missed when it comes back (YH-16, YH-27)', async () => {
    const client = await open();
    const { exchange, outcome, context, finish } = await began(client);
    context.progress(1);
    exchange.leave();
    context.progress(2);
    context.progress(3);
    expect(context.signal.aborted).toBe(false);
    const resumed = await client.listen(idOf(exchange, 1));
    await resumed.received(2);
    context.progress(4);
    finish('done');
    await resumed.concluded;
    expect(resumed.methods).toEqual([...Array(3).fill('notifications/progress'), 'answer']);
    expect(answerOn(resumed)).toEqual(done);
    await outcome;
    expect(exchange.events).toHaveLength(2);
  });

  test('gets the answer of a call that finished while it was away, by any connection (YH-27)', async () => {
    const client = await open();
    const { exchange, outcome, context, finish } = await began(client);
    context.progress(1);
    exchange.leave();
    finish('done');
    await outcome;
    for (const last of [0, 1, 0]) {
      const resumed = await client.listen(idOf(exchange, last));
      expect(await resumed.concluded).toEqual({ type: 'ended' });
      expect(answerOn(resumed)).toEqual(done);
      expect(resumed.messages).toHaveLength(2 - last);
    }
  });

  test('comes back after the last event to nothing more, and the stream ends', async () => {
    const client = await open();
    const { exchange, outcome, context, finish } = await began(client);
    context.progress(1);
    finish('done');
    await outcome;
    const resumed = await client.listen(idOf(exchange, 2));
    await resumed.concluded;
    expect(resumed.events).toEqual([]);
  });

  test('gets the events of the one stream, with the ids that they had (YH-28)', async () => {
    const client = await open();
    const [one, other] = [await began(client, 1), await began(client, 2)];
    one.context.progress(1);
    other.context.progress(11);
    one.exchange.leave();
    one.context.progress(2);
    other.context.progress(12);
    one.finish('done');
    other.finish('other');
    await Promise.all([one.outcome, other.outcome]);
    const resumed = await client.listen(idOf(one.exchange, 0));
    await resumed.concluded;
    expect(resumed.messages).toMatchObject([{ params: { progress: 1 } }, { params: { progress: 2 } }, { id: 1 }]);
    expect(resumed.events[0]?.id).toBe(idOf(one.exchange, 1));
    const ids = [...resumed.events, ...other.exchange.events].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('a second time, or without having lost the first connection, takes over (YH-23)', async () => {
    const client = await open();
    const { exchange, outcome, context, finish } = await began(client);
    context.progress(1);
    const first = await client.listen(idOf(exchange, 0));
    await first.received(1);
    context.progress(2);
    await first.received(2);
    const second = await client.listen(idOf(exchange, 1));
    context.progress(3);
    await second.received(2);
    finish('done');
    await second.concluded;
    await first.concluded;
    expect(exchange.messages).toMatchObject([{ params: { progress: 1 } }]);
    expect(first.messages).toMatchObject([{ params: { progress: 1 } }, { params: { progress: 2 } }]);
    expect(second.messages).toMatchObject([{ params: { progress: 2 } }, { params: { progress: 3 } }, { id: 1 }]);
    await outcome;
  });

  test('is in use as long as it is back, and its session is let go afterwards', async () => {
    const client = await open();
    const { exchange, outcome, context, finish } = await began(client);
    context.progress(1);
    exchange.leave();
    const resumed = await client.listen(idOf(exchange, 0));
    resumed.leave();
    const again = await client.listen(idOf(exchange, 0));
    finish('done');
    await Promise.all([outcome, again.concluded]);
    expect(answerOn(again)).toEqual(done);
  });

  test('may still cancel its request, whose stream then ends without an answer (YU-09, Q-60)', async () => {
    const client = await open();
    const { exchange, outcome, context } = await began(client, 'a');
    context.progress(1);
    exchange.leave();
    const resumed = await client.listen(idOf(exchange, 1));
    await client.notify('notifications/cancelled', { requestId: 'a' });
    expect(await outcome).toEqual({ type: 'ended' });
    expect(context.signal.aborted).toBe(true);
    await resumed.concluded;
    expect(resumed.messages).toEqual([]);
  });
});

describe('a Last-Event-ID', () => {
  test('of the stream of another session, of nobody, or of rubbish is 400 (YH-28)', async () => {
    const client = await open();
    const { exchange, outcome, context, finish } = await began(client);
    context.progress(1);
    const other = client.another();
    await other.initialize();
    const id = idOf(exchange, 0);
    const own = id.replace(client.session ?? '', other.session ?? '');
    for (const lastEventId of [id, own, 'x', '1', `${id}x`, '1-', `0-${id}`]) {
      const headers = { ...other.headers(), 'last-event-id': lastEventId };
      const { exchange: got, outcome: refused } = await other.open('GET', headers);
      expect(refused).toMatchObject({ status: 400, response: { error: { code: -32600 } } });
      expect(got.events).toEqual([]);
    }
    finish('done');
    await outcome;
  });

  test('counts for nothing where nothing is kept, or where it is empty', async () => {
    for (const [eventStore, id] of [
      [false, 'x'],
      [undefined, ''],
    ] as const) {
      const client = await open({ server: { eventStore } });
      const stream = await client.listen(id);
      client.handler.notify({ type: 'toolsListChanged' });
      await stream.received(1);
    }
  });

  test('of a request of which nothing is kept any more is 400, so that the client need not wait', async () => {
    const client = await open({ server: { eventStore: new MemoryEventStore({ maxEvents: 1 }) } });
    const { exchange, outcome, context, finish } = await began(client);
    for (const step of [1, 2, 3]) context.progress(step);
    const headers = { ...client.headers(), 'last-event-id': idOf(exchange, 0) };
    expect((await client.open('GET', headers)).outcome).toMatchObject({ status: 400 });
    finish('done');
    await outcome;
  });
});

describe('context.closeStream (SEP-1699, YH-13, YH-15)', () => {
  test('closes the connection and keeps the call: the client comes back for the rest', async () => {
    const client = await open();
    const { exchange, outcome, context, finish } = await began(client);
    context.closeStream?.();
    expect(exchange.suspendedFor).toBe(1000);
    expect(exchange.events).toEqual([{ id: expect.any(String), retryMs: 1000 }]);
    context.progress(1);
    const resumed = await client.listen(idOf(exchange, 0));
    finish('done');
    await resumed.concluded;
    expect(resumed.messages).toMatchObject([{ params: { progress: 1 } }, { id: 1 }]);
    expect(exchange.messages).toEqual([]);
    await outcome;
  });

  test('says when to come back', async () => {
    const client = await open({ server: { retryMs: 7 } });
    for (const [given, told] of [
      [undefined, 7],
      [5000, 5000],
      [0, 0],
    ] as const) {
      const { exchange, outcome, context, finish } = await began(client);
      context.closeStream?.(given);
      expect(exchange.suspendedFor).toBe(told);
      finish('done');
      await outcome;
      application.running.length = 0;
    }
  });

  test('does nothing after the end', async () => {
    const client = await open();
    const { exchange, outcome, context, finish } = await began(client);
    const { closeStream } = context;
    finish('done');
    await outcome;
    closeStream?.();
    expect([exchange.hasBegun, exchange.suspendedFor]).toEqual([false, undefined]);
  });

  test.each<[string, ClientOptions]>([
    ['a client of 2025-06-18, which would not come back', { revision: '2025-06-18' }],
    ['a server that keeps nothing', { server: { eventStore: false } }],
    ['a server without sessions', { http: true }],
    ['stdio, which has no connection to close', { http: false }],
  ])('is not there for %s', async (_what, options) => {
    const { outcome, context, finish } = await began(await open(options));
    expect(context.closeStream).toBeUndefined();
    finish('done');
    await outcome;
  });

  test('is not there for a client that takes no stream', async () => {
    const client = await open();
    const exchange = client.exchange(client.headers(), 'POST', false);
    const outcome = exchange.carryOut(client.handler.handle(held(), exchange));
    const { context, finish } = await application.call();
    expect(context.closeStream).toBeUndefined();
    context.progress(1);
    finish('done');
    expect(await outcome).toMatchObject({ type: 'response' });
    expect(exchange.events).toEqual([]);
  });
});

describe('the end of a session', () => {
  test('cancels what runs in it and ends its streams, and what was kept of them is gone (YH-11, YH-35)', async () => {
    const eventStore = new MemoryEventStore();
    const client = await open({ server: { eventStore } });
    const other = client.another();
    await other.initialize();
    const mine = await began(client, 1);
    const theirs = await began(other, 1);
    for (const { context } of [mine, theirs]) context.progress(1);
    const standing = await client.listen();
    const away = await began(client, 2);
    away.context.progress(1);
    away.exchange.leave();
    const resumed = await client.listen(idOf(away.exchange, 0));
    await client.open('DELETE');
    expect(await mine.outcome).toEqual({ type: 'ended' });
    expect(await away.outcome).toEqual({ type: 'ended' });
    expect(mine.context.signal.reason).toMatchObject({ message: 'The session has ended' });
    await Promise.all([standing.concluded, resumed.concluded]);
    expect(theirs.context.signal.aborted).toBe(false);
    theirs.finish('done');
    await theirs.outcome;
    expect(answerOn(theirs.exchange)).toEqual(done);
    await other.open('DELETE');
    expect(eventStore.streamOf(idOf(mine.exchange, 0))).toBeUndefined();
    expect(eventStore.streamOf(idOf(away.exchange, 0))).toBeUndefined();
  });

  test('of the server ends standing streams at once, and lets calls finish', async () => {
    const client = await open();
    const standing = await client.listen();
    const { exchange, outcome, context, finish } = await began(client);
    context.progress(1);
    const closing = client.handler.close(10_000);
    await standing.concluded;
    context.progress(2);
    finish('done');
    await Promise.all([outcome, closing]);
    expect(answerOn(exchange)).toEqual(done);
  });

  test('of the server gives up on what takes too long, and says so to who is there and who comes back', async () => {
    const eventStore = new MemoryEventStore();
    const client = await open({ server: { eventStore } });
    const { exchange, outcome, context } = await began(client);
    context.progress(1);
    await client.handler.close(0);
    await outcome;
    expect(exchange.messages.at(-1)).toMatchObject({ id: 1, error: { message: 'The server is closing' } });
    expect(exchange.events.at(-1)?.id).toEqual(expect.any(String));
    expect(eventStore.streamOf(idOf(exchange, -1))).toBeDefined();
  });
});

test('requests of two sessions have ids of their own, and each answers for itself (A15)', async () => {
  const client = await open();
  const clients = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const each = client.another();
      await each.initialize();
      return each;
    }),
  );
  const calls = clients.map((each) => each.begin(held(1)));
  await application.call(50);
  for (const [index, { context }] of application.running.entries()) context.progress(index + 1, undefined, `${index}`);
  await clients[0]?.notify('notifications/cancelled', { requestId: 1 });
  for (const [index, { finish }] of application.running.entries()) finish(`${index}`);
  expect(await calls[0]?.outcome).toEqual({ type: 'ended' });
  for (const [index, { exchange, outcome }] of calls.slice(1).entries()) {
    await outcome;
    const own = `${index + 1}`;
    expect(exchange.messages).toMatchObject([
      { method: 'notifications/progress', params: { message: own } },
      { id: 1, result: { content: [{ text: own }] } },
    ]);
  }
});

test('a response that answers nothing is taken, and a notification that says nothing too (YS-04)', async () => {
  const client = await open();
  expect(await client.deliver({ jsonrpc: '2.0', id: 'x', result: {} })).toEqual({ type: 'accepted' });
  await client.notify('notifications/unheard_of');
  expect(await client.deliver(notification('notifications/cancelled', { requestId: 9 }))).toEqual({ type: 'accepted' });
});

test('an id that is in use in the session is -32600, and the first request goes on (Q-56)', async () => {
  const client = await open();
  const { outcome, finish } = await began(client, 'a');
  expect(await client.deliver(request('a', 'ping'))).toMatchObject({ response: { id: 'a', error: { code: -32600 } } });
  finish('done');
  expect(await outcome).toMatchObject({ response: { result: {} } });
  expect(vi.isFakeTimers()).toBe(false);
});

test('a limit for each client is one for each session, however many connections that has', async () => {
  const client = await open({ server: { limits: { perClient: 1, queue: 0 } } });
  const other = client.another();
  await other.initialize();
  const first = await began(client, 1);
  expect(await client.deliver(held(2))).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  const second = await began(other, 1);
  for (const { finish, outcome } of [first, second]) {
    finish('done');
    await outcome;
  }
});
