import {
  type Application,
  type Bus,
  combineSpecs,
  createHandler,
  type HandlerOptions,
  type JsonObject,
  MemoryBus,
  notification,
  type Outcome,
  type Refusal,
  RequestError,
  type Runtime,
  type ServerHandler,
  type SpecProtocol,
  silentLogger,
} from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { httpFor, modernRequest, onWire, pipe, send } from '../test/ask.js';
import { stdioExchange } from '../test/fake-exchange.js';
import { idOf, listen, listening } from '../test/listener.js';
import { META } from './meta.js';
import { methods20260728, modernSpec, spec20260728 } from './spec.js';

const everything: Application = {
  tools: () => [
    {
      name: 'f',
      run: (_args: object, { log, progress }) => {
        log('error', 'of a call');
        progress(1);
        return 'x';
      },
    },
    { name: 'endless', run: () => new Promise(() => undefined) },
  ],
  prompts: () => [{ name: 'p', run: () => ({ messages: [] }) }],
  resources: () => [{ uri: 'a:1', name: 'one', read: () => 'x' }],
};

const ALL = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
const ALL_METHODS = [
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
];
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

function start(application: Application = everything, options: Partial<HandlerOptions> = {}): Promise<ServerHandler> {
  const fixed = { changeDebounceMs: 0, logger: silentLogger, spec: spec20260728 };
  return createHandler('news', application, { ...fixed, ...options });
}

function changeAll(handler: ServerHandler): void {
  handler.notify({ type: 'toolsListChanged' });
  handler.notify({ type: 'promptsListChanged' });
  handler.notify({ type: 'resourcesListChanged' });
  handler.notify({ type: 'resourceUpdated', uri: 'a:1' });
}

function resultOf(outcome: Outcome): JsonObject | undefined {
  return onWire(outcome, 'subscriptions/listen').result;
}

