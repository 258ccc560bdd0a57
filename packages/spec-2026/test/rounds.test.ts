// Multi round-trip requests (basic/patterns/mrtr) of a whole server, message by message.
import {
  type Application,
  complete,
  createHandler,
  dialogue,
  formElicitation,
  type HandlerOptions,
  inputRequired,
  type JsonObject,
  type JsonValue,
  type RoundContext,
  roots,
  type ServerHandler,
  sampling,
  silentLogger,
  urlElicitation,
} from '@polyspec/core';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { META } from '../src/meta.js';
import { spec20260728 } from '../src/spec.js';
import { type Answer, httpFor, modernRequest, send } from './ask.js';
import { stdioExchange } from './fake-exchange.js';

const IDENTITY: JsonObject = { [META.serverInfo]: { name: 'rounds', version: '1.0.0', title: 'rounds' } };
const NAME: JsonObject = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const ADA: JsonObject = { action: 'accept', content: { name: 'Ada' } };
const MESSAGE = { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'Hi' } }], maxTokens: 9 };

/** What a client can do that can do everything. */
const ABLE: JsonObject = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

const greet = dialogue(async ({ elicit }) => {
  const answer = await elicit('Who are you?', NAME, { key: 'who' });
  return answer.action === 'accept' ? `Hello, ${String(answer.content.name)}!` : `No name: ${answer.action}`;
});

const application: Application = {
  tools: () => [
    { name: 'greet', input: { type: 'object' }, run: greet },
    { name: 'other', input: { type: 'object' }, run: greet },
    { name: 'plain', run: () => 'plain' },
    { name: 'hook' },
    { name: 'all' },
    { name: 'wait' },
    { name: 'nothing' },
  ],
  callToolRound: (name, _args, round) => {
    if (name === 'hook') return hook(round);
    if (name === 'all') return all(round);
    if (name === 'wait') return round.requestState === undefined ? inputRequired({}, 'later') : complete('now');
    return inputRequired({});
  },
  prompts: () => [{ name: 'greet', run: greet }],
  resources: () => [{ uri: 'diary:today', name: 'Today', read: greet }],
  cachePolicy: () => ({ ttlMs: 60_000, scope: 'public' }),
};

/** Written by hand, without a state of its own. */
function hook({ inputResponses }: RoundContext) {
  const answer = inputResponses.get('who');
  if (answer === undefined) return inputRequired({ who: formElicitation('Who?', NAME) });
  return complete(JSON.stringify(answer));
}

/** Asks for everything at once. */
function all({ inputResponses, requestState }: RoundContext) {
  if (inputResponses.size === 4) return complete(JSON.stringify([...inputResponses]));
  const requests = {
    form: formElicitation('Who?', NAME),
    page: urlElicitation('Pay!', 'https://pay.example.com/'),
    model: sampling(MESSAGE),
    folders: roots(),
  };
  return inputRequired(requests, { asked: ((requestState as { asked?: number } | undefined)?.asked ?? 0) + 1 });
}

/** Who sends a request, and how. */
interface Sender {
  readonly capabilities?: JsonObject;
  readonly subject?: string;
  readonly meta?: JsonObject;
  readonly over?: 'http' | 'stdio';
}

type Ask = (method: string, params: JsonObject, sender?: Sender) => Promise<Answer>;

async function server(options: Partial<HandlerOptions> = {}, parts: Application = {}): Promise<Ask> {
  const handler: ServerHandler = await createHandler(
    'rounds',
    { ...application, ...parts },
    { logger: silentLogger, ...options, spec: spec20260728 },
  );
  let id = 0;
  return (method, params, { capabilities = ABLE, subject, meta = {}, over = 'http' } = {}) => {
    id += 1;
    const message = modernRequest(method, params, { ...meta, [META.clientCapabilities]: capabilities }, id);
    const exchange = over === 'http' ? httpFor(message) : stdioExchange();
    return send(
      handler,
      message,
      subject === undefined ? exchange : Object.assign(exchange, { caller: { subject, scopes: [] } }),
    );
  };
}

