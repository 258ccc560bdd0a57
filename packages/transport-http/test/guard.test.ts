import type { Authentication, Caller, HttpFacts, HttpGuard, Operation, Refusal } from '@polyspec/core';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HttpEndpointOptions, mcpPlugin } from '../src/index.js';
import { call, HOSTS, type Running, USUAL } from './hosts.js';
import { StubHandler, sleep } from './stub-handler.js';

const BAD_HEADERS = { 'WWW-Authenticate': 'Key', 'x-why': 'Zürich → no\r\n' };

/** A guard with two keys: whoever has `user` may do little, whoever has `admin` everything. */
class KeyGuard implements HttpGuard {
  readonly routes = [
    {
      path: '/.well-known/keys',
      status: 200,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'max-age=60' },
      body: '{"keys":[]}',
    },
  ];

  async authenticate(request: HttpFacts): Promise<Authentication> {
    await sleep(1);
    const key = request.header('authorization');
    if (key === 'broken') throw new Error('the key service is down');
    if (key !== 'user' && key !== 'admin') {
      return {
        refusal: { status: 401, headers: { 'WWW-Authenticate': 'Key' }, body: { error: 'no_key' }, message: 'No key' },
      };
    }
    return { caller: { subject: key, scopes: [] } };
  }

  authorize(caller: Caller, operation: Operation): Refusal | undefined {
    if (caller.subject === 'admin') return undefined;
    return { status: 403, body: { error: `${operation.method}:${operation.name}` }, message: 'Not you' };
  }
}

describe.each(HOSTS)('a guard of $name', (host) => {
  let handler: StubHandler;
  let running: Running;

  beforeEach(async () => {
    handler = new StubHandler();
    running = await host.start(handler, { guard: new KeyGuard() });
  });
  afterEach(() => running.close());

  it('refuses before the body is looked at, and after origin and method (Q-07, AU-28)', async () => {
    const refused = await running.send({ headers: { 'content-type': 'text/plain' }, body: 'no JSON' });
    expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Key' }, text: '{"error":"no_key"}' });
    expect((await running.send({ method: 'PUT' })).status).toBe(405);
    expect((await running.send(call('echo', {}, { origin: 'https://evil.example' }))).status).toBe(403);
    expect(handler.last).toBeUndefined();
  });

  it('tells the spec who is asking', async () => {
    const { text } = await running.send(call('facts', { names: [] }, { authorization: 'user' }));
    expect(JSON.parse(text).result.caller).toBe('user');
  });

  it('decides per operation, when the spec asks', async () => {
    const refused = await running.send(call('authorize', {}, { authorization: 'user' }));
    expect(refused).toMatchObject({ status: 403, text: '{"error":"authorize:x"}' });
    const allowed = await running.send(call('authorize', {}, { authorization: 'admin' }));
    expect(JSON.parse(allowed.text).result).toEqual({ allowed: true });
  });

  it('looks at the body once the caller is known', async () => {
    const { status, text } = await running.send({ headers: { ...USUAL, authorization: 'user' }, body: '{' });
    expect([status, JSON.parse(text).error.code]).toEqual([400, -32700]);
  });

  it('that fails lets nobody in, and tells nothing', async () => {
    const { status, text } = await running.send(call('echo', {}, { authorization: 'broken' }));
    expect([status, JSON.parse(text).error]).toEqual([500, { code: -32603, message: 'Internal error' }]);
    expect(handler.logger.of('error')).toEqual(['The guard failed']);
  });

  it('serves its documents without a key', async () => {
    const { status, headers, text } = await running.send({ method: 'GET', path: '/.well-known/keys' });
    expect([status, text]).toEqual([200, '{"keys":[]}']);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'max-age=60' });
  });
});

