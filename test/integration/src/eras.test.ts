// Which era a message belongs to, on servers that speak both and on servers that speak one (ambiguities ).
import type { JsonObject, Server } from '@polyspec/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCases } from './fixtures/cases.js';
import { serveHttp } from './http-server.js';
import { fixture } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { HttpClient, type Sent } from './wire/http-client.js';
import { headersOf, initializeParams, MODERN_META, requestOf } from './wire/messages.js';
import { SERVED } from './wire/revisions.js';
import { StdioClient } from './wire/stdio-client.js';

checkEveryMessage();

const ALL = ['2026-07-28', '2025-11-25', '2025-06-18'];
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const bare = (params: JsonObject = {}) => ({ jsonrpc: '2.0', id: 1, method: 'tools/list', params });
const modern = (version: string | undefined, method = 'tools/list') => {
  const { [VERSION]: _, ...rest } = MODERN_META;
  const _meta = version === undefined ? rest : { ...rest, [VERSION]: version };
  return { jsonrpc: '2.0', id: 1, method, params: { _meta } };
};
const initialize = (version: string, _meta?: JsonObject) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { ...initializeParams(version), ...(_meta && { _meta }) },
});

/** What comes of a request: the era that serves it, or an error. */
const servedAsModern = { result: { resultType: 'complete', tools: expect.anything() } };
const servedAsLegacy = { result: { tools: expect.anything() } };
const fails = (code: number, message: RegExp, data: object = {}) => ({
  error: { code, message: expect.stringMatching(message), data },
});

interface Row {
  readonly what: string;
  readonly headers: Record<string, string>;
  /** The revision of which the client has a session. */
  readonly session?: '2025-06-18' | '2025-11-25';
  readonly body: { readonly id: number };
  readonly status: number;
  readonly answer: object;
}

const AT_ONE_ENDPOINT: readonly Row[] = [
  {
    what: 'Q-08 a modern version header without _meta',
    headers: { 'mcp-protocol-version': '2026-07-28' },
    body: bare(),
    status: 400,
    answer: fails(-32602, /^Missing required params\._meta/, { supported: ALL }),
  },
  {
    what: 'Q-08 a modern version header with a _meta that names no version',
    headers: { 'mcp-protocol-version': '2026-07-28' },
    body: modern(undefined),
    status: 400,
    answer: fails(-32602, /^Missing required io\.modelcontextprotocol\/protocolVersion in params\._meta/, {
      supported: ALL,
    }),
  },
  {
    what: 'Q-08 a modern _meta without the header',
    headers: {},
    body: modern('2026-07-28'),
    status: 400,
    answer: fails(-32020, /^Missing required MCP-Protocol-Version header$/),
  },
  {
    what: 'Q-08, Q-11 neither header nor _meta',
    headers: {},
    body: bare(),
    status: 400,
    answer: fails(
      -32602,
      /: name 2026-07-28 in params\._meta, or start with initialize \(2025-11-25, 2025-06-18\); after that, each has mcp-protocol-version, which is missing here$/,
      {
        supported: ALL,
      },
    ),
  },
  {
    what: 'Q-09 a version that is not served',
    headers: { 'mcp-protocol-version': '2031-01-01' },
    body: modern('2031-01-01'),
    status: 400,
    answer: fails(-32022, /^Unsupported protocol version$/, { supported: ALL, requested: '2031-01-01' }),
  },
  {
    what: 'Q-09 a modern _meta that names a revision with a handshake',
    headers: { 'mcp-protocol-version': '2025-11-25' },
    body: modern('2025-11-25'),
    status: 400,
    answer: fails(-32022, /2025-11-25 is served after initialize/, {
      supported: ['2026-07-28'],
      requested: '2025-11-25',
    }),
  },
  {
    what: 'Q-10 initialize with a modern _meta',
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'initialize' },
    body: initialize('2025-11-25', MODERN_META),
    status: 404,
    answer: fails(
      -32601,
      /initialize; 2025-11-25, 2025-06-18 begin with it, without .*protocolVersion in params\._meta$/,
      {
        supported: ALL,
      },
    ),
  },
  {
    what: 'Q-11 a modern ping',
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'ping' },
    body: modern('2026-07-28', 'ping'),
    status: 404,
    answer: {
      error: {
        code: -32601,
        message: 'Method not found: ping; the answer to any request shows that the server is there',
      },
    },
  },
  ...['server/discover', 'subscriptions/listen'].map((method) => ({
    what: `Q-11 ${method} without a modern _meta in a session`,
    headers: { 'mcp-protocol-version': '2025-11-25' },
    session: '2025-11-25' as const,
    body: { ...bare(), method },
    status: 200,
    answer: {
      error: {
        code: -32601,
        message: `Method not found: ${method}; it is of 2026-07-28, which a request names in params._meta (${VERSION})`,
      },
    },
  })),
  {
    what: 'Q-11 a modern _meta beside a legacy version header',
    headers: { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'tools/list' },
    body: modern('2026-07-28'),
    status: 400,
    answer: fails(-32020, /^HeaderMismatch: MCP-Protocol-Version/),
  },
  {
    what: 'Q-11 a modern _meta beside a session id',
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list', 'mcp-session-id': 'whatever' },
    body: modern('2026-07-28'),
    status: 200,
    answer: servedAsModern,
  },
  {
    what: 'Q-11 a legacy version header in a session',
    headers: { 'mcp-protocol-version': '2025-06-18' },
    session: '2025-06-18',
    body: bare(),
    status: 200,
    answer: servedAsLegacy,
  },
  {
    what: 'Q-11, Q-46 a session and nothing else',
    headers: {},
    session: '2025-11-25',
    body: bare(),
    status: 200,
    answer: servedAsLegacy,
  },
  {
    what: 'Q-11 a legacy version header in a session beside a _meta with a progress token only',
    headers: { 'mcp-protocol-version': '2025-11-25' },
    session: '2025-11-25',
    body: bare({ _meta: { progressToken: 1 } }),
    status: 200,
    answer: servedAsLegacy,
  },
  {
    what: 'Q-46 a modern version header without a modern _meta in a session',
    headers: { 'mcp-protocol-version': '2026-07-28' },
    session: '2025-11-25',
    body: bare(),
    status: 400,
    answer: fails(-32600, /this session speaks 2025-11-25/, { supported: ['2025-11-25'] }),
  },
  {
    what: 'Q-11, Q-47 a legacy version header without a session',
    headers: { 'mcp-protocol-version': '2025-06-18' },
    body: bare(),
    status: 400,
    answer: { error: { code: -32600, message: expect.stringMatching(/^Missing Mcp-Session-Id/) } },
  },
  {
    what: 'Q-11, Q-47 a session that nobody began',
    headers: { 'mcp-protocol-version': '2025-06-18', 'mcp-session-id': 'whatever' },
    body: bare(),
    status: 404,
    answer: { error: { code: -32600 } },
  },
  {
    what: 'Q-11 an unknown version header without _meta',
    headers: { 'mcp-protocol-version': '2031-01-01' },
    body: bare(),
    status: 400,
    answer: fails(-32602, /^Missing required params\._meta/, { supported: ALL }),
  },
];

