// What holds for all that a server writes, shown on everything that it can be asked for, and on everything that goes wrong.
import {
  type Application,
  createHandler,
  encodeMessage,
  type JsonObject,
  type JsonRpcMessage,
  type JsonRpcRequest,
  type ServerHandler,
  silentLogger,
  text,
} from '@polyspec/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { META, metaOf } from '../src/meta.js';
import { spec20260728 } from '../src/spec.js';
import { type Answer, httpFor, modernRequest, pipe, send } from './ask.js';
import { type FakeExchange, stdioExchange } from './fake-exchange.js';
import { listen } from './listener.js';

const application: Application = {
  tools: () => [
    {
      name: 'work',
      _meta: { 'com.example/tool': 1 },
      run: (_args: object, { progress, log }) => {
        progress(1, 2, 'half');
        log('warning', { at: 'work' }, 'worker');
        // An application can't say who the server is (M-03).
        return { ...text('done'), _meta: { 'com.example.mcp/result': 1, [META.serverInfo]: { name: 'another' } } };
      },
    },
    { name: 'fail', run: () => Promise.reject(new Error('x')) },
    { name: 'ask', requires: { sampling: {} }, run: () => 'asked' },
  ],
  prompts: () => [{ name: 'p', arguments: [{ name: 'a', required: true }], run: () => Promise.reject(new Error('x')) }],
  resources: () => [{ uri: 'a:1', name: 'one', read: () => Promise.reject(new Error('x')) }],
  complete: () => Promise.reject(new Error('x')),
};

const MEANT = { progressToken: 1, [META.logLevel]: 'debug' };

const REQUESTS: readonly JsonRpcRequest[] = [
  modernRequest('server/discover', {}, MEANT),
  modernRequest('tools/list', {}, MEANT),
  modernRequest('tools/call', { name: 'work' }, MEANT),
  modernRequest('tools/call', { name: 'fail' }, MEANT),
  modernRequest('prompts/list', {}, MEANT),
  modernRequest('resources/list', {}, MEANT),
  modernRequest('resources/templates/list', {}, MEANT),
];

