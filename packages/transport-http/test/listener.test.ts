import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { createServer } from 'node:net';
import type { TransportHost } from '@polyspec/core';
import { Agent, request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HttpOptions, streamableHttp } from '../src/index.js';
import { RawClient } from './client.js';
import { call, over } from './hosts.js';
import { StubHandler } from './stub-handler.js';

/** Only Linux has all of the loopback network from the start. */
const OTHER_LOOPBACK = process.platform === 'linux' ? ['127.0.0.2'] : [];

describe('streamableHttp', () => {
  let handler: StubHandler;
  let host: TransportHost;
  let running: Awaited<ReturnType<typeof streamableHttp.start>> | undefined;

  const start = async (options: HttpOptions = {}): Promise<string> => {
    running = await streamableHttp.start(handler, { port: 0, ...options }, host);
    return running.address;
  };
  beforeEach(() => {
    handler = new StubHandler();
    handler.served = ['POST', 'GET'];
    host = { name: 'stub', logger: handler.logger, graceMs: 100 };
  });
  afterEach(async () => {
    await running?.close(0);
    running = undefined;
  });

  it('says what it is', () => {
    expect(streamableHttp).toMatchObject({ name: 'streamable-http', local: false });
    expect(Object.keys(streamableHttp.options ?? {})).toContain('port');
  });

  it('listens on the local machine, at a free port when told so, and gives the whole address (T-04, FO-12)', async () => {
    const address = await start();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect((await over(new URL(address).origin)(call('echo'))).status).toBe(200);
    expect(handler.logger.lines).toEqual([]);
  });

  it('serves another path, and nothing beside it (HT-25)', async () => {
    const address = await start({ path: '/tools/v1' });
    const send = over(new URL(address).origin);
    expect(address.endsWith('/tools/v1')).toBe(true);
    expect((await send({ ...call('echo'), path: '/tools/v1/' })).status).toBe(200);
    expect(await send({ method: 'GET', path: '/elsewhere' })).toMatchObject({ status: 404, text: 'Not Found' });
    expect(await send(call('echo'))).toMatchObject({ status: 404, text: 'Not Found' });
  });

  it.each([
    ['JSON that is none', { 'content-type': 'application/json' }, '{'],
    ['a large body', { 'content-type': 'application/json' }, '"x"'.padEnd(5_000_000)],
    ['another type', { 'content-type': 'application/xml' }, '<a/>'],
    ['no type', { 'content-type': 'nonsense' }, 'x'],
  ])('answers another path with a plain 404, whatever is sent there: %s (Q-07)', async (_what, headers, body) => {
    const address = await start();
    const agent = new Agent({ connections: 1 });
    for (let time = 0; time < 2; time += 1) {
      const got = await request(address.replace('/mcp', '/nope'), {
        method: 'POST',
        headers,
        body,
        dispatcher: agent,
      });
      expect([got.statusCode, got.headers['content-type'], await got.body.text()]).toEqual([
        404,
        'text/plain',
        'Not Found',
      ]);
    }
    await agent.close();
    expect(handler.logger.lines).toEqual([]);
  });

  it.each(['localhost', 'LOCALHOST', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', ...OTHER_LOOPBACK])(
    'listens on %s, for whoever calls it by that name, and checks that (Q-28)',
    async (bind) => {
      const { host: own, port, pathname } = new URL(await start({ host: bind }));
      expect(handler.logger.of('warn')).toEqual([]);
      const local = bind.toLowerCase() === 'localhost' ? '127.0.0.1' : bind;
      const send = over(`http://${local.includes(':') ? `[${local}]` : local}:${port}`);
      for (const name of [own, `${bind.includes(':') ? `[${bind}]` : bind}:${port}`, 'localhost', '127.0.0.1']) {
        expect((await send({ ...call('echo', {}, { host: name }), path: pathname })).status, name).toBe(200);
      }
      expect((await send(call('echo', {}, { host: `evil.example:${port}` }))).status).toBe(403);
      expect((await send(call('echo', {}, { origin: 'http://evil.example' }))).status).toBe(403);
      expect((await send(call('echo', {}, { origin: 'http://localhost:1' }))).status).toBe(200);
    },
  );

  it('serves a path with every character that it takes, at its own address', async () => {
    const address = await start({ path: "/.well-known/_mcp~!$&'()+,;=@1" });
    const { origin, pathname } = new URL(address);
    expect((await over(origin)({ ...call('echo'), path: pathname })).status).toBe(200);
  });

  it('warns when other machines can reach it without a guard', async () => {
    const { port } = new URL(await start({ host: '0.0.0.0' }));
    expect(handler.logger.of('warn')).toEqual([expect.stringContaining('without authentication')]);
    expect(handler.logger.lines).toMatchObject([{ fields: { host: '0.0.0.0', port: Number(port) } }]);
    await running?.close(0);
    await start({ host: '0.0.0.0', guard: { authenticate: () => ({ caller: { scopes: [] } }) } });
    expect(handler.logger.of('warn')).toHaveLength(1);
  });

  it('takes any host and no origin when it is bound to all addresses (Q-28)', async () => {
    const address = await start({ host: '0.0.0.0' });
    const send = over(`http://127.0.0.1:${new URL(address).port}`);
    expect((await send(call('echo', {}, { host: 'mcp.example.com' }))).status).toBe(200);
    expect((await send(call('echo', {}, { origin: 'http://localhost' }))).status).toBe(403);
  });

  it('says that the port is taken, with the code of the system', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const failed = await start({ port }).catch((thrown: unknown) => thrown as Error & { code: string });
    expect(failed).toMatchObject({ code: 'EADDRINUSE', message: expect.stringContaining(`port ${port} of 127.0.0.1`) });
    other.close();
  });

  it('hands its options to Fastify: HTTPS and HTTP/2', async () => {
    expect(await start({ serverOptions: { https: {} } })).toMatch(/^https:/);
    await running?.close(0);
    const address = await start({ serverOptions: { http2: true } });
    const session = connectHttp2(new URL(address).origin);
    const request = async (method: string, params: object): Promise<[unknown, string]> => {
      const { headers, body } = call(method, params);
      const stream = session.request({ ':method': 'POST', ':path': '/mcp', ...(headers as Record<string, string>) });
      stream.end(body);
      const [got] = (await once(stream, 'response')) as [Record<string, string>];
      let text = '';
      for await (const chunk of stream.setEncoding('utf8')) text += chunk;
      return [got['content-type'], text];
    };
    expect(await request('echo', { a: 1 })).toEqual(['application/json', '{"jsonrpc":"2.0","id":1,"result":{"a":1}}']);
    const [type, text] = await request('progress', { count: 2 });
    expect([type, text.match(/data: /g)]).toEqual(['text/event-stream', ['data: ', 'data: ', 'data: ']]);
    const gone = session.request({
      ':method': 'POST',
      ':path': '/mcp',
      ...(call('gone').headers as Record<string, string>),
    });
    gone.end(call('gone').body);
    await expect.poll(() => handler.events).toContain('started');
    gone.close();
    await expect.poll(() => handler.events).toContain('disconnected');
    // The session stays open: closing must not wait for it.
  });

  describe('when it closes', () => {
    it('lets the spec end its streams in order, and ends within moments', async () => {
      const client = await RawClient.open(await start());
      client.call('listen');
      await expect.poll(() => handler.events).toEqual(['standing']);
      const before = performance.now();
      await running?.close(2000);
      expect(performance.now() - before).toBeLessThan(500);
      expect(client.text).toContain('data: {"jsonrpc":"2.0","id":1,"result":{"done":true}}');
      expect(handler.events).toEqual(['standing', 'closed']);
      await expect.poll(() => client.closed).toBe(true);
    });

    it('gives a running call its answer, and no connection that idles holds it up', async () => {
      const address = await start();
      const idle = await RawClient.open(address);
      idle.call('echo');
      await expect.poll(() => idle.text).toContain('"result"');
      const client = await RawClient.open(address);
      handler.last = undefined;
      handler.close = () => new Promise((resolve) => setTimeout(resolve, 150));
      client.call('later', { ms: 100, a: 1 });
      await expect.poll(() => handler.last).toBeDefined();
      const before = performance.now();
      await running?.close(2000);
      expect(performance.now() - before).toBeLessThan(1000);
      expect(client.text).toContain('"result":{"a":1}');
      expect(client.text.toLowerCase()).toContain('connection: close');
      await expect.poll(() => idle.closed && client.closed).toBe(true);
    });

    it('waits for a call no longer than the grace period', async () => {
      const client = await RawClient.open(await start());
      client.call('later', { ms: 60_000 });
      await expect.poll(() => handler.last).toBeDefined();
      const before = performance.now();
      await running?.close(100);
      expect(performance.now() - before).toBeLessThan(1000);
      await expect.poll(() => client.closed).toBe(true);
    });

    it('takes no more requests', async () => {
      const address = await start();
      await running?.close(0);
      await running?.closed;
      await expect(fetch(address)).rejects.toThrow();
    });

    it('can be told so twice', async () => {
      await start();
      await Promise.all([running?.close(0), running?.close(0)]);
      await running?.close(0);
      expect(handler.events).toEqual(['closed']);
    });
  });
});
