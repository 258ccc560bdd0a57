import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestError } from '../errors.js';
import { Cancellation } from '../runtime/cancellation.js';
import { type ClientLoad, Limiter } from './limiter.js';
import type { Limits } from './limits.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Whether a turn was had at once. */
function isTurn(entered: unknown): entered is ClientLoad {
  return !(entered instanceof Promise);
}

function take(limiter: Limiter, key: unknown): ClientLoad {
  const entered = limiter.enter(key, new Cancellation());
  return isTurn(entered) ? entered : expect.fail('it has to wait');
}

/** Waits for a turn, and says when it is had, or what came instead. */
function queue(limiter: Limiter, key: unknown, log: unknown[], name: unknown, cancellation = new Cancellation()): void {
  void Promise.resolve(limiter.enter(key, cancellation)).then(
    () => log.push(name),
    (reason: unknown) => log.push(reason),
  );
}

/** Lets promises settle. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe('the limiter', () => {
  it('gives a turn at once where there is one, without a promise', () => {
    const limiter = new Limiter({ concurrency: 2 });
    const [first, second] = [take(limiter, 'a'), take(limiter, 'b')];
    expect([limiter.running, limiter.clients]).toEqual([2, 2]);
    limiter.leave(first);
    limiter.leave(second);
    expect([limiter.running, limiter.waiting, limiter.clients]).toEqual([0, 0, 0]);
  });

  it('lets a client wait that has too much running, and nobody else', async () => {
    const limiter = new Limiter({ perClient: 1 });
    const log: unknown[] = [];
    const running = take(limiter, 'a');
    queue(limiter, 'a', log, 'second');
    take(limiter, 'b');
    await settle();
    expect(log).toEqual([]);
    limiter.leave(running);
    await settle();
    expect(log).toEqual(['second']);
  });

  it('lets clients take turns, each in its own order', async () => {
    const limiter = new Limiter({ concurrency: 1 });
    const log: unknown[] = [];
    let running: Promise<ClientLoad> | ClientLoad = take(limiter, 'a');
    const wait = (key: string, name: string): void => {
      void Promise.resolve(limiter.enter(key, new Cancellation())).then((client) => {
        log.push(name);
        running = client;
      });
    };
    for (const name of ['a1', 'a2', 'a3', 'a4']) wait('a', name);
    for (const name of ['b1', 'b2']) wait('b', name);
    wait('c', 'c1');
    for (let ended = 0; ended < 7; ended += 1) {
      limiter.leave(await running);
      await settle();
    }
    expect(log).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('refuses as busy what may not wait, with a hint when to come again', () => {
    const limiter = new Limiter({ concurrency: 1, queue: 0 });
    take(limiter, 'a');
    const message = 'The server is busy with other requests. Try again in a moment';
    expect(() => limiter.enter('b', new Cancellation())).toThrow(
      new RequestError('busy', message, { retryAfterMs: 1000 }),
    );
    expect([limiter.waiting, limiter.clients]).toEqual([0, 1]);
  });

  it('tells a client that it is the one that has too much running', () => {
    const limiter = new Limiter({ perClient: 2, queue: 0 });
    take(limiter, 'a');
    take(limiter, 'a');
    expect(() => limiter.enter('a', new Cancellation())).toThrow(
      'This client has too much running at once (limit 2). Try again in a moment',
    );
  });

  it('refuses as busy what has waited too long', async () => {
    const limiter = new Limiter({ concurrency: 1, queueMs: 500 });
    const log: unknown[] = [];
    take(limiter, 'a');
    queue(limiter, 'b', log, 'turn');
    await vi.advanceTimersByTimeAsync(499);
    expect(log).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(log).toMatchObject([{ reason: 'busy' }]);
    expect([limiter.waiting, limiter.clients]).toEqual([0, 1]);
  });

  it('Q-25 finds out at once that nobody has to make room, however many wait', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 20_000 });
    const log: unknown[] = [];
    take(limiter, 'a');
    for (let client = 0; client < 20_000; client += 1) queue(limiter, client, log, client);
    for (let client = 0; client < 20_000; client += 1) {
      expect(() => limiter.enter(`late ${client}`, new Cancellation())).toThrow(RequestError);
    }
    expect(limiter.waiting).toBe(20_000);
  });

  it('lets the client with the most waiting make room', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 3 });
    const log: unknown[] = [];
    take(limiter, 'a');
    for (const name of ['a1', 'a2', 'a3']) queue(limiter, 'a', log, name);
    queue(limiter, 'b', log, 'b1');
    await settle();
    expect(log).toMatchObject([{ reason: 'busy' }]);
    // Both would have two waiting then, so b has no better claim.
    expect(() => limiter.enter('b', new Cancellation())).toThrow('busy');
    expect(limiter.waiting).toBe(3);
  });

  it('lets go of a cancelled request at once', async () => {
    const limiter = new Limiter({ concurrency: 1 });
    const log: unknown[] = [];
    const running = take(limiter, 'a');
    const cancellation = new Cancellation();
    queue(limiter, 'b', log, 'b', cancellation);
    queue(limiter, 'c', log, 'c');
    cancellation.cancel();
    await settle();
    expect(log).toMatchObject([{ name: 'AbortError' }]);
    limiter.leave(running);
    await settle();
    expect(log[1]).toBe('c');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('forgets the place of a client whose last request in the queue was cancelled', async () => {
    const limiter = new Limiter({ concurrency: 2, perClient: 1 });
    const log: unknown[] = [];
    const [x, y] = [take(limiter, 'x'), take(limiter, 'y')];
    const cancellation = new Cancellation();
    queue(limiter, 'b', log, 'b1', cancellation);
    cancellation.cancel();
    limiter.leave(x);
    take(limiter, 'b');
    queue(limiter, 'b', log, 'b2');
    limiter.leave(y);
    await settle();
    expect(log).toMatchObject([{ name: 'AbortError' }]);
    expect(limiter.waiting).toBe(1);
  });

  it('looks for the going away of a client that waits, where that cancels', async () => {
    const limiter = new Limiter({ concurrency: 1 });
    const log: unknown[] = [];
    take(limiter, 'a');
    const gone = new AbortController();
    queue(limiter, 'b', log, 'b', new Cancellation(() => gone.signal));
    gone.abort();
    await settle();
    expect(log).toMatchObject([{ name: 'AbortError' }]);
    queue(limiter, 'c', log, 'c', new Cancellation(() => gone.signal));
    await settle();
    expect([log.length, limiter.waiting]).toEqual([2, 0]);
  });
});

describe('any interleaving', () => {
  const clients = ['a', 'b', 'c'] as const;
  const bound = fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 3 }));
  const limits = fc.record({ concurrency: bound, perClient: bound, queue: fc.integer({ min: 0, max: 5 }) });
  const which = fc.nat(20);
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('come' as const), client: fc.constantFrom(...clients) }) },
    { weight: 3, arbitrary: fc.record({ type: fc.constant('end' as const), which }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('cancel' as const), which }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 60 }) }) },
  );

  interface Guest {
    readonly client: string;
    readonly number: number;
    readonly cancellation: Cancellation;
    state: 'waiting' | 'running' | 'ended' | 'busy' | 'gone';
    load?: ClientLoad;
  }

  it('keeps the bounds, leaves no turn unused, keeps the order of a client, and loses nobody', async () => {
    await fc.assert(
      fc.asyncProperty(limits, fc.array(step, { maxLength: 60, size: 'max' }), async (given, steps) => {
        const limiter = new Limiter({ ...given, queueMs: 50 } as Limits);
        const { concurrency = Number.POSITIVE_INFINITY, perClient = Number.POSITIVE_INFINITY } = given;
        const guests: Guest[] = [];
        const overtaken: Guest[] = [];
        const inState = (state: Guest['state']): Guest[] => guests.filter((guest) => guest.state === state);

        const pick = (from: Guest[], which: number): Guest | undefined => from[which % from.length];
        const come = (client: string): void => {
          const guest: Guest = {
            client,
            number: guests.length,
            cancellation: new Cancellation(),
            state: 'waiting',
          };
          guests.push(guest);
          const starts = (load: ClientLoad): void => {
            const earlier = inState('waiting').filter(
              (other) => other.client === client && other.number < guest.number,
            );
            overtaken.push(...earlier);
            guest.state = 'running';
            guest.load = load;
          };
          try {
            const entered = limiter.enter(client, guest.cancellation);
            if (isTurn(entered)) starts(entered);
            else {
              void Promise.resolve(entered).then(starts, (reason: unknown) => {
                guest.state = reason instanceof RequestError ? 'busy' : 'gone';
              });
            }
          } catch (thrown) {
            expect(thrown).toMatchObject({ reason: 'busy' });
            guest.state = 'busy';
          }
        };
        const end = (guest: Guest | undefined): void => {
          if (guest?.load === undefined) return;
          guest.state = 'ended';
          limiter.leave(guest.load);
        };
        const holds = (): void => {
          const [running, waiting] = [inState('running'), inState('waiting')];
          expect(running.length).toBeLessThanOrEqual(concurrency);
          expect(waiting.length).toBeLessThanOrEqual(given.queue);
          expect([limiter.running, limiter.waiting]).toEqual([running.length, waiting.length]);
          for (const client of clients) {
            const own = running.filter((guest) => guest.client === client).length;
            expect(own).toBeLessThanOrEqual(perClient);
            const waits = waiting.some((guest) => guest.client === client);
            if (waits) expect(running.length === concurrency || own === perClient).toBe(true);
          }
        };

        for (const action of steps) {
          if (action.type === 'come') come(action.client);
          if (action.type === 'end') end(pick(inState('running'), action.which));
          if (action.type === 'cancel') pick(inState('waiting'), action.which)?.cancellation.cancel();
          await vi.advanceTimersByTimeAsync(action.type === 'pass' ? action.ms : 0);
          holds();
        }
        for (let rounds = 0; rounds <= guests.length && inState('running').length > 0; rounds += 1) {
          for (const guest of inState('running')) end(guest);
          await settle();
          holds();
        }
        expect([inState('waiting'), overtaken]).toEqual([[], []]);
        expect([limiter.running, limiter.waiting, limiter.clients, vi.getTimerCount()]).toEqual([0, 0, 0, 0]);
      }),
    );
  });
});
