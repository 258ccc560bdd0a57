import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpEndpointOptions } from '../src/index.js';
import { RawClient } from './client.js';
import { call, type Listening, messagesOf, over, SOCKET_HOSTS } from './hosts.js';
import { StubHandler, sleep } from './stub-handler.js';

describe.each(SOCKET_HOSTS)('real connections of $name', (host) => {
  let handler: StubHandler;
  let listening: Listening;
  let client: RawClient;

  const start = async (options?: HttpEndpointOptions): Promise<void> => {
    listening = await host.listen(handler, options);
    client = await RawClient.open(listening.origin);
  };
  beforeEach(() => {
    handler = new StubHandler();
    handler.served = ['POST', 'GET', 'DELETE'];
  });
  afterEach(async () => {
    client.socket.destroy();
    await listening.close();
  });

  it('lets the header of a stream go out before its first message', async () => {
    await start();
    client.call('listen');
    await expect.poll(() => client.text).toContain('text/event-stream');
    expect(client.text).not.toContain('data:');
    handler.notify();
    await expect.poll(() => client.text).toContain('data: {"jsonrpc":"2.0","method":"changed"}');
  });

  it('tells the spec when the client closes a stream (T-20, Q-51)', async () => {
    await start();
    client.call('listen');
    await expect.poll(() => handler.events).toEqual(['standing']);
    client.socket.destroy();
    await expect.poll(() => handler.events).toEqual(['standing', 'disconnected']);
    expect(handler.last?.send({ jsonrpc: '2.0', method: 'late' })).toBe(false);
  });

  it('tells the spec when the client closes a standing stream (YH-22)', async () => {
    await start();
    client.request('GET');
    await expect.poll(() => handler.events).toEqual(['standing']);
    client.socket.destroy();
    await expect.poll(() => handler.events).toEqual(['standing', 'disconnected']);
  });

  it('tells the spec when the client leaves before its answer (T-20)', async () => {
    await start();
    client.call('gone');
    await expect.poll(() => handler.events).toEqual(['started']);
    client.socket.destroy();
    await expect.poll(() => handler.events).toEqual(['started', 'disconnected']);
  });

  it('tells the spec of each request that its client has left, also of those that wait for their turn (T-20)', async () => {
    await start();
    client.call('gone', {}, 1);
    client.call('gone', {}, 2);
    client.call('progress', { count: 1000 }, 3);
    await expect.poll(() => handler.events).toEqual(['started', 'started']);
    await expect.poll(() => handler.last?.disconnected.aborted).toBe(false);
    client.socket.destroy();
    await expect.poll(() => handler.events).toEqual(['started', 'started', 'disconnected', 'disconnected']);
    expect(handler.last?.disconnected.aborted).toBe(true);
    expect(handler.last?.send({ jsonrpc: '2.0', method: 'late' })).toBe(false);
  });

  it('answers requests that were sent at once in their order, without a warning of too many listeners', async () => {
    const warned: string[] = [];
    const note = ({ message }: Error): void => void warned.push(message);
    process.on('warning', note);
    await start();
    for (let round = 0; round < 2; round += 1) {
      client.clear();
      for (let id = 1; id <= 30; id += 1) client.call('watched', { ms: 31 - id }, id);
      await expect.poll(() => client.text).toContain('"id":30');
      const ids = [...client.text.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));
      expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    }
    await sleep(10);
    process.off('warning', note);
    expect(warned).toEqual([]);
  });

  it('tells it when that is first asked about afterwards', async () => {
    await start();
    client.call('later', { ms: 300 });
    await expect.poll(() => handler.last).toBeDefined();
    client.socket.destroy();
    await sleep(100);
    expect(handler.last?.disconnected.aborted).toBe(true);
  });

  it('does not take the end of an answer for a departure', async () => {
    await start();
    client.call('progress', { count: 1 });
    await expect.poll(() => client.text).toContain('"result"');
    const { last } = handler;
    const { disconnected } = last ?? {};
    client.clear();
    client.call('echo', {}, 2);
    await expect.poll(() => client.text).toContain('"id":2');
    expect(disconnected?.aborted).toBe(false);
  });

  it('survives a client that leaves in the middle of its own request', async () => {
    await start();
    client.request('POST', { 'content-type': 'application/json', 'content-length': '1000' }, '{"json');
    await sleep(30);
    client.socket.destroy();
    await sleep(30);
    expect((await over(listening.origin)(call('echo'))).status).toBe(200);
    expect(handler.logger.of('error')).toEqual([]);
  });

  it('survives an answer to a client that left (A13)', async () => {
    await start();
    client.call('later', { ms: 50 });
    client.call('reject');
    await sleep(20);
    client.socket.destroy();
    await sleep(80);
    expect((await over(listening.origin)(call('echo'))).status).toBe(200);
  });

  it('takes the next request on the same connection, after a stream and after a refusal', async () => {
    await start();
    client.call('progress', { count: 2 }, 1);
    await expect.poll(() => client.text).toContain('"id":1');
    client.post({ jsonrpc: '2.0', id: 2, method: 3 });
    await expect.poll(() => client.text).toContain('"id":2');
    client.request('PUT');
    await expect.poll(() => client.text).toContain('405');
    client.request('POST', { 'content-type': 'application/json', 'content-length': '1' }, '{');
    await expect.poll(() => client.text).toContain('-32700');
    client.call('echo', {}, 3);
    await expect.poll(() => client.text).toContain('"id":3');
    expect(client.closed).toBe(false);
  });

  it('lets a suspended stream leave the connection usable (YH-13)', async () => {
    await start();
    client.call('suspend', { retryMs: 10 });
    await expect.poll(() => client.text).toContain('retry: 10\n\n\r\n0\r\n');
    client.call('echo', {}, 2);
    await expect.poll(() => client.text).toContain('"id":2');
  });

  it('keeps a bounded backlog for a reader that is too slow, and still gives the answer (Q-25)', async () => {
    await start({ streamBuffer: 100_000 });
    client.socket.pause();
    // Far more than the buffers of both sockets take.
    client.call('flood', { count: 400, size: 100_000 });
    await sleep(200);
    client.socket.resume();
    await expect.poll(() => client.text.endsWith('0\r\n\r\n'), { timeout: 10_000 }).toBe(true);
    const taken = Number(/"taken":(\d+)/.exec(client.text)?.[1]);
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(400);
    expect(client.text.match(/"method":"flood"/g)).toHaveLength(taken);
  });

  it('replaces waiting messages of the same key by the newest', async () => {
    await start({ streamBuffer: 1_000_000 });
    client.socket.pause();
    client.call('flood', { count: 400, size: 100_000, key: 'same' });
    await sleep(200);
    client.socket.resume();
    await expect.poll(() => client.text.endsWith('0\r\n\r\n'), { timeout: 10_000 }).toBe(true);
    expect(client.text).toContain('"taken":400');
    expect(client.text.match(/"method":"flood"/g)?.length).toBeLessThan(400);
    expect(client.text).toContain('"step":400');
  });

  it('shows a client that sends too much the 413, whether it said so or not (Q-25)', async () => {
    await start();
    const { status } = await over(listening.origin)(call('echo', { text: 'x'.repeat(5_000_000) }));
    expect(status).toBe(413);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'echo', params: { text: 'x'.repeat(5_000_000) } });
    client.request('POST', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    client.socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    await expect.poll(() => client.text).toContain(' 413 ');
    expect(client.text).toContain('"code":-32600');
    expect(handler.last).toBeUndefined();
  });

  it('takes a body just below 4 MiB', async () => {
    await start();
    const text = 'x'.repeat(4 * 1_048_576 - 100);
    const answer = await over(listening.origin)(call('echo', { text }));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text).result.text).toHaveLength(text.length);
  });

  it('checks the name it is called by on a loopback connection (DNS rebinding, Q-28)', async () => {
    await start();
    expect((await over(listening.origin)(call('echo', {}, { host: 'evil.example.com' }))).status).toBe(403);
    expect((await over(listening.origin)(call('echo', {}, { host: 'localhost:1' }))).status).toBe(200);
  });

  it('keeps many streams apart (T-13, T-29)', async () => {
    await start();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => over(listening.origin)(call('progress', { count: 3 }))),
    );
    for (const { text } of answers) expect(messagesOf(text)).toHaveLength(4);
  });
});
