import { type Exchange, ended, JsonText } from '@polyspec/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpEndpointOptions } from '../src/index.js';
import { RawClient } from './client.js';
import { type Listening, SOCKET_HOSTS } from './hosts.js';
import { StubHandler } from './stub-handler.js';

/** Far more than the buffers of both sockets take. */
const MUCH = 40_000_000;
const IDLE = 2000;
/** The end of an answer of unknown length. */
const END = '\r\n0\r\n\r\n';

describe.each(SOCKET_HOSTS)('readers of streams of $name', (host) => {
  let handler: StubHandler;
  let listening: Listening;
  const clients: RawClient[] = [];

  const start = async (options?: HttpEndpointOptions): Promise<void> => {
    listening = await host.listen(handler, options);
  };
  const open = async (): Promise<RawClient> => {
    const client = await RawClient.open(listening.origin);
    clients.push(client);
    return client;
  };
  /** The exchanges of this many standing streams. */
  const standing = async (count: number): Promise<Exchange[]> => {
    await expect.poll(() => handler.standing.size, { timeout: 10_000 }).toBe(count);
    return [...handler.standing];
  };
  /** Sends until no more is taken, and gives how many were. */
  const flood = (exchange: Exchange | undefined, size: number): number => {
    const message = new JsonText(JSON.stringify('x'.repeat(size)));
    let taken = 0;
    while (exchange?.send(message) === true) taken += 1;
    return taken;
  };

  beforeEach(() => {
    handler = new StubHandler();
    handler.served = ['POST', 'GET'];
    handler.stands = true;
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.socket.destroy();
    await listening.close();
  });

  it('that are too slow for a standing stream get what was taken, whole, and its end; others notice nothing (Q-25)', async () => {
    await start({ streamBuffer: 100_000 });
    const [slow, quick] = [await open(), await open()];
    slow.request('GET');
    const [first] = await standing(1);
    quick.request('GET');
    const [, second] = await standing(2);
    await expect.poll(() => slow.text).toContain('\r\n\r\n');
    slow.socket.pause();
    const taken = flood(first, 10_000);
    expect(taken).toBeLessThan(15);
    expect([first?.gone, first?.disconnected.aborted, handler.events]).toEqual([true, true, ['left']]);
    expect(second?.send(new JsonText('"for the quick"'))).toBe(true);
    await expect.poll(() => quick.text).toContain('data: "for the quick"\n\n');
    slow.socket.resume();
    await expect.poll(() => slow.text.endsWith(END), { timeout: 10_000 }).toBe(true);
    expect(slow.text.match(/^data: "x{10000}"$/gm)).toHaveLength(taken);
    // The connection is as good as before.
    slow.clear();
    slow.call('echo', { again: true });
    await expect.poll(() => slow.text).toContain('"again":true');
  });

  it('that are too slow for a stream that can be resumed get its end, and no answer that would hide the hole', async () => {
    await start({ streamBuffer: 100_000 });
    const slow = await open();
    slow.socket.pause();
    slow.call('floodEvents', { count: 4000, size: 10_000 });
    await expect.poll(() => handler.events).toHaveLength(1);
    const [, taken] = /^taken (\d+), gone true$/.exec(handler.events[0] ?? '') ?? [];
    slow.socket.resume();
    await expect.poll(() => slow.text.endsWith(END), { timeout: 10_000 }).toBe(true);
    const ids = [...slow.text.matchAll(/^id: event-(\d+)$/gm)].map(([, number]) => Number(number));
    expect(ids).toEqual(Array.from({ length: Number(taken) }, (_, number) => number));
    expect(slow.text).not.toContain('"result"');
  });

  it('that stall and go leave nothing behind', async () => {
    await start();
    const client = await open();
    client.request('GET');
    const [exchange] = await standing(1);
    await expect.poll(() => client.text).toContain('\r\n\r\n');
    client.socket.pause();
    expect(exchange?.send(new JsonText(JSON.stringify('x'.repeat(MUCH))))).toBe(true);
    expect(exchange?.gone).toBe(false);
    client.socket.destroy();
    await expect.poll(() => handler.events).toEqual(['left']);
    exchange?.conclude(ended);
    expect(exchange?.send(new JsonText('"late"'))).toBe(false);
    expect(handler.logger.of('error')).toEqual([]);
  });

  it('that are slow get as much as they want of what waits for them to be ready', async () => {
    await start({ streamBuffer: 1000 });
    const client = await open();
    client.request('GET');
    const [exchange] = await standing(1);
    expect(exchange?.drained?.()).toBeUndefined();
    const message = new JsonText(JSON.stringify('x'.repeat(10_000)));
    for (let count = 0; count < 1000; count += 1) {
      expect(exchange?.send(message)).toBe(true);
      await exchange?.drained?.();
    }
    exchange?.conclude(ended);
    await expect.poll(() => client.text.endsWith(END), { timeout: 10_000 }).toBe(true);
    expect(client.text.match(/^data: "x{10000}"$/gm)).toHaveLength(1000);
  });

  it('that go keep nobody waiting for them to be ready', async () => {
    await start();
    const client = await open();
    client.request('GET');
    const [exchange] = await standing(1);
    await expect.poll(() => client.text).toContain('\r\n\r\n');
    client.socket.pause();
    exchange?.send(new JsonText(JSON.stringify('x'.repeat(MUCH))));
    const waiting = exchange?.drained?.();
    expect(waiting).toBeInstanceOf(Promise);
    client.socket.destroy();
    await waiting;
    await expect.poll(() => exchange?.gone).toBe(true);
    expect(exchange?.drained?.()).toBeUndefined();
  });

  it('that go in the middle of a frame cost the others nothing', async () => {
    await start({ streamBuffer: MUCH });
    const [leaving, staying] = [await open(), await open()];
    leaving.request('GET');
    const [first] = await standing(1);
    staying.request('GET');
    const [, second] = await standing(2);
    const frame = new JsonText(JSON.stringify('x'.repeat(5_000_000)));
    for (const exchange of [first, second]) expect(exchange?.send(frame)).toBe(true);
    await expect.poll(() => leaving.text.length).toBeGreaterThan(1000);
    leaving.socket.destroy();
    await expect.poll(() => handler.events).toEqual(['left']);
    expect([first?.gone, second?.gone]).toEqual([true, false]);
    expect(second?.send(new JsonText('"next"'))).toBe(true);
    second?.conclude(ended);
    await expect.poll(() => staying.text.endsWith(END), { timeout: 10_000 }).toBe(true);
    expect(staying.text.match(/^data: ("x{5000000}"|"next")$/gm)).toHaveLength(2);
  });

  it('that do nothing for long, two thousand of them, are told what happens, and let go', async () => {
    await start();
    for (let count = 0; count < IDLE; count += 100) {
      const some = await Promise.all(Array.from({ length: 100 }, open));
      for (const client of some) client.request('GET');
      await standing(count + 100);
    }
    const message = new JsonText('{"jsonrpc":"2.0","method":"changed"}');
    for (const exchange of handler.standing) expect(exchange.send(message, 'changed')).toBe(true);
    const frame = `data: ${message.json}\n\n`;
    await expect
      .poll(() => clients.filter(({ text }) => text.split(frame).length === 2).length, { timeout: 10_000 })
      .toBe(IDLE);
    for (const client of clients) client.socket.destroy();
    await standing(0);
    expect(handler.events).toHaveLength(IDLE);
    expect(handler.logger.of('error')).toEqual([]);
  }, 60_000);
});
