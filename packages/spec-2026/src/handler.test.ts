import { combineSpecs, type Operation, type Runtime, type SpecProtocol, type ToolResult } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { httpFor, modernRequest, pipe, send, serve } from '../test/ask.js';
import { httpExchange, stdioExchange } from '../test/fake-exchange.js';
import { fakeRuntime } from '../test/fake-runtime.js';
import { slowTool } from '../test/slow-tool.js';
import { spec20260728 } from './spec.js';

const EMPTY: ToolResult = { content: [] };

describe('answers', () => {
  it('repeat the id in its JSON type, on HTTP and on stdio alike (B-04)', async () => {
    for (const id of [1, '1', 0, -5, '']) {
      const message = modernRequest('tools/call', { name: 'x' }, {}, id);
      const overHttp = await send(serve(), message);
      expect(overHttp.id).toBe(id);
      expect(await pipe(serve(), message)).toEqual(overHttp);
    }
  });

  it('hide what unexpected errors say behind the words of the runtime (E-01, A13)', async () => {
    const errorText = vi.fn(() => 'Internal error (reference 1)');
    const handler = serve({
      errorText,
      listTools: () => {
        throw 'hunter2';
      },
    });
    expect(await send(handler, modernRequest('tools/list'))).toMatchObject({
      status: 200,
      error: { code: -32603, message: 'Internal error (reference 1)' },
    });
    expect(errorText).toHaveBeenCalledExactlyOnceWith('hunter2', 'tools/list');
  });

  it('ignore a session id, and need none of what came before (T-26, V-04)', async () => {
    const message = modernRequest('tools/list');
    expect((await send(serve(), message, httpFor(message, { 'Mcp-Session-Id': 'abc' }))).status).toBe(200);
  });
});

describe('messages that are no requests', () => {
  it('are notifications, taken and never answered, known or not (B-11, T-09, T-31, V3-31)', () => {
    for (const method of [
      'notifications/initialized',
      'notifications/unknown',
      'notifications/cancelled',
      'tools/call',
    ]) {
      const message = { jsonrpc: '2.0', method } as const;
      expect(serve().handle(message, httpExchange())).toEqual({ type: 'accepted' });
      expect(serve().handle(message, httpExchange({ 'Mcp-Method': method }))).toEqual({ type: 'accepted' });
      expect(serve().handle(message, stdioExchange())).toEqual({ type: 'accepted' });
    }
  });

  it('are refused when Mcp-Method says something else (Q-16, T-10, T-11)', () => {
    const message = { jsonrpc: '2.0', method: 'notifications/initialized' } as const;
    const outcome = serve().handle(message, httpExchange({ 'Mcp-Method': 'tools/call' }));
    expect(outcome).toMatchObject({ type: 'refused', status: 400, body: { jsonrpc: '2.0', error: { code: -32020 } } });
    expect(outcome).not.toHaveProperty('body.id');
  });

  it('are responses, which nobody asked for: 400 over HTTP, silence on stdio (B-14)', () => {
    for (const message of [
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } },
      { jsonrpc: '2.0', error: { code: 1, message: 'x' } },
    ] as const) {
      expect(serve().handle(message, httpExchange())).toMatchObject({ type: 'refused', status: 400 });
      expect(serve().handle(message, stdioExchange())).toEqual({ type: 'accepted' });
    }
  });
});

describe('a client that wants a handshake, on a server of this revision alone (Q-10, V-13)', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {} },
  } as const;

  it('gets 400 with -32020 over HTTP, naming what is spoken', async () => {
    const { status, id, error } = await send(serve(), initialize, httpExchange());
    expect({ status, id, code: error?.code, data: error?.data }).toEqual({
      status: 400,
      id: 0,
      code: -32020,
      data: { header: 'MCP-Protocol-Version', supported: ['2026-07-28'] },
    });
    expect(error?.message).toBe(
      'Missing required MCP-Protocol-Version header: this server speaks 2026-07-28 and has no initialize',
    );
  });

  it('gets -32602 on stdio, naming what is spoken (V3-19, mcp26_initialize_rejected_01)', async () => {
    expect((await pipe(serve(), initialize)).error).toEqual({
      code: -32602,
      message:
        'Missing required params._meta with io.modelcontextprotocol/protocolVersion and ' +
        'io.modelcontextprotocol/clientCapabilities: this server speaks 2026-07-28 and has no initialize',
      data: { supported: ['2026-07-28'] },
    });
  });

  it('gets -32601 and 404 with modern metadata', async () => {
    expect(await send(serve(), modernRequest('initialize'))).toMatchObject({
      status: 404,
      error: { code: -32601, data: { supported: ['2026-07-28'] } },
    });
  });

  it('is told the same for any other bare request (Q-11, H-01, mcp26_missing_meta_01)', async () => {
    const bare = { jsonrpc: '2.0', id: 1, method: 'tools/list' } as const;
    expect(await send(serve(), bare, httpExchange())).toMatchObject({ status: 400, error: { code: -32020 } });
    expect(await send(serve(), bare, httpExchange({ 'MCP-Protocol-Version': '2025-11-25' }))).toMatchObject({
      status: 400,
      error: { code: -32602 },
    });
    expect((await pipe(serve(), bare)).error).toMatchObject({ code: -32602, data: { supported: ['2026-07-28'] } });
  });
});