describe('a listen stream', () => {
  it('U-03, U-04, NS-02 begins with an acknowledgment of what is honoured, and stays open', async () => {
    const handler = await start();
    const { messages, given } = listen(handler, { ...ALL, resourceSubscriptions: ['a:1', 'a:2', 'a:1'] });
    expect(messages()).toEqual([
      notification(ACKNOWLEDGED, {
        notifications: { ...ALL, resourceSubscriptions: ['a:1', 'a:2'] },
        _meta: { [META.subscriptionId]: 'sub-1' },
      }),
    ]);
    expect(given).toMatchObject({ type: 'standing' });
  });

  it('U-02, U-06, NS-01, NS-03, NS-11, NS-14 tells what was asked for and nothing else', async () => {
    const handler = await start();
    const nothing = listen(handler, { toolsListChanged: false });
    const tools = listen(handler, { toolsListChanged: true, promptsListChanged: false });
    const resource = listen(handler, { resourceSubscriptions: ['a:1'] });
    const all = listen(handler, { ...ALL, resourceSubscriptions: ['a:1'] });
    changeAll(handler);
    handler.notify({ type: 'resourceUpdated', uri: 'a:2' });
    expect(nothing.news()).toEqual([ACKNOWLEDGED]);
    expect(tools.news()).toEqual([ACKNOWLEDGED, 'notifications/tools/list_changed']);
    expect(resource.news()).toEqual([ACKNOWLEDGED, 'notifications/resources/updated']);
    expect(resource.messages()[1]?.params).toMatchObject({ uri: 'a:1' });
    expect(all.news()).toEqual([ACKNOWLEDGED, ...ALL_METHODS, 'notifications/resources/updated']);
  });

  it.each([1, '1', 0, -7, 'Ω "\\'])(
    'U-05, M-10, B-04, NS-12, NS-13, X-05 has the id %j of its request on every message, its end included',
    async (id) => {
      const handler = await start();
      const listener = listen(handler, { ...ALL, resourceSubscriptions: ['a:1'] }, { id });
      changeAll(handler);
      // `news` compares the id of each message.
      expect(listener.news()).toHaveLength(5);
      await handler.close();
      const { result, id: answered } = onWire(await listener.outcome, 'subscriptions/listen');
      expect([answered, idOf(result as JsonObject)]).toEqual([id, id]);
    },
  );

  it('U-08, NS-06 is one of several of a client, each of which gets what matches it', async () => {
    const handler = await start();
    const peer = {};
    const one = listen(handler, { toolsListChanged: true }, { stdio: true, peer, id: 1 });
    const other = listen(handler, { ...ALL }, { stdio: true, peer, id: '1' });
    changeAll(handler);
    expect(one.news()).toEqual([ACKNOWLEDGED, ALL_METHODS[0]]);
    expect(other.news()).toEqual([ACKNOWLEDGED, ...ALL_METHODS]);
  });

  it('Q-12 stays open where there is nothing to listen to', async () => {
    const handler = await start({});
    const listener = listen(handler, { ...ALL, resourceSubscriptions: ['a:1'] });
    changeAll(handler);
    expect(listener.messages()).toMatchObject([{ method: ACKNOWLEDGED, params: { notifications: {} } }]);
    expect(listener.given).toMatchObject({ type: 'standing' });
  });

  it('U-17, V-06 honours what the server has a capability for', async () => {
    const handler = await start({ tools: () => [] });
    const [{ params } = {}] = listen(handler, { ...ALL, resourceSubscriptions: ['a:1'] }).messages();
    expect(params).toMatchObject({ notifications: { toolsListChanged: true } });
    expect(Object.keys((params as JsonObject).notifications as object)).toEqual(['toolsListChanged']);
  });

  it('U-18 does not acknowledge what nobody knows', async () => {
    const { messages } = listen(await start(), { taskIds: ['t'], promptsListChanged: true });
    expect(messages()).toMatchObject([{ params: { notifications: { promptsListChanged: true } } }]);
    expect(messages()[0]?.params).not.toHaveProperty('notifications.taskIds');
  });

  it('Q-13 keeps URIs of what does not exist yet, and drops what is no URI', async () => {
    const uris = ['other://thing', 'readme', '', ':a', 'urn:x', 'a b:c'];
    const { messages } = listen(await start(), { resourceSubscriptions: uris });
    expect(messages()).toMatchObject([
      { params: { notifications: { resourceSubscriptions: ['other://thing', 'urn:x'] } } },
    ]);
  });

  it('U-04, Q-25 honours the first ten thousand URIs, so that one stream takes bounded memory', async () => {
    const uris = Array.from({ length: 10_002 }, (_, index) => `a:${index}`);
    const asked: unknown[] = [];
    const authorize = (operation: object): undefined => void asked.push(operation);
    const listener = listen(await start(), { resourceSubscriptions: uris }, { authorize });
    await vi.waitFor(() => expect(listener.exchange.sent).toHaveLength(1));
    const [{ params } = {}] = listener.messages();
    expect(params).toMatchObject({ notifications: { resourceSubscriptions: uris.slice(0, 10_000) } });
    expect(asked).toHaveLength(10_001);
  });

  it('Q-14 is told of the very URI that it subscribed to', async () => {
    const handler = await start();
    const listener = listen(handler, { resourceSubscriptions: ['a:x/', 'a:%41'] });
    for (const uri of ['a:x', 'A:x/', 'a:x/1', 'a:A']) handler.notify({ type: 'resourceUpdated', uri });
    expect(listener.news()).toEqual([ACKNOWLEDGED]);
  });

  it('Q-14, U-16 is told of what the application says is covered by it', async () => {
    const covers = (subscribed: string, updated: string): boolean => updated.startsWith(`${subscribed}/`);
    const handler = await start({ ...everything, subscriptionCovers: covers });
    const listener = listen(handler, { resourceSubscriptions: ['a:x'] });
    for (const uri of ['a:x', 'a:x/1', 'a:xy']) handler.notify({ type: 'resourceUpdated', uri });
    expect(listener.messages().map(({ params }) => (params as JsonObject).uri)).toEqual([undefined, 'a:x', 'a:x/1']);
  });

  it('is told of a change right after the acknowledgment, whoever publishes it and when', async () => {
    const bus = new MemoryBus(silentLogger);
    const handler = await start(everything, { bus });
    const publisher = await start(everything, { bus });
    const listener = listen(handler, ALL);
    // The client has seen the acknowledgment now, as it was sent before anything else could happen.
    publisher.notify({ type: 'promptsListChanged' });
    expect(listener.news()).toEqual([ACKNOWLEDGED, 'notifications/prompts/list_changed']);
  });

  it('U-03 is told of no change before the acknowledgment, also by a bus that gives one at once', async () => {
    const eager: Bus = {
      publish: () => undefined,
      subscribe: (_topic, listener) => {
        listener({ type: 'toolsListChanged' });
        return () => undefined;
      },
    };
    expect(listen(await start(everything, { bus: eager }), ALL).news()).toEqual([ACKNOWLEDGED]);
  });

  it('U-13 leaves nothing behind that another stream of the same id would begin with', async () => {
    const handler = await start();
    const before = listen(handler, { toolsListChanged: true });
    before.exchange.disconnect();
    handler.notify({ type: 'toolsListChanged' });
    const after = listen(handler, { promptsListChanged: true });
    handler.notify({ type: 'toolsListChanged' });
    expect(after.news()).toEqual([ACKNOWLEDGED]);
  });
});