const call = (name: string, more: JsonObject = {}): [string, JsonObject] => ['tools/call', { name, ...more }];

const stateOf = ({ result }: Answer): string => String(result?.requestState);

const refused = (answer: Answer): unknown => [answer.error, answer.status];

describe.each(['http', 'stdio'] as const)('a request in rounds over %s', (over) => {
  it('R-01, R-04 to R-06, R-09, R-17, MR-05, MR-06, MR-18, MR-19, V3-05, http_mrtr_input_required_01, …_complete_01 asks, and is answered by the next', async () => {
    const ask = await server();
    const first = await ask(...call('greet'), { over });
    expect(first.result).toEqual({
      resultType: 'input_required',
      inputRequests: {
        who: {
          method: 'elicitation/create',
          params: { mode: 'form', message: 'Who are you?', requestedSchema: NAME },
        },
      },
      requestState: expect.stringMatching(/^[\w-]{40,}$/),
      _meta: IDENTITY,
    });
    const retry = { requestState: stateOf(first), inputResponses: { who: ADA } };
    const last = await ask(...call('greet', retry), { over });
    expect(last).toMatchObject({
      status: 200,
      result: { resultType: 'complete', content: [{ text: 'Hello, Ada!' }] },
    });
    expect(last.result).not.toHaveProperty('requestState');
  });

  it('R-03, MR-07, MR-08, MR-11, MR-21 asks for everything by its results, and sends no request', async () => {
    const ask = await server();
    const first = await ask(...call('all'), { over });
    const { inputRequests } = first.result as { inputRequests: Record<string, { method: string }> };
    expect(Object.entries(inputRequests).map(([key, { method }]) => `${key}: ${method}`)).toEqual([
      'form: elicitation/create',
      'page: elicitation/create',
      'model: sampling/createMessage',
      'folders: roots/list',
    ]);
    const inputResponses = {
      form: { ...ADA, extra: 1 },
      page: { action: 'accept' },
      model: { role: 'assistant', content: { type: 'text', text: 'Ho' }, model: 'm-1', stopReason: 'endTurn' },
      folders: { roots: [{ uri: 'file:///home/ada', name: 'Home' }] },
    };
    const last = await ask(...call('all', { inputResponses, requestState: stateOf(first) }), { over });
    const { content } = last.result as { content: [{ text: string }] };
    expect(JSON.parse(content[0].text)).toEqual([
      ['form', ADA],
      ['page', { action: 'accept', content: {} }],
      ['model', inputResponses.model],
      ['folders', inputResponses.folders],
    ]);
    expect([...first.sent, ...last.sent]).toEqual([]);
  });

  it('R-22, MR-17 may ask for nothing but to come again', async () => {
    const ask = await server();
    const first = await ask(...call('wait'), { over });
    expect(first.result).toEqual({
      resultType: 'input_required',
      requestState: expect.any(String),
      _meta: IDENTITY,
    });
    expect((await ask(...call('wait', { requestState: stateOf(first) }), { over })).result).toMatchObject({
      content: [{ text: 'now' }],
    });
  });

  it.each(['decline', 'cancel'])('I-05, I-04 is answered by %s too', async (action) => {
    const ask = await server();
    const requestState = stateOf(await ask(...call('greet'), { over }));
    const inputResponses = { who: { action, content: { name: 'Eve' } } };
    expect((await ask(...call('greet', { requestState, inputResponses }), { over })).result).toMatchObject({
      content: [{ text: `No name: ${action}` }],
    });
  });
});

