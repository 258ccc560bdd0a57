// A session of 2025 as HTTP sees it: what may be posted, what a stream carries, and who is let in.
import {
  type Application,
  type Authentication,
  type HttpFacts,
  type HttpGuard,
  type Server,
  silentLogger,
} from '@polyspec/core';
import { type FetchHandler, type PreparedServer, prepare } from 'polyspec';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { serveHttp } from './http-server.js';
import { send } from './parity/http-handler.js';
import { checkEveryMessage } from './wire/every-message.js';
import { HandSession } from './wire/hand-session.js';
import { headersOf, initializeParams, requestOf } from './wire/messages.js';

checkEveryMessage();

const name = { type: 'object', properties: { name: { type: 'string' } } };
const application: Application = {
  tools: () => [
    {
      name: 'greet',
      description: 'Greets whom the user names.',
      run: async (_args, context) => {
        context.log('info', 'asking');
        const answer = await context.elicit?.('Who are you?', name);
        return answer?.action === 'accept' ? `Hello, ${answer.content.name}!` : 'Hello!';
      },
    },
  ],
};

describe('a session over HTTP', () => {
  let server: Server;
  beforeAll(async () => {
    server = await serveHttp(application, { logLevel: 'info' });
  });
  afterAll(() => server.close());

  it('YH-03 is at a local address, unless an option says otherwise', () => {
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  });

  it('YH-04, YH-05 takes a request, a notification or a response in a body, and nothing else', async () => {
    const session = await HandSession.open(server.address, {});
    expect(await session.post({ id: 1, method: 'ping' })).toBe(200);
    expect(await session.post({ method: 'notifications/unheard_of' })).toBe(202);
    expect(await session.post({ id: 'of nothing', result: {} })).toBe(202);
    expect(await session.post({ id: 'of nothing' })).toBe(400);
    await session.end();
  });

  it('YH-08 to YH-10, YH-12 carries on the stream of a call what belongs to it, then its answer, and nothing after that', async () => {
    const session = await HandSession.open(server.address, { elicitation: {} });
    const standing = await session.listen();
    const stream = await session.call('greet', 'call');
    expect((await stream.next())?.message).toMatchObject({ method: 'notifications/message' });
    const asked = (await stream.next())?.message;
    expect(asked).toMatchObject({ id: expect.anything(), method: 'elicitation/create' });
    server.notify({ type: 'toolsListChanged' });
    expect((await standing.next())?.message).toMatchObject({ method: 'notifications/tools/list_changed' });
    expect(await session.post({ id: asked?.id, result: { action: 'accept', content: { name: 'Ada' } } })).toBe(202);
    expect((await stream.next())?.message).toMatchObject({
      id: 'call',
      result: { content: [{ text: 'Hello, Ada!' }] },
    });
    expect(await stream.next('any')).toBeUndefined();
    await session.end();
  });

  it('YL-15 ends with the server, whose closing of the connections says so', async () => {
    const own = await serveHttp(application);
    const session = await HandSession.open(own.address, {});
    const standing = await session.listen();
    await own.close();
    expect(await standing.next()).toBeUndefined();
  });
});

describe('who is let in', () => {
  let prepared: PreparedServer | undefined;
  const start = async (guard?: HttpGuard): Promise<FetchHandler> => {
    const options = { logger: silentLogger, ...(guard !== undefined && { guard }) };
    prepared = await prepare('guarded', application, options);
    return prepared.fetchHandler();
  };
  afterEach(async () => {
    await prepared?.close();
    prepared = undefined;
  });

  const hello = JSON.stringify(requestOf('2025-11-25', 1, 'initialize', initializeParams('2025-11-25')));
  const list = JSON.stringify(requestOf('2025-11-25', 2, 'tools/list'));

  it('YH-02 is nobody from a strange origin, for any method', async () => {
    const handler = await start();
    for (const method of ['POST', 'GET', 'DELETE']) {
      const headers = { ...headersOf('2025-11-25', 'initialize'), origin: 'https://evil.example' };
      const { status, messages } = await send(handler, { method, headers, ...(method === 'POST' && { body: hello }) });
      expect(status).toBe(403);
      for (const message of messages) expect(message).not.toHaveProperty('id');
    }
  });

  it('YH-42, YZ-01 is who shows with every request that he may: the id of a session does not', async () => {
    const authenticate = vi.fn<(request: HttpFacts) => Authentication>((request) =>
      request.header('authorization') === 'Bearer good'
        ? { caller: { subject: 'ada', scopes: [] } }
        : { refusal: { status: 401, message: 'Unauthorized' } },
    );
    const handler = await start({ authenticate });
    const good = { authorization: 'Bearer good' };
    const opening = await send(handler, {
      headers: { ...headersOf('2025-11-25', 'initialize'), ...good },
      body: hello,
    });
    const session = { ...headersOf('2025-11-25', ''), 'mcp-session-id': opening.headers.get('mcp-session-id') ?? '' };
    expect((await send(handler, { headers: { ...session, ...good }, body: list })).status).toBe(200);
    for (const authorization of [undefined, 'Bearer bad']) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const { status } = await send(handler, {
          method,
          headers: { ...session, authorization },
          ...(method === 'POST' && { body: list }),
        });
        expect(status, method).toBe(401);
      }
    }
    expect((await send(handler, { headers: { ...session, ...good }, body: list })).status).toBe(200);
    expect(authenticate).toHaveBeenCalledTimes(9);
  });
});
