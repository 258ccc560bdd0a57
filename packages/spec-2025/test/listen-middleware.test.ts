import { type ChangeEvent, type Middleware, RequestError, silentLogger, UserError } from '@polyspec/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Everything, Tools } from './applications.js';
import { type Client, type ClientOptions, connected, type TestExchange } from './client.js';

/** What passes the middleware as listening: subscriptions to resources, and standing streams (YH-18, YR-08). */

const tools: ChangeEvent = { type: 'toolsListChanged' };
const updated = (uri: string): ChangeEvent => ({ type: 'resourceUpdated', uri });

const LISTS = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
const TOOLS = 'notifications/tools/list_changed';
const UPDATED = 'notifications/resources/updated';
const ANSWERED_NOTHING = undefined;

/** A client whose server has these around what it listens to, and none around anything else. */
async function open(around: Middleware, options: ClientOptions = {}): Promise<Client> {
  const onlyListening: Middleware = (operation, next, context) =>
    operation.method === 'subscriptions/listen' ? around(operation, next, context) : next();
  const server = { changeDebounceMs: 0, exposeErrors: false, use: [onlyListening], ...options.server };
  return connected(new Everything(), { http: 'session', ...options, server });
}

/** A middleware that notes what it sees, and when that is over. */
function noting(): { readonly seen: unknown[]; readonly note: Middleware } {
  const seen: unknown[] = [];
  const note: Middleware = async (operation, next, { revision }) => {
    seen.push([revision, operation]);
    const result = await next();
    seen.push('over');
    return result;
  };
  return { seen, note };
}

const listenTo = (filter: object, revision = '2025-11-25'): unknown => [
  revision,
  { method: 'subscriptions/listen', filter },
];

const refuse = (thrown: unknown): Middleware => {
  return () => Promise.reject(thrown);
};

/** Goes on, and does not wait for it. */
const without = (answer: () => undefined | Promise<undefined>): Middleware => {
  return (_operation, next) => {
    void next();
    return answer();
  };
};

/** Somewhere to stop: `stop` stops there until `goOn`, and `reached` is when somebody has. */
function stopping(): { readonly reached: Promise<void>; stop(): Promise<void>; goOn(): void } {
  let [arrive, goOn] = [(): void => undefined, (): void => undefined];
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (goOn = resolve));
  return {
    reached,
    stop: () => {
      arrive();
      return released;
    },
    goOn: () => goOn(),
  };
}

/** What a GET gets that is not answered with a stream. */
async function refused(client: Client, lastEventId?: string): Promise<object> {
  const headers = lastEventId === undefined ? client.headers() : { ...client.headers(), 'last-event-id': lastEventId };
  const { exchange, outcome } = await client.open('GET', headers);
  expect(exchange.hasBegun).toBe(false);
  return outcome;
}

async function ended(stream: TestExchange): Promise<void> {
  expect((await stream.concluded).type).toBe('ended');
}

afterEach(() => void vi.useRealTimers());

describe.each([
  ['in a session', 'session'],
  ['on stdio', false],
] as const)('middleware around a subscription %s', (_where, http) => {
  test.each(['2025-06-18', '2025-11-25'])('sees it as listening to one resource (%s)', async (revision) => {
    const { seen, note } = noting();
    const client = await open(note, { http, revision });
    if (http === 'session') await client.listen();
    seen.length = 0;
    expect(await client.result('resources/subscribe', { uri: 'notes://welcome' })).toEqual({});
    expect(seen).toEqual([listenTo({ resources: ['notes://welcome'] }, revision), 'over']);
    client.handler.notify(updated('notes://welcome'));
    expect(client.sent.map(({ method }) => method)).toEqual([UPDATED]);
  });

  test('sees no end of it: who unsubscribes passes nothing', async () => {
    const { seen, note } = noting();
    const client = await open(note, { http });
    expect(await client.result('resources/unsubscribe', { uri: 'notes://welcome' })).toEqual({});
    expect(seen).toEqual([]);
  });

  test.each([
    ['a RequestError', new RequestError('forbidden', 'Not this one'), { code: -32600, message: 'Not this one' }],
    ['a UserError', new UserError('Not today'), { code: -32603, message: 'Not today' }],
    ['anything else', new Error('secret'), { code: -32603, message: expect.not.stringContaining('secret') }],
  ])('refuses it by throwing %s, which is the error of its request', async (_what, thrown, error) => {
    let around: Middleware = (_operation, next) => next();
    const client = await open((operation, next, context) => around(operation, next, context), { http });
    if (http === 'session') await client.listen();
    around = refuse(thrown);
    expect(await client.error('resources/subscribe', { uri: 'notes://welcome' })).toMatchObject(error);
    client.handler.notify(updated('notes://welcome'));
    expect(client.sent).toEqual([]);
  });

  test('keeps the client from hearing anything by not going on', async () => {
    let around: Middleware = (_operation, next) => next();
    const client = await open((operation, next, context) => around(operation, next, context), { http });
    if (http === 'session') await client.listen();
    around = () => ANSWERED_NOTHING;
    expect(await client.result('resources/subscribe', { uri: 'notes://welcome' })).toEqual({});
    client.handler.notify(updated('notes://welcome'));
    expect(client.sent).toEqual([]);
  });

  test('subscribes to nothing for a request that is cancelled meanwhile', async () => {
    const { reached, stop, goOn } = stopping();
    let around: Middleware = (_operation, next) => next();
    const client = await open((operation, next, context) => around(operation, next, context), { http });
    if (http === 'session') await client.listen();
    around = async (_operation, next) => {
      await stop();
      return next();
    };
    const params = { uri: 'notes://welcome' };
    const { outcome } = client.begin({ jsonrpc: '2.0', id: 'slow', method: 'resources/subscribe', params });
    await reached;
    await client.notify('notifications/cancelled', { requestId: 'slow' });
    expect((await outcome).type).toBe('ended');
    goOn();
    await new Promise((resolve) => setImmediate(resolve));
    client.handler.notify(updated('notes://welcome'));
    expect(client.sent).toEqual([]);
  });

  test('is told of what is wrong with it, such as one too many', async () => {
    const caught: unknown[] = [];
    const client = await open(
      async (_operation, next) => {
        try {
          return await next();
        } catch (thrown) {
          caught.push((thrown as RequestError).reason);
          throw thrown;
        }
      },
      { http },
    );
    for (let number = 0; number < 1000; number += 1) await client.result('resources/subscribe', { uri: `n:${number}` });
    expect(await client.error('resources/subscribe', { uri: 'n:1000' })).toMatchObject({ code: -32602 });
    expect(caught).toEqual(['invalid-params']);
  });
});