describe('the three methods', () => {
  it('R-01, R-02, R-21, K-10, Q-03, CA-04, MR-14, RP-15, PP-08 have such results and no cache hints on them; a read after that is not to be kept', async () => {
    const ask = await server();
    for (const [method, params] of Object.entries({
      'tools/call': { name: 'greet' },
      'prompts/get': { name: 'greet' },
      'resources/read': { uri: 'diary:today' },
    })) {
      const first = await ask(method, params);
      expect(first.result).toMatchObject({ resultType: 'input_required', inputRequests: { who: {} } });
      expect(first.result).not.toHaveProperty('ttlMs');
      expect(first.result).not.toHaveProperty('cacheScope');
      const { result } = await ask(method, {
        ...params,
        requestState: stateOf(first),
        inputResponses: { who: ADA },
      });
      expect(JSON.stringify(result)).toContain('Hello, Ada!');
      expect([result?.ttlMs, result?.cacheScope]).toEqual(
        method === 'resources/read' ? [0, 'private'] : [undefined, undefined],
      );
    }
  });

  it('R-02, CP-13 are the only ones: a list does not ask, nor is it asked', async () => {
    const ask = await server();
    for (const method of ['server/discover', 'tools/list', 'prompts/list', 'resources/list']) {
      const { result } = await ask(method, { inputResponses: { who: ADA }, requestState: 'x' });
      expect(result).toMatchObject({ resultType: 'complete' });
    }
  });

  it('MR-12 give a plain result where nothing is asked, whatever a client sends with them', async () => {
    const ask = await server();
    expect((await ask(...call('plain', { inputResponses: { a: ADA }, requestState: 'x' }))).result).toMatchObject({
      resultType: 'complete',
      content: [{ text: 'plain' }],
    });
  });
});

describe('answers', () => {
  it('R-19, R-20, MR-20, MR-22, Q-32 that nobody asked for are ignored, and what is missing or unfit is asked for again', async () => {
    const ask = await server();
    const requestState = stateOf(await ask(...call('hook')));
    for (const inputResponses of [
      {},
      { wrong: ADA },
      { who: { action: 'accept', content: { name: 7 } } },
      { who: { action: 'accept' } },
    ]) {
      const again = await ask(...call('hook', { requestState, inputResponses }));
      expect(again.result).toMatchObject({ resultType: 'input_required', inputRequests: { who: {} } });
    }
    const inputResponses = { who: ADA, unknown: 7, more: { action: 'maybe' } };
    expect((await ask(...call('hook', { requestState, inputResponses }))).result).toMatchObject({
      content: [{ text: JSON.stringify(ADA) }],
    });
  });

  it.each<[JsonValue]>([
    [null],
    [[{ key: 'who', value: ADA }]],
    ['x'],
    [{ who: 12_345 }],
    [{ who: { action: 'maybe' } }],
    [{ who: { action: 'accept', content: { name: { first: 'Ada' } } } }],
  ])('R-18, MR-22, Q-32 that are malformed are -32602: %j', async (inputResponses) => {
    const ask = await server();
    const requestState = stateOf(await ask(...call('hook')));
    for (const params of [{ inputResponses, requestState }, { inputResponses }]) {
      const { error, status } = await ask(...call('hook', params));
      expect([error?.code, status]).toEqual([-32602, 200]);
      expect(error?.message).toContain('inputResponses');
    }
  });

  it('R-23 without a state count where the hook has none, and a dialogue asks again', async () => {
    const ask = await server();
    expect((await ask(...call('hook', { inputResponses: { who: ADA } }))).result).toMatchObject({
      content: [{ text: JSON.stringify(ADA) }],
    });
    for (const name of ['greet', 'all']) {
      expect((await ask(...call(name, { inputResponses: { who: ADA, form: ADA } }))).result).toMatchObject({
        resultType: 'input_required',
      });
    }
  });
});

