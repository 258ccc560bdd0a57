import { setImmediate as turn } from 'node:timers/promises';
import { type EventStore, type Logger, MemoryEventStore, silentLogger } from '@polyspec/core';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { StreamLog } from './stream-log.js';

/** A log that writes to this store, and what was complained about. */
function made(store: EventStore): { log: StreamLog; complaints: unknown[] } {
  const complaints: unknown[] = [];
  const logger: Logger = { ...silentLogger, error: (_fields, message) => void complaints.push(message) };
  return { log: new StreamLog('s', store, logger), complaints };
}

/** A store whose answers come when the test says so, in whatever order. */
class Slow extends MemoryEventStore {
  readonly waiting: (() => void)[] = [];

  override append(stream: string, message: string): never {
    return new Promise<string>((resolve) => {
      this.waiting.push(() => resolve(super.append(stream, message)));
    }) as never;
  }
}

describe('StreamLog', () => {
  it('gives the ids of the store, at once where that does', () => {
    const store = new MemoryEventStore();
    const { log } = made(store);
    expect(log.keep('a')).toBe('1-s');
    expect(log.keep('b')).toBe('2-s');
    const done = vi.fn();
    log.afterwards(done);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('keeps messages in order, however long the store takes (YH-25)', async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constant('keep' as const) },
      { weight: 1, arbitrary: fc.constant('then' as const) },
      { weight: 2, arbitrary: fc.constant('answer' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const store = new Slow();
        const { log } = made(store);
        const done: number[] = [];
        let count = 0;
        for (const one of steps) {
          if (one === 'answer') {
            store.waiting.shift()?.();
            await turn();
            continue;
          }
          const number = count;
          count += 1;
          if (one === 'then') log.afterwards(() => void done.push(number));
          else void Promise.resolve(log.keep(`${number}`)).then(() => done.push(number));
        }
        await turn();
        while (store.waiting.length > 0) {
          store.waiting.shift()?.();
          await turn();
        }
        expect(done).toEqual(Array.from({ length: count }, (_, index) => index));
      }),
      { numRuns: 50 },
    );
  });

  it('says when too much waits for the store, until it has caught up', async () => {
    const store = new Slow();
    const { log } = made(store);
    for (let count = 0; count < 1000; count += 1) {
      expect(log.isFull).toBe(false);
      void log.keep('x');
    }
    expect(log.isFull).toBe(true);
    await turn();
    store.waiting.shift()?.();
    await turn();
    expect(log.isFull).toBe(false);
  });

  it('waits ten seconds for a store that is stuck, and for nothing that follows', async () => {
    vi.useFakeTimers();
    try {
      const store = new Slow();
      const { log, complaints } = made(store);
      const ids: unknown[] = [];
      for (const text of ['a', 'b']) void Promise.resolve(log.keep(text)).then((id) => ids.push(id));
      const done = vi.fn();
      log.afterwards(done);
      await vi.advanceTimersByTimeAsync(9999);
      expect([ids, complaints, done.mock.calls.length]).toEqual([[], [], 0]);
      await vi.advanceTimersByTimeAsync(1);
      expect([ids, done.mock.calls.length]).toEqual([[undefined, undefined], 1]);
      expect(complaints).toEqual(['The event store takes too long: the rest of a stream is not kept']);
      store.waiting.shift()?.();
      expect(await log.keep('c')).toBeUndefined();
      expect(store.waiting).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves no timer behind where the store is slow', async () => {
    vi.useFakeTimers();
    try {
      const store = new Slow();
      const { log } = made(store);
      const kept = log.keep('a');
      store.waiting.shift()?.();
      expect(await kept).toBe('1-s');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['a number', 5],
    ['an empty text', ''],
    ['a text that would end its line', 'a\nb'],
    ['a promise of a number', Promise.resolve(5)],
  ])('complains of a store that gives %s for an id', async (_what, id) => {
    const { log, complaints } = made(Object.assign(new MemoryEventStore(), { append: () => id as never }));
    expect(await log.keep('x')).toBeUndefined();
    expect(complaints).toEqual(['The event store gave what is no id of an event']);
  });

  it('ends a stream and forgets it after all that was to be kept', async () => {
    const store = new Slow();
    const ended = vi.spyOn(store, 'end');
    const forgotten = vi.spyOn(store, 'forget');
    const { log } = made(store);
    void log.keep('a');
    log.end();
    log.forget();
    await turn();
    expect([ended.mock.calls.length, forgotten.mock.calls.length]).toEqual([0, 0]);
    store.waiting.shift()?.();
    await turn();
    expect([ended.mock.calls, forgotten.mock.calls]).toEqual([[['s']], [['s']]]);
  });

  it('ends a stream where a store can not forget it', () => {
    const store: EventStore = Object.assign(new MemoryEventStore(), { forget: undefined }) as never;
    const ended = vi.spyOn(store, 'end');
    made(store).log.forget();
    expect(ended).toHaveBeenCalledWith('s');
  });
});
