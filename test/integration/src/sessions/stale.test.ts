// A6: a session that is not there any more, against none at all.
import { describe, expect, it } from 'vitest';
import { checkEveryMessage } from '../wire/every-message.js';
import type { Sent } from '../wire/http-client.js';
import { headersOf, requestOf } from '../wire/messages.js';
import { RawSocket } from './raw-socket.js';
import { begin, HELLO, JSON_HEADERS, PING, REVISION, watchedServer } from './server.js';

checkEveryMessage();

describe('A6 stale session against missing session', () => {
  it('has the status of each case, with an error of JSON-RPC', async () => {
    const { server, client } = await watchedServer();
    const session = await client.session(REVISION);
    const send = ({ headers = {}, ...sent }: Sent) =>
      client.send({ headers: { ...headersOf(REVISION, ''), ...headers }, ...sent });
    const list = requestOf(REVISION, 3, 'tools/list');
    const unknown = { 'mcp-session-id': 'never-issued' };
    const refused = { id: 3, error: { code: -32600 } };
    expect(await send({ body: list, headers: session })).toMatchObject({ status: 200 });
    expect(await send({ body: list, headers: unknown })).toMatchObject({ status: 404, messages: [refused] });
    expect(await send({ body: list })).toMatchObject({ status: 400, messages: [refused] });
    for (const method of ['GET', 'DELETE']) {
      expect(await send({ method, headers: unknown })).toMatchObject({ status: 404, messages: [{ error: {} }] });
      expect(await send({ method })).toMatchObject({ status: 400, messages: [{ error: {} }] });
    }
    const fresh = await send({ body: HELLO, headers: unknown });
    expect(fresh).toMatchObject({ status: 200, headers: { 'mcp-session-id': expect.any(String) } });
    const ended = await send({ method: 'DELETE', headers: session });
    expect([ended.status, ended.text]).toEqual([200, '']);
    for (const sent of [{ body: list }, { method: 'GET' }, { method: 'DELETE' }]) {
      expect(await send({ ...sent, headers: session })).toMatchObject({ status: 404 });
    }
    await server.close();
  });

  it('answers the id of a run before with 404, and begins a new session', async () => {
    const first = await watchedServer();
    const { headers } = await begin(first.url);
    await first.server.close();
    const second = await watchedServer({ port: Number(new URL(first.url).port) });
    const socket = await RawSocket.open(second.url);
    socket.send('POST', headers, PING);
    await socket.until('404 Not Found', '"id":2');
    socket.send('POST', JSON_HEADERS, HELLO);
    await socket.until('200 OK', '"id":1');
    await second.server.close();
  });
});
