import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, HOSTS, type Running, USUAL } from './hosts.js';
import { StubHandler } from './stub-handler.js';

const ORIGIN = 'https://app.example.com';
const WANTED =
  'authorization,content-type,mcp-protocol-version,mcp-session-id,mcp-method,mcp-name,mcp-param-region,last-event-id';

describe.each(HOSTS)('a browser and $name (A8, Q-29)', (host) => {
  let handler: StubHandler;
  let running: Running;
  const guarded: string[] = [];
  const guard = {
    routes: [{ path: '/.well-known/thing', status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }],
    authenticate: () => {
      guarded.push('asked');
      return { refusal: { status: 401, headers: { 'www-authenticate': 'Bearer' }, message: 'Who?' } };
    },
  };

  beforeEach(() => {
    handler = new StubHandler();
    handler.served = ['POST', 'GET', 'DELETE'];
    guarded.length = 0;
  });
  afterEach(() => running.close());

  const preflight = (headers: Record<string, string> = {}, path = '/mcp') =>
    running.send({
      method: 'OPTIONS',
      path,
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': WANTED,
        ...headers,
      },
    });

  it('is answered a preflight before authentication, with everything it asks for', async () => {
    running = await host.start(handler, { allowedOrigins: [ORIGIN], guard });
    for (const path of ['/mcp', '/mcp/', '/.well-known/thing']) {
      const { status, headers, text } = await preflight({}, path);
      expect([status, text]).toEqual([204, '']);
      expect(headers['access-control-allow-origin']).toBe(ORIGIN);
      expect(headers['access-control-allow-headers']).toBe(WANTED);
      expect(headers['access-control-allow-methods']).toBe('GET, POST, DELETE');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers.vary).toBe('Origin, Access-Control-Request-Headers');
    }
    expect(guarded).toEqual([]);
  });

  const exposes = (headers: Readonly<Record<string, string>>): void => {
    expect(headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(headers['access-control-expose-headers']).toBe(
      'Mcp-Session-Id, WWW-Authenticate, MCP-Protocol-Version, DPoP-Nonce',
    );
    expect(headers.vary).toBe('Origin');
  };

  it('sees the exposed header fields on answers, streams and errors', async () => {
    running = await host.start(handler, { allowedOrigins: [ORIGIN] });
    const origin = { origin: ORIGIN };
    exposes((await running.send(call('echo', {}, origin))).headers);
    exposes((await running.send(call('progress', { count: 1 }, origin))).headers);
    exposes((await running.send(call('unknown', {}, origin))).headers);
    exposes((await running.send({ headers: { ...USUAL, ...origin }, body: '{' })).headers);
    exposes(
      (await running.send({ headers: { accept: USUAL.accept, ...origin, 'content-type': 'text/plain' }, body: 'x' }))
        .headers,
    );
    exposes((await running.send({ method: 'PUT', headers: origin })).headers);
    const standing = running.send({ method: 'GET', headers: { accept: 'text/event-stream', ...origin } });
    await expect.poll(() => handler.events).toEqual(['standing']);
    await handler.close();
    exposes((await standing).headers);
  });

  it('sees them on a 401 and on the document of a guard', async () => {
    running = await host.start(handler, { allowedOrigins: [ORIGIN], guard });
    const refused = await running.send(call('echo', {}, { origin: ORIGIN }));
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    exposes(refused.headers);
    const document = await running.send({ method: 'GET', path: '/.well-known/thing', headers: { origin: ORIGIN } });
    expect([document.status, document.headers['content-type'], document.text]).toEqual([200, 'application/json', '{}']);
    exposes(document.headers);
  });

  it('of another origin is refused, preflight and all, without a CORS header', async () => {
    running = await host.start(handler, { allowedOrigins: [ORIGIN] });
    for (const answer of [
      await preflight({ origin: 'https://evil.example' }),
      await running.send(call('echo', {}, { origin: 'https://evil.example' })),
    ]) {
      expect([answer.status, answer.headers.vary]).toEqual([403, 'Origin']);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('sees that there is nothing at another path, unless its origin is refused', async () => {
    running = await host.start(handler, { allowedOrigins: [ORIGIN] });
    // In a Fastify of the user other paths are for the user.
    if (host.name.startsWith('plugin')) return;
    expect((await preflight({}, '/other')).status).toBe(204);
    const lost = await running.send({ ...call('echo', {}, { origin: ORIGIN }), path: '/other' });
    expect([lost.status, lost.text, lost.headers['content-type']]).toEqual([404, 'Not Found', 'text/plain']);
    exposes(lost.headers);
    for (const refused of [
      await preflight({ origin: 'https://evil.example' }, '/other'),
      await running.send({ ...call('echo', {}, { origin: 'https://evil.example' }), path: '/other' }),
    ]) {
      expect([refused.status, refused.headers.vary]).toEqual([404, 'Origin']);
      expect(refused.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('may come from anywhere where any origin is allowed, and is then named rather than starred', async () => {
    running = await host.start(handler, { allowedOrigins: ['*'] });
    expect((await preflight({ origin: 'https://any.example' })).headers['access-control-allow-origin']).toBe(
      'https://any.example',
    );
  });

  it('gets nothing of it unless origins are allowed', async () => {
    running = await host.start(handler);
    const { status, headers } = await preflight({ origin: 'http://localhost:3000' });
    expect([status, headers.allow]).toEqual([405, 'POST, GET, DELETE']);
    const answer = await running.send(call('echo', {}, { origin: 'http://localhost:3000' }));
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const lost = await running.send({ ...call('echo', {}, { origin: 'http://localhost:3000' }), path: '/other' });
    expect([lost.status, lost.headers.vary, lost.headers['access-control-allow-origin']]).toEqual([
      404,
      undefined,
      undefined,
    ]);
  });

  it('that sends no preflight but OPTIONS is refused the method', async () => {
    running = await host.start(handler, { allowedOrigins: [ORIGIN] });
    expect((await running.send({ method: 'OPTIONS', headers: { origin: ORIGIN } })).status).toBe(405);
    expect((await running.send({ method: 'OPTIONS' })).status).toBe(405);
  });

  it('tells caches apart even for callers that are no browsers', async () => {
    running = await host.start(handler, { allowedOrigins: [ORIGIN] });
    const { headers } = await running.send(call('echo'));
    expect([headers.vary, headers['access-control-expose-headers']]).toEqual(['Origin', undefined]);
  });
});
