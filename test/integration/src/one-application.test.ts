// One application object for everybody: mounted in a Fastify server that has a life of its own, under guard, for fifty
// clients of all revisions at once, and on stdio at the same time.
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  combineSpecs,
  connect,
  createHandler,
  defineApplication,
  type HttpGuard,
  type ServerHandler,
  silentLogger,
  tool,
} from '@polyspec/core';
import { spec20251125 } from '@polyspec/spec-2025';
import { spec20260728 } from '@polyspec/spec-2026';
import { mcpPlugin } from '@polyspec/transport-http';
import { stdio } from '@polyspec/transport-stdio';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REVISIONS } from '../../schema/official-schema.js';
import { type OfficialClient, type Session, v1, v2Auto, v2Legacy } from './clients/official-client.js';
import { Conversation } from './wire/conversation.js';
import { checkEveryMessage } from './wire/every-message.js';
import { HttpClient } from './wire/http-client.js';
import { type HttpTap, tapHttp } from './wire/http-tap.js';
import { type Answer, headersOf, requestOf } from './wire/messages.js';
import { SERVED } from './wire/revisions.js';

checkEveryMessage();

const SPEC = combineSpecs([spec20260728, spec20251125]);

const application = defineApplication({
  tools: {
    whoami: tool({
      description: 'Tells who asks, after a while.',
      input: { type: 'object', properties: { ms: { type: 'number' } } },
      output: { type: 'object', properties: { subject: { type: 'string' } }, required: ['subject'] },
      run: async ({ ms = 0 }, context) => {
        await wait(Number(ms));
        return { subject: context.caller?.subject ?? 'nobody' };
      },
    }),
    secret: tool({ description: 'Only for some.', run: () => 'the secret' }),
  },
});

/** Whoever has a token is the subject that it names; only `root` may use the secret. */
const guard: HttpGuard = {
  authenticate: async (request) => {
    const subject = /^Bearer (\S+)$/.exec(request.header('authorization') ?? '')?.[1];
    await wait(Math.random() * 5);
    return subject === undefined
      ? {
          refusal: {
            status: 401,
            message: 'no token',
            headers: { 'www-authenticate': 'Bearer' },
            body: { error: 'invalid_token' },
          },
        }
      : { caller: { subject, scopes: [] } };
  },
  authorize: ({ subject }, { name }) =>
    name === 'secret' && subject !== 'root'
      ? { status: 403, message: 'not for you', body: { error: 'insufficient_scope' } }
      : undefined,
};