const REFUSED: readonly JsonRpcRequest[] = [
  modernRequest('unknown/method'),
  modernRequest('initialize'),
  modernRequest('ping'),
  modernRequest('tools/list', { cursor: 'rubbish' }),
  modernRequest('tools/call', {}),
  modernRequest('tools/call', { name: 'nope' }),
  modernRequest('tools/call', { name: 'ask' }),
  modernRequest('prompts/get', { name: 'p' }),
  modernRequest('prompts/get', { name: 'p', arguments: { a: 'x' } }),
  modernRequest('resources/read', { uri: 'a:1' }),
  modernRequest('resources/read', { uri: 'a:2' }),
  modernRequest('completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } }),
  modernRequest('subscriptions/listen'),
  modernRequest('tools/list', {}, { [META.protocolVersion]: '1999-01-01' }),
  modernRequest('tools/list', {}, { [META.protocolVersion]: 7 }),
  modernRequest('tools/list', {}, { [META.clientCapabilities]: undefined as never }),
  modernRequest('tools/list', {}, { [META.logLevel]: 'loud' }),
];

/** With the header field that repeats the version, whichever it is. */
function overHttp(request: JsonRpcRequest): FakeExchange {
  const version = metaOf(request)?.[META.protocolVersion];
  return httpFor(request, typeof version === 'string' ? { 'MCP-Protocol-Version': version } : {});
}

let handler: ServerHandler;
const results: Answer[] = [];
const errors: Answer[] = [];
/** All messages of the server, with those of a listen stream. */
const messages: JsonObject[] = [];

beforeAll(async () => {
  handler = await createHandler('all', application, { spec: spec20260728, logger: silentLogger, changeDebounceMs: 0 });
  const listener = listen(handler, { toolsListChanged: true, resourceSubscriptions: ['a:1'] });
  handler.notify({ type: 'toolsListChanged' });
  handler.notify({ type: 'resourceUpdated', uri: 'a:1' });
  for (const request of REQUESTS) results.push(await send(handler, request), await pipe(handler, request));
  for (const request of REFUSED)
    errors.push(await send(handler, request, overHttp(request)), await pipe(handler, request));
  const odd = httpFor(modernRequest('tools/list'), { 'Mcp-Method': 'tools/call' });
  errors.push(await send(handler, modernRequest('tools/list'), odd));
  messages.push(...listener.messages());
  for (const { sent, status: _, ...answer } of [...results, ...errors]) messages.push(...sent, answer);
});

describe('every answer', () => {
  it('B-06, B-07 is a result with its type or an error', () => {
    for (const { result, error } of results) expect([result?.resultType, error]).toEqual(['complete', undefined]);
    for (const { result, error } of errors) expect([result, typeof error]).toEqual([undefined, 'object']);
  });

  it('B-09, B-10 that is an error has an integer and one sentence', () => {
    for (const { error } of errors) {
      expect(Number.isInteger(error?.code)).toBe(true);
      expect(error?.message).toMatch(/^\S[^\n]*\S$/);
      expect(error?.message.length).toBeLessThan(300);
    }
  });

  it('E-03 to E-05, E-07 has a code of the protocol and no other', () => {
    const known = [-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022];
    for (const { error } of errors) expect(known).toContain(error?.code);
    expect(new Set(errors.map(({ error }) => error?.code)).size).toBeGreaterThanOrEqual(6);
  });

  it('V-15, E-09 with status 400 or 404 has the body that tells a client why', () => {
    const refused = errors.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(5);
    for (const { status, error, id } of refused) {
      expect(status).toBe(error?.code === -32601 ? 404 : 400);
      expect(id).toBe(1);
    }
  });
});

it('V-16 every answer is the same over HTTP and on stdio, but for its status', () => {
  const piped = [...results, ...errors.slice(0, REFUSED.length * 2)];
  expect(piped).toHaveLength((REQUESTS.length + REFUSED.length) * 2);
  for (let index = 0; index < piped.length; index += 2) {
    const [http, stdio] = [piped[index], piped[index + 1]].map((answer) => withoutReference({ ...answer, status: 0 }));
    expect(stdio).toEqual(http);
  }
});

/** By which an error is found in the log, and which is never twice the same. */
function withoutReference(answer: object): unknown {
  return JSON.parse(JSON.stringify(answer).replace(/reference [\w-]+/g, 'reference'));
}

/** The keys of every `_meta` in a value, at any depth. */
function metaKeysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === '_meta' ? Object.keys(inner as object) : []),
    ...metaKeysIn(inner),
  ]);
}

describe('every message of the server', () => {
  it('B-01 is one of JSON-RPC 2.0', () => {
    for (const { jsonrpc } of messages) expect(jsonrpc).toBe('2.0');
  });

  it('B-12, B-13, T-14, S-04 is no request: what has a method has no id', () => {
    const withMethod = messages.filter((message) => 'method' in message);
    expect(withMethod.length).toBeGreaterThan(3);
    for (const message of withMethod) expect(message).not.toHaveProperty('id');
  });

  it('B-23 that belongs to a request comes before its answer, and is progress or a log message', () => {
    const sent = results.flatMap((answer) => answer.sent);
    expect(sent).not.toEqual([]);
    for (const { method } of sent) expect(['notifications/progress', 'notifications/message']).toContain(method);
  });

  it('D-02 is of no method that was removed', () => {
    const removed = [
      'notifications/roots/list_changed',
      'notifications/elicitation/complete',
      'notifications/tasks/status',
    ];
    for (const { method } of messages) expect(removed).not.toContain(method);
  });

  it('M-01 to M-03 has metadata under keys of the right form: its own with the prefix that is reserved, others without it', () => {
    const label = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
    const form = new RegExp(`^(?:(${label}(?:\\.${label})*)/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$`);
    const prefixes = new Map(metaKeysIn(messages).map((key) => [key, form.exec(key)?.[1]]));
    // The last two are of the application, whose serverInfo was not taken for that of the server.
    expect(Object.fromEntries(prefixes)).toEqual({
      [META.serverInfo]: 'io.modelcontextprotocol',
      [META.subscriptionId]: 'io.modelcontextprotocol',
      'com.example/tool': 'com.example',
      'com.example.mcp/result': 'com.example.mcp',
    });
    for (const { result } of results) {
      expect(result?._meta).toMatchObject({ [META.serverInfo]: { name: 'all' } });
    }
  });

  it('L-06 that logs has a level, data, and the name of its logger', () => {
    const logs = messages.filter(({ method }) => method === 'notifications/message');
    expect(logs).not.toEqual([]);
    for (const { params } of logs) expect(params).toEqual({ level: 'warning', data: { at: 'work' }, logger: 'worker' });
  });
});

