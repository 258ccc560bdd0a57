import type { JsonRpcMessage } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { httpFor, modernRequest, send, serve } from '../test/ask.js';
import { httpExchange, stdioExchange } from '../test/fake-exchange.js';
import { slowTool } from '../test/slow-tool.js';

const cancelled = (requestId: unknown, reason?: string): JsonRpcMessage =>
  ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason } }) as JsonRpcMessage;

describe('cancelling on stdio', () => {
  it('aborts the request and writes nothing for it, nor after it (S-08, S-09, C-01, P-07)', async () => {
    const { parts, started, inFlight } = slowTool();
    const handler = serve(parts);
    const exchange = stdioExchange();
    const outcome = handler.handle(modernRequest('tools/call', { name: 'x' }, { progressToken: 1 }, 11), exchange);
    await vi.waitFor(() => expect(started).toHaveLength(1));
    expect(handler.handle(cancelled(11, 'user pressed stop'), stdioExchange({ peer: exchange.peer }))).toEqual({
      type: 'accepted',
    });
    expect(started[0]?.signal.aborted).toBe(true);
    started[0]?.progress(1);
    expect(await outcome).toEqual({ type: 'ended' });
    expect(exchange.sent).toEqual([]);
    expect(inFlight.size).toBe(0);
  });

  it('matches the id by value and type, and only within its peer (C-10, B-16)', async () => {
    const { parts, started, end } = slowTool();
    const handler = serve(parts);
    const exchange = stdioExchange();
    const outcome = handler.handle(modernRequest('tools/call', { name: 'x' }, {}, 1), exchange);
    await vi.waitFor(() => expect(started).toHaveLength(1));
    await handler.handle(cancelled('1'), exchange);
    await handler.handle(cancelled(1), stdioExchange());
    expect(started[0]?.signal.aborted).toBe(false);
    end();
    expect((await outcome).type).toBe('response');
  });

  it.each([undefined, null, 1.5, {}, 99])('ignores a cancellation of %j (C-05, C-06, C-07)', (requestId) => {
    expect(serve().handle(cancelled(requestId), stdioExchange())).toEqual({ type: 'accepted' });
  });

  it('refuses an id that is in use and goes on with the first (Q-56)', async () => {
    const { parts, started, end } = slowTool();
    const handler = serve(parts);
    const exchange = stdioExchange();
    const first = handler.handle(modernRequest('tools/call', { name: 'x' }, {}, 5), exchange);
    await vi.waitFor(() => expect(started).toHaveLength(1));
    const second = await send(handler, modernRequest('tools/list', {}, {}, 5), exchange);
    expect(second).toMatchObject({ id: 5, error: { code: -32600 } });
    end();
    expect(await first).toMatchObject({ type: 'response', response: { id: 5, result: {} } });
    expect((await send(handler, modernRequest('tools/list', {}, {}, 5), exchange)).result).toBeDefined();
  });
});

describe('cancelling over HTTP', () => {
  it('is the closing of the stream, not a notification (C-02, C-03, T-20, T-22, Q-15)', async () => {
    const { parts, started } = slowTool();
    const handler = serve(parts);
    const message = modernRequest('tools/call', { name: 'x' }, {}, 1);
    const exchange = httpFor(message);
    const outcome = handler.handle(message, exchange);
    await vi.waitFor(() => expect(started).toHaveLength(1));
    expect(handler.handle(cancelled(1), httpExchange({}, { peer: exchange.peer }))).toEqual({ type: 'accepted' });
    expect(started[0]?.signal.aborted).toBe(false);
    exchange.disconnect();
    expect(started[0]?.signal.aborted).toBe(true);
    expect(await outcome).toEqual({ type: 'ended' });
  });

  it('concerns nobody else with the same id (B-16)', async () => {
    const { parts, started, end } = slowTool();
    const handler = serve(parts);
    const message = modernRequest('tools/call', { name: 'x' }, {}, 1);
    const [mine, theirs] = [httpFor(message), httpFor(message)];
    const outcomes = [handler.handle(message, mine), handler.handle(message, theirs)];
    await vi.waitFor(() => expect(started).toHaveLength(2));
    mine.disconnect();
    end();
    expect((await Promise.all(outcomes)).map(({ type }) => type)).toEqual(['ended', 'response']);
  });
});

describe('a cancellation beside another era', () => {
  it('is claimed where the request began, and only there (Q-11)', async () => {
    const { parts, started, inFlight, end } = slowTool();
    const handler = serve(parts);
    const exchange = stdioExchange();
    const outcome = handler.handle(modernRequest('tools/call', { name: 'x' }, {}, 1), exchange);
    await vi.waitFor(() => expect(started).toHaveLength(1));
    // A request of the other era runs under an id of its own.
    inFlight.begin(exchange.peer, 2);
    expect(handler.claims(cancelled(1), exchange)).toBe(true);
    expect(handler.claims(cancelled('1'), exchange)).toBe(false);
    expect(handler.claims(cancelled(2), exchange)).toBe(false);
    expect(handler.claims(cancelled(1), stdioExchange())).toBe(false);
    end();
    await outcome;
    expect(handler.claims(cancelled(1), exchange)).toBe(false);
  });
});
