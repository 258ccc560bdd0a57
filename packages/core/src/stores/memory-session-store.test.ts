import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionRecord } from '../contract/stores.js';
import { OptionError, RequestError } from '../errors.js';
import { MemorySessionStore } from './memory-session-store.js';

const session = (id: string): SessionRecord => ({ id, revision: '2025-11-25', owner: '', data: { id } });

/** What creating a session throws, if it does. */
function refusal(store: MemorySessionStore, id: string): unknown {
  try {
    store.create(session(id));
    return undefined;
  } catch (thrown) {
    return thrown;
  }
}

describe('MemorySessionStore', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('keeps what it is given, at once and without promises (D-12)', () => {
    const store = new MemorySessionStore();
    store.create(session('a'));
    expect(store.get('a')).toMatchObject(session('a'));
    expect(store.get('b')).toBeUndefined();
    store.update('a', { level: 'info' });
    store.update('b', { level: 'info' });
    expect(store.get('a')).toMatchObject({ id: 'a', data: { level: 'info' } });
    expect(store.get('a')).toBe(store.get('a'));
    expect([store.delete('a'), store.delete('a')]).toEqual([true, false]);
    expect(store.get('a')).toBeUndefined();
    expect(store.size).toBe(0);
  });

  it('ends what is idle for too long, by a timer that waits for the next one only (YZ-04, A7)', () => {
    const ended: string[] = [];
    const store = new MemorySessionStore({ idleSeconds: 2 });
    store.onEnd(({ id }) => void ended.push(id));
    expect(vi.getTimerCount()).toBe(0);
    store.create(session('a'));
    vi.advanceTimersByTime(1500);
    store.create(session('b'));
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(500);
    expect(ended).toEqual(['a']);
    vi.advanceTimersByTime(1499);
    expect(store.size).toBe(1);
    vi.advanceTimersByTime(1);
    expect(store.size).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(ended).toEqual(['a', 'b']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('finds out at once that a session is idle for too long, whenever the timer comes (A7)', () => {
    const store = new MemorySessionStore({ idleSeconds: 0.1 });
    store.create(session('a'));
    vi.advanceTimersByTime(99);
    expect(store.get('a')).toBeDefined();
    vi.advanceTimersByTime(99);
    expect(store.get('a')).toBeDefined();
    vi.advanceTimersByTime(100);
    expect(store.get('a')).toBeUndefined();
  });

  it('takes a session for in use as long as anybody has a lease of it (A7)', () => {
    const store = new MemorySessionStore({ idleSeconds: 1 });
    store.create(session('a'));
    const [first, second] = [store.lease('a'), store.lease('a')];
    vi.advanceTimersByTime(60_000);
    first();
    first();
    vi.advanceTimersByTime(60_000);
    expect(store.get('a')).toBeDefined();
    second();
    vi.advanceTimersByTime(999);
    expect(store.size).toBe(1);
    vi.advanceTimersByTime(1);
    expect(store.size).toBe(0);
  });

  it('does not bring a session back whose lease is given back after its end', () => {
    const store = new MemorySessionStore({ idleSeconds: 1 });
    store.create(session('a'));
    const release = store.lease('a');
    store.delete('a');
    store.create(session('a'));
    release();
    store.lease('b')();
    expect(store.size).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(store.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends the session that is idle for longest where there is no room (A7)', () => {
    const ended: string[] = [];
    const store = new MemorySessionStore({ maxSessions: 3 });
    store.onEnd(({ id }) => void ended.push(id));
    for (const id of ['a', 'b', 'c']) {
      store.create(session(id));
      vi.advanceTimersByTime(1);
    }
    store.get('a');
    store.lease('b');
    store.create(session('d'));
    store.create(session('e'));
    expect(ended).toEqual(['c', 'a']);
    expect(['a', 'b', 'c', 'd', 'e'].filter((id) => store.get(id) !== undefined)).toEqual(['b', 'd', 'e']);
  });

  it('refuses a new one as busy only where all are in use, and resumes by itself (A7)', () => {
    const store = new MemorySessionStore({ maxSessions: 2 });
    for (const id of ['a', 'b']) store.create(session(id));
    const [release] = [store.lease('a'), store.lease('b')];
    const thrown = refusal(store, 'c');
    expect(thrown).toBeInstanceOf(RequestError);
    expect(thrown).toMatchObject({ reason: 'busy', data: { retryAfterMs: expect.any(Number) } });
    expect(store.size).toBe(2);
    release?.();
    expect(refusal(store, 'c')).toBeUndefined();
    expect(store.get('a')).toBeUndefined();
  });

  it('makes room of what has expired before it ends anything else', () => {
    const store = new MemorySessionStore({ maxSessions: 2, idleSeconds: 1 });
    store.create(session('a'));
    vi.advanceTimersByTime(900);
    store.create(session('b'));
    vi.advanceTimersByTime(100);
    store.create(session('c'));
    expect(store.get('b')).toBeDefined();
  });

  it('tells of each end once, until nobody wants to hear of it any more', () => {
    const store = new MemorySessionStore();
    const listener = vi.fn();
    const stop = store.onEnd(listener);
    store.create(session('a'));
    store.delete('a');
    store.delete('a');
    expect(listener.mock.calls).toEqual([[expect.objectContaining({ id: 'a', data: { id: 'a' } })]]);
    stop();
    store.create(session('b'));
    store.delete('b');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('names a wrong option', () => {
    expect(() => new MemorySessionStore({ maxSessions: 0 })).toThrow(OptionError);
    expect(() => new MemorySessionStore({ idleSecond: 5 } as never)).toThrow("Did you mean 'idleSeconds'?");
  });

  it('does what a list of sessions would, sorted by when they were last in use', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ create: id }) },
      { weight: 2, arbitrary: fc.record({ get: id }) },
      { weight: 2, arbitrary: fc.record({ lease: id }) },
      { weight: 2, arbitrary: fc.record({ release: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ delete: id }) },
      { weight: 3, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 700 }) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, maxSessions) => {
        const store = new MemorySessionStore({ idleSeconds: 1, maxSessions });
        const ended: string[] = [];
        store.onEnd((one) => void ended.push(one.id));
        let now = 0;
        let model: { id: string; since: number; leases: number }[] = [];
        const expected: string[] = [];
        const leases: { entry: (typeof model)[number]; release: () => void }[] = [];
        const end = (gone: (typeof model)[number] | undefined): void => {
          if (gone === undefined) return;
          model = model.filter((entry) => entry !== gone);
          expected.push(gone.id);
        };
        const idle = (): typeof model =>
          model.filter(({ leases: held }) => held === 0).sort((one, other) => one.since - other.since);
        const touch = (entry: (typeof model)[number]): void => {
          entry.since = now;
          model = [...model.filter((other) => other !== entry), entry];
        };
        const expire = (): void => {
          for (const entry of idle()) if (now - entry.since >= 1000) end(entry);
        };
        for (const one of steps) {
          if ('wait' in one) {
            now += one.wait;
            vi.advanceTimersByTime(one.wait);
            continue;
          }
          // The store finds out when somebody asks.
          void store.size;
          expire();
          const found = 'release' in one ? undefined : model.find((entry) => entry.id === Object.values(one)[0]);
          if ('create' in one) {
            if (found !== undefined) continue;
            const isFull = model.length >= maxSessions;
            const isRefused = refusal(store, one.create) !== undefined;
            expect(isRefused).toBe(isFull && idle().length === 0);
            if (isFull && !isRefused) end(idle()[0]);
            if (!isRefused) model.push({ id: one.create, since: now, leases: 0 });
          } else if ('get' in one) {
            expect(store.get(one.get)?.id).toBe(found?.id);
            if (found?.leases === 0) touch(found);
          } else if ('lease' in one) {
            const release = store.lease(one.lease);
            if (found === undefined) continue;
            found.leases += 1;
            leases.push({ entry: found, release });
          } else if ('delete' in one) {
            expect(store.delete(one.delete)).toBe(found !== undefined);
            end(found);
          } else {
            const [lease] = leases.splice(one.release % Math.max(1, leases.length), 1);
            if (lease === undefined) continue;
            lease.release();
            lease.entry.leases -= 1;
            if (lease.entry.leases === 0 && model.includes(lease.entry)) touch(lease.entry);
          }
          expect(store.size).toBe(model.length);
          expect(ended).toEqual(expected);
        }
        for (const { release } of leases) release();
        vi.advanceTimersByTime(3000);
        expect([store.size, vi.getTimerCount()]).toEqual([0, 0]);
      }),
    );
  });
});
