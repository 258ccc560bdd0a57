// Rules of 2026-07-28 that only show over real HTTP: bytes, statuses, header fields, and who may call.
import { defineApplication, type HttpGuard, tool } from '@polyspec/core';
import type { HttpOptions } from '@polyspec/transport-http';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveHttp } from './http-server.js';
import { checkEveryMessage } from './wire/every-message.js';
import { HttpClient } from './wire/http-client.js';
import { headersOf, initializeParams, requestOf } from './wire/messages.js';
import { SERVED } from './wire/revisions.js';

checkEveryMessage();

const REVISION = '2026-07-28';
const VERSION = 'io.modelcontextprotocol/protocolVersion';

const application = defineApplication({
  tools: {
    echo: tool({ description: 'Repeats.', input: z.object({ text: z.string() }), run: ({ text }) => text }),
    whoami: tool({ description: 'Names its caller.', run: (_args, { caller }) => caller?.subject ?? 'nobody' }),
  },
});

const servers = new Set<{ close(): Promise<void> }>();

afterEach(async () => {
  await Promise.all([...servers].map((server) => server.close()));
  servers.clear();
});

async function start(options: HttpOptions & { readonly pageSize?: number } = {}): Promise<HttpClient> {
  const server = await serveHttp(application, { spec: REVISION, ...options });
  servers.add(server);
  return new HttpClient(server.address, { served: SERVED[REVISION] });
}

const echo = (text: string) => ({ name: 'echo', arguments: { text } });

describe('bytes', () => {
  it('B-02 are UTF-8 in both directions', async () => {
    const client = await start();
    const text = 'Zürich — 東京 🍵 \u2028 \u0000';
    const { result } = await client.request(REVISION, 'tools/call', echo(text));
    expect(result).toMatchObject({ content: [{ type: 'text', text }] });
  });

  it.each([
    ['a cut character', [0xc3]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['Latin-1', [0xfc]],
  ])('B-02, B-05 that are not, such as %s, are refused without an id', async (_what, bytes) => {
    const client = await start();
    const [before, after] = JSON.stringify(requestOf(REVISION, 1, 'tools/call', echo('@'))).split('@');
    const body = Buffer.concat([Buffer.from(before ?? ''), Buffer.from(bytes), Buffer.from(after ?? '')]);
    const { status, messages } = await client.send({ headers: headersOf(REVISION, 'tools/call', echo('')), body });
    expect(status).toBe(400);
    expect(messages).toEqual([{ jsonrpc: '2.0', error: { code: -32700, message: expect.any(String) } }]);
  });
});

describe('header fields', () => {
  const send = async (headers: Record<string, string | undefined>, method = 'tools/list') => {
    const client = await start();
    return client.send({
      headers: { ...headersOf(REVISION, method), ...headers },
      body: requestOf(REVISION, 1, method),
    });
  };

  it('T-24, V-05 that name a version which is not served are refused with 400 and -32022', async () => {
    const client = await start();
    const body = requestOf(REVISION, 1, 'tools/list', { _meta: { [VERSION]: '2031-01-01' } });
    const headers = { ...headersOf(REVISION, 'tools/list'), 'mcp-protocol-version': '2031-01-01' };
    expect(await client.send({ headers, body })).toMatchObject({
      status: 400,
      messages: [{ id: 1, error: { code: -32022, data: { supported: [REVISION], requested: '2031-01-01' } } }],
    });
  });

  it('T-27, H-01 that leave out the version don’t mean an old one', async () => {
    const { status, messages } = await send({ 'mcp-protocol-version': undefined });
    expect([status, messages[0]?.error?.code]).toEqual([400, -32020]);
  });

  it('H-12 are taken as they are, but for those that repeat names and arguments', async () => {
    const wrapped = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;
    for (const headers of [{ 'mcp-method': wrapped('tools/list') }, { 'mcp-protocol-version': wrapped(REVISION) }]) {
      const { status, messages } = await send(headers);
      expect([status, messages[0]?.error?.code]).toEqual([400, -32020]);
    }
  });

  it('H-16 of any size are not read', async () => {
    const client = await start();
    // Answered below the endpoint, where nothing speaks the protocol yet.
    const headers = { ...headersOf(REVISION, 'tools/list'), 'mcp-name': 'x'.repeat(100_000) };
    const { status } = await fetch(client.url, { method: 'POST', headers, body: '{}' });
    expect(status).toBe(431);
  });

  it('H-19, T-28 are not needed by requests of older revisions, and there is no endpoint of the oldest', async () => {
    const server = await serveHttp(application, { spec: 'all' });
    servers.add(server);
    const client = new HttpClient(server.address, { served: SERVED.all });
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams('2025-11-25') };
    const { headers, messages } = await client.send({ headers: json, body: initialize });
    expect(messages[0]?.result).toBeDefined();
    const session = headers['mcp-session-id'];
    const listed = await client.send({
      headers: {
        ...json,
        'mcp-protocol-version': '2025-11-25',
        ...(typeof session === 'string' && { 'mcp-session-id': session }),
      },
      body: requestOf('2025-11-25', 2, 'tools/list'),
    });
    expect(listed.messages[0]?.result).toHaveProperty('tools');
    for (const path of ['/sse', '/messages']) expect((await fetch(new URL(path, client.url))).status).toBe(404);
  });

  it('T-19, T-26 of older revisions mean nothing', async () => {
    const { status, headers } = await send({ 'last-event-id': '1', 'mcp-session-id': 'x' });
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('mcp-session-id');
  });

  it('T-03, Q-27 of a web page of elsewhere are refused with an error without an id', async () => {
    const { status, messages } = await send({ origin: 'https://evil.example' });
    expect(status).toBe(403);
    expect(messages).toEqual([{ jsonrpc: '2.0', error: { code: -32600, message: expect.any(String) } }]);
  });
});

