import { type Exchange, ended, JsonText } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { fetchHandler } from '../src/index.js';
import { call, messagesOf } from './hosts.js';
import { StubHandler, sleep } from './stub-handler.js';

const request = (method: string, params: object = {}, init: RequestInit = {}): Request => {
  const { headers, body } = call(method, params);
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: body as string,
    ...init,
  });
};

describe('fetchHandler (D-10)', () => {
  it('gives a stream as soon as it begins', async () => {
    const handler = new StubHandler();
    const response = await fetchHandler(handler)(request('listen'));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    handler.notify();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toBe('data: {"jsonrpc":"2.0","method":"changed"}\n\n');
    await handler.close();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read())
      rest += new TextDecoder().decode(part.value);
    expect(messagesOf(rest)).toEqual([{ jsonrpc: '2.0', id: 1, result: { done: true } }]);
  });

  it('tells the spec when the reader of a stream gives up (T-20)', async () => {
    const handler = new StubHandler();
    const response = await fetchHandler(handler)(request('listen'));
    await response.body?.cancel();
    expect(handler.events).toEqual(['standing', 'disconnected']);
    expect(handler.last?.send({ jsonrpc: '2.0', method: 'late' })).toBe(false);
  });

  it('tells the spec when the request is aborted (T-20)', async () => {
    const handler = new StubHandler();
    const aborter = new AbortController();
    const response = fetchHandler(handler)(request('gone', {}, { signal: aborter.signal }));
    await expect.poll(() => handler.events).toEqual(['started']);
    aborter.abort();
    await expect.poll(() => handler.events).toEqual(['started', 'disconnected']);
    expect((await response).status).toBe(499);
  });

  describe('with a body that does not come', () => {
    const waiting = () => {
      const aborter = new AbortController();
      const handler = new StubHandler();
      const cancelled: unknown[] = [];
      const body = new ReadableStream<Uint8Array>({ cancel: (reason) => void cancelled.push(reason) });
      const init = { body, duplex: 'half', signal: aborter.signal } as RequestInit;
      return { aborter, handler, cancelled, request: request('echo', {}, init) };
    };

    it('stops waiting when the request is aborted, and lets go of the body (T-20)', async () => {
      const { aborter, handler, cancelled, request } = waiting();
      const response = fetchHandler(handler)(request);
      expect(request.body?.locked).toBe(true);
      aborter.abort(new Error('gone'));
      expect((await response).status).toBe(499);
      expect(cancelled).toEqual([new Error('gone')]);
      expect([handler.seen, handler.logger.lines]).toEqual([0, []]);
    });

    it('does not begin to wait where the request was aborted before (T-20)', async () => {
      const { aborter, handler, request } = waiting();
      aborter.abort();
      expect((await fetchHandler(handler)(request)).status).toBe(499);
      expect(handler.seen).toBe(0);
    });

    it('reads no further than it may', async () => {
      let parts = 0;
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          parts += 1;
          controller.enqueue(new Uint8Array(600));
        },
        cancel: () => Promise.reject(new Error('no')),
      });
      const serve = fetchHandler(new StubHandler(), { bodyLimit: 1000 });
      const response = await serve(request('echo', {}, { body, duplex: 'half' } as RequestInit));
      expect(response.status).toBe(413);
      expect(parts).toBeLessThan(5);
    });
  });

  it('ends a stream for its reader with an error when the request is aborted (T-20)', async () => {
    const aborter = new AbortController();
    const response = await fetchHandler(new StubHandler())(request('listen', {}, { signal: aborter.signal }));
    const text = response.text();
    aborter.abort(new Error('enough'));
    await expect(text).rejects.toThrow('enough');
  });

  it('keeps a bounded backlog for a reader that is too slow (Q-25)', async () => {
    const handler = new StubHandler();
    const response = await fetchHandler(handler, { streamBuffer: 100_000 })(
      request('flood', { count: 100, size: 10_000 }),
    );
    await sleep(20);
    const messages = messagesOf(await response.text()) as { result?: { taken: number } }[];
    const taken = messages.at(-1)?.result?.taken ?? 0;
    expect(taken).toBeGreaterThan(5);
    expect(taken).toBeLessThan(20);
    expect(messages).toHaveLength(taken + 1);
  });

  describe('standing streams', () => {
    const open = async (handler: StubHandler, options = {}): Promise<[Exchange, Response]> => {
      handler.served = ['POST', 'GET'];
      handler.stands = true;
      const headers = { accept: 'text/event-stream' };
      const response = await fetchHandler(handler, options)(new Request('http://localhost/mcp', { headers }));
      return [[...handler.standing][0] as Exchange, response];
    };
    const message = new JsonText(JSON.stringify('x'.repeat(10_000)));

    it('end for a reader that is too slow, with all that was taken (Q-25)', async () => {
      const handler = new StubHandler();
      const [exchange, response] = await open(handler, { streamBuffer: 100_000 });
      let taken = 0;
      while (exchange.send(message)) taken += 1;
      expect([exchange.gone, handler.events]).toEqual([true, ['left']]);
      expect((await response.text()).match(/^data: "x{10000}"$/gm)).toHaveLength(taken);
      expect(taken).toBeLessThan(15);
    });

    it('wait for a reader that takes its time', async () => {
      const [exchange, response] = await open(new StubHandler(), { streamBuffer: 1000 });
      const reading = response.text();
      for (let count = 0; count < 100; count += 1) {
        expect(exchange.send(message)).toBe(true);
        await exchange.drained?.();
      }
      exchange.conclude(ended);
      expect((await reading).match(/^data: "x{10000}"$/gm)).toHaveLength(100);
    });

    it('are let go when the request is aborted, but not when they were suspended before', async () => {
      const aborter = new AbortController();
      const handler = new StubHandler();
      handler.served = ['POST', 'GET'];
      handler.stands = true;
      const serve = fetchHandler(handler);
      const init = { headers: { accept: 'text/event-stream' }, signal: aborter.signal };
      for (let count = 0; count < 2; count += 1) await serve(new Request('http://localhost/mcp', init));
      const [first, second] = [...handler.standing];
      first?.suspend(10);
      aborter.abort();
      expect([first?.gone, second?.gone, handler.events]).toEqual([false, true, ['left']]);
    });
  });

  it('takes any name of a server that does not tell where it is bound, until allowedHosts are given (Q-28)', async () => {
    const statusOf = async (host: string, options = {}): Promise<number> => {
      const { headers, body } = call('echo');
      const init = { method: 'POST', headers: { ...(headers as Record<string, string>), host }, body: body as string };
      return (await fetchHandler(new StubHandler(), options)(new Request(`http://${host}/mcp`, init))).status;
    };
    expect(await statusOf('rebound.example')).toBe(200);
    const allowedHosts = ['localhost'];
    expect(await statusOf('rebound.example', { allowedHosts })).toBe(403);
    expect(await statusOf('localhost:8080', { allowedHosts })).toBe(200);
    expect(await statusOf('127.0.0.1', { allowedHosts })).toBe(200);
  });

  it('serves any path unless one is given', async () => {
    const handler = new StubHandler();
    const { headers, body } = call('echo');
    const send = (path: string, options = {}): Promise<Response> =>
      fetchHandler(
        handler,
        options,
      )(
        new Request(`http://localhost${path}`, {
          method: 'POST',
          headers: headers as Record<string, string>,
          body: body as string,
        }),
      );
    expect((await send('/anything')).status).toBe(200);
    expect((await send('/anything', { path: '/mcp' })).status).toBe(404);
  });
});