describe('what a client can not do', () => {
  it('R-07, R-08, M-07, Q-33, V3-09, V3-27 is not asked of it: -32021 with all that is missing, and 400 over HTTP', async () => {
    const ask = await server();
    expect(refused(await ask(...call('all'), { capabilities: { elicitation: {} } }))).toEqual([
      {
        code: -32021,
        message: "Tool 'all' needs a client with elicitation.url, sampling, roots",
        data: { requiredCapabilities: { elicitation: { url: {} }, sampling: {}, roots: {} } },
      },
      400,
    ]);
    for (const [method, params] of [
      call('greet'),
      ['prompts/get', { name: 'greet' }],
      ['resources/read', { uri: 'diary:today' }],
    ] as const) {
      const { error, status } = await ask(method, params, { capabilities: {} });
      expect([error?.code, error?.data, status]).toEqual([
        -32021,
        { requiredCapabilities: { elicitation: { form: {} } } },
        400,
      ]);
    }
  });

  it('I-02 is told by mode: an empty object is for forms, one for pages is for these alone', async () => {
    const ask = await server();
    expect((await ask(...call('greet'), { capabilities: { elicitation: {} } })).result).toBeDefined();
    expect((await ask(...call('greet'), { capabilities: { elicitation: { url: {} } } })).error?.code).toBe(-32021);
  });

  it('Q-33 is left out where it is optional, and I-16 is looked at in sampling too', async () => {
    const ask = await server(
      {},
      {
        callToolRound: (_name, { tools }) =>
          inputRequired({
            folders: roots({ optional: true }),
            model: sampling(tools === true ? { ...MESSAGE, tools: [{ name: 't', inputSchema: {} }] } : MESSAGE),
          }),
        tools: () => [{ name: 'ask', input: { type: 'object' } }],
      },
    );
    const { result } = await ask(...call('ask'), { capabilities: { sampling: {} } });
    expect(Object.keys(result?.inputRequests as object)).toEqual(['model']);
    const { error } = await ask(...call('ask', { arguments: { tools: true } }), { capabilities: { sampling: {} } });
    expect(error?.data).toEqual({ requiredCapabilities: { sampling: { tools: {} } } });
  });
});

describe('what a hook does wrong', () => {
  it('MR-15, R-04, mrtr_validation_empty_requests_and_none_state_01 is -32603, and says what', async () => {
    const error = vi.fn();
    const ask = await server({ logger: { ...silentLogger, error } });
    const answer = await ask(...call('nothing'));
    expect(refused(answer)).toEqual([
      {
        code: -32603,
        message: "Invalid multi-round result of tool 'nothing': must include nonempty inputRequests or a requestState",
      },
      200,
    ]);
    expect(error).toHaveBeenCalledOnce();
  });
});

