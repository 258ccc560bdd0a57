import { gzipSync } from 'node:zlib';
import type { SpecHandler } from '@polyspec/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpEndpointOptions } from '../src/index.js';
import { call, HOSTS, messagesOf, post, type Running, USUAL } from './hosts.js';
import { StubHandler } from './stub-handler.js';

describe.each(HOSTS)('an endpoint in $name', (host) => {
  let handler: StubHandler;
  let running: Running;

  const start = async (options?: HttpEndpointOptions): Promise<void> => {
    running = await host.start(handler, options);
  };
  beforeEach(() => {
    handler = new StubHandler();
  });
  afterEach(() => running.close());

  describe('answers', () => {
    beforeEach(() => start());

    it('answers a request with one JSON object (T-01, T-08, HT-01)', async () => {
      const { status, headers, text } = await running.send(call('echo', { text: 'é' }));
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/json');
      expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 1, result: { text: 'é' } });
    });

    it('takes a mark of the byte order before the message, as over stdio', async () => {
      const { body, ...rest } = call('echo', { text: '\ufeff' });
      const { status, text } = await running.send({ ...rest, body: `\ufeff${body as string}` });
      expect([status, JSON.parse(text).result]).toEqual([200, { text: '\ufeff' }]);
    });

    it('takes a body whose coding is named as none', async () => {
      expect((await running.send(call('echo', {}, { 'content-encoding': 'Identity' }))).status).toBe(200);
    });

    it('answers when the work is done', async () => {
      const { text } = await running.send(call('later', { ms: 20, text: 'x' }));
      expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 1, result: { text: 'x' } });
    });

    it('accepts a slash at the end of the path, and a query (HT-25)', async () => {
      expect((await running.send({ ...call('echo'), path: '/mcp/' })).status).toBe(200);
      expect((await running.send({ ...call('echo'), path: '/mcp?x=1' })).status).toBe(200);
      expect((await running.send({ ...call('echo'), path: '/mcp/deeper' })).status).toBe(404);
    });

    it('answers a notification and a response with 202 and nothing (T-09, YH-05, HT-30)', async () => {
      const notified = await running.send(post({ jsonrpc: '2.0', method: 'notifications/initialized' }));
      expect(notified).toMatchObject({ status: 202, text: '' });
      const responded = await running.send(post({ jsonrpc: '2.0', id: 7, result: {} }));
      expect(responded).toMatchObject({ status: 202, text: '' });
      expect(handler.notifications).toEqual(['notifications/initialized']);
      expect(handler.responses).toHaveLength(1);
    });

    it('takes status and header fields from the spec (Q-05)', async () => {
      const { status, headers, text } = await running.send(call('status', { status: 404, headers: { 'X-Why': 'so' } }));
      expect(status).toBe(404);
      expect(headers['x-why']).toBe('so');
      expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'As you wish' } });
    });

    it('carries out a refusal below the protocol', async () => {
      const { status, headers, text } = await running.send(call('refuse'));
      expect(status).toBe(403);
      expect(headers['www-authenticate']).toBe('Stub');
      expect(JSON.parse(text)).toEqual({ error: 'no' });
    });

    it('ends a cancelled request that has no stream with 202 and nothing (Q-60)', async () => {
      expect(await running.send(call('end'))).toMatchObject({ status: 202, text: '' });
    });

    it.each(['throw', 'reject', 'bigint'])('hides what went wrong inside: %s (A13, HT-46)', async (method) => {
      const { status, text } = await running.send(call(method));
      expect(status).toBe(500);
      expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } });
      expect(handler.logger.of('error')).toHaveLength(1);
    });

    it('answers for what went wrong inside also where the log fails', async () => {
      handler.logger.broken = true;
      for (const method of ['throw', 'reject', 'bigint']) expect((await running.send(call(method))).status).toBe(500);
    });

    it('answers for header fields of a spec that HTTP can not carry with 500', async () => {
      for (const params of [{}, { stream: true }]) {
        const { status, text } = await running.send(call('badHeader', params));
        expect([status, JSON.parse(text)]).toMatchObject([500, { id: 1, error: { code: -32603 } }]);
      }
      expect(handler.logger.of('error')).toHaveLength(2);
    });

    it('reports header fields as they came: names in any case, no blanks around values, lines counted (Q-17)', async () => {
      const { text } = await running.send(
        call('facts', { names: ['mcp-name', 'x-twice', 'x-none'] }, { 'MCP-Name': ' \tadd ', 'X-Twice': ['a', 'b'] }),
      );
      const { headers, counts, method, canStream } = JSON.parse(text).result;
      expect(headers).toEqual({
        'mcp-name': 'add',
        'x-twice': host.name.startsWith('plugin') ? expect.any(String) : 'a, b',
        'x-none': null,
      });
      expect(counts).toMatchObject({ 'mcp-name': 1, 'x-none': 0 });
      if (['listener', 'node:http'].includes(host.name)) expect(counts['x-twice']).toBe(2);
      expect({ method, canStream }).toEqual({ method: 'POST', canStream: true });
    });

    it('gives every request an exchange of its own, whatever its id (T-29)', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => running.send(call('later', { ms: 20 - n, n }))),
      );
      expect(answers.map(({ text }) => JSON.parse(text).result.n)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    });
  });

  describe('streams', () => {
    it('becomes a stream at the first message, and the answer ends it (T-12, T-15, T-30, HT-40, HT-41)', async () => {
      await start();
      const { status, headers, text } = await running.send(call('progress', { count: 2 }));
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/event-stream');
      expect(headers['x-accel-buffering']).toBe('no');
      expect(headers['cache-control']).toContain('no-cache');
      expect(text).toMatch(/^(data: [^\n]+\n\n)+$/);
      expect(messagesOf(text)).toEqual([
        { jsonrpc: '2.0', method: 'progress', params: { step: 1 } },
        { jsonrpc: '2.0', method: 'progress', params: { step: 2 } },
        { jsonrpc: '2.0', id: 1, result: { sent: [true, true] } },
      ]);
    });

    it('drops messages that the client can not take, and answers with JSON (Q-06)', async () => {
      await start();
      const { headers, text } = await running.send(call('progress', { count: 2 }, { accept: 'application/json' }));
      expect(headers['content-type']).toBe('application/json');
      expect(JSON.parse(text).result).toEqual({ sent: [false, false] });
    });

    it('answers with a stream where nothing else is acceptable, but never hides a status in one (Q-06)', async () => {
      await start();
      const accept = { accept: 'text/event-stream' };
      const { headers, text } = await running.send(call('echo', { a: 1 }, accept));
      expect(headers['content-type']).toBe('text/event-stream');
      expect(messagesOf(text)).toEqual([{ jsonrpc: '2.0', id: 1, result: { a: 1 } }]);
      const refused = await running.send(call('unknown', {}, accept));
      expect(refused).toMatchObject({ status: 404, headers: { 'content-type': 'application/json' } });
    });

    it('sends what follows an answer on a stream, in order', async () => {
      await start();
      const { text } = await running.send(call('after'));
      expect(messagesOf(text)).toMatchObject([{ result: { first: true } }, { method: 'second' }, { method: 'third' }]);
      const plain = await running.send(call('after', {}, { accept: 'application/json' }));
      expect(JSON.parse(plain.text).result).toEqual({ first: true });
    });

    it('tells of a refusal on the stream when it is too late for a status (Q-22)', async () => {
      await start();
      const { status, text } = await running.send(call('refuseLate'));
      expect(status).toBe(200);
      expect(messagesOf(text)).toMatchObject([{ method: 'early' }, { id: 1, error: { code: -32600 } }]);
    });

    it('suspends a stream: the time to wait, then the end, and nothing more (YH-13, YH-15)', async () => {
      await start();
      const { text } = await running.send(call('suspend', { retryMs: 300 }));
      expect(text).toBe('retry: 300\n\n');
    });

    it('begins the stream of a slow call by itself, and keeps it alive with comments (D-11, T-18)', async () => {
      await start({ sseAfterMs: 50, keepAliveSeconds: 0.05 });
      const { headers, text } = await running.send(call('later', { ms: 400, a: 1 }));
      expect(headers['content-type']).toBe('text/event-stream');
      expect(text).toMatch(/^(:\n\n)+data: /);
      expect(messagesOf(text)).toEqual([{ jsonrpc: '2.0', id: 1, result: { a: 1 } }]);
    });

    it('never begins one for a client that takes JSON alone', async () => {
      await start({ sseAfterMs: 20 });
      const { headers } = await running.send(call('later', { ms: 150 }, { accept: 'application/json' }));
      expect(headers['content-type']).toBe('application/json');
    });
  });

  describe('what it refuses before the spec is asked', () => {
    beforeEach(() => start({ bodyLimit: 1000 }));
    afterEach(() => expect(handler.last).toBeUndefined());

    const refused = async (sending: Parameters<Running['send']>[0]): Promise<[number, unknown]> => {
      const { status, text } = await running.send(sending);
      const { id, error } = JSON.parse(text);
      expect(id).toBeUndefined();
      return [status, error.code];
    };

    it.each([
      ['text/plain', 415],
      ['application/x-www-form-urlencoded', 415],
      ['multipart/form-data; boundary=x', 415],
      ['application/json-seq', 415],
      ['application/json; charset=utf-16', 415],
      ['application', 415],
    ])('refuses the content type %s (Q-06)', async (type, status) => {
      expect(await refused({ ...call('echo'), headers: { ...USUAL, 'content-type': type } })).toEqual([status, -32600]);
    });

    it('refuses a body without content type (Q-06)', async () => {
      expect(await refused({ headers: { accept: USUAL.accept }, body: Buffer.from('{}') })).toEqual([415, -32600]);
    });

    it('refuses a client that takes neither JSON nor a stream (Q-06)', async () => {
      expect(await refused(call('echo', {}, { accept: 'text/html' }))).toEqual([406, -32600]);
    });

    it('refuses a body that is too large, said or found (Q-25)', async () => {
      expect(await refused(call('echo', { text: 'x'.repeat(1000) }))).toEqual([413, -32600]);
    });

    it.each([
      ['no JSON', '{"jsonrpc": "2.0", '],
      ['nothing', ''],
      ['two messages', '{"jsonrpc":"2.0","method":"a"}\n{"jsonrpc":"2.0","method":"b"}'],
    ])('refuses a body of %s with -32700 (HT-29)', async (_what, body) => {
      expect(await refused({ headers: USUAL, body })).toEqual([400, -32700]);
    });

    it.each([
      ['a key __proto__', '{"jsonrpc":"2.0","id":1,"method":"echo","params":{"__proto__":{"admin":true}}}'],
      ['the same key, escaped', '{"jsonrpc":"2.0","id":1,"method":"echo","params":{"\\u005f_proto__":{"admin":true}}}'],
      [
        'a key constructor.prototype',
        '{"jsonrpc":"2.0","id":1,"method":"echo","params":{"constructor":{"prototype":{}}}}',
      ],
    ])('refuses a request with %s with -32602 and its id', async (_what, body) => {
      const { status, text } = await running.send({ headers: USUAL, body });
      expect([status, JSON.parse(text)]).toMatchObject([400, { id: 1, error: { code: -32602 } }]);
    });

    it('refuses bytes that are not UTF-8 rather than reading them wrongly', async () => {
      const body = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"é"}}', 'latin1');
      expect(await refused({ headers: USUAL, body })).toEqual([400, -32700]);
    });

    it.each(['gzip', 'GZIP', 'identity, br', 'nonsense'])(
      'refuses a body in the coding %s with 415, whatever is in it',
      async (coding) => {
        const headers = { ...USUAL, 'content-encoding': coding };
        const { body } = call('echo');
        for (const sent of [body as string, gzipSync(body as string)]) {
          const answer = await running.send({ headers, body: sent });
          expect([answer.status, answer.headers['accept-encoding']]).toEqual([415, 'identity']);
          expect(JSON.parse(answer.text).error.message).toContain(coding);
        }
        expect(handler.seen).toBe(0);
      },
    );

    it('refuses what is JSON and no message, batches included (T-06, HT-29)', async () => {
      expect(await refused(post('[]'))).toEqual([400, -32600]);
      expect(await refused(post('[{"jsonrpc":"2.0","id":1,"method":"echo"}]'))).toEqual([400, -32600]);
      expect(await refused(post('"text"'))).toEqual([400, -32600]);
      expect(await refused(post({ jsonrpc: '2.0', id: null, method: 'echo' }))).toEqual([400, -32600]);
    });

    it('answers a malformed notification too (T-10, T-11)', async () => {
      expect(await refused(post({ jsonrpc: '1.0', method: 'notifications/x' }))).toEqual([400, -32600]);
    });

    it('Q-45, YH-06 refuses an answer that can’t be read without an id, and tells the spec of it', async () => {
      const told: unknown[] = [];
      Object.assign(handler, {
        misread: (...[id, fault, { http }]: Parameters<NonNullable<SpecHandler['misread']>>) => {
          told.push([id, fault, http?.method]);
          if (told.length === 1) throw new Error('no');
          return Promise.reject(new Error('no'));
        },
      });
      for (let times = 0; times < 2; times += 1) {
        const { status, text } = await running.send(post({ jsonrpc: '2.0', id: 'ask-1', result: null }));
        const error = { code: -32600, message: 'Invalid request: result must be an object' };
        expect([status, JSON.parse(text)]).toEqual([400, { jsonrpc: '2.0', error }]);
      }
      expect(told).toEqual(Array(2).fill(['ask-1', 'result must be an object', 'POST']));
      expect(handler.logger.of('error')).toEqual(Array(2).fill('A message could not be handled'));
    });

    it('names the id of a malformed request where it can be read', async () => {
      const { status, text } = await running.send(post({ jsonrpc: '2.0', id: 5, method: 'echo', params: 3 }));
      expect([status, JSON.parse(text)]).toMatchObject([400, { id: 5, error: { code: -32602 } }]);
    });

    it.each(['PUT', 'PATCH', 'GET', 'DELETE', 'OPTIONS'])(
      'refuses %s with 405 and Allow (Q-30, HT-26)',
      async (method) => {
        const { status, headers, text } = await running.send({ method, headers: { accept: USUAL.accept } });
        expect([status, headers.allow]).toEqual([405, 'POST']);
        expect(JSON.parse(text).error.code).toBe(-32600);
      },
    );

    it.each(['PROPFIND', 'REPORT', 'M-SEARCH'])(
      'refuses %s, which Fastify does not know, so too (HT-26)',
      async (method) => {
        const { status, headers, text } = await running.send({ method });
        // Fastify's own answer: to a host of the user, such methods are unknown everywhere.
        if (host.name.startsWith('plugin')) expect([status, headers.allow]).toEqual([404, undefined]);
        else expect([status, headers.allow, JSON.parse(text).error.code]).toEqual([405, 'POST', -32600]);
        expect((await running.send({ method, path: '/other' })).status).toBe(404);
      },
    );

    it('refuses HEAD with 405 and Allow (Q-30)', async () => {
      expect(await running.send({ method: 'HEAD' })).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    });

    it('takes no shortcut past a body: a refused PUT leaves no trace of it', async () => {
      const { status } = await running.send({ method: 'PUT', headers: USUAL, body: '{' });
      expect(status).toBe(405);
    });
  });

  it('lets through keys and texts that only look like the prototype of an object', async () => {
    await start();
    const params = { constructor: 'Ford', prototype: 1, text: '"__proto__": \u00e9 \\u005f' };
    const { text } = await running.send(call('echo', params));
    expect(JSON.parse(text).result).toEqual(params);
  });

  it('serves what the spec serves beside POST (Q-30, YH-18, YH-35)', async () => {
    handler.served = ['POST', 'GET', 'DELETE'];
    await start();
    expect((await running.send({ method: 'PUT' })).headers.allow).toBe('POST, GET, DELETE');
    expect(await running.send({ method: 'DELETE' })).toMatchObject({ status: 200, text: '' });
    expect(await running.send({ method: 'DELETE', headers: USUAL, body: '{}' })).toMatchObject({ status: 200 });
    expect((await running.send({ method: 'GET', headers: { accept: 'application/json' } })).status).toBe(406);
    const standing = running.send({ method: 'GET', headers: { accept: 'text/event-stream' } });
    await expect.poll(() => handler.events).toEqual(['standing']);
    handler.notify();
    await handler.close();
    expect((await standing).text).toBe('data: {"jsonrpc":"2.0","method":"changed"}\n\n');
  });

  describe('Origin and Host (T-02, Q-27, Q-28, HT-13, HT-27)', () => {
    const statusOf = async (headers: Record<string, string>): Promise<number> => {
      const { status, text } = await running.send(call('echo', {}, headers));
      if (status === 403) expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
      return status;
    };

    it('takes local pages and names, and nothing else, by default', async () => {
      await start();
      expect(await statusOf({ origin: 'http://localhost:5173' })).toBe(200);
      expect(await statusOf({ origin: 'https://127.0.0.1' })).toBe(200);
      expect(await statusOf({ origin: 'http://[::1]:80' })).toBe(200);
      expect(await statusOf({ origin: 'http://localhost.evil.example' })).toBe(403);
      expect(await statusOf({ origin: 'https://evil.example.com' })).toBe(403);
      expect(await statusOf({ origin: 'null' })).toBe(403);
      expect(await statusOf({ host: 'evil.example.com', origin: 'http://evil.example.com' })).toBe(403);
      if (host.name !== 'fetch')
        expect(await statusOf({ host: 'evil.example.com' })).toBe(host.name.startsWith('plugin') ? 200 : 403);
    });

    it('takes what is allowed beside them', async () => {
      await start({ allowedOrigins: ['https://App.example.com/', 'null'], allowedHosts: ['mcp.example.com'] });
      expect(await statusOf({ origin: 'https://app.example.com' })).toBe(200);
      expect(await statusOf({ origin: 'https://app.example.com:8443' })).toBe(403);
      expect(await statusOf({ origin: 'null' })).toBe(200);
      expect(await statusOf({ host: 'MCP.example.com:9000' })).toBe(200);
      expect(await statusOf({ host: 'mcp.example.com.evil.example' })).toBe(403);
    });

    it('takes everything, with a warning, when the check is off (QL-24)', async () => {
      await start({ originCheck: false });
      expect(await statusOf({ origin: 'https://evil.example.com', host: 'evil.example.com' })).toBe(200);
      expect(handler.logger.of('warn')).toEqual([expect.stringContaining('not checked')]);
    });

    it('refuses before the method is looked at (Q-07)', async () => {
      await start();
      expect((await running.send({ method: 'PUT', headers: { origin: 'https://evil.example.com' } })).status).toBe(403);
    });
  });
});
