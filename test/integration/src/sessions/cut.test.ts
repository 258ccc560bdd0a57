// Connections that are cut at every stage, and clients that come back.
import { MemoryEventStore } from '@polyspec/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkEveryMessage } from '../wire/every-message.js';
import { RawSocket } from './raw-socket.js';
import {
  BEGINNING,
  begin,
  callOf,
  HELLO,
  type HeldCall,
  JSON_HEADERS,
  listen,
  type RawSession,
  SET_LEVEL,
  watchedServer,
} from './server.js';

checkEveryMessage();

const unhandled = vi.fn();
beforeAll(() => {
  process.on('unhandledRejection', unhandled);
});
afterAll(() => {
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

/** The POST of a call as it goes over the wire. */
function textOf({ headers }: RawSession, url: string): string {
  const body = callOf('steps');
  const all = { host: new URL(url).host, ...headers, 'content-length': String(body.length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

type Stage = (session: RawSession, url: string) => Promise<unknown> | void;

/** Sends the beginning of a call, and nothing after it. */
const partOfCall =
  (end: number): Stage =>
  (session, url) =>
    void session.socket.socket.write(textOf(session, url).slice(0, end));

/** Sends a call, and waits until this has come back. */
const callUntil =
  (...parts: readonly string[]): Stage =>
  ({ socket, headers }) => {
    socket.send('POST', headers, callOf('steps'));
    return socket.until(...parts);
  };

const STAGES: readonly Stage[] = [
  () => undefined,
  partOfCall(20),
  partOfCall(-callOf('steps').length),
  partOfCall(-5),
  callUntil(),
  callUntil('HTTP/1.1 200'),
  callUntil(BEGINNING),
  callUntil('"progress":3'),
  callUntil('"progress":20'),
  callUntil('"result"'),
  ({ socket, headers }) => socket.send('GET', headers),
  listen,
  ({ socket, headers }) => socket.send('DELETE', headers),
  ({ socket }) => socket.send('POST', JSON_HEADERS, HELLO),
];

describe('a connection that is cut', () => {
  it('leaves nothing running, at whatever stage it is cut, and the server goes on', async () => {
    const { server, url, sessions, runtime } = await watchedServer({ sessionIdleSeconds: 1 });
    const cut = async (stage: Stage): Promise<void> => {
      const session = await begin(url);
      await stage(session, url);
      await session.socket.cut();
    };
    await Promise.all([...STAGES, ...STAGES, ...STAGES].map(cut));
    await vi.waitFor(() => expect(runtime.inFlight.size).toBe(0));
    const { socket, headers } = await begin(url);
    socket.send('POST', headers, callOf('echo'));
    await socket.until('"text":"echo"');
    socket.send('DELETE', headers);
    await socket.until('HTTP/1.1 200', 'HTTP/1.1 200');
    await vi.waitFor(() => expect(sessions.size).toBe(0), { timeout: 5000 });
    expect(runtime.clientRequests.size).toBe(0);
    await server.close();
  });

  it('costs a client nothing: it comes back for what it has missed, by another connection (YH-16, YH-27)', async () => {
    const { server, url } = await watchedServer();
    const { socket, headers } = await begin(url);
    socket.send('POST', headers, callOf('steps'));
    await socket.until('"progress":5');
    await socket.cut();
    const last = [...socket.text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1];
    const back = await RawSocket.open(url);
    back.send('GET', { ...headers, 'last-event-id': last });
    const text = await back.until('"text":"done"', '\r\n0\r\n');
    const steps = [...(socket.text + text).matchAll(/"progress":(\d+)/g)].map(([, step]) => Number(step));
    expect(steps).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    await server.close();
  });

  it('is no end of a call whose stream the transport began because it took long (YH-14, YH-16)', async () => {
    const { server, url, held } = await watchedServer({ sseAfterMs: 50 });
    const { socket, headers } = await begin(url);
    socket.send('POST', headers, callOf('held'));
    await socket.until(BEGINNING, '\ndata: \n\n');
    const last = /^id: (.*)$/m.exec(socket.text)?.[1];
    await socket.cut();
    held[0]?.finish('while you were away');
    const back = await RawSocket.open(url);
    back.send('GET', { ...headers, 'last-event-id': last });
    await back.until('while you were away');
    await server.close();
  });
});

describe('a standing stream whose beginning is kept in a store that takes its time', () => {
  /** As one that is reached over a network would be. */
  class Distant extends MemoryEventStore {
    override append(stream: string, message: string): never {
      return new Promise<string>((resolve) => setTimeout(() => resolve(super.append(stream, message)), 20)) as never;
    }
  }

  it('begins with a point to come back to all the same, from which nothing is missed (YH-14, YH-16)', async () => {
    const { server, url } = await watchedServer({}, new Distant());
    const session = await begin(url);
    const { socket, headers } = session;
    socket.send('POST', headers, JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    await socket.until('HTTP/1.1 202');
    await listen(session);
    await socket.until('\ndata: \n\n');
    const last = /^id: (.*)$/m.exec(socket.text)?.[1];
    await socket.cut();
    server.notify({ type: 'toolsListChanged' });
    const back = await RawSocket.open(url);
    back.send('GET', { ...headers, 'last-event-id': last });
    await back.until('notifications/tools/list_changed');
    await server.close();
  });
});

describe('a connection that is closed for the client to come back (SEP-1699)', () => {
  it('tells when to, ends, and leaves the answer for the next one', async () => {
    const { server, url, held } = await watchedServer();
    const { socket, headers } = await begin(url);
    socket.send('POST', headers, callOf('held'));
    await vi.waitFor(() => expect(held).toHaveLength(1));
    held[0]?.context.closeStream?.(30);
    const text = await socket.until(BEGINNING, 'retry: 30\n', '\r\n0\r\n');
    const last = /^id: (.*)$/m.exec(text)?.[1];
    // The connection stays usable, as HTTP has it.
    socket.send('GET', { ...headers, 'last-event-id': last });
    held[0]?.finish('at last');
    await socket.until('\r\n0\r\n', 'at last', '\r\n0\r\n');
    await server.close();
  });

  it('stays open where nothing can be kept: there would be nothing to come back with (YH-13)', async () => {
    class Broken extends MemoryEventStore {
      override append(): never {
        throw new Error('disk full');
      }
    }
    const { server, url, held } = await watchedServer({}, new Broken());
    const { socket, headers } = await begin(url);
    socket.send('POST', headers, callOf('held'));
    await vi.waitFor(() => expect(held).toHaveLength(1));
    held[0]?.context.closeStream?.(30);
    held[0]?.finish('at last');
    const text = await socket.until('text/event-stream', 'at last', '\r\n0\r\n');
    expect(text).not.toMatch(/^(?:retry|id):/m);
    await server.close();
  });

  it('is come back for whatever another session does meanwhile', async () => {
    const { server, url, held, events } = await watchedServer();
    const [waiting, loud] = [await begin(url), await begin(url)];
    const callHeld = async ({ socket, headers }: RawSession): Promise<HeldCall> => {
      const before = held.length;
      socket.send('POST', headers, callOf('held'));
      await vi.waitFor(() => expect(held).toHaveLength(before + 1));
      return held[before] ?? expect.fail('nothing runs');
    };
    const silent = await callHeld(waiting);
    silent.context.closeStream?.(30);
    const last = /^id: (.*)$/m.exec(await waiting.socket.until('retry: 30\n', '\r\n0\r\n'))?.[1];
    loud.socket.send('POST', loud.headers, SET_LEVEL);
    await loud.socket.until('"result":{');
    const flood = await callHeld(loud);
    for (let line = 0; line < 1000; line += 1) flood.context.log('info', 'y'.repeat(20_000));
    // As much as it keeps at most.
    expect(events.size).toBeGreaterThan(16_700_000);
    silent.finish('at last');
    waiting.socket.send('GET', { ...waiting.headers, 'last-event-id': last });
    await waiting.socket.until('\r\n0\r\n', 'at last', '\r\n0\r\n');
    flood.finish('enough');
    await loud.socket.cut();
    await server.close();
  });
});

describe('a client that comes back while its first connection is open', () => {
  /** Each message is kept when the test says so. */
  class ByHand extends MemoryEventStore {
    readonly waiting: (() => void)[] = [];

    override append(stream: string, message: string): never {
      return new Promise<string>((resolve) => {
        this.waiting.push(() => resolve(super.append(stream, message)));
      }) as never;
    }

    async keepNext(): Promise<void> {
      await vi.waitFor(() => expect(this.waiting).not.toEqual([]));
      this.waiting.shift()?.();
    }
  }

  it('gets each message by one of them, also those that are being kept just then (YH-23)', async () => {
    const events = new ByHand();
    const { server, url, held } = await watchedServer({}, events);
    const { socket, headers } = await begin(url);
    socket.send('POST', headers, callOf('held'));
    await vi.waitFor(() => expect(held).toHaveLength(1));
    for (const step of [1, 2, 3]) held[0]?.context.progress(step);
    for (const _kept of ['the beginning', 1]) await events.keepNext();
    const last = /^id: (.*)$/m.exec(await socket.until(BEGINNING, '"progress":1'))?.[1];
    const back = await RawSocket.open(url);
    back.send('GET', { ...headers, 'last-event-id': last });
    await socket.until('\r\n0\r\n');
    for (const _kept of [2, 3]) await events.keepNext();
    held[0]?.finish('done');
    await events.keepNext();
    await back.until('"progress":1', '"progress":2', '"progress":3', 'done', '\r\n0\r\n');
    expect(socket.text.match(/"progress":\d/g)).toEqual(['"progress":1']);
    await server.close();
  });
});

describe('a server that closes', () => {
  it('ends standing streams at once, and lets calls finish', async () => {
    const { server, url, held } = await watchedServer();
    const [listening, calling] = [await begin(url), await begin(url)];
    await listen(listening);
    calling.socket.send('POST', calling.headers, callOf('held'));
    await vi.waitFor(() => expect(held).toHaveLength(1));
    const closed = server.close();
    await listening.socket.until('\r\n0\r\n\r\n');
    held[0]?.finish('in time');
    await calling.socket.until('in time');
    await closed;
  });
});
