import fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { mcpPlugin } from '../src/index.js';
import { StubHandler } from './stub-handler.js';

let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
});
describe('smoke', () => {
  it('answers', async () => {
    app = fastify();
    const handler = new StubHandler();
    await app.register(mcpPlugin, { handler });
    const r = await app.inject({ method: 'POST', url: '/mcp', headers: { 'content-type': 'application/json' }, payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'progress', params: { count: 2 } }) });
    console.log(r.statusCode, r.headers, r.body);
  });
});
