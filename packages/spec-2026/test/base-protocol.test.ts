// What every server of this revision has, whatever its application: the base protocol, versions, and three patterns of messages
// (basic/index, basic/patterns). The rest is optional, and told in the capabilities.
import {
  type Application,
  createHandler,
  dialogue,
  encodeMessage,
  type JsonObject,
  type JsonRpcMessage,
  type JsonRpcRequest,
  type ServerHandler,
  silentLogger,
} from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { META, metaOf } from '../src/meta.js';
import { methods20260728, spec20260728 } from '../src/spec.js';
import { type Answer, httpFor, modernRequest, pipe, send } from './ask.js';
import { type FakeExchange, stdioExchange } from './fake-exchange.js';
import { listen } from './listener.js';

const TRANSPORTS = ['HTTP', 'stdio'] as const;
type Transport = (typeof TRANSPORTS)[number];

const FORM: JsonObject = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const ABLE: JsonObject = { [META.clientCapabilities]: { elicitation: { form: {} } } };

/** The signals of the calls that wait. */
const waiting: AbortSignal[] = [];

const oneOfEach: Application = {
  tools: () => [
    {
      name: 'work',
      run: (_args: object, { progress, log }) => {
        progress(1, 2, 'half');
        log('info', 'working', 'worker');
        return 'done';
      },
    },
    {
      name: 'greet',
      run: dialogue(async ({ elicit }) => {
        const answer = await elicit('Who are you?', FORM, { key: 'who' });
        return answer.action === 'accept' ? `Hello, ${String(answer.content.name)}!` : 'Nobody';
      }),
    },
    {
      name: 'wait',
      run: (_args: object, { signal }) => {
        waiting.push(signal);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve('too late')));
      },
    },
  ],
};

function start(application: Application): Promise<ServerHandler> {
  return createHandler('base', application, { spec: spec20260728, logger: silentLogger, changeDebounceMs: 0 });
}

/** One server, and a client of it that counts its requests. */
async function client(transport: Transport, application: Application = oneOfEach) {
  const handler = await start(application);
  const peer = {};
  let id = 0;
  const exchangeFor = (message: JsonRpcRequest): FakeExchange => {
    if (transport === 'stdio') return stdioExchange({ peer });
    const version = metaOf(message)?.[META.protocolVersion];
    return httpFor(message, { 'MCP-Protocol-Version': String(version) });
  };
  const request = (method: string, params: JsonObject = {}, meta: JsonObject = {}): JsonRpcRequest => {
    id += 1;
    return modernRequest(method, params, meta, id);
  };
  const ask = (method: string, params?: JsonObject, meta?: JsonObject): Promise<Answer> => {
    const message = request(method, params, meta);
    return send(handler, message, exchangeFor(message));
  };
  /** The client does not want to wait for a call any more, and says so as its transport has it. */
  const cancelledCall = async () => {
    const message = request('tools/call', { name: 'wait' });
    const exchange = exchangeFor(message);
    const outcome = handler.handle(message, exchange);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    const cancelled = { method: 'notifications/cancelled', params: { requestId: message.id } };
    if (transport === 'HTTP') exchange.disconnect();
    else await handler.handle({ jsonrpc: '2.0', ...cancelled } as JsonRpcMessage, stdioExchange({ peer }));
    return { outcome: await outcome, aborted: waiting.pop()?.aborted, sent: exchange.sent.map(encodeMessage) };
  };
  const listening = (filter: JsonObject) => listen(handler, filter, { stdio: transport === 'stdio', peer });
  return { handler, ask, cancelledCall, listening };
}

/** Everything that such a server is asked, and all that it says. */
async function conversation(transport: Transport) {
  const { handler, ask, cancelledCall, listening } = await client(transport);
  const discovered = await ask('server/discover');
  const unsupported = await ask('tools/list', {}, { [META.protocolVersion]: '1999-01-01' });
  const answered = await ask('tools/call', { name: 'work' }, { progressToken: 't', [META.logLevel]: 'debug' });
  const first = await ask('tools/call', { name: 'greet' }, ABLE);
  const requestState = String(first.result?.requestState);
  const inputResponses = { who: { action: 'accept', content: { name: 'Ada' } } };
  const second = await ask('tools/call', { name: 'greet', requestState, inputResponses }, ABLE);
  const incapable = await ask('tools/call', { name: 'greet' });
  const cancelled = await cancelledCall();
  const listener = listening({ toolsListChanged: true });
  handler.notify({ type: 'toolsListChanged' });
  const told = listener.messages();
  await handler.close();
  const ended = await listener.outcome;
  return { discovered, unsupported, answered, first, second, incapable, cancelled, told, ended };
}

