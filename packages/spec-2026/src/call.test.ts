import type { CallContext, RequestContext, Runtime, ToolResult } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { httpFor, modernRequest, send, serve } from '../test/ask.js';
import { stdioExchange } from '../test/fake-exchange.js';
import { META } from './meta.js';

const EMPTY: ToolResult = { content: [] };

describe('the context of a request', () => {
  it('gives what the client says about itself to the handler, for this request alone (B-17, M-05, M-11)', async () => {
    const seen: CallContext[] = [];
    const handler = serve({
      callTool: (_name, _args, context) => {
        seen.push(context);
        return EMPTY;
      },
    });
    const exchange = stdioExchange();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const meta = { [META.clientCapabilities]: { sampling: {} }, traceparent };
    await handler.handle(modernRequest('tools/call', { name: 'x' }, meta, 1), exchange);
    await handler.handle(
      modernRequest('tools/call', { name: 'x' }, { [META.clientInfo]: { name: 'nameless' } }, 2),
      exchange,
    );
    expect(seen[0]?.client).toEqual({
      info: { name: 'test-client', version: '0.1.0' },
      capabilities: { sampling: {} },
    });
    expect(seen[0]?.meta.traceparent).toBe(traceparent);
    expect(seen[0]?.revision).toBe('2026-07-28');
    expect(seen[1]?.client).toEqual({ capabilities: {} });
  });

  it('hands the trace context over untouched, with whatever else is there, and asks nothing of it (M-11, M-12, LI-08)', async () => {
    const own = {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE',
      baggage: 'userId=alice,serverNode=DF%2028;isProduction=false',
      'com.example/own': { deep: [1, null, 'x'] },
      bare: true,
    };
    const seen: unknown[] = [];
    const note = (context: RequestContext): void => {
      seen.push(Object.fromEntries(Object.keys(own).map((key) => [key, context.meta[key]])));
    };
    const handler = serve({
      callTool: (_name, _args, context) => {
        note(context);
        return EMPTY;
      },
      getPrompt: (_name, _args, context) => {
        note(context);
        return { messages: [] };
      },
      readResource: (_uri, context) => {
        note(context);
        return { contents: [] };
      },
    });
    for (const [method, params] of [
      ['tools/call', { name: 'x' }],
      ['prompts/get', { name: 'x' }],
      ['resources/read', { uri: 'x:x' }],
    ] as const) {
      expect((await send(handler, modernRequest(method, params, own))).result).toBeDefined();
    }
    expect(seen).toEqual([own, own, own]);
    const odd = { traceparent: 7, tracestate: null, baggage: {} };
    expect((await send(handler, modernRequest('tools/call', { name: 'x' }, odd))).result).toBeDefined();
  });

  it('has metadata that nobody can change', async () => {
    let changed = 0;
    const handler = serve({
      callTool: async (_name, _args, { meta }) => {
        expect(() => Object.assign(meta, { progressToken: 'stolen' })).toThrow(TypeError);
        expect(() => Object.assign(meta.nested as object, { more: 1 })).toThrow(TypeError);
        changed += 1;
        return EMPTY;
      },
    });
    await send(handler, modernRequest('tools/call', { name: 'x' }, { nested: {} }));
    expect(changed).toBe(1);
  });

  it('carries no way to ask the client (Q-62, B-13)', async () => {
    let asking: unknown[] = [];
    const handler = serve({
      callTool: (_name, _args, { elicit, elicitUrl, sample, listRoots }) => {
        asking = [elicit, elicitUrl, sample, listRoots];
        return EMPTY;
      },
    });
    await send(
      handler,
      modernRequest(
        'tools/call',
        { name: 'x' },
        { [META.clientCapabilities]: { elicitation: {}, sampling: {}, roots: {} } },
      ),
    );
    expect(asking).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('progress', () => {
  const working: Partial<Runtime> = {
    callTool: async (_name, _args, context) => {
      context.progress(1, 2, 'half');
      context.progress(1);
      context.progress(2);
      return EMPTY;
    },
  };

  it.each(['scan-1', 7, 0, ''])(
    'is sent under the token %j ahead of the answer, as long as it grows (P-01 to P-06, Q-23)',
    async (progressToken) => {
      const { sent } = await send(serve(working), modernRequest('tools/call', { name: 'x' }, { progressToken }));
      expect(sent).toEqual([
        {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken, progress: 1, total: 2, message: 'half' },
        },
        { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 2 } },
      ]);
    },
  );

  it('leaves out what is no total or no message (P-03)', async () => {
    const handler = serve({
      callTool: async (_name, _args, context) => {
        context.progress(1, Number.NaN, 'one');
        context.progress(2, '10' as never, 2 as never);
        context.progress(3, Number.POSITIVE_INFINITY, {} as never);
        return EMPTY;
      },
    });
    const { sent } = await send(handler, modernRequest('tools/call', { name: 'x' }, { progressToken: 1 }));
    expect(sent.map(({ params }) => params)).toEqual([
      { progressToken: 1, progress: 1, message: 'one' },
      { progressToken: 1, progress: 2 },
      { progressToken: 1, progress: 3 },
    ]);
  });

  it('is not sent without a token, nor where no stream can be (P-02, Q-06)', async () => {
    expect((await send(serve(working), modernRequest('tools/call', { name: 'x' }))).sent).toEqual([]);
    const message = modernRequest('tools/call', { name: 'x' }, { progressToken: 1 });
    expect((await send(serve(working), message, httpFor(message, {}, { canStream: false }))).sent).toEqual([]);
  });

  it('is not sent under a token that could not be returned unchanged; the request is served (P-03)', async () => {
    const message = modernRequest('tools/call', { name: 'x' }, { progressToken: 2 ** 53 });
    const { sent, result } = await send(serve(working), message);
    expect(sent).toEqual([]);
    expect(result).toMatchObject({ resultType: 'complete' });
  });

  it('goes to the request that it belongs to, and not to another client with the same token (P-10, B-16, T-13)', async () => {
    const handler = serve({
      callTool: async (name, _args, context) => {
        context.progress(1, undefined, name);
        return EMPTY;
      },
    });
    const exchanges = ['a', 'b'].map((name) => {
      const message = modernRequest('tools/call', { name }, { progressToken: 'same' });
      const exchange = httpFor(message);
      return { exchange, outcome: handler.handle(message, exchange) };
    });
    await Promise.all(exchanges.map(({ outcome }) => outcome));
    expect(exchanges.map(({ exchange }) => exchange.sent)).toMatchObject([
      [{ params: { progressToken: 'same', message: 'a' } }],
      [{ params: { progressToken: 'same', message: 'b' } }],
    ]);
  });

  it('stops with the answer (P-07, V3-13)', async () => {
    let kept: RequestContext | undefined;
    const handler = serve({
      callTool: (_name, _args, context) => {
        kept = context;
        return EMPTY;
      },
    });
    const exchange = stdioExchange();
    await send(
      handler,
      modernRequest('tools/call', { name: 'x' }, { progressToken: 1, [META.logLevel]: 'debug' }),
      exchange,
    );
    kept?.progress(1);
    kept?.log('error', 'late');
    expect(exchange.sent).toEqual([]);
  });
});

describe('log messages', () => {
  const talking: Partial<Runtime> = {
    callTool: async (_name, _args, context) => {
      context.log('debug', 'detail');
      context.log('warning', { files: 12 }, 'scan');
      return EMPTY;
    },
  };

  it('are sent from the level on that the request names (L-04, L-06)', async () => {
    const ask = (level: string) =>
      send(serve(talking), modernRequest('tools/call', { name: 'x' }, { [META.logLevel]: level }));
    expect((await ask('info')).sent).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: 'warning', logger: 'scan', data: { files: 12 } },
      },
    ]);
    expect((await ask('debug')).sent).toHaveLength(2);
    expect((await ask('error')).sent).toHaveLength(0);
  });

  it('are never sent to a request that names no level (L-03)', async () => {
    expect((await send(serve(talking), modernRequest('tools/call', { name: 'x' }))).sent).toEqual([]);
  });

  const circle: Record<string, unknown> = {};
  circle.self = circle;

  it.each([
    ['nothing', undefined, null],
    ['a big integer', 10n, '10'],
    ['a circle', circle, '[a value that JSON has no form for]'],
  ])('always have data that JSON can carry, also for %s (L-06)', async (_what, data, expected) => {
    const handler = serve({
      callTool: async (_name, _args, context) => {
        context.log('info', data as never, 5 as never);
        return EMPTY;
      },
    });
    const { sent } = await send(handler, modernRequest('tools/call', { name: 'x' }, { [META.logLevel]: 'info' }));
    expect(sent.map(({ params }) => params)).toEqual([{ level: 'info', data: expected }]);
  });
});