describe('what a guard allows (Q-07, step 19)', () => {
  const refusal = {
    status: 403,
    headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
    message: 'Too little scope',
  };

  it('is asked for each operation by its name, before it is done (AU-20)', async () => {
    const asked: Operation[] = [];
    const authorize = (operation: Operation) => void asked.push(operation);
    const requests = [
      modernRequest('server/discover'),
      modernRequest('tools/list'),
      modernRequest('tools/call', { name: 'add' }),
      modernRequest('prompts/get', { name: 'review' }),
      modernRequest('resources/read', { uri: 'demo://1' }),
      modernRequest('completion/complete', {
        ref: { type: 'ref/prompt', name: 'p' },
        argument: { name: 'a', value: '' },
      }),
      modernRequest('completion/complete', {
        ref: { type: 'ref/resource', uri: 'u:x' },
        argument: { name: 'a', value: '' },
      }),
    ];
    for (const message of requests) await send(serve(), message, httpFor(message, {}, { authorize }));
    expect(asked).toEqual([
      { method: 'server/discover' },
      { method: 'tools/list' },
      { method: 'tools/call', name: 'add' },
      { method: 'prompts/get', name: 'review' },
      { method: 'resources/read', uri: 'demo://1' },
      { method: 'completion/complete', name: 'p' },
      { method: 'completion/complete', uri: 'u:x' },
    ]);
  });

  it('ends a request with the answer of the guard over HTTP, and with an error elsewhere (AU-14, AU-19)', async () => {
    const callTool = vi.fn<Runtime['callTool']>(() => EMPTY);
    const handler = serve({ callTool });
    const message = modernRequest('tools/call', { name: 'x' });
    const authorize = async () => refusal;
    expect(await handler.handle(message, httpFor(message, {}, { authorize }))).toEqual({
      type: 'refused',
      status: 403,
      headers: refusal.headers,
    });
    expect((await send(handler, message, stdioExchange({ authorize }))).error).toEqual({
      code: -32600,
      message: 'Too little scope',
    });
    expect(callTool).not.toHaveBeenCalled();
  });

  it('comes after the shape of the parameters (Q-07, step 17)', async () => {
    const authorize = vi.fn(() => refusal);
    const message = modernRequest('tools/call');
    expect((await send(serve(), message, httpFor(message, {}, { authorize }))).error?.code).toBe(-32602);
    expect(authorize).not.toHaveBeenCalled();
  });
});

describe('what is claimed beside another era (Q-11)', () => {
  it('is no traffic without a message: only POST is served (T-25, Q-30)', () => {
    const handler = serve();
    expect(handler.claims(undefined, httpExchange({}, { method: 'GET' }))).toBe(false);
    expect(handler.open).toBeUndefined();
    expect(handler.methods(httpExchange())).toEqual(['POST']);
  });

  it('leaves a handshake to its neighbour in a combined server (V-11, V-12)', async () => {
    const seen: string[] = [];
    const neighbour: SpecProtocol = {
      revisions: ['2025-11-25'],
      attach: () => ({
        claims: () => true,
        handle: (message) => {
          seen.push('method' in message ? message.method : 'response');
          return { type: 'accepted' };
        },
        methods: () => ['GET', 'POST', 'DELETE'],
        close: async () => undefined,
      }),
    };
    const combined = combineSpecs([spec20260728, neighbour]);
    const handler = combined.attach(fakeRuntime(), { served: combined.revisions });
    await handler.handle({ jsonrpc: '2.0', id: 1, method: 'initialize' }, stdioExchange());
    await handler.handle({ jsonrpc: '2.0', method: 'notifications/initialized' }, stdioExchange());
    await handler.handle({ jsonrpc: '2.0', id: 1, result: {} }, stdioExchange());
    // One that names no revision served is for the other era to refuse; one that names ours is ours.
    for (const version of ['1999-01-01', '2025-11-25']) {
      const before = seen.length;
      const named = { jsonrpc: '2.0', method: `notifications/${version}` } as const;
      await handler.handle(named, httpExchange({ 'MCP-Protocol-Version': version }));
      expect(seen.splice(before)).toEqual([`notifications/${version}`]);
    }
    const ours = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } } as const;
    expect(await handler.handle(ours, httpExchange({ 'MCP-Protocol-Version': '2026-07-28' }))).toEqual({
      type: 'accepted',
    });
    const { result } = await send(handler, modernRequest('server/discover'));
    expect(result?.supportedVersions).toEqual(['2026-07-28', '2025-11-25']);
    expect(seen).toEqual(['initialize', 'notifications/initialized', 'response']);
  });
});

describe('closing', () => {
  it('waits for what runs, then aborts it, and says so to whoever waits (T-08)', async () => {
    const { parts, started } = slowTool();
    const handler = serve(parts);
    const outcome = handler.handle(modernRequest('tools/call', { name: 'x' }), stdioExchange());
    await vi.waitFor(() => expect(started).toHaveLength(1));
    await handler.close(10);
    expect(await outcome).toEqual({
      type: 'response',
      status: 200,
      response: { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'The server is closing' } },
    });
    expect(started[0]?.signal.reason).toMatchObject({ name: 'AbortError', message: 'The server is closing' });
  });
});
