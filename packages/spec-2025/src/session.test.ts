import { setImmediate as turn } from 'node:timers/promises';
import {
  type ChangeEvent,
  type EventStore,
  JsonText,
  MemoryEventStore,
  notification,
  type Runtime,
  silentLogger,
} from '@polyspec/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TestExchange } from '../test/exchange.js';
import { runtimeOf } from '../test/runtime.js';
import { Changes } from './changes.js';
import { revision20251125 } from './revision-2025-11-25.js';
import { Session, type SessionHost } from './session.js';

const client = { capabilities: {} };
const tools: ChangeEvent = { type: 'toolsListChanged' };
const updated = (uri: string): ChangeEvent => ({ type: 'resourceUpdated', uri });
const text = (method: string): JsonText => new JsonText(JSON.stringify(notification(method)));
const exchange = (): TestExchange => new TestExchange({ peer: {} });

/** A session by itself: what it asks of its server is noted. */
class Alone {
  readonly events: EventStore = new MemoryEventStore();
  readonly save = vi.fn();
  readonly stop = vi.fn();
  /** How many leases were taken, and how many are held. */
  taken = 0;
  held = 0;
  session: Session;
  readonly runtime: Runtime;
  readonly #host: SessionHost;

  constructor(runtime: Runtime) {
    this.runtime = runtime;
    let words = 0;
    this.#host = {
      changes: new Changes(runtime),
      logger: silentLogger,
      events: this.events,
      logLevel: undefined,
      retryMs: 1000,
      newWord: () => `${++words}`,
      save: this.save,
      lease: () => {
        this.taken += 1;
        this.held += 1;
        return () => {
          this.held -= 1;
        };
      },
      stop: this.stop,
      postLater: () => undefined,
      keep: () => undefined,
      takeKept: () => [],
      leaveKeptTo: () => undefined,
    };
    this.session = new Session('id', revision20251125, { client, isReady: true }, this.#host);
  }
}

let alone: Alone;
let notify: (event: ChangeEvent) => void;

beforeEach(async () => {
  const given = await runtimeOf({ tools: () => [], resources: () => [], readResource: () => undefined });
  notify = given.notify;
  alone = new Alone(given.runtime);
});

/** A request whose stream has begun, and what came of it so far. */
async function request(): Promise<{ exchange: TestExchange; id: string; first: string }> {
  const sent = exchange();
  const stream = alone.session.streamOf(sent) ?? expect.fail('nothing is kept');
  stream.begin();
  stream.send(notification('first'));
  await turn();
  return { exchange: sent, id: stream.log.id, first: sent.events[0]?.id ?? '' };
}

describe('what a session remembers', () => {
  it('is in force at once, and written down once for each thing that is new', () => {
    const { session, save } = alone;
    session.refresh({ client });
    expect([session.isReady, session.logLevel, session.uris]).toEqual([false, undefined, []]);
    void session.confirm();
    void session.confirm();
    void session.setLogLevel('info');
    void session.subscribe('a:b');
    void session.subscribe('a:b');
    void session.unsubscribe('c:d');
    void session.subscribe('c:d');
    void session.unsubscribe('a:b');
    expect([session.isReady, session.logLevel, session.uris]).toEqual([true, 'info', ['c:d']]);
    expect(save.mock.calls.map(([, data]) => data)).toEqual([
      { client, isReady: true },
      { client, isReady: true, logLevel: 'info' },
      { client, isReady: true, logLevel: 'info', uris: ['a:b'] },
      { client, isReady: true, logLevel: 'info', uris: ['a:b', 'c:d'] },
      { client, isReady: true, logLevel: 'info', uris: ['c:d'] },
    ]);
  });

  it('may be changed by another server', () => {
    const { session } = alone;
    session.refresh({ client: { capabilities: { roots: {} } }, logLevel: 'error', uris: ['a:b'] });
    expect(session).toMatchObject({ client: { capabilities: { roots: {} } }, logLevel: 'error', uris: ['a:b'] });
    expect(session.isReady).toBe(false);
  });

  it('listens to nothing before there is a stream to tell it on', () => {
    const listen = vi.spyOn(alone.runtime, 'listen');
    void alone.session.subscribe('a:b');
    expect(listen).not.toHaveBeenCalled();
    const stream = exchange();
    alone.session.listen(stream);
    notify(updated('a:b'));
    stream.leave();
    void alone.session.subscribe('c:d');
    expect(stream.methods).toEqual(['notifications/resources/updated']);
  });

  it('is told to a client that confirms the handshake late, as far as it has missed it (YL-06)', () => {
    const { session } = alone;
    session.refresh({ client });
    const stream = exchange();
    session.listen(stream);
    notify(tools);
    expect(stream.methods).toEqual([]);
    void session.confirm();
    expect(stream.methods).toEqual(['notifications/tools/list_changed']);
  });
});

