// Connections that are cut, and sessions that end, while a client is asked: the server goes on, and nothing is left over.
import { type Application, ClientRequestError, type Server } from '@polyspec/core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { serveHttp } from './http-server.js';
import { fixture } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { HandSession, type HandStream } from './wire/hand-session.js';
import { initializeParams } from './wire/messages.js';
import { SERVED } from './wire/revisions.js';
import { StdioClient } from './wire/stdio-client.js';

checkEveryMessage();

const ELICITATION = { elicitation: { form: {} } };
const accepted = { action: 'accept', content: { n: 7 } };

/** What became of the questions of the tool, in order. */
const outcomes: string[] = [];

const application: Application = {
  tools: () => [{ name: 'ask' }],
  callTool: async (_name, _args, { elicit }) => {
    try {
      const answer = await elicit?.('How many?', { type: 'object', properties: { n: { type: 'integer' } } });
      outcomes.push(String(answer?.action));
      return JSON.stringify(answer);
    } catch (thrown) {
      outcomes.push(thrown instanceof ClientRequestError ? thrown.reason : String(thrown));
      throw thrown;
    }
  },
};

/** The next thing that a stream asks. */
async function question(stream: HandStream): Promise<{ readonly id: string; readonly event: string }> {
  const next = await stream.next();
  expect(next?.message).toMatchObject({ method: 'elicitation/create' });
  return { id: String(next?.message?.id), event: String(next?.id) };
}

async function text(stream: HandStream): Promise<unknown> {
  const next = await stream.next();
  return (next?.message?.result as { content: [{ text: string }] } | undefined)?.content[0].text;
}

describe('a client that is asked in a session over HTTP', () => {
  let server: Server;
  const unhandled = vi.fn();
  const connect = () => HandSession.open(server.address, ELICITATION);
  const answer = (session: HandSession, id: string) => session.post({ id, result: accepted });
  beforeAll(async () => {
    process.on('unhandledRejection', unhandled);
    server = await serveHttp(application);
  });
  afterEach(() => {
    outcomes.length = 0;
    expect(unhandled).not.toHaveBeenCalled();
  });
  afterAll(async () => {
    await server.close();
    process.off('unhandledRejection', unhandled);
  });

  it('YI-18, YH-16, YH-27 loses the connection after the question, answers, and comes back for the result', async () => {
    const session = await connect();
    const call = await session.call('ask');
    const { id, event } = await question(call);
    call.cut();
    expect(await answer(session, id)).toBe(202);
    expect(await text(await session.listen(event))).toBe(JSON.stringify(accepted));
    expect(outcomes).toEqual(['accept']);
  });

  it.each([{ result: null }, { error: { code: -1 } }, { result: {}, error: { code: -1, message: 'no' } }])(
    'YI-12, YH-06 answers with %j, which is none: the call ends at once',
    async (wrong) => {
      const session = await connect();
      const call = await session.call('ask');
      const { id } = await question(call);
      expect(await session.post({ id, ...wrong })).toBe(400);
      expect(await text(call)).toContain("The client's answer to elicitation/create is not what was asked for: ");
      expect(outcomes).toEqual(['malformed']);
    },
  );

  it('YH-27 loses the connection before the question, and comes back for it', async () => {
    const session = await connect();
    const call = await session.call('ask');
    const beginning = await call.next('any');
    expect(beginning).toMatchObject({ id: expect.any(String), message: undefined });
    call.cut();
    const resumed = await session.listen(beginning?.id);
    expect(await answer(session, (await question(resumed)).id)).toBe(202);
    expect(await text(resumed)).toBe(JSON.stringify(accepted));
  });

  it('comes back between question and answer, and is asked once', async () => {
    const session = await connect();
    const call = await session.call('ask');
    const { id, event } = await question(call);
    call.cut();
    const resumed = await session.listen(event);
    expect(await answer(session, id)).toBe(202);
    expect(await text(resumed)).toBe(JSON.stringify(accepted));
    expect(await resumed.next()).toBeUndefined();
  });

  it('YI-12 ends its session: who waits for the answer is told, and the answer comes too late', async () => {
    const session = await connect();
    const { id } = await question(await session.call('ask'));
    await session.end();
    await vi.waitFor(() => expect(outcomes).toEqual(['gone']));
    expect(await answer(session, id)).toBe(404);
  });

  it('YH-05, YU-12 answers for another, twice, and with rubbish: each is accepted, and one counts', async () => {
    const [session, other] = [await connect(), await connect()];
    const call = await session.call('ask');
    const { id } = await question(call);
    expect(await other.post({ id, result: { action: 'cancel' } })).toBe(202);
    expect(await session.post({ id: 'nobody asked', result: {} })).toBe(202);
    expect(await session.post({ id: 17, error: { code: -1, message: 'no' } })).toBe(202);
    expect(await answer(session, id)).toBe(202);
    expect(await session.post({ id, result: { action: 'cancel' } })).toBe(202);
    expect(await text(call)).toBe(JSON.stringify(accepted));
    const again = await session.call('ask', 2);
    expect(await session.post({ id: (await question(again)).id, result: { action: 'whatever' } })).toBe(202);
    expect(await text(again)).toContain("The client's answer to elicitation/create is not what was asked for");
    expect(outcomes).toEqual(['accept', 'malformed']);
  });

  it('asks fifty clients at once that have equal ids, and gives each its own answer', async () => {
    const sessions = await Promise.all(Array.from({ length: 50 }, connect));
    const calls = await Promise.all(sessions.map((session) => session.call('ask', 1)));
    const ids = await Promise.all(calls.map(question));
    await Promise.all(
      sessions.map((session, n) => session.post({ id: ids[n]?.id, result: { action: 'accept', content: { n } } })),
    );
    const results = await Promise.all(calls.map(text));
    expect(results).toEqual(sessions.map((_, n) => JSON.stringify({ action: 'accept', content: { n } })));
  });
});

