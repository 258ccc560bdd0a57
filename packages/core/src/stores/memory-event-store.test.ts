import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../contract/stores.js';
import { OptionError } from '../errors.js';
import { MemoryEventStore, type MemoryEventStoreOptions } from './memory-event-store.js';

const UNTIL_END = new AbortController().signal;

/** Everything that a follower gets until it is over. */
async function all(events: AsyncIterable<StoredEvent>): Promise<string[]> {
  const messages: string[] = [];
  for await (const { message } of events) messages.push(message);
  return messages;
}

describe('MemoryEventStore', () => {
  let clock = 0;
  const make = (options: MemoryEventStoreOptions = {}): MemoryEventStore =>
    new MemoryEventStore({ now: () => clock, ...options });
  let store: MemoryEventStore;

  beforeEach(() => {
    clock = 0;
    store = make();
  });

  it('gives ids that are unique and name their stream (YH-25, YH-26)', () => {
    const ids = ['a', 'b', 'a', 'a-b'].map((stream) => store.append(stream, 'x'));
    expect(new Set(ids).size).toBe(4);
    expect(ids.map((id) => store.streamOf(id))).toEqual(['a', 'b', 'a', 'a-b']);
    for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]+$/);
  });

  it('refuses a stream whose ids no header field could carry back', () => {
    for (const stream of ['', 'a b', 'a\n', 'ü']) expect(() => store.append(stream, 'x')).toThrow(TypeError);
  });

  it('replays what followed an event on its stream, and nothing of another (YH-27, YH-28)', async () => {
    const first = store.append('a', '');
    store.append('b', 'not this');
    store.append('a', '1');
    const second = store.append('a', '2');
    store.append('b', 'nor this');
    store.append('a', '3');
    store.end('a');
    expect(await all(store.follow(first, UNTIL_END))).toEqual(['1', '2', '3']);
    expect(await all(store.follow(second, UNTIL_END))).toEqual(['3']);
    const { value } = await store.follow(second, UNTIL_END).next();
    expect(store.streamOf(value?.id ?? '')).toBe('a');
  });

  it('goes on live after the replay, until the end', async () => {
    const first = store.append('a', '');
    store.append('a', '1');
    const following = all(store.follow(first, UNTIL_END));
    await Promise.resolve();
    store.append('a', '2');
    await new Promise(setImmediate);
    store.append('a', '3');
    store.append('a', '4');
    store.end('a');
    expect(await following).toEqual(['1', '2', '3', '4']);
  });

  it('stops when the signal aborts, also one that has aborted before', async () => {
    const first = store.append('a', '');
    const aborter = new AbortController();
    const following = all(store.follow(first, aborter.signal));
    await new Promise(setImmediate);
    aborter.abort();
    expect(await following).toEqual([]);
    store.append('a', '1');
    expect(await all(store.follow(first, aborter.signal))).toEqual([]);
  });

  it('gives what comes to the latest follower of a stream, and ends the one before (YH-23)', async () => {
    const first = store.append('a', '');
    const early = all(store.follow(first, UNTIL_END));
    store.append('a', '1');
    await new Promise(setImmediate);
    const late = all(store.follow(first, UNTIL_END));
    expect(await early).toEqual(['1']);
    store.append('a', '2');
    store.end('a');
    expect(await late).toEqual(['1', '2']);
  });

  it.each(['', '-', 'a', '1', '1-', '-a', '2-a', '01-a', '1-b', '1-a ', 'NaN-a', '-1-a', '1.5-a'])(
    'knows no event %j',
    async (id) => {
      expect(store.append('a', 'x')).toBe('1-a');
      expect(store.streamOf(id)).toBeUndefined();
      expect(await all(store.follow(id, UNTIL_END))).toEqual([]);
    },
  );

  it('keeps the newest events of a stream, and resumes from none that has lost its successor', async () => {
    store = make({ maxEvents: 2 });
    const ids = ['1', '2', '3', '4'].map((message) => store.append('a', message));
    store.end('a');
    expect(ids.map((id) => store.streamOf(id))).toEqual([undefined, 'a', 'a', 'a']);
    expect(await all(store.follow(ids[0] ?? '', UNTIL_END))).toEqual([]);
    expect(await all(store.follow(ids[1] ?? '', UNTIL_END))).toEqual(['3', '4']);
  });

  it('keeps the newest events of a stream also where these are many', async () => {
    const kept = 200_000;
    const store = make({ maxEvents: kept, maxSize: 2 ** 30 });
    const ids: string[] = [];
    for (let count = 0; count < 2 * kept; count += 1) ids.push(store.append('a', String(count)));
    store.end('a');
    expect(store.streamOf(ids[kept - 2] ?? '')).toBeUndefined();
    const messages = await all(store.follow(ids[kept - 1] ?? '', UNTIL_END));
    expect([messages.length, messages[0], messages.at(-1)]).toEqual([kept, '200000', '399999']);
    expect(store.size).toBe(kept * (6 + 64));
  });

  it('ends a follower that is too slow rather than going on with a hole', async () => {
    store = make({ maxEvents: 2 });
    const first = store.append('a', '0');
    const following = store.follow(first, UNTIL_END);
    store.append('a', '1');
    expect((await following.next()).value).toMatchObject({ message: '1' });
    for (const message of ['2', '3', '4']) store.append('a', message);
    expect(await following.next()).toEqual({ done: true, value: undefined });
  });

  it('has the output of one stream cost no other what may be come back for, live or ended', async () => {
    store = make({ maxSize: 4096 });
    const silent = store.append('silent', '');
    const ended = store.append('ended', '');
    store.append('ended', 'the answer');
    store.end('ended');
    clock = 299_999;
    for (let count = 0; count < 500; count += 1) store.append('loud', '.'.repeat(count));
    store.append('silent', 'the answer');
    store.end('silent');
    for (const id of [silent, ended]) expect(await all(store.follow(id, UNTIL_END))).toEqual(['the answer']);
    expect(store.size).toBeLessThanOrEqual(4096);
    expect(store.size).toBeGreaterThan(4096 - 2 * (64 + 500));
  });

  it('has the streams that ended long ago make room before those that do not take much', () => {
    store = make({ maxSize: 20 * 65 });
    const ids = Array.from({ length: 20 }, (_, index) => store.append(`s${index}`, '.'));
    for (const index of [5, 3, 7]) {
      store.end(`s${index}`);
      clock += 1;
    }
    const dropped = (): number[] => ids.flatMap((id, index) => (store.streamOf(id) === undefined ? [index] : []));
    clock = 30_001;
    store.append('new1', '.');
    expect(dropped()).toEqual([5]);
    store.append('new2', '.');
    expect(dropped()).toEqual([3, 5]);
    clock = 30_002;
    store.append('new3', '.');
    expect(dropped()).toEqual([3, 5, 7]);
    expect(store.size).toBe(20 * 65);
  });

  it.each([
    { what: 'a small answer', answer: 70_000, streams: 200, each: 100_000 },
    { what: 'an answer of more than an eighth of all', answer: 2_200_000, streams: 10, each: 1_900_000 },
  ])(
    'keeps $what that has just ended rather than streams that go on, and no longer than it may take',
    async (sizes) => {
      store = make({ maxEvents: 1_000_000 });
      const id = store.append('polled', '');
      store.append('polled', 'a'.repeat(sizes.answer));
      store.end('polled');
      clock = 29_999;
      const message = '.'.repeat(sizes.each / 20 - 64);
      const write = (): void => {
        for (let event = 0; event < 60; event += 1) {
          for (let stream = 0; stream < sizes.streams; stream += 1) store.append(`s${stream}`, message);
        }
      };
      write();
      expect(store.size).toBeGreaterThan(16_777_216 - sizes.each);
      const [got, ...more] = await all(store.follow(id, UNTIL_END));
      expect([got?.length, more]).toEqual([sizes.answer, []]);
      clock = 30_000;
      write();
      expect(store.streamOf(id)).toBeUndefined();
    },
  );

  it('has what has just ended make room where it is by far the largest', () => {
    store = make({ maxSize: 20 * 65 });
    const large = store.append('large', '.'.repeat(400));
    store.end('large');
    const ids = Array.from({ length: 20 }, (_, index) => store.append(`s${index}`, '.'));
    expect([large, ...ids].map((id) => store.streamOf(id) !== undefined)).toEqual([false, ...ids.map(() => true)]);
  });

  it('has the oldest of many answers make room, and not the newest, which has not ended yet when it comes', () => {
    store = make({ maxSize: 20 * 200 });
    const answers = Array.from({ length: 25 }, (_, index) => {
      const id = store.append(`s${index}`, '');
      store.append(`s${index}`, '.'.repeat(72 + (index % 3)));
      store.end(`s${index}`);
      return id;
    });
    const known = answers.map((id) => store.streamOf(id) !== undefined);
    expect(known).toEqual(answers.map((_, index) => index >= known.indexOf(true)));
    expect(known.indexOf(true)).toBe(5);
  });

  it('keeps what is larger than all that may be kept for nobody, and costs nobody else anything', () => {
    store = make({ maxSize: 1000 });
    const id = store.append('small', '.');
    const huge = store.append('huge', '.'.repeat(1000));
    expect([id, huge].map((one) => store.streamOf(one))).toEqual(['small', undefined]);
    expect(store.size).toBe(65);
  });

  it('goes on with a stream of which everything was dropped, for whoever follows it', async () => {
    store = make({ maxSize: 70 });
    const first = store.append('a', 'x');
    const following = all(store.follow(first, UNTIL_END));
    await new Promise(setImmediate);
    store.append('b', 'x');
    store.append('a', 'y');
    await new Promise(setImmediate);
    store.end('a');
    expect(await following).toEqual(['y']);
  });

  it('lets a stream of which everything was dropped while somebody followed it be resumed until it ends', async () => {
    store = make({ maxSize: 2 * 65, ttlMs: 100 });
    const first = store.append('a', '1'.repeat(60));
    const aborter = new AbortController();
    const following = all(store.follow(first, aborter.signal));
    await new Promise(setImmediate);
    for (let count = 0; count < 5; count += 1) store.append(`b${count}`, '.');
    aborter.abort();
    expect(await following).toEqual([]);
    expect(store.streamOf(first)).toBe('a');
    store.append('a', '2');
    store.end('a');
    expect(await all(store.follow(first, UNTIL_END))).toEqual(['2']);
    clock = 100;
    expect(store.streamOf(first)).toBeUndefined();
  });

  it('lets one that has ended when there was nothing left of it be come back for, and no longer than the rest', async () => {
    store = make({ maxSize: 70, ttlMs: 100 });
    const first = store.append('a', 'xx');
    const following = all(store.follow(first, UNTIL_END));
    await new Promise(setImmediate);
    store.append('b', 'x');
    store.end('a');
    expect(await following).toEqual([]);
    expect(store.streamOf(first)).toBe('a');
    clock = 100;
    store.append('b', 'x');
    expect(store.streamOf(first)).toBeUndefined();
    expect(store.size).toBe(65);
  });

  it('can be resumed for a while after the end, and forgets then', () => {
    store = make({ ttlMs: 100 });
    const id = store.append('a', 'x');
    clock = 1000;
    expect(store.streamOf(id)).toBe('a');
    store.end('a');
    clock = 1099;
    expect(store.streamOf(id)).toBe('a');
    clock = 1100;
    expect(store.streamOf(id)).toBeUndefined();
    expect(store.size).toBe(0);
  });

  it('keeps what comes after the end for those who come back, and no longer than the rest', async () => {
    store = make({ ttlMs: 100 });
    const id = store.append('a', '1');
    store.end('a');
    store.end('a');
    store.append('a', '2');
    expect(await all(store.follow(id, UNTIL_END))).toEqual(['2']);
    clock = 100;
    store.end('b');
    expect(store.size).toBe(0);
  });

  it('forgets a stream at once, live or ended, and whoever follows it is told', async () => {
    const [live, over] = [store.append('live', '1'), store.append('over', '1')];
    const following = all(store.follow(live, UNTIL_END));
    await new Promise(setImmediate);
    store.end('over');
    for (const stream of ['live', 'over', 'none']) store.forget(stream);
    expect(await following).toEqual([]);
    expect([live, over].map((id) => store.streamOf(id))).toEqual([undefined, undefined]);
    expect(store.size).toBe(0);
    expect(store.streamOf(store.append('live', '2'))).toBe('live');
    expect(store.streamOf(live)).toBeUndefined();
  });

  it('names a wrong option', () => {
    expect(() => new MemoryEventStore({ maxEvents: 0 })).toThrow(OptionError);
    expect(() => new MemoryEventStore({ maxEvent: 5 } as never)).toThrow("Did you mean 'maxEvents'?");
  });

  it('gives each follower exactly what followed on its stream, whatever happens on others, or nothing', async () => {
    const stream = fc.constantFrom('a', 'b', 'c');
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ append: stream, size: fc.integer({ min: 0, max: 80 }) }) },
      { weight: 1, arbitrary: fc.record({ end: stream }) },
      { weight: 2, arbitrary: fc.record({ follow: fc.nat() }) },
      { weight: 1, arbitrary: fc.constant({ turn: true }) },
    );
    const bounds = fc.record({
      maxEvents: fc.integer({ min: 1, max: 8 }),
      maxSize: fc.integer({ min: 64, max: 1500 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 50 }), bounds, async (steps, { maxEvents, maxSize }) => {
        const tested = new MemoryEventStore({ maxEvents, maxSize });
        const appended: { id: string; stream: string; message: string }[] = [];
        const followers: { after: number; stream: string; got: Promise<string[]> }[] = [];
        const endedEarly = new Set<string>();
        for (const one of steps) {
          if ('append' in one) {
            const message = `${appended.length}:${'x'.repeat(one.size)}`;
            appended.push({ id: tested.append(one.append, message), stream: one.append, message });
            expect(tested.size).toBeLessThanOrEqual(maxSize);
          } else if ('end' in one) {
            tested.end(one.end);
            endedEarly.add(one.end);
          } else if ('follow' in one && appended.length > 0) {
            const after = one.follow % appended.length;
            const last = appended[after];
            if (last === undefined) continue;
            const isKnown = tested.streamOf(last.id);
            expect([undefined, last.stream]).toContain(isKnown);
            const got = all(tested.follow(last.id, UNTIL_END));
            followers.push({ after, stream: last.stream, got });
          } else {
            await new Promise(setImmediate);
          }
        }
        for (const name of ['a', 'b', 'c']) tested.end(name);
        for (const [index, { after, stream: name, got }] of followers.entries()) {
          const expected = appended.slice(after + 1).filter(({ stream: on }) => on === name);
          // A follower that was overtaken or replaced has the beginning of it.
          const messages = await got;
          expect(messages).toEqual(expected.slice(0, messages.length).map(({ message }) => message));
          const isLatest = followers.slice(index + 1).every((later) => later.stream !== name);
          if (isLatest && maxEvents === 1000 && !endedEarly.has(name)) expect(messages).toHaveLength(expected.length);
        }
        for (const { id, stream: name } of appended) {
          if (tested.streamOf(id) === undefined) continue;
          const whole = appended.filter(
            (event, index) => event.stream === name && index > appended.findIndex((e) => e.id === id),
          );
          expect(await all(tested.follow(id, UNTIL_END))).toEqual(whole.map(({ message }) => message));
        }
      }),
    );
  });
});
