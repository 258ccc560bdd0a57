import { describe, expect, it } from 'vitest';
import { Cancellation } from '../runtime/cancellation.js';
import { type ClientLoad, Limiter } from './limiter.js';
import type { Limits } from './limits.js';
import { Turn } from './turn.js';

function limited(limits: Limits): { limiter: Limiter; enter: (key: string) => ClientLoad | PromiseLike<ClientLoad> } {
  const limiter = new Limiter(limits);
  return { limiter, enter: (key) => limiter.enter(key, new Cancellation()) };
}

describe('a turn', () => {
  it('is given back while its operation can do nothing, and is had again at once, past the limit', async () => {
    const { limiter, enter } = limited({ concurrency: 1 });
    const first = new Turn(limiter, (await enter('a')) as ClientLoad);
    first.pause();
    const second = new Turn(limiter, (await enter('b')) as ClientLoad);
    first.resume();
    expect(limiter.running).toBe(2);
    const third = Promise.resolve(enter('c'));
    second.end();
    expect([limiter.running, limiter.waiting]).toEqual([1, 1]);
    first.end();
    new Turn(limiter, await third).end();
    expect([limiter.running, limiter.waiting, limiter.clients]).toEqual([0, 0, 0]);
  });

  it('of a client that has its most running again lets none of its others start', async () => {
    const { limiter, enter } = limited({ perClient: 1 });
    const first = new Turn(limiter, (await enter('a')) as ClientLoad);
    first.pause();
    const second = new Turn(limiter, (await enter('a')) as ClientLoad);
    const third = Promise.resolve(enter('a'));
    first.resume();
    second.end();
    expect([limiter.running, limiter.waiting]).toEqual([1, 1]);
    first.end();
    new Turn(limiter, await third).end();
    expect([limiter.running, limiter.clients]).toEqual([0, 0]);
  });

  it('is over at the end of its operation, also where that comes while it is given back', async () => {
    const { limiter, enter } = limited({ concurrency: 1 });
    const turn = new Turn(limiter, (await enter('a')) as ClientLoad);
    turn.pause();
    turn.end();
    turn.resume();
    turn.end();
    expect([limiter.running, limiter.clients]).toEqual([0, 0]);
  });
});