describe('a listen request', () => {
  it('U-01 needs a filter of the right types: -32602', async () => {
    const handler = await start();
    for (const notifications of [undefined, [], 'tools', { toolsListChanged: 1 }, { resourceSubscriptions: 'a:1' }]) {
      const request = modernRequest('subscriptions/listen', { notifications } as JsonObject);
      expect(await send(handler, request)).toMatchObject({ status: 200, error: { code: -32602 }, sent: [] });
      expect(await pipe(handler, request)).toMatchObject({ error: { code: -32602 }, sent: [] });
    }
    expect(handler.methods(stdioExchange())).toEqual(['POST']);
  });

  it('NS-09, NS-10, X-04 has its filter where the published protocol has it, and no other', async () => {
    const handler = await start();
    for (const params of [{ filters: ['tools'] }, { filters: [] }, { notifications: ['tools'] }]) {
      const { error } = await send(handler, modernRequest('subscriptions/listen', params));
      expect(error?.code).toBe(-32602);
    }
    const { messages } = listen(handler, { tools: true, filters: ['tools'] });
    expect(messages()).toMatchObject([{ params: { notifications: {} } }]);
    expect(messages()[0]?.params).not.toHaveProperty('notifications.tools');
  });

  it('U-19 passes the checks of any request', async () => {
    const handler = await start();
    const request = modernRequest('subscriptions/listen', { notifications: {} });
    expect(await send(handler, request, httpFor(request, { 'Mcp-Method': 'tools/list' }))).toMatchObject({
      status: 400,
      error: { code: -32020 },
    });
    const old = modernRequest('subscriptions/listen', { notifications: {} }, { [META.protocolVersion]: '2020-01-01' });
    expect((await pipe(handler, old)).error?.code).toBe(-32022);
    const bare = modernRequest(
      'subscriptions/listen',
      { notifications: {} },
      { [META.clientCapabilities]: undefined as never },
    );
    expect((await pipe(handler, bare)).error?.code).toBe(-32602);
  });

  it('Q-06 that accepts no stream gets 406', async () => {
    const { outcome, news } = listen(await start(), ALL, { canStream: false });
    expect(await outcome).toMatchObject({ type: 'refused', status: 406, body: { error: { code: -32600 } } });
    expect(await outcome).not.toHaveProperty('body.id');
    expect(news()).toEqual([]);
  });

  it('Q-56 whose id is in use on stdio is refused, and the first stream goes on', async () => {
    const handler = await start();
    const peer = {};
    const first = listen(handler, ALL, { stdio: true, peer, id: 5 });
    const second = listen(handler, ALL, { stdio: true, peer, id: 5 });
    expect(onWire(await second.outcome, 'subscriptions/listen')).toMatchObject({ id: 5, error: { code: -32600 } });
    const call = modernRequest('tools/call', { name: 'f' }, {}, 5);
    expect((await send(handler, call, stdioExchange({ peer }))).error?.code).toBe(-32600);
    changeAll(handler);
    expect(first.news()).toEqual([ACKNOWLEDGED, ...ALL_METHODS]);
    expect(second.news()).toEqual([]);
  });

  it('B-16 of equal ids over HTTP are of different clients', async () => {
    const handler = await start();
    const [one, other] = [listen(handler, ALL), listen(handler, ALL)];
    one.exchange.disconnect();
    changeAll(handler);
    expect(other.news()).toHaveLength(4);
  });

  it('fails where the bus can’t be subscribed to, and nothing was sent', async () => {
    const bus: Bus = { publish: () => undefined, subscribe: () => Promise.reject(new Error('down')) as never };
    const broken: Bus = {
      ...bus,
      subscribe: () => {
        throw new Error('the bus is down');
      },
    };
    const handler = await start(everything, { bus: broken });
    const peer = {};
    for (const stdio of [true, false]) {
      const { outcome, news } = listen(handler, ALL, { stdio, peer });
      const { error } = onWire(await outcome, 'subscriptions/listen');
      expect(error).toMatchObject({ code: -32603, message: expect.not.stringContaining('down') });
      expect(news()).toEqual([]);
    }
    // The id is free again.
    expect((await listening(handler, {}, { stdio: true, peer })).news()).toEqual([ACKNOWLEDGED]);
  });
});