describe('middleware around a standing stream', () => {
  test.each(['2025-06-18', '2025-11-25'])(
    'sees it as listening to what is advertised, until it ends (%s)',
    async (revision) => {
      const { seen, note } = noting();
      const client = await open(note, { revision });
      const stream = await client.listen();
      expect(seen).toEqual([listenTo(LISTS, revision)]);
      client.handler.notify(tools);
      expect(stream.methods).toEqual([TOOLS]);
      stream.leave();
      await vi.waitFor(() => expect(seen).toEqual([listenTo(LISTS, revision), 'over']));
    },
  );

  test('sees nothing of lists that the application does not have', async () => {
    const { seen, note } = noting();
    const client = await connected(new Tools(), { http: 'session', server: { use: [note] } });
    await client.listen();
    expect(seen).toEqual([listenTo({ toolsListChanged: true })]);
  });

  test('sees who listens, and hears when it has left', async () => {
    const signals: AbortSignal[] = [];
    const callers: unknown[] = [];
    const client = await open(
      (_operation, next, context) => {
        signals.push(context.signal);
        callers.push([context.caller?.subject, context.client.info?.name]);
        return next();
      },
      { caller: { subject: 'ada', scopes: [] } },
    );
    const stream = await client.listen();
    expect(signals[0]?.aborted).toBe(false);
    stream.leave();
    expect(signals[0]?.aborted).toBe(true);
    expect(callers).toEqual([['ada', 'test-client']]);
  });

  test.each<[string, (client: Client, stream: TestExchange) => unknown]>([
    ['the session', (client) => client.open('DELETE')],
    ['the server', (client) => client.handler.close(0)],
    ['a newer connection for it', (client, stream) => client.listen(stream.events[0]?.id)],
  ])('hears of an end by %s', async (_what, end) => {
    const { seen, note } = noting();
    const client = await open(note);
    const stream = await client.listen();
    await end(client, stream);
    await ended(stream);
    await vi.waitFor(() => expect(seen).toContain('over'));
  });

  test.each<[string, unknown, number, object]>([
    ['forbidden', new RequestError('forbidden', 'Not you'), 403, { code: -32600, message: 'Not you' }],
    ['invalid', new RequestError('invalid-params', 'Not so'), 400, { code: -32602, message: 'Not so' }],
    ['busy', new RequestError('busy', 'Later', { retryAfterMs: 2000 }), 503, { code: -32603, message: 'Later' }],
    ['the word of an application', new UserError('Closed today'), 500, { code: -32603, message: 'Closed today' }],
    ['a fault', new Error('secret'), 500, { code: -32603, message: expect.not.stringContaining('secret') }],
  ])('refuses it by throwing: %s', async (_what, thrown, status, error) => {
    const client = await open(refuse(thrown));
    const outcome = await refused(client);
    expect(outcome).toMatchObject({ type: 'response', status, response: { error } });
    if (status === 503) expect(outcome).toMatchObject({ headers: { 'retry-after': '2' } });
    expect(await client.result('ping')).toEqual({});
  });

  test('YH-18 says that there is nothing to listen to by not going on', async () => {
    const client = await open(() => ANSWERED_NOTHING);
    expect(await refused(client)).toMatchObject({ status: 405, headers: { allow: 'POST, DELETE' } });
  });

  test.each<[string, Middleware, boolean]>([
    ['answers', without(() => ANSWERED_NOTHING), false],
    ['fails', without(() => Promise.reject(new Error('enough'))), true],
    ['refuses', without(() => Promise.reject(new RequestError('forbidden', 'No'))), false],
  ])('ends a stream for whose end it does not wait when it %s', async (_what, around, isLogged) => {
    const error = vi.fn();
    const client = await open(around, { server: { logger: { ...silentLogger, error } } });
    const stream = await client.listen();
    await ended(stream);
    client.handler.notify(tools);
    expect(stream.methods).toEqual([]);
    expect(error).toHaveBeenCalledTimes(isLogged ? 1 : 0);
  });

  test('begins none after it has answered, whatever another one further in still does', async () => {
    const { reached, stop, goOn } = stopping();
    const inner: Middleware = async (operation, next) => {
      if (operation.method === 'subscriptions/listen') await stop();
      return next();
    };
    const outer: Middleware = (operation, next, context) =>
      operation.method === 'subscriptions/listen' ? without(() => ANSWERED_NOTHING)(operation, next, context) : next();
    vi.useFakeTimers();
    const server = { use: [outer, inner], sessionIdleSeconds: 2 };
    const client = await connected(new Everything(), { http: 'session', server });
    const { exchange, outcome } = await client.open('GET');
    await reached;
    expect(outcome).toMatchObject({ status: 405 });
    goOn();
    await vi.advanceTimersByTimeAsync(2000);
    expect(exchange.hasBegun).toBe(false);
    // Nothing of it keeps the session.
    expect(await refused(client)).toMatchObject({ status: 404 });
  });

  test('YH-27 is passed again by a client that comes back for its stream, not by one that comes back for a request', async () => {
    const { seen, note } = noting();
    let isOpen = true;
    const client = await open((operation, next, context) => {
      if (isOpen) return note(operation, next, context);
      throw new RequestError('forbidden', 'Not any more');
    });
    const stream = await client.listen();
    const last = stream.events[0]?.id ?? expect.fail('no id');
    stream.leave();
    const back = await client.listen(last);
    client.handler.notify(tools);
    await back.received(1);
    expect(seen.filter((one) => one !== 'over')).toEqual([listenTo(LISTS), listenTo(LISTS)]);
    isOpen = false;
    for (const id of [last, last.replace(/^[^-]*/, '999')]) {
      expect(await refused(client, id)).toMatchObject({ status: 403 });
    }
    expect(back.isConcluded).toBe(false);
  });

  test('YH-27 does not keep a client from the stream of its request', async () => {
    const client = await open(refuse(new RequestError('forbidden', 'No')), { wantsStream: true });
    const params = { name: 'greet', arguments: { Name: 'Ada' } };
    const { exchange, outcome } = client.begin({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    await outcome;
    const back = await client.listen(exchange.events[0]?.id);
    await back.received(1);
    expect(back.messages).toMatchObject([{ id: 1, result: {} }]);
  });

  /** A client whose GET waits for a middleware. */
  async function waiting(options: ClientOptions = {}) {
    const { reached, stop, goOn } = stopping();
    let isFirst = true;
    const client = await open(async (_operation, next) => {
      if (isFirst) {
        isFirst = false;
        await stop();
      }
      return next();
    }, options);
    const exchange = client.exchange(client.headers(), 'GET');
    const outcome = exchange.carryOut(client.handler.open?.(exchange) ?? expect.fail('it can not be opened'));
    await reached;
    return { client, exchange, outcome, goOn };
  }

  test('keeps the session in use while it takes its time', async () => {
    vi.useFakeTimers();
    const { client, exchange, outcome, goOn } = await waiting({ server: { sessionIdleSeconds: 2 } });
    vi.advanceTimersByTime(60_000);
    goOn();
    expect((await outcome).type).toBe('standing');
    client.handler.notify(tools);
    expect(exchange.methods).toEqual([TOOLS]);
    exchange.leave();
    vi.advanceTimersByTime(2000);
    expect(await refused(client)).toMatchObject({ status: 404 });
  });

  test('begins nothing for a session that has ended meanwhile, which is 404 then', async () => {
    const { client, exchange, outcome, goOn } = await waiting();
    await client.open('DELETE');
    goOn();
    expect(await outcome).toMatchObject({ status: 404 });
    expect(exchange.hasBegun).toBe(false);
  });

  test('begins nothing for a client that has gone meanwhile, whose session is idle then, whatever it still does', async () => {
    vi.useFakeTimers();
    const { client, exchange, outcome, goOn } = await waiting({ server: { sessionIdleSeconds: 2 } });
    exchange.leave();
    expect((await outcome).type).toBe('ended');
    vi.advanceTimersByTime(2000);
    expect(await refused(client)).toMatchObject({ status: 404 });
    goOn();
    await vi.advanceTimersByTimeAsync(1);
    expect(exchange.hasBegun).toBe(false);
  });
});

test('limits and time limits hold for no stream (Q-25)', async () => {
  const server = { limits: { concurrency: 1, queue: 0 }, timeoutMs: 1 };
  const client = await open((_operation, next) => next(), { server });
  await client.listen();
  const stream = await client.listen();
  await client.result('resources/subscribe', { uri: 'notes://welcome' });
  expect(await client.call('greet', { Name: 'Ada' })).toMatchObject({ content: [{}] });
  expect(stream.isConcluded).toBe(false);
});
