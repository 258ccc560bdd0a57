import { setImmediate as turn } from 'node:timers/promises';
import {
  type Application,
  type EventStore,
  type JsonObject,
  type Logger,
  MemoryEventStore,
  MemorySessionStore,
  notification,
  type Outcome,
  request,
  type SessionRecord,
  type SessionStore,
  type StoredEvent,
  silentLogger,
} from '@polyspec/core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, type ClientOptions, connected } from './client.js';

/** Stores that throw, are slow, or give rubbish: the server goes on, and nobody gets what is not for him. */

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => {
  process.on('unhandledRejection', note);
});
afterAll(async () => {
  await turn();
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

const application: Application = {
  tools: () => [{ name: 'steps' }, { name: 'slow' }],
  callTool: async (name, _args, { progress, log }) => {
    for (const step of [1, 2, 3]) {
      progress(step);
      log('info', step);
      if (name === 'slow') await turn();
    }
    return 'done';
  },
};

const steps = request(1, 'tools/call', { name: 'steps', _meta: { progressToken: 1 } });

/** A server whose log is kept. */
async function open(server: NonNullable<ClientOptions['server']>, options: ClientOptions = {}) {
  const errors: string[] = [];
  const logger: Logger = { ...silentLogger, error: (_fields, message = '') => void errors.push(message) };
  const client = await connected(application, { http: 'session', ...options, server: { logger, ...server } });
  return { client, errors };
}

/** A store that does what another does, later. */
function later<Store extends object>(store: Store): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || name === 'follow')
        return typeof member === 'function' ? member.bind(target) : member;
      return async (...args: unknown[]) => {
        await turn();
        return (member as (...given: unknown[]) => unknown).apply(target, args);
      };
    },
  });
}

/** A session store that fails where it is told to. */
class Failing implements SessionStore {
  readonly #inner = new MemorySessionStore();
  readonly #how: 'throws' | 'rejects';
  /** What fails. */
  readonly broken = new Set<keyof SessionStore>();

  constructor(how: 'throws' | 'rejects') {
    this.#how = how;
  }

  create(session: SessionRecord): void | Promise<void> {
    return this.#maybe('create') ?? this.#inner.create(session);
  }

  get(id: string): SessionRecord | undefined | Promise<never> {
    return this.#maybe('get') ?? this.#inner.get(id);
  }

  update(id: string, data: JsonObject): void | Promise<void> {
    return this.#maybe('update') ?? this.#inner.update(id, data);
  }

  lease(id: string): (() => void) | Promise<never> {
    return this.#maybe('lease') ?? this.#inner.lease(id);
  }

  delete(id: string): boolean | Promise<never> {
    return this.#maybe('delete') ?? this.#inner.delete(id);
  }

  #maybe(method: keyof SessionStore): Promise<never> | undefined {
    if (!this.broken.has(method)) return undefined;
    const error = new Error(`the database at 10.0.0.5 is down (${method})`);
    if (this.#how === 'rejects') return Promise.reject(error);
    throw error;
  }
}

const shown = (outcome: Outcome): string => JSON.stringify(outcome);

