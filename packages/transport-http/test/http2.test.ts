import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { type Exchange, ended, JsonText } from '@polyspec/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HttpOptions, streamableHttp } from '../src/index.js';
import { StubHandler } from './stub-handler.js';

describe('streams over HTTP/2', () => {
  let handler: StubHandler;
  let running: Awaited<ReturnType<typeof streamableHttp.start>>;
  let session: ClientHttp2Session;

  const start = async (options: HttpOptions = {}): Promise<void> => {
    const http2: HttpOptions = { port: 0, serverOptions: { http2: true }, ...options };
    running = await streamableHttp.start(handler, http2, { ...handler, graceMs: 100 });
    session = connect(new URL(running.address).origin);
  };
  /** Opens a standing stream; gives both ends of it. */
  const open = async (): Promise<{ stream: ClientHttp2Stream; exchange: Exchange }> => {
    const known = new Set(handler.standing);
    const stream = session.request({ ':path': '/mcp', accept: 'text/event-stream' });
    stream.setEncoding('utf8');
    await once(stream, 'response');
    const exchange = [...handler.standing].find((one) => !known.has(one));
    if (exchange === undefined) throw new Error('Nothing was opened');
    return { stream, exchange };
  };
  const textOf = async (stream: ClientHttp2Stream): Promise<string> => {
    let text = '';
    for await (const chunk of stream) text += chunk;
    return text;
  };
  beforeEach(() => {
    handler = new StubHandler();
    handler.served = ['POST', 'GET'];
    handler.stands = true;
  });
  afterEach(async () => {
    session.destroy();
    await running.close(0);
  });

  it('carry messages until they are concluded, several on one connection', async () => {
    await start();
    const [one, other] = [await open(), await open()];
    one.exchange.send(new JsonText('1'));
    other.exchange.send(new JsonText('2'));
    one.exchange.conclude(ended);
    expect(await textOf(one.stream)).toBe('data: 1\n\n');
    other.exchange.conclude(ended);
    expect(await textOf(other.stream)).toBe('data: 2\n\n');
  });

  it('are gone when their client closes one of them, and only that one', async () => {
    await start();
    const [one, other] = [await open(), await open()];
    one.stream.on('error', () => undefined).close();
    await expect.poll(() => handler.events).toEqual(['left']);
    expect([one.exchange.gone, one.exchange.disconnected.aborted]).toEqual([true, true]);
    expect([other.exchange.gone, other.exchange.send(new JsonText('1'))]).toEqual([false, true]);
    expect(one.exchange.send(new JsonText('1'))).toBe(false);
  });

  it('of calls are known to be gone when that is first asked about afterwards', async () => {
    await start();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'later', params: { ms: 10_000 } });
    const stream = session.request({ ':method': 'POST', ':path': '/mcp', 'content-type': 'application/json' });
    stream.on('error', () => undefined).end(body);
    await expect.poll(() => handler.last).toBeDefined();
    stream.close(8);
    await expect.poll(() => handler.last?.gone).toBe(true);
    expect(handler.last?.disconnected.aborted).toBe(true);
  });

  it('end for a reader that is too slow, with all that was taken (Q-25)', async () => {
    await start({ streamBuffer: 300_000 });
    const { stream, exchange } = await open();
    stream.pause();
    const message = new JsonText(JSON.stringify('x'.repeat(10_000)));
    let taken = 0;
    while (exchange.send(message)) taken += 1;
    expect(taken).toBeLessThan(40);
    expect(exchange.gone).toBe(true);
    const text = await textOf(stream);
    expect(text.match(/^data: "x{10000}"$/gm)).toHaveLength(taken);
  });
});