describe('an HTTP endpoint of both eras', () => {
  let server: Server;
  let client: HttpClient;
  beforeAll(async () => {
    server = await serveHttp(createCases().application);
    client = new HttpClient(server.address, { served: SERVED.all });
  });
  afterAll(() => server.close());

  const send = ({ headers = {}, ...sent }: Sent) => client.send({ headers: { ...JSON_HEADERS, ...headers }, ...sent });

  for (const { what, headers, session, body, status, answer } of AT_ONE_ENDPOINT) {
    it(what, async () => {
      const got = await send({ headers: { ...headers, ...(session && (await client.session(session))) }, body });
      expect(got.status).toBe(status);
      expect(got.messages).toEqual([expect.objectContaining({ id: 1 })]);
      expect(got.messages[0]).toMatchObject(answer);
      if (answer === servedAsLegacy) expect(got.messages[0]?.result).not.toHaveProperty('resultType');
      expect(got.headers).not.toHaveProperty('mcp-session-id');
    });
  }

  it('Q-09 lists all revisions in server/discover, newest first', async () => {
    const { result } = await client.request('2026-07-28', 'server/discover');
    expect(result).toMatchObject({ supportedVersions: ALL });
  });

  it.each([
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2025-03-26', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('Q-10 answers initialize for %s with %s', async (asked, agreed) => {
    const got = await send({ body: initialize(asked) });
    expect(got).toMatchObject({ status: 200, messages: [{ result: { protocolVersion: agreed } }] });
    expect(got.headers['mcp-session-id']).toMatch(/^[\x21-\x7e]+$/);
  });

  it.each([
    {
      what: 'notifications/initialized',
      session: '2025-11-25',
      headers: { 'mcp-protocol-version': '2025-11-25' },
      message: { method: 'notifications/initialized' },
    },
    {
      what: 'notifications/cancelled of nothing',
      session: '2025-11-25',
      headers: { 'mcp-protocol-version': '2025-11-25' },
      message: { method: 'notifications/cancelled', params: { requestId: 99 } },
    },
    {
      what: 'a modern notifications/cancelled',
      headers: { 'mcp-protocol-version': '2026-07-28' },
      message: { method: 'notifications/cancelled', params: { requestId: 99, _meta: MODERN_META } },
    },
    {
      what: 'an unknown notification',
      session: '2025-06-18',
      headers: { 'mcp-protocol-version': '2025-06-18' },
      message: { method: 'notifications/other' },
    },
    {
      what: 'a response',
      session: '2025-11-25',
      headers: { 'mcp-protocol-version': '2025-11-25' },
      message: { id: 7, result: {} },
    },
  ] as const)('Q-11, Q-15 takes $what and says nothing', async ({ headers, message, ...row }) => {
    const session = 'session' in row ? await client.session(row.session) : {};
    const got = await send({ headers: { ...headers, ...session }, body: { jsonrpc: '2.0', ...message } });
    expect(got).toMatchObject({ status: 202, text: '' });
  });

  const bodiless = (method: string, version: string | undefined) =>
    client.send({ method, headers: { accept: 'text/event-stream', 'mcp-protocol-version': version } });

  it.each(['PUT', 'PATCH', 'HEAD'])('Q-30 answers %s with 405 and what it serves instead', async (method) => {
    for (const version of [undefined, '2025-11-25']) {
      expect(await bodiless(method, version)).toMatchObject({ status: 405, headers: { allow: 'GET, POST, DELETE' } });
    }
    expect(await bodiless(method, '2026-07-28')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });

  it.each(['GET', 'DELETE'])(
    'Q-30, Q-47 answers %s by the rules of 2025, and with 405 to a modern client',
    async (method) => {
      for (const version of [undefined, '2025-11-25']) {
        expect(await bodiless(method, version)).toMatchObject({ status: 400, messages: [{ error: { code: -32600 } }] });
      }
      expect(await bodiless(method, '2026-07-28')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    },
  );

  it.each(['GET', 'DELETE'])(
    'Q-11, Q-46, YH-38 answers %s in a session with 400 where it names a revision that is not served',
    async (method) => {
      const session = await client.session('2025-11-25');
      for (const version of ['xx', '2025-03-26']) {
        const headers = { accept: 'text/event-stream', ...session, 'mcp-protocol-version': version };
        const got = await client.send({ method, headers });
        expect(got).toMatchObject({ status: 400, messages: [{ error: { code: -32600 } }] });
      }
      const headers = { ...JSON_HEADERS, ...session };
      expect(await client.send({ headers, body: bare() })).toMatchObject({ status: 200, messages: [servedAsLegacy] });
    },
  );
});

describe('an HTTP endpoint of both eras without sessions', () => {
  let server: Server;
  let client: HttpClient;
  beforeAll(async () => {
    server = await serveHttp(createCases().application, { sessions: false });
    client = new HttpClient(server.address, { served: SERVED.all });
  });
  afterAll(() => server.close());

  it('Q-11, Q-61 goes by the version header alone', async () => {
    for (const version of ['2025-06-18', '2025-11-25']) {
      const got = await client.send({ headers: { ...JSON_HEADERS, 'mcp-protocol-version': version }, body: bare() });
      expect(got).toMatchObject({ status: 200, messages: [servedAsLegacy] });
      expect(got.headers).not.toHaveProperty('mcp-session-id');
    }
    const opened = await client.send({ headers: JSON_HEADERS, body: initialize('2025-11-25') });
    expect(opened.status).toBe(200);
    expect(opened.headers).not.toHaveProperty('mcp-session-id');
  });

  it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'])('Q-30, Q-47 answers %s with 405', async (method) => {
    for (const version of [undefined, '2025-11-25', '2026-07-28']) {
      const got = await client.send({ method, headers: { accept: '*/*', 'mcp-protocol-version': version } });
      expect(got).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    }
  });
});