describe.each(['throws', 'rejects'] as const)('a session store that %s', (how) => {
  async function served(): Promise<{ client: Client; errors: string[]; store: Failing }> {
    const store = new Failing(how);
    return { ...(await open({ sessionStore: store })), store };
  }

  test('when a session is looked for: 500, without a word of what failed, and the server goes on', async () => {
    const { client, errors, store } = await served();
    store.broken.add('get');
    const outcomes = [
      await client.deliver(request(3, 'ping')),
      await client.deliver(notification('notifications/initialized')),
      (await client.open('GET')).outcome,
      (await client.open('DELETE')).outcome,
    ];
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 500, response: { error: { code: -32603 } } });
      expect(shown(outcome)).not.toContain('10.0.0.5');
    }
    expect(outcomes[0]).toMatchObject({ response: { id: 3 } });
    expect(errors).toHaveLength(4);
    store.broken.clear();
    expect(await client.result('ping')).toEqual({});
  });

  test('when a session is to begin: an error, and no session', async () => {
    const { client, store } = await served();
    store.broken.add('create');
    const other = client.another();
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
    const outcome = await other.deliver(request(1, 'initialize', params), {});
    expect(outcome).toMatchObject({ response: { id: 1, error: { code: -32603 } } });
    expect(shown(outcome)).not.toMatch(/10\.0\.0\.5|mcp-session-id/);
    store.broken.clear();
    await other.initialize();
    expect(await other.result('ping')).toEqual({});
  });

  test('when something is to be remembered: an error for who asked for it (YG-04)', async () => {
    const { client, store } = await served();
    store.broken.add('update');
    expect(await client.error('logging/setLevel', { level: 'info' })).toMatchObject({ code: -32603 });
    await client.notify('notifications/initialized');
    store.broken.clear();
    expect(await client.result('logging/setLevel', { level: 'info' })).toEqual({});
  });

  test('when the handshake is confirmed: it counts all the same', async () => {
    const store = new Failing(how);
    store.broken.add('update');
    const { client, errors } = await open({ sessionStore: store, changeDebounceMs: 0 });
    expect(errors).toEqual(['A confirmed handshake could not be kept']);
    const stream = await client.listen();
    client.handler.notify({ type: 'toolsListChanged' });
    expect(stream.messages).toHaveLength(1);
  });

  test('when it is told that a session is in use: nobody loses an answer', async () => {
    const { client, errors, store } = await served();
    store.broken.add('lease');
    expect(await client.call('slow')).toHaveProperty('content');
    const stream = await client.listen();
    stream.leave();
    await turn();
    expect(new Set(errors)).toEqual(new Set(['The session store failed to note that a session is in use']));
  });

  test('when a session is to end: 500, and it goes on', async () => {
    const { client, store } = await served();
    store.broken.add('delete');
    expect((await client.open('DELETE')).outcome).toMatchObject({ status: 500 });
    store.broken.clear();
    expect(await client.result('ping')).toEqual({});
    expect((await client.open('DELETE')).outcome).toMatchObject({ status: 200 });
  });
});

test.each<[string, unknown]>([
  ['null', null],
  ['a text', 'session'],
  ['a number', 5],
  ['an empty object', {}],
  ['another owner', { id: 'x', revision: '2025-11-25', owner: 'eve', data: { client: { capabilities: {} } } }],
  ['an unknown revision', { id: 'x', revision: '1999-01-01', owner: '', data: { client: { capabilities: {} } } }],
  ['no data', { id: 'x', revision: '2025-11-25', owner: '' }],
  ['data without a client', { id: 'x', revision: '2025-11-25', owner: '', data: {} }],
  ['a client without capabilities', { id: 'x', revision: '2025-11-25', owner: '', data: { client: {} } }],
  [
    'a client with a bad name',
    { id: 'x', revision: '2025-11-25', owner: '', data: { client: { capabilities: {}, info: 1 } } },
  ],
  [
    'a bad level',
    { id: 'x', revision: '2025-11-25', owner: '', data: { client: { capabilities: {} }, logLevel: 'loud' } },
  ],
  [
    'a bad confirmation',
    { id: 'x', revision: '2025-11-25', owner: '', data: { client: { capabilities: {} }, isReady: 1 } },
  ],
  [
    'bad subscriptions',
    { id: 'x', revision: '2025-11-25', owner: '', data: { client: { capabilities: {} }, uris: [1] } },
  ],
])('a session store that gives %s knows no session: 404', async (_what, record) => {
  class Rubbish extends MemorySessionStore {
    override get(): SessionRecord | undefined {
      return record as SessionRecord;
    }
  }
  const { client, errors } = await open({ sessionStore: new Rubbish() }, { initialize: false });
  const outcome = await client.deliver(request(1, 'ping'), { 'mcp-session-id': 'x' });
  expect(outcome).toMatchObject({ status: 404, response: { id: 1, error: { code: -32600 } } });
  const isOurs = (record as { owner?: unknown } | null)?.owner === '';
  expect(errors).toEqual(isOurs ? ['The session store gave what is no session of this server'] : []);
});

describe('a session store whose ends', () => {
  const failed = (): never => {
    throw new Error('disk full');
  };

  /** What is in the log when the server has closed, after a conversation by which the end of a session is noticed. */
  async function logged(onEnd: SessionStore['onEnd']): Promise<readonly string[]> {
    const sessionStore = new MemorySessionStore();
    const { client, errors } = await open({ sessionStore: Object.assign(sessionStore, { onEnd }) as SessionStore });
    const stream = await client.listen();
    sessionStore.delete(client.session ?? '');
    expect(await client.deliver(request(1, 'ping'))).toMatchObject({ status: 404 });
    await stream.concluded;
    await client.handler.close();
    await turn();
    return errors;
  }

  test.each<[string, SessionStore['onEnd']]>([
    ['throws', failed],
    ['rejects', () => Promise.reject(new Error('disk full'))],
  ])('can not be listened to, since it %s, is as one that can not tell of them', async (_what, onEnd) => {
    expect(await logged(onEnd)).toEqual(['The session store can not tell of ends']);
  });

  test.each<[string, SessionStore['onEnd']]>([
    ['fails to stop', () => failed],
    ['fails to stop, later', () => () => Promise.reject(new Error('disk full')) as never],
  ])('are listened to until the server closes, and which %s, is told to the log', async (_what, onEnd) => {
    expect(await logged(onEnd)).toEqual(['The session store goes on to tell of ends']);
  });

  test('are listened to by a connection that takes its time is left when the server closes', async () => {
    const stop = vi.fn();
    expect(await logged(() => Promise.resolve(stop))).toEqual([]);
    expect(stop).toHaveBeenCalledTimes(1);
  });
});

