import { InFlight, type JsonRpcMessage, type RequestContext, type Runtime, silentLogger } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { httpFor, modernRequest, send, serve } from '../test/ask.js';
import { httpExchange, stdioExchange } from '../test/fake-exchange.js';
import { slowTool } from '../test/slow-tool.js';
import { META } from './meta.js';

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

  it('tells the log why, but not at any length (C-08)', async () => {
    const { parts, started } = slowTool();
    const logger = { ...silentLogger, debug: vi.fn() };
    const handler = serve({ ...parts, logger });
    const exchange = stdioExchange();
    const outcome = handler.handle(modernRequest('tools/call', { name: 'x' }, {}, 1), exchange);
    await vi.waitFor(() => expect(started).toHaveLength(1));
    await handler.handle(cancelled(1, `enough ${'!'.repeat(10_000)}`), exchange);
    await outcome;
    expect(logger.debug).toHaveBeenCalledWith(
      { requestId: 1, reason: expect.stringMatching(/^enough !{100,300}… \(10007 characters\)$/) },
      'The client cancelled a request',
    );
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

describe('a cancellation that arrives together with its request', () => {
  it.each([
    ['tools/call', 'callTool', { name: 'x' }],
    ['prompts/get', 'getPrompt', { name: 'x' }],
    ['resources/read', 'readResource', { uri: 'x:x' }],
    ['completion/complete', 'complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } }],
    ['tools/list', 'listTools', {}],
  ] as const)('ends %s at once (C-01, S-08, T-21)', async (method, part, params) => {
    const inFlight = new InFlight();
    const handler = serve({ [part]: () => new Promise(() => undefined), inFlight });
    const exchange = stdioExchange();
    const outcome = handler.handle(modernRequest(method, params, {}, 1), exchange);
    await handler.handle(cancelled(1), exchange);
    expect(await outcome).toEqual({ type: 'ended' });
    expect(inFlight.size).toBe(0);
  });

  it('comes too late for what is done at once (C-07)', async () => {
    const exchange = stdioExchange();
    const handler = serve({ callTool: () => ({ content: [] }) });
    const outcome = handler.handle(modernRequest('tools/call', { name: 'x' }, {}, 1), exchange);
    expect(handler.handle(cancelled(1), exchange)).toEqual({ type: 'accepted' });
    expect((await outcome).type).toBe('response');
  });

  it('frees the id for a request in the same chunk, which can be cancelled as well, beside another era (Q-11)', async () => {
    const { parts, started, end } = slowTool();
    const handler = serve(parts);
    const exchange = stdioExchange();
    const call = modernRequest('tools/call', { name: 'x' }, {}, 1);
    const outcomes = [handler.handle(call, exchange)];
    void handler.handle(cancelled(1), exchange);
    outcomes.push(handler.handle(call, exchange));
    await outcomes[0];
    expect(handler.claims(cancelled(1), exchange)).toBe(true);
    void handler.handle(cancelled(1), exchange);
    outcomes.push(handler.handle(call, exchange));
    await vi.waitFor(() => expect(started.length).toBeGreaterThan(0));
    end();
    expect((await Promise.all(outcomes)).map(({ type }) => type)).toEqual(['ended', 'ended', 'response']);
  });

  it.each([true, false])('is noticed after a guard that took its time (over HTTP: %s)', async (http) => {
    const callTool = vi.fn(() => ({ content: [] }));
    let allow: () => void = () => undefined;
    const authorize = (): Promise<undefined> => new Promise((resolve) => (allow = () => resolve(undefined)));
    const handler = serve({ callTool });
    const message = modernRequest('tools/call', { name: 'x' }, {}, 1);
    const exchange = http ? httpFor(message, {}, { authorize }) : stdioExchange({ authorize });
    const outcome = handler.handle(message, exchange);
    await Promise.resolve();
    if (http) exchange.disconnect();
    else await handler.handle(cancelled(1), exchange);
    allow();
    expect(await outcome).toEqual({ type: 'ended' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(callTool).not.toHaveBeenCalled();
  });
});

describe('a cancelled request whose work goes on for ever', () => {
  it('is over at once: its id is free, and closing does not wait for it (C-01, C-07)', async () => {
    const inFlight = new InFlight();
    const callTool = vi.fn<Runtime['callTool']>(() => new Promise(() => undefined));
    const handler = serve({ callTool, inFlight });
    const exchange = stdioExchange();
    const outcome = handler.handle(modernRequest('tools/call', { name: 'x' }, {}, 'a'), exchange);
    await vi.waitFor(() => expect(callTool).toHaveBeenCalled());
    await handler.handle(cancelled('a'), exchange);
    expect(await outcome).toEqual({ type: 'ended' });
    expect(handler.claims(cancelled('a'), exchange)).toBe(false);
    expect((await send(handler, modernRequest('tools/list', {}, {}, 'a'), exchange)).result).toBeDefined();
    await handler.close(60_000);
  });

  it('is over when its client has gone, even if the work never looked, as soon as the server closes (C-03)', async () => {
    const callTool = vi.fn<Runtime['callTool']>(() => new Promise(() => undefined));
    const handler = serve({ callTool });
    const message = modernRequest('tools/call', { name: 'x' });
    const exchange = httpFor(message);
    const outcome = handler.handle(message, exchange);
    await vi.waitFor(() => expect(callTool).toHaveBeenCalled());
    exchange.disconnect();
    await handler.close(60_000);
    expect(await outcome).toEqual({ type: 'ended' });
  });

  it('sends nothing any more, and how the work ends later concerns nobody', async () => {
    let fail: (reason: Error) => void = () => undefined;
    const logger = { ...silentLogger, error: vi.fn() };
    const errorText = vi.fn(() => 'x');
    let context: RequestContext | undefined;
    const handler = serve({
      logger,
      errorText,
      callTool: (_name, _args, given) => {
        context = given;
        return new Promise((_resolve, reject) => (fail = reject));
      },
    });
    const exchange = stdioExchange();
    const message = modernRequest('tools/call', { name: 'x' }, { progressToken: 1, [META.logLevel]: 'debug' }, 1);
    const outcome = handler.handle(message, exchange);
    await vi.waitFor(() => expect(context).toBeDefined());
    await handler.handle(cancelled(1), exchange);
    context?.progress(1);
    context?.log('error', 'late');
    fail(new Error('late'));
    expect(await outcome).toEqual({ type: 'ended' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(exchange.sent).toEqual([]);
    expect(errorText).not.toHaveBeenCalled();
    expect(logger.error).not.toHaveBeenCalled();
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