it('L-09 what is no log message is not sent, what is no logger is left out, and its name is as the handler gives it', async () => {
  const careless: Application = {
    tools: () => [
      {
        name: 'talk',
        run: (_args: object, { log }) => {
          log('info', 'first', 'talker');
          log('loud' as never, 'of no level', 'talker');
          log('error', 1n as never, 'talker');
          log('info', 'nameless', { name: 'talker' } as never);
          log('info', undefined as never, 'talker');
          return 'said';
        },
      },
    ],
  };
  const handler = await createHandler('careless', careless, { spec: spec20260728, logger: silentLogger });
  const { sent, result } = await pipe(handler, modernRequest('tools/call', { name: 'talk' }, MEANT));
  expect(result).toMatchObject({ content: [{ text: 'said' }] });
  expect(sent.map(({ params }) => params)).toEqual([
    { level: 'info', data: 'first', logger: 'talker' },
    { level: 'error', data: '1', logger: 'talker' },
    { level: 'info', data: 'nameless' },
    { level: 'info', data: null, logger: 'talker' },
  ]);
});

it('L-09 where log messages are limited, one more says ahead of the answer how many were not sent', async () => {
  const talking: Application = {
    tools: () => [
      {
        name: 'talk',
        run: (_args: object, { log }) => {
          for (let count = 0; count < 10; count += 1) log('info', count, 'talker');
          return 'said';
        },
      },
    ],
  };
  const limited = await createHandler('limited', talking, {
    spec: spec20260728,
    logger: silentLogger,
    maxLogsPerSecond: 3,
  });
  const exchange = stdioExchange();
  const outcome = await limited.handle(modernRequest('tools/call', { name: 'talk' }, MEANT), exchange);
  expect(outcome).toMatchObject({ type: 'response', response: { result: expect.anything() } });
  const sent = exchange.sent.map((message) => JSON.parse(encodeMessage(message)) as { readonly params: JsonObject });
  expect(sent.map(({ params }) => params.data)).toEqual([0, 1, 2, expect.stringContaining('7 info')]);
});

it('V-14 server/discover as the very first message is answered with what there is, or -32022 for an unknown version', async () => {
  const first = async (version: string): Promise<Answer> => {
    const fresh = await createHandler('first', application, { spec: spec20260728, logger: silentLogger });
    return pipe(fresh, modernRequest('server/discover', {}, { [META.protocolVersion]: version }));
  };
  expect((await first('2026-07-28')).result).toMatchObject({ supportedVersions: ['2026-07-28'] });
  for (const version of ['2099-01-01', '2025-11-25', '', 'rubbish']) {
    expect((await first(version)).error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } });
  }
});

it('D-02 notifications/initialized is taken and changes nothing', async () => {
  const exchange = stdioExchange();
  const message: JsonRpcMessage = { jsonrpc: '2.0', method: 'notifications/initialized' };
  expect(handler.handle(message, exchange)).toEqual({ type: 'accepted' });
  expect(exchange.sent.map(encodeMessage)).toEqual([]);
  expect((await pipe(handler, modernRequest('tools/list'))).result).toBeDefined();
});