describe.each(HOSTS)('a guard of $name that is not right', (host) => {
  let handler: StubHandler;
  let running: Running;

  const start = async (guard: unknown, options: HttpEndpointOptions = {}): Promise<void> => {
    handler = new StubHandler();
    running = await host.start(handler, { guard: guard as HttpGuard, ...options });
  };
  const letIn = { caller: { scopes: [] } };
  const failsWith = async (id?: number): Promise<void> => {
    const { status, headers, text } = await running.send(call('authorize'));
    expect([status, JSON.parse(text)]).toEqual([
      500,
      { jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code: -32603, message: 'Internal error' } },
    ]);
    expect(headers['www-authenticate']).toBeUndefined();
    expect(handler.logger.of('error')).toHaveLength(1);
  };
  afterEach(() => running.close());

  it.each([undefined, null, {}, { caller: undefined }, { caller: 'me' }, { refusal: true }, true, 'yes', []])(
    'lets nobody in by giving neither a caller nor a refusal: %j',
    async (given) => {
      await start({ authenticate: () => given });
      await failsWith();
      await running.close();
      await start({ authenticate: async () => given });
      await failsWith();
      expect(handler.logger.of('error')).toEqual(['The guard failed']);
      expect(handler.last).toBeUndefined();
    },
  );

  it.each([
    ['no status', { message: 'No' }],
    ['no HTTP status', { status: 0, message: 'No' }],
    ['a header field that HTTP can not carry', { status: 401, message: 'No', headers: BAD_HEADERS }],
    ['a header field of another type', { status: 401, message: 'No', headers: { 'retry-after': 5 } }],
    ['a body that JSON can not carry', { status: 401, message: 'No', body: { n: 1n } }],
  ])('that refuses with %s is answered for with 500, and costs nobody else anything', async (_what, refusal) => {
    await start({ authenticate: () => ({ refusal }) });
    await failsWith();
    await running.close();
    await start({ authenticate: async () => letIn, authorize: () => refusal });
    await failsWith(1);
    await running.close();
    await start({ authenticate: () => letIn, authorize: async () => refusal });
    await failsWith(1);
    expect((await running.send(call('echo'))).status).toBe(200);
  });

  it.each([null, false, 'no'])('allows nothing by giving %j for a refusal', async (verdict) => {
    await start({ authenticate: () => letIn, authorize: async () => verdict });
    await failsWith(1);
  });

  it('is answered for also where the log fails', async () => {
    await start({ authenticate: () => undefined });
    handler.logger.broken = true;
    await failsWith();
  });

  it('but slow has its 403 all the same (D-11)', async () => {
    const refusal = { status: 403, headers: { 'www-authenticate': 'Key' }, body: { error: 'no' }, message: 'No' };
    const authorize = async (): Promise<Refusal> => {
      await sleep(150);
      return refusal;
    };
    await start({ authenticate: () => letIn, authorize }, { sseAfterMs: 20 });
    const { status, headers, text } = await running.send(call('authorize'));
    expect([status, headers['www-authenticate'], text]).toEqual([403, 'Key', '{"error":"no"}']);
  });

  it('and slow keeps nobody from a stream once it has spoken (D-11)', async () => {
    const authorize = async (): Promise<undefined> => void (await sleep(60));
    await start({ authenticate: () => letIn, authorize }, { sseAfterMs: 20 });
    const { headers } = await running.send(call('authorizeThenWait', { ms: 100 }));
    expect(headers['content-type']).toBe('text/event-stream');
  });
});

it('a guard whose documents HTTP can not carry is refused at the start', async () => {
  const guard: HttpGuard = {
    routes: [{ path: '/.well-known/thing', status: 200, headers: BAD_HEADERS, body: '{}' }],
    authenticate: () => ({ caller: { scopes: [] } }),
  };
  for (const host of HOSTS) {
    const starting = async (): Promise<Running> => host.start(new StubHandler(), { guard });
    await expect(starting, host.name).rejects.toMatchObject({ option: 'guard' });
  }
});

describe('a guard in a Fastify of the user', () => {
  it('may stand before several endpoints', async () => {
    const app = fastify();
    const guard = new KeyGuard();
    await app.register(mcpPlugin, { handler: new StubHandler(), path: '/a', guard });
    await app.register(mcpPlugin, { handler: new StubHandler(), path: '/b', guard });
    expect((await app.inject('/.well-known/keys')).statusCode).toBe(200);
    await app.close();
  });

  it('is refused under a prefix, which would move its documents', async () => {
    const app = fastify();
    const mounting = app.register(mcpPlugin, { handler: new StubHandler(), prefix: '/api', guard: new KeyGuard() });
    await expect(async () => mounting).rejects.toThrow(/prefix/);
    await app.close();
  });

  it('without authorize allows everything to whom it knows', async () => {
    const app = fastify();
    const guard: HttpGuard = { authenticate: () => ({ caller: { subject: 'x', scopes: [] } }) };
    await app.register(mcpPlugin, { handler: new StubHandler(), guard });
    const { headers, body } = call('authorize');
    const answer = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: headers as Record<string, string>,
      payload: body as string,
    });
    expect(answer.json().result).toEqual({ allowed: true });
    await app.close();
  });
});
