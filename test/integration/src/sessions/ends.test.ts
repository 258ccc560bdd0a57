// A7: sessions of clients that never say that they leave.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { HttpGuard } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { checkEveryMessage } from '../wire/every-message.js';
import { RawSocket } from './raw-socket.js';
import { begin, beginSeveral, callOf, HELLO, JSON_HEADERS, listen, PING, watchedServer } from './server.js';

checkEveryMessage();

/** How many clients there are at once. */
const AT_ONCE = 50;

/** Does something with so many sessions, and drops their connections. */
async function openAndDrop(url: string, count: number, use: typeof listen): Promise<void> {
  for (let done = 0; done < count; done += AT_ONCE) {
    for (const session of await beginSeveral(url, AT_ONCE)) {
      await use(session);
      await session.socket.cut();
    }
  }
}

/** What is on the heap when all that can be dropped is dropped, in bytes. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let times = 0; times < 3; times += 1) collect();
  return process.memoryUsage().heapUsed;
}

describe('A7 sessions of clients that never send DELETE', () => {
  it('end when they are idle for too long, 2,000 of them, and nothing is left', async () => {
    const { server, url, sessions, events, runtime } = await watchedServer({ sessionIdleSeconds: 1 });
    const allEnded = () => vi.waitFor(() => expect(sessions.size).toBe(0), { timeout: 5000 });
    await openAndDrop(url, 200, listen);
    await allEnded();
    const before = heap();
    await openAndDrop(url, 2000, listen);
    await allEnded();
    expect([events.size, runtime.inFlight.size, runtime.clientRequests.size]).toEqual([0, 0, 0]);
    expect((heap() - before) / 2000).toBeLessThan(2048);
    await server.close();
  }, 60_000);

  it('leave nothing where they do send it, 2,000 of them', async () => {
    const { server, url, sessions, events } = await watchedServer();
    await openAndDrop(url, 2000, async ({ socket, headers }) => {
      socket.send('DELETE', headers);
      await socket.until('200 OK');
    });
    expect([sessions.size, events.size]).toEqual([0, 0]);
    await server.close();
  }, 60_000);

  it('go on while a stream is open or a call runs, and end afterwards', async () => {
    const { server, url, sessions, held } = await watchedServer({ sessionIdleSeconds: 0.1 });
    const [listening, calling, idle] = [await begin(url), await begin(url), await begin(url)];
    await listen(listening);
    calling.socket.send('POST', calling.headers, callOf('held'));
    await vi.waitFor(() => expect(held).toHaveLength(1));
    await vi.waitFor(() => expect(sessions.size).toBe(2));
    idle.socket.send('POST', idle.headers, PING);
    await idle.socket.until('404 Not Found', '"id":2');
    held[0]?.finish('late');
    await calling.socket.until('late');
    await vi.waitFor(() => expect(sessions.size).toBe(1));
    await listening.socket.cut();
    await vi.waitFor(() => expect(sessions.size).toBe(0));
    await server.close();
  });

  it('are not begun by an initialize that a guard refuses', async () => {
    const guard: HttpGuard = { authenticate: () => ({ refusal: { status: 401, message: 'no' } }) };
    const { server, sessions, client } = await watchedServer({ guard });
    expect(await client.send({ headers: JSON_HEADERS, body: HELLO })).toMatchObject({ status: 401 });
    expect(sessions.size).toBe(0);
    await server.close();
  });

  it('make room for the next where one is idle; else that has to come again in a moment', async () => {
    const { server, url, sessions } = await watchedServer({ maxSessions: 3 });
    const [first, second, third] = [await begin(url), await begin(url), await begin(url)];
    await listen(second);
    await listen(third);
    const fourth = await begin(url);
    first.socket.send('POST', first.headers, PING);
    await first.socket.until('404 Not Found');
    await listen(fourth);
    const refused = await RawSocket.open(url);
    refused.send('POST', JSON_HEADERS, HELLO);
    await refused.until('503 Service Unavailable', '"id":1');
    expect(refused.header('retry-after')).toBe('1');
    expect(refused.header('mcp-session-id')).toBeUndefined();
    await fourth.socket.cut();
    await vi.waitFor(async () => expect(await begin(url)).toBeDefined());
    expect(sessions.size).toBe(3);
    await server.close();
  });
});
