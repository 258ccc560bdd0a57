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
