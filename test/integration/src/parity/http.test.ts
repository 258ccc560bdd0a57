// Streamable HTTP: behaviours of the reference library, against a server without a listener, over every revision.
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type Application, type CallContext, type JsonObject, silentLogger } from '@polyspec/core';
import { type FetchHandler, type PreparedServer, type PrepareOptions, prepare, serve } from 'polyspec';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { REVISIONS } from '../../../schema/official-schema.js';
import { headersOf, initializeParams, requestOf } from '../wire/messages.js';
import { ask, beginSession, ENDPOINT, type Reply, send, sessionOf } from './http-handler.js';

const seen: CallContext[] = [];
const application: Application = {
  tools: () => [
    {
      name: 'work',
      description: 'Works, and says so.',
      input: { type: 'object' },
      run: async (args: JsonObject, context) => {
        seen.push(context);
        if (args.quiet !== true) context.progress(1);
        await wait(1);
        return args.fail === true ? { content: [], isError: true } : `worked ${JSON.stringify(args)}`;
      },
    },
  ],
  prompts: () => [{ name: 'p' }],
  getPrompt: () => 'x',
  resources: () => [{ uri: 'a:b', name: 'b' }],
  readResource: (_uri, _variables, context) => {
    context.progress(1);
    return 'x';
  },
};

let prepared: PreparedServer | undefined;
const start = async (options: PrepareOptions = {}): Promise<FetchHandler> => {
  prepared = await prepare('rules', application, { logger: silentLogger, ...options });
  return prepared.fetchHandler();
};
afterEach(async () => {
  seen.length = 0;
  await prepared?.close();
  prepared = undefined;
});

const typeOf = ({ headers }: Reply): string | null => headers.get('content-type');
const codeOf = ({ messages }: Reply): unknown => (messages.at(-1)?.error as JsonObject | undefined)?.code;
const token = { _meta: { progressToken: 't' } };

