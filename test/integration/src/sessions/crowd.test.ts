// Many clients at once: none sees what is for another, and one that is slow harms nobody.
import { defineApplication, type Server, tool } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { serveHttp } from '../http-server.js';
import { checkEveryMessage } from '../wire/every-message.js';
import { SERVED } from '../wire/revisions.js';
import { RawSocket } from './raw-socket.js';
import { beginSeveral, listen, watchedServer } from './server.js';

checkEveryMessage();

const CHANGED = 'notifications/tools/list_changed';

it('200 sessions are told of a change, each once, while one of them does not read', async () => {
  const { server, url } = await watchedServer();
  const sessions = await beginSeveral(url, 200);
  for (const { socket, headers } of sessions) {
    socket.send('POST', headers, '{"jsonrpc":"2.0","method":"notifications/initialized"}');
    await socket.until('202 Accepted');
  }
  await Promise.all(sessions.map(listen));
  const [slow, ...others] = sessions;
  slow?.socket.socket.pause();
  const told = [CHANGED, CHANGED, CHANGED];
  for (const count of [1, 2, 3]) {
    server.notify({ type: 'toolsListChanged' });
    await Promise.all(others.map(({ socket }) => socket.until(...told.slice(0, count))));
  }
  for (const { socket } of others) expect(socket.text.split(CHANGED)).toHaveLength(4);
  slow?.socket.socket.resume();
  await slow?.socket.until(...told);
  await server.close();
});

describe('A15 fifty clients with the same ids, and a session each', () => {
  /** Says which client asks, reports that it does, and logs it. */
  const application = defineApplication({
    tools: {
      who: tool({
        input: { type: 'object', properties: { name: { type: 'string' }, ms: { type: 'number' } } },
        run: async ({ name, ms }, { progress, log, caller }) => {
          for (const step of [1, 2, 3]) {
            progress(step, 3, `progress of ${name}`);
            log('info', `log of ${name}`);
            await new Promise((resolve) => setTimeout(resolve, Number(ms)));
          }
          return `${name} is ${caller?.subject}`;
        },
      }),
    },
  });

  /** What one client does, and all that it got, on all of its connections. */
  async function talk({ address }: Server, name: string, revision: string): Promise<string> {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: name,
    };
    const socket = await RawSocket.open(address, SERVED.all);
    const post = (id: number | undefined, method: string, params: object = {}): void =>
      socket.send('POST', headers, JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    post(1, 'initialize', { protocolVersion: revision, capabilities: {}, clientInfo: { name, version: '1' } });
    await socket.until('"id":1');
    headers['mcp-session-id'] = socket.header('mcp-session-id') ?? expect.fail('no session');
    headers['mcp-protocol-version'] = revision;
    post(undefined, 'notifications/initialized');
    await socket.until('202 Accepted');
    post(2, 'logging/setLevel', { level: 'info' });
    await socket.until('"id":2');
    post(1, 'tools/call', { name: 'who', arguments: { name, ms: Math.random() * 5 }, _meta: { progressToken: 1 } });
    await socket.until('"id":1', '"id":1');
    const stream = await RawSocket.open(address, SERVED.all);
    stream.send('GET', { ...headers, 'last-event-id': /^id: (.*)$/m.exec(socket.text)?.[1] });
    await stream.until(`${name} is ${name}`);
    await socket.cut();
    return socket.text + stream.text;
  }

  it('each get what is their own, live and when they come back', async () => {
    const guard = {
      authenticate: (request: { header(name: string): string | undefined }) => ({
        caller: { subject: request.header('authorization') ?? '', scopes: [] },
      }),
    };
    const server = await serveHttp(application, { guard });
    const names = Array.from({ length: 50 }, (_, index) => `client-${index}-`);
    const texts = await Promise.all(
      names.map((name, index) => talk(server, name, index % 2 === 0 ? '2025-11-25' : '2025-06-18')),
    );
    for (const [index, text] of texts.entries()) {
      const seen = new Set(text.match(/(?:progress|log) of client-\d+-|client-\d+- is client-\d+-/g));
      const name = names[index] ?? '';
      expect([...seen].sort()).toEqual([`${name} is ${name}`, `log of ${name}`, `progress of ${name}`].sort());
    }
    await server.close();
  });
});