describe('a guard', () => {
  const asked: unknown[] = [];
  const guard: HttpGuard = {
    authenticate: (request) => {
      const subject = request.header('authorization')?.replace('Bearer ', '');
      return subject === undefined
        ? { refusal: { status: 401, message: 'Who are you?' } }
        : { caller: { subject, scopes: [] } };
    },
    authorize: ({ subject }, operation) => {
      asked.push([subject, operation]);
      return operation.name === 'echo' && subject === 'bob' ? { status: 403, message: 'Not bob' } : undefined;
    },
  };
  const as = (subject: string | undefined) => (subject === undefined ? {} : { authorization: `Bearer ${subject}` });

  it('T-05, Z-01, Z-05, B-17 is asked for every request by itself, also on one connection', async () => {
    const client = await start({ guard });
    const whoami = { name: 'whoami', arguments: {} };
    const call = async (subject: string | undefined) => {
      const headers = { ...headersOf(REVISION, 'tools/call', whoami), ...as(subject) };
      return client.send({ headers, body: requestOf(REVISION, 1, 'tools/call', whoami) });
    };
    expect((await call('ann')).messages[0]?.result).toMatchObject({ content: [{ text: 'ann' }] });
    expect((await call(undefined)).status).toBe(401);
    expect((await call('bob')).messages[0]?.result).toMatchObject({ content: [{ text: 'bob' }] });
  });

  it('Z-01, Z-03 what one caller holds in his hands lets no other in', async () => {
    const client = await start({ guard, pageSize: 1 });
    const { result } = await client.request(REVISION, 'tools/list', {}, as('ann'));
    const cursor = String(result?.nextCursor);
    expect((await client.request(REVISION, 'tools/list', { cursor }, as('ann'))).result).toBeDefined();
    expect((await client.request(REVISION, 'tools/list', { cursor }, as('bob'))).error?.code).toBe(-32602);
  });

  it('H-20 is asked about what the body says, and never about a header field that says something else', async () => {
    const client = await start({ guard });
    asked.length = 0;
    const params = echo('x');
    const request = { body: requestOf(REVISION, 1, 'tools/call', params) };
    const headers = { ...headersOf(REVISION, 'tools/call', params), ...as('bob') };
    expect((await client.send({ headers: { ...headers, 'mcp-name': 'whoami' }, ...request })).status).toBe(400);
    expect(asked).toEqual([]);
    expect((await client.send({ headers, ...request })).status).toBe(403);
    expect(asked).toEqual([['bob', { method: 'tools/call', name: 'echo' }]]);
  });
});