describe.each(REVISIONS)('under %s', (revision) => {
  it('HT-01, HT-02, HT-20 a request is one POST to one path, without any listener', async () => {
    const reply = await ask(await start(), revision, 'tools/call', { name: 'work', arguments: { quiet: true } });
    expect([reply.status, typeOf(reply)]).toEqual([200, 'application/json']);
    expect(reply.messages).toMatchObject([{ id: 1, result: { content: [{ text: 'worked {"quiet":true}' }] } }]);
  });

  it('HT-07 Accept need not be there, nor the parameters of the content type; other types are refused (Q-06)', async () => {
    const handler = await start();
    const list = async (headers: Record<string, string | undefined>): Promise<number> =>
      (await ask(handler, revision, 'tools/list', {}, { headers })).status;
    expect(await list({ accept: undefined })).toBe(200);
    expect(await list({ accept: 'application/json' })).toBe(200);
    expect(await list({ 'content-type': 'application/json; charset=utf-8' })).toBe(200);
    expect(await list({ 'content-type': 'text/plain' })).toBe(415);
    expect(await list({ accept: 'text/html' })).toBe(406);
  });

  it('HT-13, HT-27, HT-28, X-24 an origin is compared whole: local names by default, others when they are allowed', async () => {
    const handler = await start({ allowedOrigins: ['https://app.example.com'] });
    const from = async (origin: string | undefined): Promise<number> =>
      (await ask(handler, revision, 'tools/list', {}, { headers: { origin } })).status;
    for (const origin of [
      undefined,
      'http://localhost:5173',
      'https://127.0.0.1',
      'http://[::1]:80',
      'https://app.example.com',
    ])
      expect(await from(origin), origin).toBe(200);
    for (const origin of ['http://localhost.evil.example', 'https://app.example.com.evil.example', 'null'])
      expect(await from(origin), origin).toBe(403);
  });

  it('HT-29, X-23 what is no message is 400 with a JSON-RPC body without an id, responses in a batch included', async () => {
    const handler = await start();
    const bodies: readonly (readonly [string, number])[] = [
      ['not-json', -32700],
      ['"text"', -32600],
      ['[{"jsonrpc":"2.0","id":1,"result":{}}]', -32600],
      ['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', -32600],
    ];
    for (const [body, code] of bodies) {
      const reply = await send(handler, { headers: headersOf(revision, 'tools/list'), body });
      expect([reply.status, codeOf(reply)], body).toEqual([400, code]);
      expect(reply.messages[0]).not.toHaveProperty('id');
    }
  });

  it('HT-30 a notification is taken with 202 and no body', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/unheard_of' });
    const { 'mcp-method': _, ...headers } = headersOf(revision, 'tools/list');
    const handler = await start();
    const session = await sessionOf(handler, revision);
    expect(await send(handler, { headers: { ...headers, ...session }, body })).toMatchObject({ status: 202, text: '' });
  });

  it('HT-31, X-01 errors after dispatch are 200; an unknown method is 404 from 2026-07-28 on', async () => {
    const handler = await start();
    const tool = await ask(handler, revision, 'tools/call', { name: 'nope' });
    expect([tool.status, codeOf(tool)]).toEqual([200, -32602]);
    const method = await ask(handler, revision, 'nope/nope');
    expect([method.status, codeOf(method)]).toEqual([revision === '2026-07-28' ? 404 : 200, -32601]);
    const failed = await ask(handler, revision, 'tools/call', { name: 'work', arguments: { quiet: true, fail: true } });
    expect([failed.status, failed.messages[0]]).toMatchObject([200, { result: { isError: true } }]);
  });

  it('HT-37, HT-38, V3-29 no stream begins because of Accept, nor because a value looks like a token', async () => {
    const handler = await start();
    const quiet = await ask(handler, revision, 'tools/call', { name: 'work', arguments: {} });
    expect(typeOf(quiet)).toBe('application/json');
    const word = await ask(handler, revision, 'tools/call', {
      name: 'work',
      arguments: { quiet: true, text: '"progressToken":"subscriptions/listen"' },
    });
    expect(typeOf(word)).toBe('application/json');
    // A token alone promises nothing: the stream begins with the first message.
    const silent = await ask(handler, revision, 'tools/call', { name: 'work', arguments: { quiet: true }, ...token });
    expect(typeOf(silent)).toBe('application/json');
  });

  it('HT-04, HT-06, HT-39 to HT-41, HT-43, LU-07 with a token, progress comes as it happens and the result last, each an event', async () => {
    const handler = await start();
    const reply = await ask(handler, revision, 'tools/call', { name: 'work', arguments: {}, ...token });
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': expect.stringContaining('no-cache'),
      'x-accel-buffering': 'no',
    });
    expect(reply.text).toMatch(/^(?:(?:retry: \d+\n)?(?:id: \S+\n)?data: .*\n\n)+$/);
    expect(reply.messages).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 't', progress: 1 } },
      { id: 1, result: { content: [{ text: 'worked {}' }] } },
    ]);
  });

  it('HT-42, HT-44 a read may stream as a call may, and gives the same result as without', async () => {
    const handler = await start();
    const plain = await ask(handler, revision, 'resources/read', { uri: 'a:b' });
    const streamed = await ask(handler, revision, 'resources/read', { uri: 'a:b', ...token });
    expect([typeOf(plain), typeOf(streamed)]).toEqual(['application/json', 'text/event-stream']);
    expect(streamed.messages.at(-1)).toEqual(plain.messages[0]);
    for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']) {
      expect(typeOf(await ask(handler, revision, method, token)), method).toBe('application/json');
    }
  });

  it('HT-43 an error after the stream has begun is its last event', async () => {
    const handler = await start();
    const reply = await ask(handler, revision, 'tools/call', { name: 'work', arguments: { fail: true }, ...token });
    expect(reply.messages).toMatchObject([{ method: 'notifications/progress' }, { id: 1, result: { isError: true } }]);
  });

  it('HT-48, FO-24 options are checked when the server is prepared', async () => {
    await expect(prepare('rules', application, { path: 'mcp' })).rejects.toMatchObject({ option: 'path' });
    await expect(prepare('rules', { tools: () => [{ name: 'ghost' }] })).rejects.toThrow('ghost');
  });
});

