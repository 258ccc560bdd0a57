import type { HttpGuard } from '@polyspec/core';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HttpEndpointOptions, mcpPlugin, streamableHttp } from '../src/index.js';
import { RawClient } from './client.js';
import { call, HOSTS, messagesOf, over, post } from './hosts.js';
import { StubHandler, sleep } from './stub-handler.js';

/** A server whose handler does nothing to end the calls that run, and the one way to close it. */
interface Closing {
  readonly origin: string;
  close(graceMs: number): Promise<void>;
}

interface ClosingHost {
  readonly name: string;
  listen(handler: StubHandler, options?: HttpEndpointOptions): Promise<Closing>;
}

const CLOSING_HOSTS: readonly ClosingHost[] = [
  {
    name: 'the listener',
    listen: async (handler, options = {}) => {
      const running = await streamableHttp.start(handler, { port: 0, ...options }, { ...handler, graceMs: 1000 });
      return { origin: new URL(running.address).origin, close: (graceMs) => running.close(graceMs) };
    },
  },
  {
    name: 'a Fastify of the user',
    listen: async (handler, options = {}) => {
      const app = fastify();
      await app.register(mcpPlugin, { handler, ...options });
      const origin = await app.listen({ port: 0, host: '127.0.0.1' });
      const close = (graceMs: number): Promise<void> => {
        handler.graceMs = graceMs;
        return app.close();
      };
      return { origin, close };
    },
  },
];

const error = { code: -32603, message: 'The server is closing' };

describe.each(CLOSING_HOSTS)('while $name closes', (host) => {
  let handler: StubHandler;
  let server: Closing;

  beforeEach(async () => {
    handler = new StubHandler();
    server = await host.listen(handler);
  });
  afterEach(() => server.close(0));

  it('nothing is waited for where a call closed its stream before it first waited (YH-13)', async () => {
    const { status, text } = await over(server.origin)(call('suspendAndGoOn'));
    expect([status, text]).toEqual([200, 'retry: 10\n\n']);
    await server.close(600_000);
  });

  it('a call that never ends is answered for after the grace period, by JSON or on its stream', async () => {
    const send = over(server.origin);
    const plain = send(call('never'));
    const streaming = send(call('never', { stream: true }));
    const notified = send(post({ jsonrpc: '2.0', method: 'never' }));
    await expect.poll(() => handler.seen).toBe(3);
    const before = performance.now();
    await server.close(150);
    expect(performance.now() - before).toBeGreaterThan(140);
    const { status, headers, text } = await plain;
    expect([status, headers['content-type'], JSON.parse(text)]).toEqual([
      503,
      'application/json',
      { jsonrpc: '2.0', id: 1, error },
    ]);
    expect(messagesOf((await streaming).text)).toMatchObject([{ method: 'early' }, { id: 1, error }]);
    expect(await notified).toMatchObject({ status: 503, text: JSON.stringify({ jsonrpc: '2.0', error }) });
  });

  it('a connection that would be kept alive holds nothing up', async () => {
    const client = await RawClient.open(server.origin);
    client.call('never', { stream: true });
    await expect.poll(() => client.text).toContain('early');
    await server.close(50);
    await expect.poll(() => client.closed).toBe(true);
    expect(client.text).toContain('The server is closing');
    expect(client.text.endsWith('0\r\n\r\n')).toBe(true);
  });

  it('what a spec answers a moment after the grace period still reaches the client', async () => {
    const send = over(server.origin);
    const plain = send(call('untilClose', { ms: 20 }));
    const streaming = send(call('untilClose', { ms: 20, stream: true }));
    await expect.poll(() => handler.seen).toBe(2);
    const closing = server.close(50);
    await sleep(50);
    await handler.close();
    await closing;
    expect(JSON.parse((await plain).text).result).toMatchObject({ late: true });
    expect(messagesOf((await streaming).text)).toMatchObject([{ method: 'early' }, { id: 1, result: { late: true } }]);
  });
});

describe.each(CLOSING_HOSTS)('a guard that never answers, in $name', (host) => {
  it('does not hold up the end of the server', async () => {
    let isAsked: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const guard: HttpGuard = {
      authenticate: () => {
        isAsked();
        return new Promise(() => undefined);
      },
    };
    const server = await host.listen(new StubHandler(), { guard });
    const asking = over(server.origin)(call('echo'));
    await asked;
    await server.close(50);
    expect(await asking).toMatchObject({ status: 503, text: JSON.stringify({ jsonrpc: '2.0', error }) });
  });
});

it('a large answer reaches a client of the listener that takes its time', async () => {
  const handler = new StubHandler();
  const running = await streamableHttp.start(handler, { port: 0 }, { ...handler, graceMs: 1000 });
  const client = await RawClient.open(new URL(running.address).origin);
  client.socket.pause();
  client.call('untilClose', { ms: 0, size: 20_000_000 });
  await expect.poll(() => handler.seen).toBe(1);
  const closing = running.close(2000);
  await sleep(100);
  client.socket.resume();
  await closing;
  await expect.poll(() => client.closed).toBe(true);
  expect(client.text.length).toBeGreaterThan(20_000_000);
});

it('a spec that never closes does not hold up the listener', async () => {
  const handler = new StubHandler();
  handler.close = () => new Promise(() => undefined);
  const running = await streamableHttp.start(handler, { port: 0 }, { ...handler, graceMs: 1000 });
  const asking = over(new URL(running.address).origin)(call('never'));
  await expect.poll(() => handler.seen).toBe(1);
  await running.close(100);
  expect((await asking).status).toBe(503);
});

it('a spec that fails to close is told about in the log', async () => {
  const handler = new StubHandler();
  handler.close = () => Promise.reject(new Error('no'));
  const running = await streamableHttp.start(handler, { port: 0 }, { ...handler, graceMs: 1000 });
  await running.close(100);
  expect(handler.logger.of('error')).toEqual(['The server could not be closed in order']);
});

describe.each(HOSTS)('when the handler of $name is closed', (host) => {
  it('what the spec answers afterwards reaches the client, by JSON and on its stream', async () => {
    const handler = new StubHandler();
    const running = await host.start(handler);
    const plain = running.send(call('untilClose', { ms: 20 }));
    const streaming = running.send(call('untilClose', { ms: 20, stream: true }));
    await expect.poll(() => handler.seen).toBe(2);
    await handler.close();
    expect(JSON.parse((await plain).text).result).toMatchObject({ late: true });
    expect(messagesOf((await streaming).text)).toMatchObject([{ method: 'early' }, { id: 1, result: { late: true } }]);
    await running.close();
  });
});