describe('a session is in use', () => {
  it('as long as a request or a stream of it is open, however many, by one lease', async () => {
    const { session } = alone;
    session.hold();
    const standing = [exchange(), exchange()];
    const streams = standing.map((each) => session.listen(each));
    const { id, first } = await request();
    const back = exchange();
    await back.carryOut(session.resume(back, id, first, alone.events));
    expect([alone.taken, alone.held]).toEqual([1, 1]);
    session.release();
    for (const [index, stream] of streams.entries()) stream.gone?.(standing[index] as TestExchange);
    expect([alone.taken, alone.held]).toEqual([1, 1]);
    back.leave();
    expect([alone.taken, alone.held]).toEqual([1, 0]);
    session.hold();
    expect([alone.taken, alone.held]).toEqual([2, 1]);
    session.release();
    expect(alone.held).toBe(0);
  });
});

describe('a request of which the client comes back for the stream', () => {
  it('goes on there, and not on the connection that it came by; others stay as they are (YH-23)', async () => {
    const { session } = alone;
    const [one, other, third] = [await request(), await request(), await request()];
    const streams = [one, other, third].map(({ exchange: sent }) => sent);
    session.forgetCall(session.streamOf(exchange()) ?? expect.fail('nothing is kept'));
    const back = exchange();
    await back.carryOut(session.resume(back, other.id, other.first, alone.events));
    expect(streams.map(({ suspendedFor }) => suspendedFor)).toEqual([undefined, 1000, undefined]);
    const again = exchange();
    await again.carryOut(session.resume(again, other.id, other.first, alone.events));
    expect([back.isConcluded, again.isConcluded]).toEqual([true, false]);
    const elsewhere = exchange();
    await elsewhere.carryOut(session.resume(elsewhere, third.id, third.first, alone.events));
    expect([again.isConcluded, elsewhere.isConcluded]).toEqual([false, false]);
    session.close();
    expect([again.isConcluded, elsewhere.isConcluded, alone.held]).toEqual([true, true, 0]);
  });
});

describe('what belongs to no request', () => {
  it('is kept for a client that is away, for the stream that it left last', async () => {
    const { session } = alone;
    expect(session.post(text('nowhere'))).toBe(false);
    const [older, newer] = [exchange(), exchange()];
    await older.carryOut(session.listen(older));
    await newer.carryOut(session.listen(newer));
    expect(session.post(text('here'))).toBe(true);
    const last = [older, newer].map(({ events }) => events.at(-1)?.id ?? '');
    newer.leave();
    older.leave();
    expect(session.post(text('away'))).toBe(true);
    const back = exchange();
    await back.carryOut(
      session.resume(back, alone.events.streamOf(last[0] ?? '') as string, last[0] ?? '', alone.events),
    );
    expect((await back.received(1)).map((message) => 'method' in message && message.method)).toEqual(['away']);
    expect(newer.methods).toEqual(['here']);
  });
});

describe('the end of a session', () => {
  it('ends its streams, stops what runs, and drops what was kept of all of it, once', async () => {
    const { session, events } = alone;
    const [left, standing, back] = [exchange(), exchange(), exchange()];
    await left.carryOut(session.listen(left));
    left.leave();
    await standing.carryOut(session.listen(standing));
    const { id, first } = await request();
    await back.carryOut(session.resume(back, id, first, events));
    const kept = [left, standing].map((each) => each.events[0]?.id ?? '').concat(first);
    expect(kept.map((eventId) => events.streamOf(eventId) !== undefined)).toEqual([true, true, true]);
    session.end();
    session.end();
    expect([standing.isConcluded, back.isConcluded, session.hasEnded, alone.held]).toEqual([true, true, true, 0]);
    expect(alone.stop).toHaveBeenCalledTimes(1);
    expect(kept.map((eventId) => events.streamOf(eventId))).toEqual([undefined, undefined, undefined]);
  });

  it('drops also what was kept of many streams that were left', async () => {
    const { session, events } = alone;
    const ids: string[] = [];
    for (let count = 0; count < 40; count += 1) {
      const stream = exchange();
      await stream.carryOut(session.listen(stream));
      ids.push(stream.events[0]?.id ?? '');
      stream.leave();
    }
    expect(ids.filter((id) => events.streamOf(id) !== undefined)).toEqual(ids.slice(-16));
    session.end();
    expect(ids.filter((id) => events.streamOf(id) !== undefined)).toEqual([]);
  });
});