describe('A15 one application in a Fastify server of its user', () => {
  let host: FastifyInstance;
  let handler: ServerHandler;
  let origin: string;
  let tap: HttpTap;
  const hooked: string[] = [];

  beforeAll(async () => {
    host = fastify();
    host.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
      done(null, { parsedByTheHost: JSON.parse(String(body)) });
    });
    host.addHook('preHandler', async (request, reply) => {
      hooked.push(request.url);
      reply.header('x-host', 'was here');
    });
    host.setErrorHandler((_error, _request, reply) => reply.code(418).send('an error of the host'));
    host.get('/health', () => ({ fine: true }));
    host.post('/echo', (request) => request.body);
    host.get('/broken', () => {
      throw new Error('of the host');
    });
    handler = await createHandler('shared', application, { spec: SPEC, logger: silentLogger });
    await host.register(mcpPlugin, { handler, guard });
    await host.register(mcpPlugin, { handler, guard, path: '/second/mcp' });
    origin = await host.listen({ host: '127.0.0.1', port: 0 });
    tap = await tapHttp(`${origin}/mcp`, { served: SERVED.all });
  });
  afterAll(async () => {
    await tap.close();
    await host.close();
    await handler.close(0);
  });

  it('gives each of 50 clients of all revisions, all with the same ids, its own answers', async () => {
    const officials: readonly OfficialClient[] = [v1, v2Legacy, v2Auto];
    const byHand = new HttpClient(`${origin}/mcp`, { served: SERVED.all });
    const asking = Array.from({ length: 50 }, async (_, client) => {
      const subject = `client-${client}`;
      const headers = { authorization: `Bearer ${subject}` };
      const official = officials[client % 5];
      if (official !== undefined) {
        const session = await official.connect({ url: tap.url, headers });
        const answers = await Promise.all([30, 0, 10].map((ms) => whoami(session, ms)));
        await session.close();
        return answers.every((answer) => answer === subject);
      }
      const revision = REVISIONS[client % 3] ?? '2026-07-28';
      const answers: Answer[] = [];
      // One after the other: in a session no two that run may have the same id.
      for (const ms of [30, 0, 10]) {
        const params = { name: 'whoami', arguments: { ms } };
        answers.push(await byHand.request(revision, 'tools/call', params, headers));
      }
      return answers.every(({ id, result }) => {
        const { subject: told } = (result?.structuredContent ?? {}) as { readonly subject?: string };
        return id === 1 && told === subject;
      });
    });
    expect((await Promise.all(asking)).filter(Boolean)).toHaveLength(50);
  });

  it('runs the hooks of the host for the endpoint, and leaves its routes, parsers and errors alone', async () => {
    const client = new HttpClient(`${origin}/mcp`, { served: SERVED.all });
    const authorization = 'Bearer root';
    const session = await client.session('2025-11-25', { authorization });
    hooked.length = 0;
    const called = await client.send({
      headers: { ...headersOf('2025-11-25', 'tools/list'), ...session, authorization },
      body: requestOf('2025-11-25', 1, 'tools/list'),
    });
    expect(called).toMatchObject({ status: 200, headers: { 'x-host': 'was here' } });
    expect(hooked).toEqual(['/mcp']);

    const json = { 'content-type': 'application/json' };
    const echoed = await fetch(`${origin}/echo`, { method: 'POST', headers: json, body: '{"a":1}' });
    expect(await echoed.json()).toEqual({ parsedByTheHost: { a: 1 } });
    expect(await (await fetch(`${origin}/health`)).json()).toEqual({ fine: true });
    const broken = await fetch(`${origin}/broken`);
    expect([broken.status, await broken.text()]).toEqual([418, 'an error of the host']);
    const missing = await fetch(`${origin}/nowhere`);
    expect([missing.status, await missing.json()]).toEqual([404, expect.objectContaining({ error: 'Not Found' })]);
  });

  it('answers an error of the endpoint by itself, not with the error handler of the host', async () => {
    const client = new HttpClient(`${origin}/mcp`, { served: SERVED.all });
    const headers = { ...headersOf('2025-11-25', 'tools/list'), authorization: 'Bearer root' };
    const { status, messages } = await client.send({ headers, body: '{"jsonrpc": "2.0", ' });
    expect(status).toBe(400);
    expect(messages).toEqual([{ jsonrpc: '2.0', error: { code: -32700, message: expect.any(String) } }]);
  });

  it('serves at a second path as well', async () => {
    const client = new HttpClient(`${origin}/second/mcp`, { served: SERVED.all });
    const headers = { authorization: 'Bearer root' };
    const { result } = await client.request('2026-07-28', 'tools/call', { name: 'secret' }, headers);
    expect(result).toMatchObject({ content: [{ text: 'the secret' }] });
  });

  it('lets nobody in without a token, before the body is looked at', async () => {
    const client = new HttpClient(`${origin}/mcp`, { served: SERVED.all });
    const got = await client.send({ headers: headersOf('2025-11-25', 'tools/list'), body: 'no json' });
    expect(got).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      text: '{"error":"invalid_token"}',
    });
  });

  it.each(REVISIONS)('refuses an operation that the caller may not do (%s)', async (revision) => {
    const client = new HttpClient(`${origin}/mcp`, { served: SERVED.all });
    const params = { name: 'secret' };
    const send = async (subject: string) => {
      const authorization = `Bearer ${subject}`;
      const session = await client.session(revision, { authorization });
      return client.send({
        headers: { ...headersOf(revision, 'tools/call', params), ...session, authorization },
        body: requestOf(revision, 1, 'tools/call', params),
      });
    };
    expect(await send('somebody')).toMatchObject({ status: 403, text: '{"error":"insufficient_scope"}' });
    expect(await send('root')).toMatchObject({ status: 200, messages: [{ id: 1, result: {} }] });
  });

  it('is served on stdio at the same time', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const server = await connect('shared', application, { spec: SPEC, transport: stdio, input, output });
    const byHand = new HttpClient(`${origin}/mcp`, { served: SERVED.all });
    const params = { name: 'whoami', arguments: { ms: 20 } };
    const overHttp = byHand.request('2026-07-28', 'tools/call', params, { authorization: 'Bearer web' });
    const conversation = new Conversation({ served: SERVED.all });
    const asked = requestOf('2026-07-28', 1, 'tools/call', params);
    conversation.fromClient(asked);
    const answered = new Promise<string>((resolve) => output.once('data', (chunk: Buffer) => resolve(String(chunk))));
    input.write(`${JSON.stringify(asked)}\n`);
    const answer: unknown = JSON.parse(await answered);
    conversation.fromServer(answer);
    expect(answer).toMatchObject({ id: 1, result: { structuredContent: { subject: 'nobody' } } });
    expect(await overHttp).toMatchObject({ id: 1, result: { structuredContent: { subject: 'web' } } });
    await server.close();
  });
});

async function whoami(session: Session, ms: number): Promise<string> {
  const result = await session.callTool({ name: 'whoami', arguments: { ms } });
  return (result as { readonly structuredContent: { readonly subject: string } }).structuredContent.subject;
}
