import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApplicationError, OptionError } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { prepare } from './prepare.js';

const application = {
  tools: () => [{ name: 'hello', description: 'Greets.', run: () => 'Hello.' }],
};

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
};

const request = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify(initialize),
};

const answered = { id: 1, result: { protocolVersion: '2025-06-18', serverInfo: { name: 'greeter' } } };

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('prepare', () => {
  it('serves in any Node server', async () => {
    const mcp = await prepare('greeter', application, { path: '/mcp' });
    const server = createServer(mcp.nodeHandler());
    const origin = await listening(server);
    expect(await (await fetch(`${origin}/mcp`, request)).json()).toMatchObject(answered);
    expect((await fetch(`${origin}/elsewhere`, request)).status).toBe(404);
    await mcp.close();
    server.close();
    server.closeAllConnections();
  });

  it('serves in fetch-style servers', async () => {
    const mcp = await prepare('greeter', application);
    const response = await mcp.fetchHandler()(new Request('http://localhost/mcp', request));
    expect(await response.json()).toMatchObject(answered);
    await mcp.close();
  });

  it('serves in a Fastify instance, and ends with it', async () => {
    let closes = 0;
    const mcp = await prepare('greeter', { ...application, onClose: () => void closes++ }, { spec: '2025-06-18' });
    const app = (await loadFastify())();
    await app.register(mcp.fastifyPlugin());
    const response = await app.inject({ method: 'POST', url: '/mcp', headers: request.headers, payload: request.body });
    expect(response.json()).toMatchObject(answered);
    expect(closes).toBe(0);
    await app.close();
    expect(closes).toBe(1);
  });

  it('answers 503 through every mount once it is closed', async () => {
    const mcp = await prepare('greeter', application, { path: '/mcp' });
    const server = createServer(mcp.nodeHandler());
    const origin = await listening(server);
    const app = (await loadFastify())();
    await app.register(mcp.fastifyPlugin());
    await mcp.close();
    const refused = { id: 1, error: { code: -32603, message: 'The server is closing' } };
    for (const response of [
      await fetch(`${origin}/mcp`, request),
      await mcp.fetchHandler()(new Request('http://localhost/mcp', request)),
    ]) {
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject(refused);
    }
    const injected = await app.inject({ method: 'POST', url: '/mcp', headers: request.headers, payload: request.body });
    expect(injected.statusCode).toBe(503);
    expect(injected.json()).toMatchObject(refused);
    await app.close();
    server.close();
    server.closeAllConnections();
  });

  it('gives the handler itself, its name, and a way to publish', async () => {
    const mcp = await prepare('greeter', application, { name: 'other' });
    expect(mcp.name).toBe('other');
    expect(mcp.handler.methods({ peer: {}, canStream: false } as never)).toContain('POST');
    await mcp.close();
    await mcp.close();
    expect(() => mcp.notify({ type: 'toolsListChanged' })).not.toThrow();
  });

  it('leaves the process and its signals alone', async () => {
    const before = process.listenerCount('SIGTERM');
    const mcp = await prepare('greeter', application);
    expect(process.listenerCount('SIGTERM')).toBe(before);
    await mcp.close();
  });

  it('refuses wrong options and arguments', async () => {
    await expect(prepare('greeter', application, { port: 1 } as never)).rejects.toThrow(OptionError);
    await expect(prepare('', application)).rejects.toThrow(/^prepare\(name, application\)/);
    await expect(prepare('greeter', null as never)).rejects.toThrow(ApplicationError);
  });
});

/** The Fastify of the transport: this package depends on none. */
async function loadFastify(): Promise<() => FastifyLike> {
  const { createRequire } = await import('node:module');
  const requireOfTransport = createRequire(import.meta.resolve('@polyspec/transport-http'));
  return (requireOfTransport('fastify') as { fastify: () => FastifyLike }).fastify;
}

interface FastifyLike {
  register(plugin: unknown): Promise<unknown>;
  inject(request: object): Promise<{ statusCode: number; json(): unknown }>;
  close(): Promise<void>;
}
