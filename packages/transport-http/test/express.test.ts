import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import express, { type Express } from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeHandler } from '../src/index.js';
import { call, type Listening, listenOn, messagesOf, over, post, USUAL } from './hosts.js';
import { StubHandler } from './stub-handler.js';

describe('Express (D-10)', () => {
  let handler: StubHandler;
  let listening: Listening;

  const serve = async (build: (app: Express) => void): Promise<ReturnType<typeof over>> => {
    const app = express();
    build(app);
    listening = await listenOn(createServer(app) as Server);
    return over(listening.origin);
  };
  beforeEach(() => {
    handler = new StubHandler();
  });
  afterEach(() => listening.close());

  it.each([
    ['express.json()', express.json()],
    ['express.text()', express.text({ type: '*/*' })],
    ['express.raw()', express.raw({ type: '*/*' })],
  ])('may have read the body with %s before', async (_name, parser) => {
    const send = await serve((app) => app.use(parser).all('/mcp', nodeHandler(handler)));
    expect(JSON.parse((await send(call('echo', { text: '— 🎉' }))).text).result).toEqual({ text: '— 🎉' });
    expect(messagesOf((await send(call('progress', { count: 2 }))).text)).toHaveLength(3);
    expect((await send(post({ jsonrpc: '2.0', method: 'n' }))).status).toBe(202);
    const poisoned = await send(post('{"jsonrpc":"2.0","id":1,"method":"echo","params":{"__proto__":{}}}'));
    expect([poisoned.status, JSON.parse(poisoned.text).error.code]).toEqual([400, -32602]);
  });

  it('may have undone the coding of the body with its parser; without one it is refused (415)', async () => {
    const { headers, body } = call('echo', { text: 'é' });
    const gzipped = { headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body as string) };
    const send = await serve((app) => {
      app.all('/plain', nodeHandler(handler));
      app.use(express.json()).all('/mcp', nodeHandler(handler));
    });
    expect(JSON.parse((await send(gzipped)).text).result).toEqual({ text: 'é' });
    expect((await send({ ...gzipped, path: '/plain' })).status).toBe(415);
  });

  it('may have paused the request while it did something else', async () => {
    const send = await serve((app) => {
      app.use((request, _response, next) => {
        request.pause();
        setImmediate(next);
      });
      app.all('/mcp', nodeHandler(handler));
    });
    expect((await send(call('echo'))).status).toBe(200);
  });

  it('may have read the body and kept it, which is said rather than waited for', async () => {
    const send = await serve((app) => {
      app.use((request, _response, next) => {
        request.resume().on('end', next);
      });
      app.all('/mcp', nodeHandler(handler));
    });
    const { status, text } = await send(call('echo'));
    expect([status, JSON.parse(text).error.message]).toEqual([500, expect.stringContaining('request.body')]);
  });

  it('keeps its own routes and header fields', async () => {
    const send = await serve((app) => {
      app.use((_request, response, next) => {
        response.setHeader('x-host', 'yes');
        next();
      });
      app.get('/own', (_request, response) => void response.send('own'));
      app.use('/mounted', nodeHandler(handler));
    });
    expect((await send({ method: 'GET', path: '/own' })).text).toBe('own');
    const answer = await send({ ...call('echo'), path: '/mounted' });
    expect([answer.status, answer.headers['x-host']]).toEqual([200, 'yes']);
    const stream = await send({ ...call('progress', { count: 1 }), path: '/mounted' });
    expect(stream.headers).toMatchObject({ 'x-host': 'yes', 'content-type': 'text/event-stream' });
    expect((await send({ method: 'PUT', path: '/mounted', headers: USUAL })).status).toBe(405);
  });

  it('finds the path that was asked for although Express cuts it', async () => {
    const send = await serve((app) => app.use('/a', nodeHandler(handler, { path: '/a/mcp' })));
    expect((await send({ ...call('echo'), path: '/a/mcp' })).status).toBe(200);
    expect((await send({ ...call('echo'), path: '/a/other' })).status).toBe(404);
  });
});
