import { createGunzip, gzipSync } from 'node:zlib';
import cors from '@fastify/cors';
import { OptionError } from '@polyspec/core';
import fastify, { type FastifyInstance, type RequestPayload } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mcpPlugin } from '../src/index.js';
import { RawClient } from './client.js';
import { call, messagesOf, over, USUAL } from './hosts.js';
import { StubHandler, sleep } from './stub-handler.js';

describe("a Fastify of the user's (A15, D-10)", () => {
  let app: FastifyInstance;
  let handler: StubHandler;
  const hooks: string[] = [];

  beforeEach(() => {
    hooks.length = 0;
    handler = new StubHandler();
    app = fastify();
  });
  afterEach(() => app.close());

  const inject = (url: string, message: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, headers: { ...USUAL, ...headers }, payload: JSON.stringify(message) });
  const echo = { jsonrpc: '2.0', id: 1, method: 'echo', params: { from: 'mcp' } };

  it('keeps its routes, hooks, parsers and error handler, and its hooks run for the endpoint too', async () => {
    app.addHook('preHandler', async (request) => {
      hooks.push(`${request.method} ${request.url} ${JSON.stringify(request.body)}`);
    });
    app.addHook('onSend', async (_request, reply, payload) => {
      reply.header('x-host', 'yes');
      return payload;
    });
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, { mine: body }),
    );
    app.setErrorHandler((error: Error, _request, reply) => reply.code(418).send({ host: error.message }));
    app.post('/own', (request) => request.body);
    app.post('/broken', () => {
      throw new Error('as before');
    });
    await app.register(mcpPlugin, { handler });
    app.get('/later', () => 'fine');

    const mcp = await inject('/mcp', echo);
    expect(mcp.json()).toEqual({ jsonrpc: '2.0', id: 1, result: { from: 'mcp' } });
    expect(mcp.headers['x-host']).toBe('yes');
    expect(mcp.headers['content-length']).toBe(String(mcp.body.length));
    expect((await inject('/own', { a: 1 })).json()).toEqual({ mine: '{"a":1}' });
    expect(await inject('/broken', {})).toMatchObject({ statusCode: 418, body: '{"host":"as before"}' });
    expect((await app.inject('/later')).body).toBe('fine');
    expect((await app.inject('/nowhere')).json()).toMatchObject({ statusCode: 404, error: 'Not Found' });
    expect(hooks.slice(0, 2)).toEqual([`POST /mcp ${JSON.stringify(echo)}`, 'POST /own {"mine":"{\\"a\\":1}"}']);
  });

  it('lets its hooks refuse, by an answer or by an error that its own handler sees', async () => {
    app.addHook('onRequest', async (request, reply) => {
      if (request.headers['x-key'] === undefined) return reply.code(401).send({ who: '?' });
    });
    app.addHook('preHandler', async (request) => {
      if (request.headers['x-key'] === 'bad') throw new Error('bad key');
    });
    app.setErrorHandler((error: Error, _request, reply) => reply.code(418).send({ host: error.message }));
    await app.register(mcpPlugin, { handler });
    expect(await inject('/mcp', echo)).toMatchObject({ statusCode: 401, body: '{"who":"?"}' });
    expect(await inject('/mcp', echo, { 'x-key': 'bad' })).toMatchObject({
      statusCode: 418,
      body: '{"host":"bad key"}',
    });
    expect(handler.last).toBeUndefined();
    expect((await inject('/mcp', echo, { 'x-key': 'good' })).statusCode).toBe(200);
  });

  it('has its hooks run before a bad body is answered, in the form of the endpoint', async () => {
    app.addHook('preHandler', async (request) => {
      hooks.push(String(request.body));
    });
    app.setErrorHandler((_error, _request, reply) => reply.code(418).send('host'));
    await app.register(mcpPlugin, { handler, bodyLimit: 100 });
    const bad = await app.inject({ method: 'POST', url: '/mcp', headers: USUAL, payload: '{' });
    expect([bad.statusCode, bad.json().error.code]).toEqual([400, -32700]);
    expect(hooks).toEqual(['undefined']);
    const long = await app.inject({ method: 'POST', url: '/mcp', headers: USUAL, payload: `"${'x'.repeat(200)}"` });
    expect([long.statusCode, long.json().error.code]).toEqual([413, -32600]);
  });

  it('gives the header fields that it has set to a stream as well', async () => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('x-host', 'yes');
    });
    await app.register(mcpPlugin, { handler });
    const { headers, body } = await inject('/mcp', { ...echo, method: 'progress', params: { count: 1 } });
    expect(headers).toMatchObject({ 'x-host': 'yes', 'content-type': 'text/event-stream' });
    expect(messagesOf(body)).toHaveLength(2);
  });

  it('may set a header field that HTTP can not carry, which costs that answer alone', async () => {
    app.addHook('onRequest', async (request, reply) => {
      if (request.headers['x-bad'] !== undefined) reply.header('x-host', 'Zürich → no');
    });
    await app.register(mcpPlugin, { handler, sseAfterMs: 20 });
    const send = over(await app.listen({ port: 0, host: '127.0.0.1' }));
    for (const [method, params] of [
      ['progress', { count: 1 }],
      ['later', { ms: 200 }],
    ] as const) {
      const { status, text } = await send(call(method, params, { 'x-bad': '1' }));
      expect([status, JSON.parse(text).error.code], method).toEqual([500, -32603]);
    }
    await expect(send(call('echo', {}, { 'x-bad': '1' }))).rejects.toThrow();
    expect((await send(call('echo'))).status).toBe(200);
  });

  it('mounts several servers, at paths and under prefixes', async () => {
    const other = new StubHandler();
    await app.register(mcpPlugin, { handler, path: '/one' });
    await app.register(mcpPlugin, { handler: other, path: '/two/deep', allowedOrigins: ['https://a.example'] });
    await app.register(mcpPlugin, { handler: other, path: '/three', allowedOrigins: [] });
    await app.register(mcpPlugin, { handler: other, prefix: '/api' });
    for (const url of ['/one', '/one/', '/two/deep', '/three', '/api/mcp', '/api/mcp/']) {
      expect((await inject(url, echo)).statusCode, url).toBe(200);
    }
    await inject('/one', { jsonrpc: '2.0', method: 'a' });
    await inject('/two/deep', { jsonrpc: '2.0', method: 'b' });
    expect([handler.notifications, other.notifications]).toEqual([['a'], ['b']]);
    expect((await inject('/mcp', echo)).statusCode).toBe(404);
  });

  describe('with a route of its own at the path', () => {
    const taken = async (options: object): Promise<unknown> => {
      try {
        await app.register(mcpPlugin, { handler, ...options });
        return undefined;
      } catch (thrown) {
        return thrown;
      }
    };

    it.each(['POST', 'GET', 'DELETE'] as const)(
      'says so for %s, and neither is left out in silence',
      async (method) => {
        app.route({ method, url: '/mcp', handler: () => 'mine' });
        const thrown = await taken({});
        expect(thrown).toBeInstanceOf(OptionError);
        expect(thrown).toMatchObject({
          option: 'path',
          message: expect.stringContaining(`at /mcp: there is a route for ${method}`),
        });
      },
    );

    it('says so for two endpoints, also under prefixes and where slashes make no difference', async () => {
      expect(await taken({})).toBeUndefined();
      expect(await taken({})).toMatchObject({ option: 'path' });
      expect(await taken({ path: '/mcp/' })).toMatchObject({ option: 'path' });
    });

    it.each(['/api', '/api/'])('says so under the prefix %s', async (prefix) => {
      app.post('/api/mcp', () => 'mine');
      expect(await taken({ prefix })).toMatchObject({
        option: 'path',
        message: expect.stringContaining('at /api/mcp:'),
      });
    });

    it('says so where slashes make no difference', async () => {
      await app.close();
      app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
      app.get('/mcp/', () => 'mine');
      expect(await taken({})).toMatchObject({ option: 'path' });
    });

    it('keeps those with a slash at the end, which is only added to the path', async () => {
      app.get('/mcp/', () => 'mine');
      expect(await taken({})).toBeUndefined();
      expect((await app.inject('/mcp/')).body).toBe('mine');
      expect((await inject('/mcp/', echo)).json().result).toEqual({ from: 'mcp' });
      app = fastify();
      app.all('/mcp/', () => 'all mine');
      expect(await taken({})).toBeUndefined();
      expect((await inject('/mcp/', echo)).body).toBe('all mine');
      expect((await inject('/mcp', echo)).statusCode).toBe(200);
    });

    it('keeps those that take any path', async () => {
      app.all('*', () => 'any');
      expect(await taken({})).toBeUndefined();
      expect((await inject('/mcp', echo)).statusCode).toBe(200);
      expect((await app.inject('/mcp/deeper')).body).toBe('any');
    });
  });

  it('keeps its answers to methods that it does not know, and has those that it knows refused (HT-26)', async () => {
    const send = (method: string, url: string) => app.inject({ method: method as 'GET', url });
    app.addHttpMethod('REPORT');
    await app.register(mcpPlugin, { handler });
    app.all('/own', () => 'own');
    expect(await send('REPORT', '/mcp')).toMatchObject({ statusCode: 405, headers: { allow: 'POST' } });
    expect((await send('REPORT', '/own')).body).toBe('own');
    for (const url of ['/mcp', '/own', '/nowhere'])
      expect((await send('PROPFIND', url)).json(), url).toMatchObject({ statusCode: 404, error: 'Not Found' });
  });

  it('may undo the coding of a body in a hook; else it is refused (415)', async () => {
    app.addHook('preParsing', async (request, _reply, payload) => {
      if (request.headers['x-undo'] === undefined) return payload;
      const plain: RequestPayload = payload.pipe(createGunzip());
      // Fastify compares this with the Content-Length.
      plain.receivedEncodedLength = Number(request.headers['content-length']);
      return plain;
    });
    await app.register(mcpPlugin, { handler });
    const send = (headers: Record<string, string>) => {
      const payload = gzipSync(JSON.stringify(echo));
      return app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { ...USUAL, 'content-encoding': 'gzip', ...headers },
        payload,
      });
    };
    expect((await send({ 'x-undo': 'yes' })).json().result).toEqual({ from: 'mcp' });
    expect((await send({})).statusCode).toBe(415);
  });

  it('mounts many servers without a warning of too many listeners', async () => {
    const warned: string[] = [];
    const note = ({ message }: Error): void => void warned.push(message);
    process.on('warning', note);
    for (let n = 0; n < 15; n += 1) await app.register(mcpPlugin, { handler, path: `/mcp${n}` });
    const send = over(await app.listen({ port: 0, host: '127.0.0.1' }));
    expect((await send({ ...call('echo'), path: '/mcp14' })).status).toBe(200);
    await sleep(10);
    process.off('warning', note);
    expect(warned).toEqual([]);
  });

  it('mounts at the root, and in an instance that ignores slashes at the end', async () => {
    await app.register(mcpPlugin, { handler, path: '/' });
    expect((await inject('/', echo)).statusCode).toBe(200);
    const ignoring = fastify({ routerOptions: { ignoreTrailingSlash: true } });
    await ignoring.register(mcpPlugin, { handler });
    const answer = await ignoring.inject({
      method: 'POST',
      url: '/mcp/',
      headers: USUAL,
      payload: JSON.stringify(echo),
    });
    expect(answer.statusCode).toBe(200);
    await ignoring.close();
  });

  it('serves 50 clients at once, every one its own answer, although all ids are the same', async () => {
    await app.register(mcpPlugin, { handler });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        inject('/mcp', { ...echo, method: 'later', params: { ms: 30 - (n % 30), n } }),
      ),
    );
    expect(answers.map((answer) => answer.json().result.n)).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  it('has CORS of its own beside that of the endpoint (Q-29)', async () => {
    await app.register(cors, { origin: 'https://host.example' });
    await app.register(mcpPlugin, { handler, allowedOrigins: ['https://a.example'] });
    app.get('/own', () => 'own');
    const own = await app.inject({ url: '/own', headers: { origin: 'https://host.example' } });
    expect(own.headers['access-control-allow-origin']).toBe('https://host.example');
    const mcp = await inject('/mcp', echo, { origin: 'https://a.example' });
    expect(mcp.headers['access-control-allow-origin']).toBe('https://a.example');
  });

  it('names a wrong option', async () => {
    const wrong = async (options: object): Promise<unknown> => {
      const own = fastify();
      try {
        await own.register(mcpPlugin, { handler, ...options });
        return undefined;
      } catch (thrown) {
        return thrown instanceof OptionError ? thrown.option : thrown;
      } finally {
        await own.close();
      }
    };
    expect(await wrong({ bodyLimits: 3 })).toBe('bodyLimits');
    expect(await wrong({ path: 'mcp' })).toBe('path');
    expect(await wrong({ allowedOrigins: ['app.example'] })).toBe('allowedOrigins');
    expect(await wrong({ logLevel: 'warn' })).toBeUndefined();
  });

  it('lets its own preClose hook close the handler first, so that streams end in order', async () => {
    await app.register(mcpPlugin, { handler });
    app.addHook('preClose', () => handler.close());
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const listening = over(origin)(call('listen'));
    await expect.poll(() => handler.events).toEqual(['standing']);
    await app.close();
    expect(messagesOf((await listening).text)).toEqual([{ jsonrpc: '2.0', id: 1, result: { done: true } }]);
    expect(handler.events).toEqual(['standing', 'closed']);
  });

  it('closes while a connection has sent nothing yet, where it closes connections by force, once all is answered', async () => {
    app = fastify({ forceCloseConnections: true });
    await app.register(mcpPlugin, { handler });
    app.addHook('preClose', () => handler.close());
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const silent = await RawClient.open(origin);
    const answer = over(origin)(call('later', { ms: 100, text: 'x' }));
    await expect.poll(() => handler.seen).toBe(1);
    await app.close();
    expect(JSON.parse((await answer).text).result).toEqual({ text: 'x' });
    await expect.poll(() => silent.socket.closed).toBe(true);
  });

  it('closes with a standing stream at once, and lets a running call have its answer', async () => {
    handler.served = ['POST', 'GET'];
    await app.register(mcpPlugin, { handler });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const standing = await RawClient.open(origin);
    standing.request('GET');
    await expect.poll(() => handler.events).toEqual(['standing']);
    const answer = over(origin)(call('progress', { count: 20 }));
    await sleep(30);
    const before = performance.now();
    await app.close();
    expect(performance.now() - before).toBeLessThan(900);
    expect(messagesOf((await answer).text)).toHaveLength(21);
    expect(standing.text.endsWith('0\r\n\r\n')).toBe(true);
    expect(handler.events).toEqual(['standing', 'disconnected']);
  });
});
