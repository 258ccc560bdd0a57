// What a server owes to those that it asks, and to those whose secrets it holds meanwhile (client/elicitation, client/sampling).
import {
  type Application,
  complete,
  createHandler,
  type HandlerOptions,
  inputRequired,
  type JsonObject,
  type SamplingRequest,
  type ServerHandler,
  sampling,
  silentLogger,
  urlElicitation,
} from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { META } from '../src/meta.js';
import { spec20260728 } from '../src/spec.js';
import { type Answer, httpFor, modernRequest, send } from './ask.js';
import { listen } from './listener.js';

const ABLE: JsonObject = { elicitation: { url: {} }, sampling: {} };
const question = (text: string): SamplingRequest => ({
  messages: [{ role: 'user', content: { type: 'text', text } }],
  maxTokens: 9,
});
const said = (text: string): JsonObject => ({ role: 'assistant', content: { type: 'text', text }, model: 'm' });

/** Who has paid, by what only the server knows. */
const paid = new Set<string>();

const application: Application = {
  tools: () => [{ name: 'pay' }, { name: 'think' }],
  callToolRound: (name, _args, { inputResponses, requestState, caller }) => {
    if (name === 'pay') {
      if (paid.has(caller?.subject ?? '')) return complete('paid');
      return inputRequired({ page: urlElicitation('Please pay.', 'https://pay.example.com/') }, { account: 'ES-1234' });
    }
    const answer = inputResponses.get('first') ?? inputResponses.get('second');
    if (answer === undefined) return inputRequired({ first: sampling(question('What is it?')) }, 'asked once');
    if (requestState === 'asked once') return inputRequired({ second: sampling(question('Are you sure?')) }, 'twice');
    return complete(JSON.stringify(answer));
  },
  complete: () => ['a', 'b'],
  prompts: () => [{ name: 'p', arguments: [{ name: 'a' }], run: () => 'x' }],
};

async function start(options: Partial<HandlerOptions> = {}) {
  const handler: ServerHandler = await createHandler('asking', application, {
    logger: silentLogger,
    changeDebounceMs: 0,
    ...options,
    spec: spec20260728,
  });
  const call = (name: string, more: JsonObject = {}, subject = 'ada'): Promise<Answer> => {
    const message = modernRequest('tools/call', { name, ...more }, { [META.clientCapabilities]: ABLE });
    return send(handler, message, Object.assign(httpFor(message), { caller: { subject, scopes: [] } }));
  };
  return { handler, call };
}

const requestsOf = ({ result }: Answer) => (result?.inputRequests ?? {}) as Record<string, { params: JsonObject }>;
const stateOf = ({ result }: Answer): string => String(result?.requestState);

describe('a user that was sent to a page', () => {
  const accepted = { page: { action: 'accept' } };

  it('I-08 has only agreed to go there: the tool asks again until the server itself knows better', async () => {
    const { call } = await start();
    let state = stateOf(await call('pay'));
    for (const _time of [1, 2]) {
      const again = await call('pay', { inputResponses: accepted, requestState: state });
      expect(again.result?.resultType).toBe('input_required');
      state = stateOf(again);
    }
    paid.add('ada');
    const { result } = await call('pay', { inputResponses: accepted, requestState: state });
    expect(result).toMatchObject({ resultType: 'complete', content: [{ text: 'paid' }] });
    paid.clear();
  });

  it('I-11, I-14 is known by his credentials alone, and nobody else can read or use what was noted of him', async () => {
    const { call } = await start();
    const state = stateOf(await call('pay', {}, 'bob'));
    expect(Buffer.from(state, 'base64url').toString('latin1') + state).not.toContain('ES-1234');
    paid.add('bob');
    const stolen = await call('pay', { inputResponses: accepted, requestState: state }, 'eve');
    expect(stolen.error).toMatchObject({ code: -32602 });
    paid.clear();
  });
});

describe('a model that is asked', () => {
  it('I-25 gets the messages of the one question, and none of another', async () => {
    const { call } = await start();
    const first = await call('think');
    expect(requestsOf(first).first?.params.messages).toEqual(question('What is it?').messages);
    const second = await call('think', { inputResponses: { first: said('A bird.') }, requestState: stateOf(first) });
    expect(requestsOf(second).second?.params.messages).toEqual(question('Are you sure?').messages);
  });

  it.each<[JsonObject]>([
    [{}],
    [{ ...said(''), role: 'system' }],
    [{ ...said(''), content: 'just text' }],
    [{ ...said(''), content: { type: 'text' } }],
  ])('I-19 has its answer checked before a tool sees it: %j', async (answer) => {
    const { call } = await start();
    const { error } = await call('think', {
      inputResponses: { first: answer },
      requestState: stateOf(await call('think')),
    });
    expect(error).toMatchObject({ code: -32602 });
  });
});

it('I-24, D-02 no client is told that a visit is done, which is a matter of its next try', async () => {
  const { handler } = await start();
  const listener = listen(handler, { toolsListChanged: true });
  await expect.poll(() => listener.news()).toEqual(['notifications/subscriptions/acknowledged']);
  handler.notify({ type: 'elicitationComplete', elicitationId: 'visit' });
  handler.notify({ type: 'toolsListChanged' });
  expect(listener.news()).toEqual(['notifications/tools/list_changed']);
  await handler.close(0);
});

it('CP-06 completions have their inputs checked, can be kept from callers, and are refused when they are too many at once', async () => {
  const { handler } = await start({
    limits: { concurrency: 1, queue: 0 },
    use: [(_operation, next) => Promise.resolve().then(next)],
  });
  const completing = (value: unknown, name = 'p') =>
    modernRequest('completion/complete', {
      ref: { type: 'ref/prompt', name },
      argument: { name: 'a', value },
    } as JsonObject);
  expect((await send(handler, completing(7))).error?.code).toBe(-32602);
  expect((await send(handler, completing('', 'unknown'))).error?.code).toBe(-32602);
  const refusal = { status: 403, message: 'Not for you' };
  const message = completing('');
  const kept = await handler.handle(message, Object.assign(httpFor(message), { authorize: () => refusal }));
  expect(kept).toMatchObject({ type: 'refused', status: 403 });
  const both = await Promise.all([send(handler, completing('')), send(handler, completing(''))]);
  expect(both.map(({ status }) => status)).toEqual([200, 503]);
});
