import { MemoryEventStore, MemorySessionStore } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { TestExchange } from '../test/exchange.js';
import { runtimeOf } from '../test/runtime.js';
import { Changes } from './changes.js';
import type { Spec2025Options } from './options.js';
import { revision20250618 } from './revision-2025-06-18.js';
import { revision20251125 } from './revision-2025-11-25.js';
import type { Session } from './session.js';
import { Sessions } from './sessions.js';

const WIRES = [revision20251125, revision20250618] as const;
const client = { capabilities: {} };

async function made(options: Spec2025Options = {}) {
  const { runtime, notify } = await runtimeOf({ tools: () => [] });
  const changes = new Changes(runtime);
  return { sessions: new Sessions(WIRES, runtime, changes, options), changes, runtime, notify };
}

/** The session that the store knows under an id. */
async function find(sessions: Sessions, id: string): Promise<Session | undefined> {
  return sessions.from(await sessions.read(id), id, undefined);
}

const exchange = (): TestExchange => new TestExchange({ peer: {} });

describe('Sessions', () => {
  it('are the same object at every request, as long as the store gives the same record', async () => {
    const { sessions } = await made();
    const id = await sessions.create(revision20250618, client, undefined);
    const session = await find(sessions, id);
    expect(session).toBeDefined();
    expect(await find(sessions, id)).toBe(session);
    await session?.setLogLevel('info');
    expect(await find(sessions, id)).toBe(session);
    expect(session).toMatchObject({ wire: revision20250618, client, logLevel: 'info', isReady: false });
  });

  it('are one object for each while anything is open, whatever the store gives', async () => {
    class Copying extends MemorySessionStore {
      override get(id: string): ReturnType<MemorySessionStore['get']> {
        return structuredClone(super.get(id));
      }
    }
    const { sessions } = await made({ sessionStore: new Copying() });
    const id = await sessions.create(revision20251125, client, undefined);
    const session = await find(sessions, id);
    const stream = exchange();
    session?.listen(stream);
    const again = await find(sessions, id);
    expect(again).toBe(session);
    await again?.setLogLevel('info');
    expect(await find(sessions, id)).toBe(session);
    expect(session?.logLevel).toBe('info');
  });

  it('take what another server has changed, while something is open here', async () => {
    class Copying extends MemorySessionStore {
      override get(id: string): ReturnType<MemorySessionStore['get']> {
        return structuredClone(super.get(id));
      }
    }
    const sessionStore = new Copying();
    const [here, there] = [await made({ sessionStore }), await made({ sessionStore })];
    const id = await here.sessions.create(revision20251125, client, undefined);
    const session = await find(here.sessions, id);
    session?.listen(exchange());
    await (await find(there.sessions, id))?.setLogLevel('error');
    expect(session?.logLevel).toBeUndefined();
    expect(await find(here.sessions, id)).toBe(session);
    expect(session?.logLevel).toBe('error');
  });

  it('YI-01 know of a client what its revision has, whatever a store says that was told of more', async () => {
    const sessionStore = new MemorySessionStore();
    const { sessions } = await made({ sessionStore });
    const capabilities = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };
    for (const [revision, known] of [
      ['2025-06-18', { elicitation: { form: {} }, sampling: {}, roots: {} }],
      ['2025-11-25', capabilities],
    ] as const) {
      sessionStore.create({ id: revision, revision, owner: '', data: { client: { capabilities }, isReady: true } });
      const session = await find(sessions, revision);
      expect(session).toMatchObject({ isReady: true });
      expect(session?.client).toEqual({ capabilities: known });
    }
  });

  it('know what has changed since they began, though nobody has asked for them', async () => {
    const { sessions, notify } = await made();
    const id = await sessions.create(revision20251125, client, undefined);
    notify({ type: 'toolsListChanged' });
    const session = await find(sessions, id);
    await session?.confirm();
    const stream = exchange();
    session?.listen(stream);
    expect(stream.methods).toEqual(['notifications/tools/list_changed']);
  });

  it('that have ended are not found, though a store may still have them', async () => {
    const store = new MemorySessionStore();
    const { sessions } = await made({ sessionStore: store });
    const id = await sessions.create(revision20251125, client, undefined);
    const record = await sessions.read(id);
    const session = (await find(sessions, id)) as Session;
    expect(await sessions.delete(session)).toBe(true);
    expect(sessions.from(record, id, undefined)).toBeUndefined();
    expect(await sessions.delete(session)).toBe(false);
  });

  it('tell of their end whoever remembers something of them, once, also of those that were not seen here', async () => {
    const store = new MemorySessionStore();
    const { sessions } = await made({ sessionStore: store });
    const ended: string[] = [];
    sessions.onEnd = (id) => void ended.push(id);
    const ids = await Promise.all([1, 2].map(() => sessions.create(revision20251125, client, undefined)));
    const [deleted = '', dropped = ''] = ids;
    await sessions.delete((await find(sessions, deleted)) as Session);
    store.delete(dropped);
    store.create({ id: 'elsewhere', revision: '2025-11-25', owner: '', data: {} });
    store.delete('elsewhere');
    expect(ended).toEqual([deleted, dropped, 'elsewhere']);
  });

  it('have nothing open any more when all of it was let go, in whatever way: 20,000 of them (A7)', async () => {
    const sessionStore = new MemorySessionStore({ maxSessions: 20_000 });
    const eventStore = new MemoryEventStore();
    const { sessions, changes, runtime } = await made({ sessionStore, eventStore });
    const ids: string[] = [];
    for (let count = 0; count < 20_000; count += 1) {
      const id = await sessions.create(revision20251125, client, undefined);
      ids.push(id);
      const session = (await find(sessions, id)) as Session;
      const stream = exchange();
      const standing = session.listen(stream);
      session.hold();
      runtime.inFlight.begin(session, 1);
      if (count % 4 === 0) standing.gone?.(stream);
      else if (count % 4 === 1) await sessions.delete(session);
      else if (count % 4 === 2) sessionStore.delete(id);
      else session.close();
      session.release();
    }
    expect([sessions.size, changes.size, sessionStore.size]).toEqual([0, 0, 10_000]);
    for (const id of ids) sessionStore.delete(id);
    expect([sessionStore.size, eventStore.size, runtime.inFlight.size]).toEqual([0, 0, 0]);
  });

  it('let go of the store when the server closes, and of their streams', async () => {
    const store = new MemorySessionStore();
    const { sessions } = await made({ sessionStore: store });
    const id = await sessions.create(revision20251125, client, undefined);
    const stream = exchange();
    (await find(sessions, id))?.listen(stream);
    sessions.close();
    await stream.concluded;
    expect([sessions.size, store.size]).toEqual([0, 1]);
    const session = await find(sessions, id);
    store.delete(id);
    expect(session?.hasEnded).toBe(false);
  });
});