describe('an HTTP endpoint of 2026-07-28 only', () => {
  let server: Server;
  beforeAll(async () => {
    server = await serveHttp(createCases().application, { spec: '2026-07-28' });
  });
  afterAll(() => server.close());

  it('Q-10 refuses initialize with 400, and names what it speaks', async () => {
    const client = new HttpClient(server.address, { served: SERVED['2026-07-28'] });
    const got = await client.send({ headers: JSON_HEADERS, body: initialize('2025-11-25') });
    expect(got).toMatchObject({
      status: 400,
      messages: [fails(-32020, /2026-07-28/, { supported: ['2026-07-28'] })],
    });
  });

  it('Q-09 lists only what it serves', async () => {
    const client = new HttpClient(server.address, { served: SERVED['2026-07-28'] });
    expect((await client.request('2026-07-28', 'server/discover')).result).toMatchObject({
      supportedVersions: ['2026-07-28'],
    });
    const got = await client.send({
      headers: { ...headersOf('2026-07-28', 'tools/list'), 'mcp-protocol-version': '2025-11-25' },
      body: modern('2025-11-25'),
    });
    expect(got).toMatchObject({ status: 400, messages: [fails(-32022, /Unsupported/, { supported: ['2026-07-28'] })] });
  });
});

describe('a stdio process of both eras', () => {
  it('Q-11, Q-49 serves a bare request only after initialize, and a modern one at any time', async () => {
    const client = new StdioClient(fixture('cases'), { served: SERVED.all });
    const send = async (message: { readonly id: number }) => {
      client.send(message);
      return await client.answerTo(message.id);
    };
    expect(await send(bare())).toMatchObject(
      fails(-32602, /name 2026-07-28 in params\._meta, or start with initialize \(/, { supported: ALL }),
    );
    expect(await send({ ...bare(), method: 'ping' } as { id: number })).toMatchObject({ result: {} });
    expect(await send(modern('2026-07-28'))).toMatchObject(servedAsModern);
    expect(await send(modern('2031-01-01'))).toMatchObject(fails(-32022, /Unsupported/, { supported: ALL }));
    expect(await send(modern('2025-11-25'))).toMatchObject(
      fails(-32022, /served after initialize/, { supported: ['2026-07-28'] }),
    );
    expect(await send(initialize('2025-11-25', MODERN_META))).toMatchObject(
      fails(-32601, /initialize/, { supported: ALL }),
    );

    expect(await send(initialize('2026-07-28'))).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    const listed = await send(bare());
    expect(listed).toMatchObject(servedAsLegacy);
    expect(listed.result).not.toHaveProperty('resultType');
    for (const method of ['server/discover', 'subscriptions/listen']) {
      expect(await send({ ...bare(), method } as { id: number })).toMatchObject({
        error: { code: -32601, message: expect.stringMatching(/; it is of 2026-07-28, .* names in params\._meta/) },
      });
    }
    expect(await send(modern('2026-07-28'))).toMatchObject(servedAsModern);
    expect(await send(initialize('2025-11-25'))).toMatchObject({ error: { code: -32600 } });
    expect(await send(bare())).toMatchObject(servedAsLegacy);
    expect((await client.end()).code).toBe(0);
  });

  it('Q-11 gives a bare notifications/cancelled to whichever era holds the request', async () => {
    const client = new StdioClient(fixture('cases'), { served: SERVED.all });
    await client.initialize('2025-11-25');
    const sleep = { name: 'sleep', arguments: { ms: 150 } };
    const cancel = (requestId: string) => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId },
    });
    client.send(
      requestOf('2026-07-28', 'new', 'tools/call', sleep),
      requestOf('2025-11-25', 'old', 'tools/call', sleep),
      requestOf('2025-11-25', 'kept', 'tools/call', sleep),
      cancel('new'),
      cancel('old'),
    );
    expect(await client.answerTo('kept')).toMatchObject({ result: { content: [{ text: 'slept' }] } });
    await client.end();
    const ids = client.lines.map((line) => (JSON.parse(line) as { readonly id?: unknown }).id);
    expect(ids).toContain('kept');
    expect(ids).not.toContain('new');
    expect(ids).not.toContain('old');
  });

  it.each(['2026-07-28', '2025-11-25'] as const)(
    'Q-56 refuses an id that is in flight, and finishes the first (%s)',
    async (revision) => {
      const client = new StdioClient(fixture('cases'), { served: SERVED.all });
      if (revision === '2025-11-25') await client.initialize(revision);
      const call = requestOf(revision, 'same', 'tools/call', { name: 'sleep', arguments: { ms: 100 } });
      client.send(call, call);
      expect(await client.answerTo('same')).toMatchObject({ error: { code: -32600 } });
      expect(await client.answerTo('same')).toMatchObject({ result: { content: [{ text: 'slept' }] } });
      expect((await client.end()).code).toBe(0);
    },
  );
});

describe('a stdio process of 2026-07-28 only', () => {
  it('Q-10 refuses initialize with -32602, and names what it speaks', async () => {
    const client = new StdioClient(fixture('cases', { spec: '2026-07-28' }), { served: SERVED['2026-07-28'] });
    client.send(initialize('2025-11-25'));
    expect(await client.answerTo(1)).toMatchObject(fails(-32602, /2026-07-28/, { supported: ['2026-07-28'] }));
    expect((await client.end()).code).toBe(0);
  });
});