describe('the guard of a listen request', () => {
  const refusal: Refusal = { status: 403, message: 'Not allowed' };

  it.each([false, true])('U-19 keeps it from beginning (asking takes time: %s)', async (isSlow) => {
    const asked: unknown[] = [];
    const { outcome, news } = listen(await start(), ALL, {
      authorize: (operation) => {
        asked.push(operation);
        return isSlow ? Promise.resolve(refusal) : refusal;
      },
    });
    expect(await outcome).toEqual({ type: 'refused', status: 403 });
    expect(asked).toEqual([{ method: 'subscriptions/listen' }]);
    expect(news()).toEqual([]);
  });

  it.each([false, true])(
    'Q-13 leaves out resources that the caller may not read (asking takes time: %s)',
    async (isSlow) => {
      const handler = await start();
      const listener = await listening(
        handler,
        { resourceSubscriptions: ['a:1', 'a:secret', 'a:2'] },
        {
          authorize: ({ method, uri }) => {
            const verdict = method === 'resources/read' && uri === 'a:secret' ? refusal : undefined;
            return isSlow ? Promise.resolve(verdict) : verdict;
          },
        },
      );
      for (const uri of ['a:secret', 'a:2']) handler.notify({ type: 'resourceUpdated', uri });
      expect(listener.messages()).toMatchObject([
        { params: { notifications: { resourceSubscriptions: ['a:1', 'a:2'] } } },
        { params: { uri: 'a:2' } },
      ]);
      expect(listener.messages()).toHaveLength(2);
    },
  );

  it('fails as any request does where the guard fails', async () => {
    const { outcome } = listen(await start(), ALL, { authorize: () => Promise.reject(new Error('no database')) });
    expect(onWire(await outcome, 'subscriptions/listen').error).toMatchObject({ code: -32603 });
  });

  it('fails once where the guard fails at several resources, at one at once and at another later', async () => {
    const unhandled = vi.fn();
    process.once('unhandledRejection', unhandled);
    const authorize = ({ uri }: { readonly uri?: string | undefined }): Promise<undefined> | undefined => {
      if (uri === 'a:2') throw new Error('no database');
      return uri === undefined ? undefined : Promise.reject(new Error('no database'));
    };
    const { outcome } = listen(await start(), { resourceSubscriptions: ['a:1', 'a:2'] }, { authorize });
    expect(onWire(await outcome, 'subscriptions/listen').error).toMatchObject({ code: -32603 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).not.toHaveBeenCalled();
    process.off('unhandledRejection', unhandled);
  });

  it.each(['http', 'stdio'])('C-01 does not begin where the client went away while it was asked (%s)', async (over) => {
    const handler = await start();
    let decide: (refusal: undefined) => void = () => undefined;
    const verdict = new Promise<undefined>((resolve) => {
      decide = resolve;
    });
    const listener = listen(handler, ALL, { stdio: over === 'stdio', authorize: () => verdict, id: 1 });
    if (over === 'http') listener.exchange.disconnect();
    else await handler.handle(notification('notifications/cancelled', { requestId: 1 }), listener.exchange);
    decide(undefined);
    expect(await listener.outcome).toEqual({ type: 'ended' });
    changeAll(handler);
    expect(listener.news()).toEqual([]);
  });
});

describe('the end of a listen stream', () => {
  it('U-10, C-03, NS-15 comes with the client’s going away over HTTP', async () => {
    const handler = await start();
    const listener = listen(handler, ALL);
    listener.exchange.disconnect();
    expect(await listener.outcome).toEqual({ type: 'ended' });
    changeAll(handler);
    expect(listener.news()).toEqual([ACKNOWLEDGED]);
  });

  it('U-10, V3-30, C-10 comes with its cancellation on stdio, and with that of no other id or client', async () => {
    const handler = await start();
    const peer = {};
    const listener = listen(handler, ALL, { stdio: true, peer, id: 1 });
    const cancel = (requestId: string | number, exchange = stdioExchange({ peer })) =>
      handler.handle(notification('notifications/cancelled', { requestId }), exchange);
    await cancel('1');
    await cancel(1, stdioExchange());
    await cancel(2);
    handler.notify({ type: 'toolsListChanged' });
    expect(listener.news()).toEqual([ACKNOWLEDGED, ALL_METHODS[0]]);
    expect(cancel(1)).toEqual({ type: 'accepted' });
    changeAll(handler);
    expect(listener.news()).toEqual([]);
    expect(await listener.outcome).toEqual({ type: 'ended' });
    // Its id can be used again.
    expect(listen(handler, {}, { stdio: true, peer, id: 1 }).news()).toEqual([ACKNOWLEDGED]);
  });

  it('U-11, Q-01, NS-20 is answered when the server closes: over HTTP with the result alone', async () => {
    const handler = await start();
    const listener = listen(handler, ALL);
    await handler.close();
    const outcome = await listener.outcome;
    expect(resultOf(outcome)).toEqual({
      resultType: 'complete',
      _meta: { [META.subscriptionId]: 'sub-1', [META.serverInfo]: expect.objectContaining({ name: 'news' }) },
    });
    expect(outcome).not.toHaveProperty('after');
  });

  it('U-11, U-12, Q-01, C-04 is answered on stdio with the result, and a cancellation after it', async () => {
    const handler = await start();
    const listener = listen(handler, ALL, { stdio: true, id: 9 });
    await handler.close();
    const outcome = await listener.outcome;
    expect(resultOf(outcome)).toMatchObject({ resultType: 'complete' });
    expect(outcome).toMatchObject({
      after: [
        notification('notifications/cancelled', {
          requestId: 9,
          reason: 'The server ended the subscription',
          _meta: { [META.subscriptionId]: 9 },
        }),
      ],
    });
  });

  it('does not hold up the end of the server, and what was published before is told before', async () => {
    const handler = await start(everything, { changeDebounceMs: 60_000, graceMs: 60_000 });
    const listener = listen(handler, ALL);
    handler.notify({ type: 'toolsListChanged' });
    await handler.close();
    expect(listener.news()).toEqual([ACKNOWLEDGED, ALL_METHODS[0]]);
    expect(resultOf(await listener.outcome)).toBeDefined();
  });

  it('is that of the server, where that closes while the guard is asked', async () => {
    const handler = await start();
    let decide: (refusal: undefined) => void = () => undefined;
    const authorize = () =>
      new Promise<undefined>((resolve) => {
        decide = resolve;
      });
    const listener = listen(handler, ALL, { authorize });
    const closed = handler.close();
    await vi.waitFor(() => decide(undefined));
    await closed;
    expect(resultOf(await listener.outcome)).toBeDefined();
    expect(listener.news()).toEqual([ACKNOWLEDGED]);
  });

  it.each([false, true])(
    'U-20, Q-25, NS-07 comes where the client reads too slowly, and harms no other (stdio: %s)',
    async (stdio) => {
      const logger = { ...silentLogger, info: vi.fn() };
      const handler = await start(everything, { logger });
      const slow = listen(handler, ALL, { stdio, id: 1 });
      const other = listen(handler, ALL, { stdio, id: 2 });
      slow.exchange.stall();
      changeAll(handler);
      const outcome = await slow.outcome;
      // No good end: on stdio the cancellation alone, which is all that the client still has to know.
      if (stdio)
        expect(outcome).toMatchObject({
          type: 'ended',
          after: [{ params: { reason: 'The client reads too slowly' } }],
        });
      else expect(resultOf(outcome)).toMatchObject({ resultType: 'complete' });
      expect(other.news()).toEqual([ACKNOWLEDGED, ...ALL_METHODS]);
      expect(logger.info).toHaveBeenCalledTimes(1);
    },
  );

  it('comes at once where not even the acknowledgment can be sent', async () => {
    const handler = await start();
    const message = modernRequest('subscriptions/listen', { notifications: ALL });
    const exchange = httpFor(message);
    exchange.disconnect();
    expect(handler.handle(message, exchange)).toEqual({ type: 'ended' });
  });
});

describe('beside another era', () => {
  it('Q-11 a cancellation without metadata goes to the era that has the stream', async () => {
    const taken: unknown[] = [];
    const handshake: SpecProtocol = {
      revisions: ['2025-11-25'],
      attach: () => ({
        claims: () => true,
        handle: (message) => {
          taken.push(message);
          return { type: 'accepted' };
        },
        methods: () => ['POST'],
        close: () => Promise.resolve(),
      }),
    };
    const handler = await start(everything, { spec: combineSpecs([spec20260728, handshake]) });
    const listener = listen(handler, ALL, { stdio: true, id: 1 });
    const other = notification('notifications/cancelled', { requestId: 2 });
    await handler.handle(other, listener.exchange);
    expect(taken).toEqual([other]);
    await handler.handle(notification('notifications/cancelled', { requestId: 1 }), listener.exchange);
    expect(await listener.outcome).toEqual({ type: 'ended' });
    expect(taken).toHaveLength(1);
  });
});

describe('the limits of a server', () => {
  it('Q-25 do not hold for streams, which take nobody’s turn and are never too long', async () => {
    const limits = { concurrency: 1, queue: 0 };
    const handler = await start(everything, { limits, timeoutMs: 1, use: [(_operation, next) => next()] });
    const listeners = [1, 2, 3].map((id) => listen(handler, ALL, { id }));
    await vi.waitFor(() => {
      for (const { exchange } of listeners) expect(exchange.sent).toHaveLength(1);
    });
    expect((await send(handler, modernRequest('tools/call', { name: 'f' }))).result).toBeDefined();
    // What comes after a call that took too long.
    const late = await send(handler, modernRequest('tools/call', { name: 'endless' }));
    expect(late.error?.message).toContain('took longer than 1 ms');
    changeAll(handler);
    for (const { news } of listeners) expect(news()).toEqual([ACKNOWLEDGED, ...ALL_METHODS]);
    await handler.close();
    for (const { outcome } of listeners) expect(resultOf(await outcome)).toBeDefined();
  });
});

describe('middleware around a listen request', () => {
  it('is that of the option use, which sees it as it sees any operation', async () => {
    const seen: unknown[] = [];
    const handler = await start(everything, {
      use: [
        async (operation, next) => {
          seen.push(operation);
          const result = await next();
          seen.push(result);
          return result;
        },
      ],
    });
    const listener = listen(handler, { promptsListChanged: true, resourceSubscriptions: ['a:1'] });
    await vi.waitFor(() => expect(listener.news()).toEqual([ACKNOWLEDGED]));
    await handler.close();
    expect(resultOf(await listener.outcome)).toBeDefined();
    const filter = { promptsListChanged: true, resources: ['a:1'] };
    expect(seen).toEqual([{ method: 'subscriptions/listen', filter }, undefined]);
  });

  type Around = NonNullable<Runtime['aroundListen']>;

  const startWith = (aroundListen: Around): Promise<ServerHandler> =>
    start(everything, {
      spec: {
        ...spec20260728,
        attach: (runtime, options) => spec20260728.attach({ ...runtime, aroundListen }, options),
      },
    });

  it('sees what is honoured, and goes on when the stream has ended', async () => {
    const steps: unknown[] = [];
    const handler = await startWith(async (call, { signal }, stream) => {
      steps.push(call, signal.aborted);
      const result = await stream();
      steps.push('over');
      return result;
    });
    const listener = listen(handler, { toolsListChanged: true, resourceSubscriptions: ['a:1', 'nothing'] });
    await vi.waitFor(() => expect(listener.news()).toEqual([ACKNOWLEDGED]));
    handler.notify({ type: 'toolsListChanged' });
    expect(listener.news()).toEqual([ALL_METHODS[0]]);
    const filter = { toolsListChanged: true, resources: ['a:1'] };
    expect(steps).toEqual([{ method: 'subscriptions/listen', filter }, false]);
    await handler.close();
    expect(resultOf(await listener.outcome)).toBeDefined();
    expect(steps).toHaveLength(3);
  });

  it.each(['http', 'stdio'])('goes on when the client ended it (%s)', async (over) => {
    let isOver = false;
    const handler = await startWith(async (_call, _context, stream) => {
      await stream();
      isOver = true;
      throw new Error('too late for anybody');
    });
    const listener = listen(handler, ALL, { stdio: over === 'stdio', id: 1 });
    await vi.waitFor(() => expect(listener.news()).toEqual([ACKNOWLEDGED]));
    if (over === 'http') listener.exchange.disconnect();
    else await handler.handle(notification('notifications/cancelled', { requestId: 1 }), listener.exchange);
    expect(await listener.outcome).toEqual({ type: 'ended' });
    expect(isOver).toBe(true);
  });

  it('keeps a stream from beginning with an error', async () => {
    const handler = await startWith(() => Promise.reject(new RequestError('forbidden', 'Not today')));
    const { outcome, news } = listen(handler, ALL);
    expect(onWire(await outcome, 'subscriptions/listen')).toMatchObject({
      status: 403,
      error: { code: -32600, message: 'Not today' },
    });
    expect(news()).toEqual([]);
  });

  it('U-03 keeps a client from hearing anything by not going on: the stream ends as it begins', async () => {
    const handler = await startWith(() => Promise.resolve(undefined));
    const { outcome, messages } = listen(handler, ALL, { stdio: true });
    expect(resultOf(await outcome)).toMatchObject({ resultType: 'complete' });
    expect(messages()).toMatchObject([{ method: ACKNOWLEDGED, params: { notifications: {} } }]);
  });

  it.each<[string, (stream: () => Promise<undefined>) => Promise<undefined>]>([
    ['answers', () => Promise.resolve(undefined)],
    ['fails', () => Promise.reject(new Error('enough'))],
  ])('U-03 ends a stream for whose end it does not wait, when it %s', async (_what, end) => {
    const handler = await startWith((_call, _context, stream) => {
      void stream();
      return end(stream);
    });
    const listener = listen(handler, ALL, { stdio: true, id: 1 });
    expect((await listener.outcome).type).toBe('response');
    changeAll(handler);
    expect(listener.news()).toEqual([ACKNOWLEDGED]);
    // Its id can be used again.
    expect(listen(handler, {}, { stdio: true, id: 1, peer: listener.exchange.peer }).given).not.toMatchObject({
      status: 400,
    });
  });

  it('begins no stream after it has answered', async () => {
    let late: (() => Promise<undefined>) | undefined;
    const handler = await startWith((_call, _context, stream) => {
      late = stream;
      return Promise.resolve(undefined);
    });
    const listener = listen(handler, ALL);
    await listener.outcome;
    expect(await late?.()).toBeUndefined();
    changeAll(handler);
    expect(listener.news()).toEqual([ACKNOWLEDGED]);
  });

  it('U-14, L-05, T-16 has neither progress nor log messages to send, whatever the request asks for', async () => {
    const handler = await startWith((_call, { log, progress }, stream) => {
      log('error', 'before');
      progress(1);
      return stream();
    });
    const meta = { progressToken: 't', [META.logLevel]: 'debug' };
    const listener = listen(handler, ALL, { meta });
    await vi.waitFor(() => expect(listener.news()).toEqual([ACKNOWLEDGED]));
    await send(handler, modernRequest('tools/call', { name: 'f' }, meta));
    await handler.close();
    expect(resultOf(await listener.outcome)).toBeDefined();
    expect(listener.news()).toEqual([]);
  });

  it('has a signal that aborts with a cancellation on stdio', async () => {
    let signal: AbortSignal | undefined;
    const handler = await startWith((_call, context, stream) => {
      signal = context.signal;
      return stream();
    });
    const listener = listen(handler, ALL, { stdio: true, id: 1 });
    await vi.waitFor(() => expect(listener.news()).toEqual([ACKNOWLEDGED]));
    await handler.handle(
      notification('notifications/cancelled', { requestId: 1, reason: 'enough' }),
      listener.exchange,
    );
    await listener.outcome;
    expect(signal?.reason).toMatchObject({ name: 'AbortError', message: 'enough' });
  });
});

it('a table of methods without it does not know it, and promises no changes', async () => {
  const { 'subscriptions/listen': _, ...methods } = methods20260728;
  const handler = await start(everything, { spec: modernSpec({ revisions: ['2026-07-28'], methods }) });
  const { outcome } = listen(handler, ALL);
  expect(onWire(await outcome, 'subscriptions/listen')).toMatchObject({ error: { code: -32601 } });
  const { result } = await send(handler, modernRequest('server/discover'));
  expect(result?.capabilities).toMatchObject({ tools: {} });
});