describe('a client that is asked over stdio', () => {
  it('YI-12 answers with what is none: the call ends at once, and the next is served', async () => {
    const client = new StdioClient(fixture('asking'), { served: SERVED.all });
    const params = { ...initializeParams('2025-11-25'), capabilities: ELICITATION };
    client.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    await client.answerTo(1);
    client.send(
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'book', arguments: {} } },
    );
    await vi.waitFor(() => expect(client.unasked).toMatchObject([{ method: 'elicitation/create' }]), 10_000);
    const [asked] = client.unasked as readonly { readonly id?: string }[];
    client.send({ jsonrpc: '2.0', id: asked?.id, error: { code: -1 } });
    const fault = 'error must have an integer code and a string message';
    expect(await client.answerTo(2)).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining(`is not what was asked for: ${fault}`) }] },
    });
    client.send({ jsonrpc: '2.0', id: 3, method: 'ping' });
    expect(await client.answerTo(3)).toMatchObject({ result: {} });
    expect(await client.end()).toMatchObject({ code: 0 });
  });

  it('YI-12, A2 ends the input: the question has no answer, the call has, and the process ends', async () => {
    const client = new StdioClient(fixture('asking'), { served: SERVED.all });
    const params = { ...initializeParams('2025-11-25'), capabilities: ELICITATION };
    client.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    await client.answerTo(1);
    client.send(
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'book', arguments: {} } },
    );
    await vi.waitFor(() => expect(client.unasked).toMatchObject([{ method: 'elicitation/create' }]), 10_000);
    const ended = client.end();
    expect(await client.answerTo(2)).toMatchObject({
      result: { isError: true, content: [{ text: 'elicitation/create has no answer: the server is closing' }] },
    });
    expect(await ended).toMatchObject({ code: 0 });
    expect(client.unasked.at(-1)).toMatchObject({ method: 'notifications/cancelled' });
  });
});