describe('stores that take their time', () => {
  const server = (): NonNullable<ClientOptions['server']> => {
    const sessions = later(new MemorySessionStore());
    // Elsewhere, nobody tells of ends.
    return {
      sessionStore: { ...bound(sessions), onEnd: undefined } as never,
      eventStore: later(new MemoryEventStore()),
      changeDebounceMs: 0,
    };
  };

  /** The methods of a store as members of their own. */
  function bound(store: SessionStore): SessionStore {
    return {
      create: (session) => store.create(session),
      get: async (id) => {
        const record = await store.get(id);
        // As after a way over a network: never the same object twice.
        return record && (JSON.parse(JSON.stringify(record)) as SessionRecord);
      },
      update: (id, data) => store.update(id, data),
      lease: (id) => store.lease(id),
      delete: (id) => store.delete(id),
    };
  }

  test('change nothing for a client', async () => {
    const { client } = await open(server());
    await client.result('logging/setLevel', { level: 'info' });
    const { exchange, outcome } = client.begin(steps);
    await outcome;
    expect(exchange.methods).toEqual([
      ...Array(3).fill(['notifications/progress', 'notifications/message']).flat(),
      'answer',
    ]);
    expect(exchange.events.every(({ id }) => id !== undefined)).toBe(true);
    const resumed = await client.listen(exchange.events[0]?.id);
    await resumed.concluded;
    expect(resumed.messages).toEqual(exchange.messages);
    const stream = await client.listen();
    client.handler.notify({ type: 'toolsListChanged' });
    await stream.received(1);
    expect((await client.open('DELETE')).outcome).toMatchObject({ status: 200 });
    await stream.concluded;
    expect(await client.deliver(request(9, 'ping'))).toMatchObject({ status: 404 });
  });

  test('keep requests of one session apart by their ids, and let each be cancelled', async () => {
    const { client } = await open(server());
    const calls = ['a', 'b', 'a'].map((id) => client.begin(request(id, 'tools/call', { name: 'slow' })));
    const outcomes = await Promise.all(calls.map(({ outcome }) => outcome));
    expect(outcomes.map((outcome) => outcome.type === 'response' && 'error' in outcome.response)).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('keep a session in use while a client that comes back is looked for, which may end meanwhile', async () => {
    const sessionStore = new MemorySessionStore();
    const lease = vi.spyOn(sessionStore, 'lease');
    let answer: (stream: string | undefined) => void = () => undefined;
    const eventStore = Object.assign(new MemoryEventStore(), {
      streamOf: () =>
        new Promise<string | undefined>((resolve) => {
          answer = resolve;
        }),
    });
    const { client } = await open({ sessionStore, eventStore: eventStore as never });
    const before = lease.mock.calls.length;
    const opened = client.open('GET', { ...client.headers(), 'last-event-id': 'x' });
    await vi.waitFor(() => expect(lease.mock.calls.length).toBe(before + 1));
    sessionStore.delete(client.session ?? '');
    answer(`${client.session}.s1`);
    expect((await opened).outcome).toMatchObject({ status: 404 });
    expect(sessionStore.size).toBe(0);
  });

  test('that lose a session end what it has open here, as soon as somebody asks for it', async () => {
    const options = server();
    const { client } = await open(options);
    const stream = await client.listen();
    await options.sessionStore?.delete(client.session ?? '');
    expect(stream.isConcluded).toBe(false);
    expect(await client.deliver(request(1, 'ping'))).toMatchObject({ status: 404 });
    await stream.concluded;
  });
});

describe('an event store', () => {
  class Broken extends MemoryEventStore {
    readonly #fail: () => never;

    constructor(fail: () => unknown) {
      super();
      this.#fail = fail as () => never;
    }

    override append(): string {
      return this.#fail();
    }
  }
  const throws = (): never => {
    throw new Error('disk full');
  };

  test.each<[string, () => unknown]>([
    ['throws', throws],
    ['rejects', () => Promise.reject(new Error('disk full'))],
    ['gives a number for an id', () => 5],
    ['gives an empty id', () => ''],
    ['gives an id that would end its line', () => 'a\nb'],
    ['gives nothing', () => undefined],
  ])('that %s costs the way back, and no message', async (_what, fail) => {
    const { client } = await open({ eventStore: new Broken(fail), changeDebounceMs: 0 });
    const { exchange, outcome } = client.begin(steps);
    expect(await outcome).not.toHaveProperty('eventId');
    expect(exchange.methods).toEqual([...Array(3).fill('notifications/progress'), 'answer']);
    expect(exchange.events.map(({ id }) => id)).toEqual(Array(4).fill(undefined));
    const stream = await client.listen();
    client.handler.notify({ type: 'toolsListChanged' });
    await stream.received(1);
  });

  test.each<[string, Partial<EventStore>]>([
    ['throws', { streamOf: throws }],
    ['rejects', { streamOf: () => Promise.reject(new Error('disk full')) }],
  ])('that %s when a client comes back: 500', async (_what, broken) => {
    const { client, errors } = await open({ eventStore: Object.assign(new MemoryEventStore(), broken) });
    const headers = { ...client.headers(), 'last-event-id': '1-x' };
    const { outcome } = await client.open('GET', headers);
    expect(outcome).toMatchObject({ status: 500, response: { error: { code: -32603 } } });
    expect(shown(outcome)).not.toContain('disk');
    expect(errors).toHaveLength(1);
  });

  test('that gives rubbish for a stream: 400', async () => {
    for (const rubbish of [5, null, {}, 'x']) {
      const eventStore = Object.assign(new MemoryEventStore(), { streamOf: () => rubbish as never });
      const { client } = await open({ eventStore });
      const { outcome } = await client.open('GET', { ...client.headers(), 'last-event-id': 'x' });
      expect(outcome).toMatchObject({ status: 400 });
    }
  });

  test('that fails in the middle of what a client has missed ends the stream, for it to come back again', async () => {
    async function* follow(): AsyncGenerator<StoredEvent> {
      yield {
        id: 'first',
        message: '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}',
      };
      throws();
    }
    const eventStore = Object.assign(new MemoryEventStore(), { follow });
    const { client, errors } = await open({ eventStore });
    const { exchange, outcome } = client.begin(steps);
    await outcome;
    const resumed = await client.listen(exchange.events[0]?.id);
    expect(await resumed.concluded).toEqual({ type: 'ended' });
    expect(resumed.messages).toHaveLength(1);
    expect(errors).toEqual(['What is kept of a stream could not be read']);
  });

  test('that fails to end a stream is told to the log, and to nobody else', async () => {
    const eventStore = Object.assign(new MemoryEventStore(), {
      end: throws,
      forget: () => Promise.reject(new Error('x')),
    });
    const { client, errors } = await open({ eventStore });
    await client.call('steps', {}, { progressToken: 1 });
    await client.listen();
    await client.open('DELETE');
    await turn();
    expect(errors).toEqual(['A stream could not be ended', 'A stream could not be forgotten']);
  });

  test('that never answers holds up what it was asked about, and nothing else', async () => {
    let isStuck = true;
    const eventStore = Object.assign(new MemoryEventStore(), {
      append: () => (isStuck ? new Promise<string>(() => undefined) : 'x'),
    });
    const { client } = await open({ eventStore });
    const { exchange, outcome } = client.begin(steps);
    let isAnswered = false;
    void outcome.then(() => {
      isAnswered = true;
    });
    expect(await client.result('ping')).toEqual({});
    expect(await client.call('slow')).toHaveProperty('content');
    expect([exchange.messages, isAnswered]).toEqual([[], false]);
    isStuck = false;
    expect(await client.call('steps', {}, { progressToken: 2 })).toHaveProperty('content');
  });
});

test('a bus that can not be subscribed to costs the notifications, and nothing else', async () => {
  const bus = {
    publish: () => undefined,
    subscribe: () => {
      throw new Error('no bus');
    },
  };
  const { client, errors } = await open({ bus });
  const stream = await client.listen();
  expect(await client.result('ping')).toEqual({});
  stream.leave();
  expect(new Set(errors)).toEqual(new Set(['Clients are not told of changes: the bus could not be subscribed to']));
});