describe('under 2026-07-28', () => {
  const wrong = async (headers: Record<string, string | undefined>): Promise<[number, unknown]> => {
    const reply = await ask(await start(), '2026-07-28', 'tools/call', { name: 'work', arguments: {} }, { headers });
    return [reply.status, reply.messages[0]?.error];
  };

  it.each([
    ['HT-08', 'mcp-protocol-version', '2025-11-25', 'MCP-Protocol-Version'],
    ['HT-09', 'mcp-method', 'tools/list', 'Mcp-Method'],
    ['HT-10', 'mcp-name', 'play', 'Mcp-Name'],
  ])(
    '%s, HT-12, HT-32, HT-33, V3-07, X-02 %s has to be there and to say what the body says',
    async (_row, field, other, name) => {
      const [status, mismatch] = await wrong({ [field]: other });
      expect([status, mismatch]).toEqual([
        400,
        {
          code: -32020,
          message: expect.stringContaining(`HeaderMismatch: ${name}`),
          data: { header: name, expected: expect.any(String), actual: other },
        },
      ]);
      expect(await wrong({ [field]: undefined })).toEqual([
        400,
        { code: -32020, message: `Missing required ${name} header`, data: expect.objectContaining({ header: name }) },
      ]);
    },
  );

  it('HT-35 names of header fields compare without case, and an underscore is no hyphen', async () => {
    const [status] = await wrong({ 'mcp-method': undefined, 'MCP-METHOD': 'tools/call' });
    expect(status).toBe(200);
    expect((await wrong({ 'mcp-method': undefined, mcp_method: 'tools/call' }))[0]).toBe(400);
  });

  it('HT-23, V3-15, X-02 one fault beats another in this order', async () => {
    const handler = await start({ path: '/mcp' });
    const { 'mcp-name': _, ...headers } = headersOf('2026-07-28', 'tools/call', { name: 'work' });
    const body = requestOf('2026-07-28', 1, 'tools/call', { name: 'work', arguments: {} });
    const parts = {
      url: 'http://localhost/elsewhere',
      method: 'PUT',
      headers: {
        ...headers,
        origin: 'http://evil.example',
        'content-type': 'text/plain',
        'mcp-protocol-version': '',
        'mcp-method': 'nope',
        'mcp-name': 'play',
      } as Record<string, string>,
      body: 'not-json' as string | object,
    };
    const steps: readonly (readonly [number, unknown, () => void])[] = [
      [404, undefined, () => Object.assign(parts, { url: ENDPOINT })],
      [403, -32600, () => Object.assign(parts.headers, { origin: 'http://localhost' })],
      [405, -32600, () => Object.assign(parts, { method: 'POST' })],
      [415, -32600, () => Object.assign(parts.headers, { 'content-type': 'application/json' })],
      [400, -32700, () => Object.assign(parts, { body: {} })],
      [
        400,
        -32600,
        () =>
          Object.assign(parts, {
            body: {
              jsonrpc: '2.0',
              id: 1,
              method: 'tools/call',
              params: { _meta: { 'io.modelcontextprotocol/protocolVersion': 'v9' } },
            },
          }),
      ],
      [400, -32020, () => Object.assign(parts.headers, { 'mcp-protocol-version': '2026-07-28' })],
      [400, -32020, () => Object.assign(parts.headers, { 'mcp-protocol-version': 'v9' })],
      [400, -32022, () => Object.assign(parts, { body })],
      [400, -32020, () => Object.assign(parts.headers, { 'mcp-protocol-version': '2026-07-28' })],
      [400, -32020, () => Object.assign(parts.headers, { 'mcp-method': 'tools/call' })],
      [400, -32020, () => Object.assign(parts.headers, { 'mcp-name': 'work' })],
    ];
    for (const [status, code, fix] of steps) {
      const text = typeof parts.body === 'string' ? parts.body : JSON.stringify(parts.body);
      const reply = await send(handler, { ...parts, body: text });
      expect([reply.status, codeOf(reply)]).toEqual([status, code]);
      fix();
    }
    const reply = await send(handler, { ...parts, body: JSON.stringify(parts.body) });
    expect([reply.status, codeOf(reply)]).toEqual([200, undefined]);
  });

  it('HT-34 a body without the name is told so, whatever the header', async () => {
    const reply = await ask(
      await start(),
      '2026-07-28',
      'tools/call',
      { arguments: {} },
      { headers: { 'mcp-name': 'x' } },
    );
    expect([reply.status, reply.messages[0]?.error]).toEqual([200, { code: -32602, message: 'Missing tool name' }]);
  });
});