describe('a state that is not what it was', () => {
  const INVALID = [{ code: -32602, message: 'Invalid requestState' }, 200];
  const key = 'a1'.repeat(32);
  const retry = (requestState: JsonValue): JsonObject => ({ requestState, inputResponses: { who: ADA } });

  it('R-10, R-11, R-23, Q-31, LI-19 is refused with a bit flipped anywhere, always in the same words', async () => {
    const ask = await server();
    const sealed = Buffer.from(stateOf(await ask(...call('greet'))), 'base64url');
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const forged = Buffer.from(sealed);
      forged.writeUInt8(forged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(refused(await ask(...call('greet', retry(forged.toString('base64url')))))).toEqual(INVALID);
    }
    expect((await ask(...call('greet', retry(sealed.toString('base64url'))))).result).toBeDefined();
  });

  it('… changed, cut, or lengthened in any way', async () => {
    const ask = await server();
    const state = stateOf(await ask(...call('greet')));
    const forged = fc.oneof(
      fc.constantFrom('', ' ', '=', '\n', '-TAMPERED', 'A').map((more) => state + more),
      fc.constantFrom(' ', '=', 'A').map((more) => more + state),
      fc.nat({ max: state.length - 1 }).map((length) => state.slice(0, length)),
      fc
        .tuple(fc.nat({ max: state.length - 1 }), fc.string({ minLength: 1, maxLength: 2 }))
        .map(([at, text]) => state.slice(0, at) + text + state.slice(at + 1)),
      fc.string(),
      fc.constant(Buffer.from('{"own":{"dialogue":1}}').toString('base64url')),
    );
    await fc.assert(
      fc.asyncProperty(forged, async (requestState) => {
        fc.pre(requestState !== state);
        expect(refused(await ask(...call('greet', retry(requestState))))).toEqual(INVALID);
      }),
    );
    for (const requestState of [null, 7, true, [state], { state }] as JsonValue[]) {
      expect(refused(await ask(...call('greet', retry(requestState))))).toEqual(INVALID);
    }
  });

  it('R-13, I-11 … that of another tool, other arguments, another method, or another caller', async () => {
    const ask = await server();
    const ada = { subject: 'ada' };
    const requestState = stateOf(await ask(...call('greet', { arguments: { a: 1 } }), ada));
    const same = call('greet', { arguments: { a: 1 }, ...retry(requestState) });
    expect((await ask(...same, ada)).result).toBeDefined();
    for (const attempt of [
      () => ask(...same, { subject: 'eve' }),
      () => ask(...same),
      () => ask(...call('other', { arguments: { a: 1 }, ...retry(requestState) }), ada),
      () => ask(...call('greet', { arguments: { a: 2 }, ...retry(requestState) }), ada),
      () => ask(...call('greet', retry(requestState)), ada),
      () => ask('prompts/get', { name: 'greet', ...retry(requestState) }, ada),
      () => ask('resources/read', { uri: 'diary:today', ...retry(requestState) }, ada),
    ]) {
      expect(refused(await attempt())).toEqual(INVALID);
    }
    // Whether arguments are left out or empty is the same to a tool.
    const bare = stateOf(await ask(...call('greet')));
    expect((await ask(...call('greet', { arguments: {}, ...retry(bare) }))).result).toBeDefined();
  });

  it('R-13, R-17 … expired, under a key that is gone, a foreign key, or of another server; not on another node', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const first = await server({ keys: [key] });
      const requestState = stateOf(await first(...call('greet')));
      const node = await server({ keys: ['b2'.repeat(32), key] });
      expect((await node(...call('greet', retry(requestState)))).result).toBeDefined();
      for (const options of [{}, { keys: ['b2'.repeat(32)] }, { keys: [key], name: 'another' }]) {
        const other = await server(options);
        expect(refused(await other(...call('greet', retry(requestState))))).toEqual(INVALID);
      }
      vi.advanceTimersByTime(3_599_999);
      expect((await first(...call('greet', retry(requestState)))).result).toBeDefined();
      vi.advanceTimersByTime(1);
      expect(refused(await first(...call('greet', retry(requestState))))).toEqual(INVALID);
    } finally {
      vi.useRealTimers();
    }
  });

  it('R-16 … but one of an earlier round still opens: a client may go back, and a change of it is another state', async () => {
    const ask = await server();
    const one = stateOf(await ask(...call('all')));
    const two = stateOf(await ask(...call('all', { requestState: one, inputResponses: { form: ADA } })));
    expect(two).not.toBe(one);
    for (const requestState of [one, two]) {
      expect((await ask(...call('all', { requestState }))).result).toMatchObject({ resultType: 'input_required' });
    }
  });

  it('shows nothing of what is in it', async () => {
    const secret = 'the user is known to us';
    const ask = await server(
      {},
      { callToolRound: () => inputRequired({}, { secret }), tools: () => [{ name: 'wait' }] },
    );
    const state = stateOf(await ask(...call('wait')));
    expect(Buffer.from(state, 'base64url').toString('latin1')).not.toContain(secret.slice(0, 8));
  });
});

describe('what a round reports', () => {
  it('R-24, MR-04, MR-25, P-01 comes before its interim result, which is the last message', async () => {
    const ask = await server(
      {},
      {
        tools: () => [
          {
            name: 'ask',
            run: dialogue(async ({ progress, log, elicit }) => {
              progress(1, 2);
              log('info', 'asking');
              return (await elicit('Who?', NAME)).action;
            }),
          },
        ],
      },
    );
    const meta = { progressToken: 't', [META.logLevel]: 'info' };
    const { sent, result } = await ask(...call('ask'), { meta });
    expect(result).toMatchObject({ resultType: 'input_required' });
    expect(sent).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 't', progress: 1, total: 2 } },
      { method: 'notifications/message', params: { level: 'info', data: 'asking' } },
    ]);
    expect((await ask(...call('ask'))).sent).toEqual([]);
  });
});