describe.each(TRANSPORTS)('the base protocol over %s', (transport) => {
  it('B-22 has versions, requests with their responses, rounds, and subscriptions', async () => {
    const said = await conversation(transport);
    expect(said.discovered.result).toMatchObject({ supportedVersions: ['2026-07-28'] });
    expect(said.unsupported.error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } });
    expect(said.answered.result).toMatchObject({ resultType: 'complete', content: [{ text: 'done' }] });
    expect(said.first.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { who: { method: 'elicitation/create' } },
    });
    expect(said.second.result).toMatchObject({ resultType: 'complete', content: [{ text: 'Hello, Ada!' }] });
    expect(said.told.map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
    ]);
    expect(said.ended).toMatchObject({ type: 'response', response: { id: 'sub-1', result: {} } });
  });

  it('B-22 is there without anything to serve, and then it is all that is there', async () => {
    const { ask, listening } = await client(transport, {});
    expect((await ask('server/discover')).result?.capabilities).toEqual({ logging: {} });
    expect((await ask('server/discover', {}, { [META.protocolVersion]: '1999-01-01' })).error?.code).toBe(-32022);
    expect(listening({ toolsListChanged: true }).messages()).toMatchObject([{ params: { notifications: {} } }]);
    const optional = Object.keys(methods20260728).filter(
      (method) => !['server/discover', 'subscriptions/listen'].includes(method),
    );
    expect(optional).toHaveLength(8);
    for (const method of optional) expect((await ask(method)).error?.code).toBe(-32601);
  });
});

it('V-16 says and does the same over HTTP and on stdio, however a client cancels there', async () => {
  const [http, stdio] = [await comparable('HTTP'), await comparable('stdio')];
  expect(stdio).toEqual(http);
  expect(http.cancelled).toEqual({ outcome: { type: 'ended' }, aborted: true, sent: [] });
  expect(http.answered.sent).toHaveLength(2);
});

/** Without what only HTTP has, its status, and with something else for the state of rounds, which is never twice the same. */
async function comparable(transport: Transport) {
  const { told, ended, cancelled, first, ...answers } = await conversation(transport);
  const { requestState, ...result } = first.result ?? {};
  expect(requestState).toMatch(/^[\w-]{40,}$/);
  return {
    ...Object.fromEntries(Object.entries(answers).map(([name, { status: _, ...answer }]) => [name, answer])),
    answered: { ...answers.answered, status: undefined },
    first: { ...first, result, status: undefined },
    told,
    cancelled,
    ended: 'response' in ended ? JSON.parse(encodeMessage(ended.response)) : ended,
  };
}

const FACETS: readonly (readonly [capability: string, application: Application, methods: readonly string[]])[] = [
  ['tools', { tools: () => [] }, ['tools/list', 'tools/call']],
  ['prompts', { prompts: () => [] }, ['prompts/list', 'prompts/get']],
  ['resources', { resources: () => [] }, ['resources/list', 'resources/templates/list', 'resources/read']],
  ['completions', { complete: () => [] }, ['completion/complete']],
];

it.each(FACETS)(
  'B-22, V-07 what is optional is advertised exactly where it is served: %s',
  async (capability, application, methods) => {
    const handler = await start(application);
    const { result } = await pipe(handler, modernRequest('server/discover'));
    const capabilities = Object.keys(result?.capabilities as JsonObject);
    for (const [name, , served] of FACETS) {
      expect(capabilities.includes(name)).toBe(name === capability);
      for (const method of served) {
        const { error } = await pipe(handler, modernRequest(method));
        expect([method, error?.code === -32601]).toEqual([method, !methods.includes(method)]);
      }
    }
  },
);