describe.each(['2025-11-25', '2025-06-18'] as const)('under %s', (revision) => {
  const work = (handler: FetchHandler, headers: Record<string, string | undefined> = {}): Promise<Reply> =>
    ask(handler, revision, 'tools/call', { name: 'work', arguments: { quiet: true } }, { headers });

  it('HT-45, LU-06 what a client can do counts in its own session', async () => {
    const handler = await start();
    for (const capabilities of [{ elicitation: {} }, { roots: {} }]) {
      await work(handler, { 'mcp-session-id': await beginSession(handler, revision, capabilities) });
      expect(seen.at(-1)?.client.capabilities).toEqual(capabilities);
    }
  });

  it('LU-06 a session ends when the client says so, and what is outside of any is refused', async () => {
    const handler = await start();
    const headers = { ...headersOf(revision, ''), ...(await sessionOf(handler, revision)) };
    expect((await send(handler, { method: 'DELETE', headers })).status).toBe(200);
    expect((await work(handler)).status).toBe(404);
    expect((await work(handler, { 'mcp-session-id': undefined })).status).toBe(400);
    expect(seen).toEqual([]);
  });

  it('HT-45 without sessions nothing of one request is known to the next', async () => {
    const handler = await start({ sessions: false });
    const params = { ...initializeParams(revision), capabilities: { elicitation: {} } };
    const opening = await ask(handler, revision, 'initialize', params);
    expect(opening.headers.get('mcp-session-id')).toBeNull();
    await send(handler, {
      headers: headersOf(revision, 'tools/call'),
      body: JSON.stringify(requestOf(revision, 1, 'tools/call', { name: 'work', arguments: {} })),
    });
    expect(seen[0]?.client).toEqual({ capabilities: {} });
  });
});

it('a request that says of itself neither a session nor a revision is told of both ways in', async () => {
  const without = await send(await start(), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requestOf('2025-11-25', 1, 'tools/list')),
  });
  expect([without.status, codeOf(without)]).toEqual([400, -32602]);
});

it('HT-22, FO-30, LU-09 clients that come at once get their own answers, and servers of one process know nothing of each other', async () => {
  const one = await start();
  const other = await prepare('other', { tools: () => [] }, { logger: silentLogger });
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const revision = REVISIONS[index % REVISIONS.length] ?? '2026-07-28';
      const session = revision === '2026-07-28' ? {} : { 'mcp-session-id': await beginSession(one, revision) };
      const params = { name: 'work', arguments: { quiet: true, index } };
      return (await ask(one, revision, 'tools/call', params, { headers: session })).messages[0];
    }),
  );
  for (const [index, answer] of answers.entries()) {
    expect(answer).toMatchObject({ id: 1, result: { content: [{ text: `worked {"quiet":true,"index":${index}}` }] } });
  }
  const list = await ask(other.fetchHandler(), '2026-07-28', 'tools/list');
  expect(list.messages[0]).toHaveProperty('result.tools', []);
  await other.close();
});

describe('a listener', () => {
  it('HT-03, ST-12 takes nothing from streams that are meant for stdio', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const server = await serve('rules', application, {
      transport: 'http',
      port: 0,
      input,
      output,
      logger: silentLogger,
    });
    input.write(`${JSON.stringify(requestOf('2026-07-28', 1, 'server/discover'))}\n`);
    await wait(30);
    expect(input.readableLength).toBeGreaterThan(0);
    expect(output.readableLength).toBe(0);
    await server.close();
  });

  it('HT-15, HT-50, FO-17 hands its server options to Fastify', async () => {
    const server = await serve('rules', application, {
      transport: 'http',
      port: 0,
      logger: silentLogger,
      serverOptions: { rewriteUrl: () => '/mcp' },
    });
    const { status } = await send(fetch, {
      url: new URL('/from/a/proxy', server.address).href,
      headers: headersOf('2026-07-28', 'tools/list'),
      body: JSON.stringify(requestOf('2026-07-28', 1, 'tools/list')),
    });
    expect(status).toBe(200);
    await server.close();
  });

  it('HT-19 does not start where these contradict each other', async () => {
    const serverOptions = { https: { key: 'no key', cert: 'no certificate' } };
    await expect(serve('rules', application, { transport: 'http', port: 0, serverOptions })).rejects.toThrow();
  });

  it('HT-47 says on stderr where it is', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const server = await serve('rules', application, { transport: 'http', port: 0, logger: silentLogger });
    expect(write).toHaveBeenCalledExactlyOnceWith(
      `rules: ${server.address} (MCP 2026-07-28, 2025-11-25, 2025-06-18)\n`,
    );
    write.mockRestore();
    await server.close();
  });
});
