import { ClientRequests, failure, type JsonRpcMessage, type JsonText, silentLogger, success } from '@polyspec/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Pings, type ReachableClient } from './pings.js';
import { revision20251125 } from './revision-2025-11-25.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client that says nothing by itself. */
class Silent implements ReachableClient {
  readonly peer: object = {};
  readonly client = { info: { name: 'silent', version: '1' }, capabilities: {} };
  readonly wire = revision20251125;
  readonly received: JsonRpcMessage[] = [];
  readonly giveUp = vi.fn();
  isThere = true;

  sendNow(text: JsonText): boolean {
    if (this.isThere) this.received.push(text.toJSON() as unknown as JsonRpcMessage);
    return this.isThere;
  }

  get methods(): readonly string[] {
    return this.received.map((message) => ('method' in message ? message.method : 'answer'));
  }

  /** The id of the last ping. */
  get id(): string {
    const ping = this.received.findLast((message) => 'id' in message && 'method' in message);
    return ping !== undefined && 'id' in ping ? String(ping.id) : expect.fail('no ping');
  }
}

function made(seconds = 10, askTimeoutMs?: number) {
  const clientRequests = new ClientRequests(askTimeoutMs);
  const warn = vi.fn();
  const pings = new Pings(seconds, { clientRequests, logger: { ...silentLogger, warn } });
  const client = new Silent();
  pings.watch(client);
  /** What a handler does with a message. */
  const answer = (from: ReachableClient, response: Parameters<ClientRequests['answer']>[1]): boolean => {
    pings.heard(from);
    return clientRequests.answer(from.peer, response);
  };
  return { pings, client, clientRequests, warn, answer };
}

const CANCELLED = 'notifications/cancelled';

