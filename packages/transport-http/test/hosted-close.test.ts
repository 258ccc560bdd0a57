import { createServer } from 'node:http';
import {
  createHandler,
  type Exchange,
  isRequest,
  type ServerHandler,
  type SpecProtocol,
  type Standing,
  silentLogger,
  success,
} from '@polyspec/core';
import fastify from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { fetchHandler, mcpPlugin, nodeHandler } from '../src/index.js';
import { type Answer, call, listenOn, over, type Sending, USUAL } from './hosts.js';

const standing: Standing = { type: 'standing' };

let opened = 0;

/** A spec that answers at once, lets every stream stand, and ends none of them by itself. */
const spec: SpecProtocol = {
  revisions: ['stand-1'],
  attach: () => ({
    claims: () => true,
    methods: () => ['GET', 'POST'],
    handle: (message) =>
      isRequest(message) ? { type: 'response', response: success(message.id, {}) } : { type: 'accepted' },
    open: (exchange: Exchange) => {
      exchange.stream();
      opened += 1;
      return standing;
    },
    close: async () => undefined,
  }),
};

/** A way to serve a handler in a server that is not ours. */
interface Hosting {
  send(sending: Sending): Promise<Answer>;
  stop(): Promise<void>;
}

const HOSTINGS: readonly { name: string; host: (handler: ServerHandler) => Promise<Hosting> }[] = [
  {
    name: 'node:http',
    host: async (handler) => {
      const { origin, close } = await listenOn(createServer(nodeHandler(handler, { path: '/mcp' })));
      return { send: over(origin), stop: close };
    },
  },
  {
    name: 'a Fastify that goes on',
    host: async (handler) => {
      const app = fastify();
      await app.register(mcpPlugin, { handler });
      return { send: over(await app.listen({ port: 0, host: '127.0.0.1' })), stop: () => app.close() };
    },
  },
  {
    name: 'fetch',
    host: async (handler) => {
      const serve = fetchHandler(handler);
      const send = async ({ method = 'POST', headers, body }: Sending): Promise<Answer> => {
        const init = { method, headers, ...(body !== undefined && { body }) } as RequestInit;
        const response = await serve(new Request('http://localhost/mcp', init));
        return { status: response.status, headers: {}, text: await response.text() };
      };
      return { send, stop: async () => undefined };
    },
  },
];

describe.each(HOSTINGS)('a handler that closes in $name', ({ host }) => {
  let handler: ServerHandler;

  beforeEach(async () => {
    opened = 0;
    handler = await createHandler('standing', {}, { spec, logger: silentLogger, graceMs: 50 });
  });

  it('ends the streams that its spec leaves open, and takes no more requests (D-10)', async () => {
    const { send, stop } = await host(handler);
    expect((await send(call('anything'))).status).toBe(200);
    const get: Sending = { method: 'GET', headers: { accept: USUAL.accept } };
    const streams = Promise.all([send(get), send(get)]);
    await expect.poll(() => opened).toBe(2);
    await handler.close();
    expect((await streams).map(({ status, text }) => [status, text])).toEqual([
      [200, ''],
      [200, ''],
    ]);
    const { status, text } = await send(call('anything'));
    expect([status, JSON.parse(text).error.message]).toEqual([503, 'The server is closing']);
    expect((await send(get)).status).toBe(503);
    await stop();
  });

  it('had closed before it was mounted', async () => {
    await handler.close();
    const { send, stop } = await host(handler);
    expect((await send(call('anything'))).status).toBe(503);
    await stop();
  });
});
