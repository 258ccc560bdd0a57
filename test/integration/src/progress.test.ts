// Progress over the wire: for whoever asked, with the token as it was given, before the answer and never after it.
import { setTimeout as wait } from 'node:timers/promises';
import type { JsonValue, Server } from '@polyspec/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REVISIONS } from '../../schema/official-schema.js';
import { createCases } from './fixtures/cases.js';
import { serveHttp } from './http-server.js';
import { fixture } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { HttpClient } from './wire/http-client.js';
import { type Answer, headersOf, requestOf, type Unasked } from './wire/messages.js';
import { SERVED } from './wire/revisions.js';
import { StdioClient } from './wire/stdio-client.js';

checkEveryMessage();

const TOKENS: readonly (JsonValue | undefined)[] = [0, 'abc', 7, '', undefined];

/** A call with its progress token, and the number of messages that it is to bring. */
function callOf(label: string, progressToken: JsonValue | undefined, pauseMs = 0) {
  const params = { name: 'progress', arguments: { label, pauseMs } };
  return progressToken === undefined ? params : { ...params, _meta: { progressToken } };
}

function reports(progressToken: JsonValue, label: string): readonly object[] {
  return [1, 2, 3, 4, 5].map((progress) => ({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken, progress, total: 5, message: label },
  }));
}

type Message = Answer & Partial<Unasked>;

describe.each(REVISIONS)('%s over HTTP', (revision) => {
  let server: Server;
  let client: HttpClient;
  beforeAll(async () => {
    server = await serveHttp(createCases().application);
    client = new HttpClient(server.address, { served: SERVED.all });
  });
  afterAll(() => server.close());

  let lastId = 0;
  const call = async (label: string, token: JsonValue | undefined, pauseMs?: number, accept?: string) => {
    lastId += 1;
    const id = lastId;
    const params = callOf(label, token, pauseMs);
    const headers = { ...headersOf(revision, 'tools/call', params), ...(await client.session(revision)) };
    return client.send({
      headers: accept === undefined ? headers : { ...headers, accept },
      body: requestOf(revision, id, 'tools/call', params),
    });
  };

  it.each(TOKENS)('A14 echoes the token %j, before the answer', async (token) => {
    const { messages, headers } = await call('x', token);
    const { [messages.length - 1]: answer } = messages;
    expect(answer).toMatchObject({ id: lastId, result: { content: [{ text: 'done x' }] } });
    expect(messages.slice(0, -1)).toEqual(token === undefined ? [] : reports(token, 'x'));
    expect(headers['content-type']).toBe(token === undefined ? 'application/json' : 'text/event-stream');
  });

  it('A14 never crosses the tokens of two calls that run at the same time', async () => {
    const answers = await Promise.all([call('one', 'first', 5), call('two', 'second', 5), call('three', 3, 5)]);
    expect(answers.map(({ messages }) => messages.slice(0, -1))).toEqual([
      reports('first', 'one'),
      reports('second', 'two'),
      reports(3, 'three'),
    ]);
  });

  it('A14 sends none where the client takes no stream', async () => {
    const { messages } = await call('x', 'abc', 0, 'application/json');
    expect(messages).toEqual([expect.objectContaining({ id: lastId })]);
  });
});

describe.each(REVISIONS)('%s over stdio', (revision) => {
  let client: StdioClient;
  beforeAll(async () => {
    client = new StdioClient(fixture('cases'), { served: SERVED.all });
    if (revision !== '2026-07-28') await client.initialize(revision);
  });
  afterAll(() => client.end());

  it.each(TOKENS)('A14 echoes the token %j, before the answer', async (token) => {
    client.lines.length = 0;
    client.send(requestOf(revision, 'call', 'tools/call', callOf('x', token)));
    await client.answerTo('call');
    await wait(40);
    const messages = client.lines.map((line) => JSON.parse(line) as Message);
    expect(messages.at(-1)).toMatchObject({ id: 'call', result: { content: [{ text: 'done x' }] } });
    expect(messages.slice(0, -1)).toEqual(token === undefined ? [] : reports(token, 'x'));
  });

  it('A14 never crosses the tokens of two calls that run at the same time', async () => {
    client.lines.length = 0;
    client.send(
      requestOf(revision, 'a', 'tools/call', callOf('one', 'first', 5)),
      requestOf(revision, 'b', 'tools/call', callOf('two', 2, 5)),
    );
    await Promise.all([client.answerTo('a'), client.answerTo('b')]);
    await wait(40);
    const messages = client.lines.map((line) => JSON.parse(line) as Message);
    const of = (token: JsonValue, id: string) =>
      messages.filter((message) => message.id === id || message.params?.progressToken === token);
    expect(of('first', 'a')).toEqual([...reports('first', 'one'), expect.objectContaining({ id: 'a' })]);
    expect(of(2, 'b')).toEqual([...reports(2, 'two'), expect.objectContaining({ id: 'b' })]);
    expect(messages).toHaveLength(12);
  });
});