describe('Pings', () => {
  it('YU-02, YB-02 ask a client that has been silent for so long, again and again, under ids that are never the same', () => {
    const { client, clientRequests, answer, warn } = made();
    const ids = new Set<string>();
    for (let times = 1; times <= 5; times += 1) {
      vi.advanceTimersByTime(9999);
      expect(client.received).toHaveLength(times - 1);
      vi.advanceTimersByTime(1);
      expect(client.received).toHaveLength(times);
      expect(client.received.at(-1)).toEqual({ jsonrpc: '2.0', id: client.id, method: 'ping' });
      ids.add(client.id);
      expect(answer(client, success(client.id, {}))).toBe(true);
    }
    expect([ids.size, clientRequests.size]).toEqual([5, 0]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('YU-02 ask nobody who says something in time', () => {
    const { pings, client } = made();
    for (let times = 0; times < 5; times += 1) {
      vi.advanceTimersByTime(9999);
      pings.heard(client);
    }
    expect(client.received).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(client.methods).toEqual(['ping']);
  });

  it('YU-02, YL-13 log each missing answer once, take it back, ask once more, and give up after the second', () => {
    const { pings, client, clientRequests, warn } = made();
    vi.advanceTimersByTime(10_000);
    const first = client.id;
    vi.advanceTimersByTime(9999);
    expect(warn).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    const facts = { client: { name: 'silent', version: '1' }, revision: '2025-11-25' };
    expect(warn.mock.calls).toEqual([[facts, 'A client did not answer a ping']]);
    expect(client.methods).toEqual(['ping', CANCELLED, 'ping']);
    expect(client.received[1]).toMatchObject({ params: { requestId: first, reason: 'No answer came in time' } });
    vi.advanceTimersByTime(9999);
    expect(client.giveUp).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(client.giveUp).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls.slice(1)).toEqual([[facts, 'A client did not answer 2 pings in a row and is given up']]);
    vi.advanceTimersByTime(60_000);
    expect(client.methods).toEqual(['ping', CANCELLED, 'ping', CANCELLED]);
    expect([warn.mock.calls.length, clientRequests.size, vi.getTimerCount()]).toEqual([2, 0, 0]);
    pings.heard(client);
    vi.advanceTimersByTime(10_000);
    expect(client.methods.slice(4)).toEqual(['ping']);
  });

  it('YU-02 wait no longer than any question may take', () => {
    const { client, warn } = made(10, 3000);
    vi.advanceTimersByTime(12_999);
    expect(warn).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(warn).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(3000);
    expect(client.giveUp).toHaveBeenCalledTimes(1);
  });

  it.each<[string, (given: ReturnType<typeof made>, id: string) => void]>([
    ['an error', ({ client, answer }, id) => answer(client, failure(id, -32601, 'Method not found'))],
    ['a message of another kind', ({ client, pings }) => pings.heard(client)],
    ['the answer to something else', ({ client, answer }) => answer(client, success('ask-0-1', {}))],
  ])('YU-02 take %s for a sign of life', (_what, say) => {
    const given = made();
    const { client, warn, clientRequests } = given;
    for (let times = 0; times < 4; times += 1) {
      vi.advanceTimersByTime(10_000);
      vi.advanceTimersByTime(5000);
      say(given, client.id);
    }
    vi.advanceTimersByTime(9999);
    expect(client.methods.filter((method) => method === 'ping')).toHaveLength(4);
    expect(warn).not.toHaveBeenCalled();
    expect(client.giveUp).not.toHaveBeenCalled();
    expect(clientRequests.size).toBe(0);
  });

  it('YU-02, YU-12 count only failures in a row: a late answer is a sign of life, and a second one harms nobody', () => {
    const { client, warn, answer } = made();
    for (let times = 1; times <= 3; times += 1) {
      vi.advanceTimersByTime(10_000);
      const late = client.id;
      vi.advanceTimersByTime(10_000);
      expect(warn).toHaveBeenCalledTimes(times);
      expect(answer(client, success(late, {}))).toBe(false);
      expect(answer(client, success(client.id, {}))).toBe(true);
      expect(answer(client, success(client.id, {}))).toBe(false);
    }
    expect(client.giveUp).not.toHaveBeenCalled();
  });

  it('take nothing from one client as the answer of another', () => {
    const { client, pings, answer } = made();
    const other = new Silent();
    vi.advanceTimersByTime(1000);
    pings.watch(other);
    vi.advanceTimersByTime(9000);
    expect(answer(other, success(client.id, {}))).toBe(false);
    vi.advanceTimersByTime(20_000);
    expect(client.giveUp).toHaveBeenCalledTimes(1);
    expect(other.giveUp).not.toHaveBeenCalled();
  });

  it('count a ping that can not be sent like one without an answer', () => {
    const { client, warn, clientRequests } = made();
    client.isThere = false;
    vi.advanceTimersByTime(30_000);
    expect([warn.mock.calls.length, clientRequests.size]).toEqual([2, 0]);
    expect(client.giveUp).toHaveBeenCalledTimes(1);
  });

  it('take one clock for all, in the order of their times', () => {
    const { pings, client, answer } = made();
    const clients = [client];
    for (let count = 1; count < 100; count += 1) {
      vi.advanceTimersByTime(50);
      clients.push(new Silent());
      pings.watch(clients[count] as Silent);
    }
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(7500);
    const pinged = clients.map(({ received }) => received.length);
    expect(pinged).toEqual(Array.from({ length: 100 }, (_, index) => (index <= 49 ? 1 : 0)));
    for (const one of clients.slice(0, 25)) answer(one, success(one.id, {}));
    vi.advanceTimersByTime(20_000);
    expect(clients.slice(0, 25).every(({ giveUp }) => giveUp.mock.calls.length === 0)).toBe(true);
    expect(clients.slice(25, 50).every(({ giveUp }) => giveUp.mock.calls.length === 1)).toBe(true);
    expect(vi.getTimerCount()).toBe(1);
  });

  it('ask who is silent in time, also where one that came before has said something since', () => {
    const { pings, client } = made();
    const other = new Silent();
    pings.watch(other);
    vi.advanceTimersByTime(5000);
    pings.heard(client);
    vi.advanceTimersByTime(5000);
    expect([client.methods, other.methods]).toEqual([[], ['ping']]);
    vi.advanceTimersByTime(5000);
    expect(client.methods).toEqual(['ping']);
  });

  it('keep no process alive', () => {
    const unref = vi.fn();
    const set = vi.spyOn(globalThis, 'setTimeout').mockReturnValue({ unref } as never);
    made();
    expect(set).toHaveBeenCalledTimes(1);
    expect(unref).toHaveBeenCalledTimes(1);
    set.mockRestore();
  });

  it.each<[string, (given: ReturnType<typeof made>) => void]>([
    ['who can not be reached any more', ({ pings, client }) => pings.forget(client)],
    [
      'after the end',
      ({ pings, clientRequests }) => {
        pings.close();
        clientRequests.close();
      },
    ],
  ])('leave nothing of a client %s', (_what, end) => {
    for (const waited of [0, 10_000, 20_000, 30_000]) {
      const given = made();
      const { pings, client, clientRequests, warn } = given;
      vi.advanceTimersByTime(waited);
      const before = warn.mock.calls.length;
      end(given);
      expect([pings.size, clientRequests.size, vi.getTimerCount()]).toEqual([0, 0, 0]);
      pings.heard(client);
      pings.forget(client);
      vi.advanceTimersByTime(60_000);
      expect(client.methods.filter((method) => method === 'ping')).toHaveLength(Math.min(waited / 10_000, 2));
      expect(warn).toHaveBeenCalledTimes(before);
    }
  });

  it('begin anew with a client that can be reached again, but not after the end', () => {
    const { pings, client } = made();
    vi.advanceTimersByTime(20_000);
    pings.forget(client);
    pings.watch(client);
    vi.advanceTimersByTime(29_999);
    expect(client.giveUp).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(client.giveUp).toHaveBeenCalledTimes(1);
    pings.close();
    pings.watch(client);
    expect([pings.size, vi.getTimerCount()]).toEqual([0, 0]);
  });
});
