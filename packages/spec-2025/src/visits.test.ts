import { type JsonText, silentLogger } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { serverFaults } from '../../../test/schema/official-schema.js';
import { runtimeOf } from '../test/runtime.js';
import type { KnownClient } from './conversation.js';
import { Visits } from './visits.js';

/** A client that keeps what it is told. */
function client(more: object = {}): { readonly told: object[]; readonly known: KnownClient } {
  const told: object[] = [];
  const post = (text: JsonText): boolean => told.push(text.toJSON() as object) > 0;
  return { told, known: { peer: {}, post, ...more } as unknown as KnownClient };
}

/** The visits of a server, and the way to tell it that one is done. */
async function started() {
  const { runtime, notify } = await runtimeOf({});
  const done = (elicitationId: string): void => notify({ type: 'elicitationComplete', elicitationId });
  return { runtime, visits: new Visits(runtime), done };
}

describe('visits', () => {
  it('YI-07, YI-08 are told of to the client that was asked, once', async () => {
    const { visits, done } = await started();
    const [one, other] = [client(), client()];
    visits.begin('e1', one.known);
    visits.begin('e2', other.known);
    done('e1');
    done('e1');
    const notice = { jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } };
    expect(one.told).toEqual([notice]);
    expect(serverFaults(notice, '2025-11-25')).toEqual([]);
    expect(other.told).toEqual([]);
    expect(visits.size).toBe(1);
  });

  it('are not told of where none was asked for, or it will not be', async () => {
    const { visits, done } = await started();
    const { told, known } = client();
    const end = visits.ask('e1', known);
    end(false);
    done('e1');
    done('e2');
    expect(told).toEqual([]);
    expect(visits.size).toBe(0);
  });

  it('YI-08 have ids that no two clients share, though one may be asked again', async () => {
    const { visits, done } = await started();
    const [one, other] = [client({ id: 's1' }), client({ id: 's2' })];
    visits.begin('e1', one.known);
    visits.begin('e1', one.known);
    expect(() => visits.begin('e1', other.known)).toThrow("another client was asked for a visit with the id 'e1'");
    const anew = client({ id: 's1' });
    visits.begin('e1', anew.known);
    done('e1');
    expect([one.told.length, other.told.length, anew.told.length]).toEqual([0, 0, 1]);
  });

  it.each<[string, boolean, readonly boolean[], number]>([
    ['was accepted before', false, [true, false], 1],
    ['is accepted after all', false, [false, true], 1],
    ['a call needs anyway', true, [false], 1],
    ['nobody accepts', false, [false, false], 0],
  ])('YI-07 are told of whose questions end one by one, if the user %s', async (_what, isNeeded, answers, times) => {
    const { visits, done } = await started();
    const { told, known } = client();
    if (isNeeded) visits.begin('e1', known);
    const ends = answers.map(() => visits.ask('e1', known));
    for (const [index, end] of ends.entries()) end(answers[index] === true);
    done('e1');
    expect(told).toHaveLength(times);
  });

  it('YI-08, YI-11 keep their id until the last question is over, and the end of an old one is none of a new one', async () => {
    const { visits, done } = await started();
    const [one, other] = [client(), client()];
    const [first, second] = [visits.ask('e1', one.known), visits.ask('e1', one.known)];
    first(false);
    expect(() => visits.ask('e1', other.known)).toThrow('another client was asked');
    done('e1');
    visits.ask('e1', other.known);
    second(false);
    done('e1');
    expect([one.told.length, other.told.length]).toEqual([1, 1]);
  });

  it('YI-08 stay with a session of which nothing is open any more, but not with a connection that is gone', async () => {
    const { visits } = await started();
    const { deref } = WeakRef.prototype;
    const session = client({ id: 's1' });
    visits.begin('e1', session.known);
    visits.begin('e2', client().known);
    WeakRef.prototype.deref = () => undefined;
    try {
      expect(() => visits.ask('e1', client({ id: 's2' }).known)).toThrow('another client was asked');
      expect(() => visits.ask('e1', client().known)).toThrow('another client was asked');
      visits.ask('e1', client({ id: 's1' }).known)(false);
      visits.ask('e2', client({ id: 's2' }).known);
    } finally {
      WeakRef.prototype.deref = deref;
    }
    expect(visits.size).toBe(2);
  });

  it('are told of by the session that is open now, whatever object it was known by', async () => {
    const { visits, done } = await started();
    const postLater = vi.fn();
    const { told, known } = client({ id: 's1', inbox: { postLater } });
    visits.begin('e1', known);
    done('e1');
    expect(told).toEqual([]);
    expect(postLater.mock.calls).toMatchObject([['s1', { json: expect.stringContaining('e1') }, known]]);
  });

  it('are forgotten with the session of their client, and none begins in a session that has ended', async () => {
    const { visits, done } = await started();
    const [one, other, pipe] = [client({ id: 's1' }), client({ id: 's2' }), client()];
    for (const id of ['a', 'b', 'c']) visits.begin(id, one.known);
    visits.begin('d', other.known);
    visits.begin('e', pipe.known);
    visits.forgetSession('s1');
    visits.forgetSession('s1');
    visits.forgetSession('s3');
    expect(visits.size).toBe(2);
    visits.begin('f', client({ id: 's1', hasEnded: true }).known);
    expect(visits.size).toBe(2);
    for (const id of ['a', 'c', 'd', 'e', 'f']) done(id);
    expect([one.told.length, other.told.length, pipe.told.length]).toEqual([0, 1, 1]);
  });

  it('stay with a session that is asked again for one of them', async () => {
    const { visits } = await started();
    const { known } = client({ id: 's1' });
    visits.begin('a', known);
    visits.begin('a', known);
    expect(visits.size).toBe(1);
    visits.forgetSession('s1');
    expect(visits.size).toBe(0);
    visits.begin('a', client({ id: 's2' }).known);
    expect(visits.size).toBe(1);
  });

  it('are forgotten when they become too many, the oldest first', async () => {
    const { visits, done } = await started();
    const { told, known } = client();
    for (let number = 0; number < 10_002; number += 1) visits.begin(`e${number}`, known);
    expect(visits.size).toBe(10_000);
    for (const number of [0, 1, 2, 10_001]) done(`e${number}`);
    expect(told).toMatchObject([{ params: { elicitationId: 'e2' } }, { params: { elicitationId: 'e10001' } }]);
  });

  it('cost their notification where the bus can’t be subscribed to, and nothing else', async () => {
    const { runtime } = await started();
    const error = vi.fn();
    const listen = (): never => {
      throw new Error('no bus');
    };
    const visits = new Visits({ ...runtime, listen, logger: { ...silentLogger, error } });
    visits.begin('e1', client().known);
    visits.begin('e2', client().known);
    expect(error).toHaveBeenCalledTimes(1);
  });
});
