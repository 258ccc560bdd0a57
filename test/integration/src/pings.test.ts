import { PassThrough } from 'node:stream';
import { combineSpecs, connect, defineApplication, type Logger, silentLogger, tool } from '@polyspec/core';
import { type Spec2025Options, spec20251125 } from '@polyspec/spec-2025';
import { spec20260728 } from '@polyspec/spec-2026';
import { stdio } from '@polyspec/transport-stdio';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RawSocket } from './sessions/raw-socket.js';
import { begin, listen, PING, type RawSession, watchedServer } from './sessions/server.js';
import { Conversation } from './wire/conversation.js';
import { checkEveryMessage } from './wire/every-message.js';
import { initializeParams, requestOf } from './wire/messages.js';
import { SERVED } from './wire/revisions.js';
import { readAll } from './wire/watched-body.js';

checkEveryMessage();

// Clients that are silent are asked whether they are still there (basic/utilities/ping).

/** How the text of a ping begins. */
const ASKED = '{"jsonrpc":"2.0","id":"ask-';

/** The end of a stream whose connection goes on. */
const END = '\r\n0\r\n\r\n';

/** The ids of the pings that came, in order. */
function idsOn({ socket }: RawSession): readonly string[] {
  return [...socket.text.matchAll(/"id":"(ask-[^"]+)","method":"ping"/g)].map(([, id = '']) => id);
}

/** Waits for so many pings on a standing stream. */
async function pinged(session: RawSession, count: number): Promise<string> {
  await session.socket.until(...Array.from({ length: count }, () => ASKED));
  return idsOn(session)[count - 1] ?? expect.fail('no ping');
}

describe('over HTTP', () => {
  it('YU-02 a session keeps its stream as long as it answers; then the stream ends, and the session when it is idle', async () => {
    const { server, url, sessions, runtime } = await watchedServer({ pingSeconds: 1, sessionIdleSeconds: 1 });
    const session = await begin(url);
    await listen(session);
    const other = await RawSocket.open(url);
    const id = await pinged(session, 1);
    other.send('POST', session.headers, JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }));
    await other.until('202 Accepted');
    await session.socket.until(ASKED, ASKED, ASKED, END);
    expect(new Set(idsOn(session)).size).toBe(3);
    await vi.waitFor(() => expect(sessions.size).toBe(0), { timeout: 5000 });
    other.text = '';
    other.send('POST', session.headers, PING);
    await other.until('404 Not Found');
    expect([runtime.clientRequests.size, runtime.inFlight.size]).toEqual([0, 0]);
    await server.close();
  });

  it('YU-02 a client comes back for the stream that it has lost', async () => {
    const { server, url } = await watchedServer({ pingSeconds: 1 });
    const session = await begin(url);
    await listen(session);
    await session.socket.until(ASKED, ASKED, END);
    const last = /^id: (\S+)/m.exec(session.socket.text)?.[1];
    session.socket.text = '';
    session.socket.send('GET', { ...session.headers, 'last-event-id': last });
    await session.socket.until('200 OK', 'text/event-stream', ASKED);
    await server.close();
  });
});

describe('on stdio', () => {
  afterEach(() => void vi.useRealTimers());

  /** A server of all revisions, and the lines that it has written. */
  async function started(logger: Logger) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const [input, output] = [new PassThrough(), new PassThrough()];
    const lines: string[] = [];
    const conversation = new Conversation({ served: SERVED.all });
    output.setEncoding('utf8').on('data', (text: string) => {
      const came = text.trimEnd().split('\n');
      for (const line of came) readAll(line, (message) => conversation.fromServer(message));
      lines.push(...came);
    });
    const application = defineApplication({ tools: { echo: tool({ run: () => 'echo' }) } });
    const server = await connect('here', application, {
      spec: combineSpecs<Spec2025Options>([spec20260728, spec20251125]),
      transport: stdio,
      input,
      output,
      logger,
      pingSeconds: 10,
    });
    const send = async (...messages: readonly object[]): Promise<void> => {
      for (const message of messages) {
        conversation.fromClient(message);
        input.write(`${JSON.stringify(message)}\n`);
      }
      await vi.advanceTimersByTimeAsync(1);
    };
    const asked = (): readonly string[] => lines.filter((line) => line.startsWith(ASKED));
    return { server, lines, send, asked };
  }

  it('YU-02, YL-06 a client of 2025 is pinged after initialize, and logged where it does not answer', async () => {
    const warn = vi.fn();
    const { server, send, asked } = await started({ ...silentLogger, warn });
    await send(requestOf('2025-11-25', 1, 'initialize', initializeParams('2025-11-25')));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked()).toHaveLength(1);
    await send({ jsonrpc: '2.0', id: JSON.parse(asked()[0] ?? '').id, result: {} });
    await vi.advanceTimersByTimeAsync(30_000);
    expect([asked().length, warn.mock.calls.length]).toEqual([3, 2]);
    await server.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('YU-02 a client of 2026-07-28 is never pinged', async () => {
    const warn = vi.fn();
    const { server, lines, send, asked } = await started({ ...silentLogger, warn });
    const filter = { notifications: { toolsListChanged: true } };
    await send(requestOf('2026-07-28', 1, 'tools/list'), requestOf('2026-07-28', 2, 'subscriptions/listen', filter));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(lines).toHaveLength(2);
    expect([asked().length, warn.mock.calls.length]).toEqual([0, 0]);
    await server.close();
  });
});
