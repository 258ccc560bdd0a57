import {
  type Application,
  type ElicitAnswer,
  error,
  type JsonObject,
  type SamplingRequest,
  UserError,
} from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { type Answer, ASKABLE, AskedClient, type AskedClientOptions, served } from '../test/asked-client.js';
import { whyUnaskable } from './asking.js';
import type { Call } from './call.js';

const form = {
  type: 'object',
  properties: {
    seats: { type: 'integer', minimum: 1, default: 1 },
    class: {
      type: 'string',
      oneOf: [
        { const: 'e', title: 'Economy' },
        { const: 'b', title: 'Business' },
      ],
      default: 'e',
    },
    extras: { type: 'array', items: { type: 'string', enum: ['meal', 'bag'] } },
  },
  required: ['seats'],
};
const url = 'https://pay.example.com/start?ref=9f2c';
const question: SamplingRequest = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 };

/** Tools that ask, each in one way. */
const application: Application = {
  tools: () => ['form', 'page', 'model', 'model_with_tools', 'folders', 'ways'].map((name) => ({ name })),
  callTool: async (name, _args, { elicit, elicitUrl, sample, listRoots }) => {
    const given = async (answer: Promise<unknown> | undefined) => JSON.stringify((await answer) ?? null);
    switch (name) {
      case 'form':
        return given(elicit?.('How many seats?', form));
      case 'page':
        return given(elicitUrl?.('Please pay on our site.', url, { id: 'el-77' }));
      case 'model':
        return given(sample?.(question));
      case 'model_with_tools':
        return given(sample?.({ ...question, tools: [{ name: 'f', inputSchema: { type: 'object' } }] }));
      case 'folders':
        return given(listRoots?.());
      default:
        return JSON.stringify(
          Object.entries({ elicit, elicitUrl, sample, listRoots }).flatMap(([way, ask]) => (ask ? [way] : [])),
        );
    }
  },
};

async function connect(options: AskedClientOptions): Promise<AskedClient> {
  return AskedClient.connect(await served(application), options);
}

async function ask(tool: string, answer: Answer, options: AskedClientOptions = {}): Promise<unknown> {
  const client = await connect({ answer: () => answer, ...options });
  const result = await client.call(tool);
  const [{ text }] = result.content as unknown as readonly [{ readonly text: string }];
  return result.isError === true ? { error: text } : JSON.parse(text);
}

const WHERE = [
  ['on stdio', false],
  ['in a session over HTTP', true],
] as const;

describe.each(WHERE)('asking %s', (_where, http) => {
  it('V1-02, V2-10, Q-65, YI-02, QL-12 sends forms, pages, requests to the model and for folders as 2025-11-25 has them', async () => {
    const client = await connect({ http, answer: () => ({ error: { code: -32603, message: 'no' } }) });
    for (const tool of ['form', 'page', 'model', 'folders']) await client.call(tool);
    expect(client.asked.map(({ method, params }) => ({ method, params }))).toEqual([
      { method: 'elicitation/create', params: { mode: 'form', message: 'How many seats?', requestedSchema: form } },
      {
        method: 'elicitation/create',
        params: { mode: 'url', elicitationId: 'el-77', message: 'Please pay on our site.', url },
      },
      { method: 'sampling/createMessage', params: question },
      { method: 'roots/list', params: undefined },
    ]);
  });

  it('V1-25, YI-02 the same as 2025-06-18 has them', async () => {
    const client = await connect({
      http,
      revision: '2025-06-18',
      answer: () => ({ error: { code: -1, message: 'no' } }),
    });
    for (const tool of ['form', 'page', 'model', 'folders']) await client.call(tool);
    expect(client.asked.map(({ method, params }) => ({ method, params }))).toEqual([
      {
        method: 'elicitation/create',
        params: {
          message: 'How many seats?',
          requestedSchema: {
            type: 'object',
            properties: {
              seats: { type: 'integer', minimum: 1 },
              class: { type: 'string', enum: ['e', 'b'], enumNames: ['Economy', 'Business'] },
            },
            required: ['seats'],
          },
        },
      },
      { method: 'sampling/createMessage', params: question },
      { method: 'roots/list', params: undefined },
    ]);
  });

  it('YI-18 sends it by the exchange of the call, and takes the answer by another', async () => {
    const client = await connect({ http, answer: () => ({ action: 'decline' }) });
    await client.listen();
    await Promise.all([client.call('form'), client.call('form')]);
    const [one, other] = client.received;
    expect(one?.by === other?.by).toBe(false);
    expect(one?.message).toMatchObject({ method: 'elicitation/create' });
  });

  it('V1-24, V2-17, YB-02 gives each question of a client an id of its own', async () => {
    const client = await connect({ http, answer: () => ({ action: 'decline' }) });
    await Promise.all(['form', 'page', 'form', 'page'].map((tool) => client.call(tool)));
    expect(new Set(client.asked.map(({ id }) => id)).size).toBe(4);
  });

  it.each<[JsonObject, readonly string[]]>([
    [{}, []],
    [{ elicitation: {} }, ['elicit']],
    [{ elicitation: { form: {} } }, ['elicit']],
    [{ elicitation: { url: {} } }, ['elicitUrl']],
    [{ elicitation: { form: {}, url: {} } }, ['elicit', 'elicitUrl']],
    [{ sampling: {} }, ['sample']],
    [{ roots: {} }, ['listRoots']],
    [ASKABLE, ['elicit', 'elicitUrl', 'sample', 'listRoots']],
    [{ elicitation: null, sampling: false, roots: null }, []],
  ])('YI-01, YL-08, YL-10, TP-20 a client that declared %j can be asked %j', async (capabilities, ways) => {
    expect(JSON.parse(String(await (await connect({ http, capabilities })).text('ways')))).toEqual(ways);
  });

  it('YI-01 there are no pages to visit under 2025-06-18', async () => {
    const client = await connect({ http, revision: '2025-06-18' });
    expect(JSON.parse(String(await client.text('ways')))).toEqual(['elicit', 'sample', 'listRoots']);
  });

  it('YL-06 a client that has not confirmed the handshake is asked nothing', async () => {
    const client = await connect({ http, confirms: false });
    expect(await client.text('ways')).toBe('[]');
    await client.notify('notifications/initialized');
    expect(await client.text('ways')).not.toBe('[]');
  });

  it.each<[JsonObject, ElicitAnswer]>([
    [
      { action: 'accept', content: { seats: 2, extras: ['bag'] } },
      { action: 'accept', content: { seats: 2, extras: ['bag'] } },
    ],
    [
      { action: 'accept', content: { seats: 2, more: true }, _meta: {} },
      { action: 'accept', content: { seats: 2, more: true } },
    ],
    [{ action: 'decline', content: { seats: 2 } }, { action: 'decline' }],
    [{ action: 'cancel' }, { action: 'cancel' }],
  ])('YI-04, V1-26 gives the answer %j to a form', async (given, answer) => {
    expect(await ask('form', given, { http })).toEqual(answer);
  });

  it.each<[JsonObject, string]>([
    [{}, 'it must be an object with the action accept, decline or cancel, and flat content'],
    [{ action: 'yes' }, 'it must be an object with the action accept, decline or cancel, and flat content'],
    [{ action: 'accept', content: { seats: {} } }, 'it must be an object with the action'],
    [{ action: 'accept' }, "'seats' is missing"],
    [
      { action: 'accept', content: { seats: 0, extras: ['x'] } },
      "'seats' does not fit its field, 'extras' does not fit its field",
    ],
  ])('YI-06 tells the handler that %j is no answer to a form', async (given, fault) => {
    expect(await ask('form', given, { http })).toEqual({
      error: expect.stringContaining(`The client's answer to elicitation/create is not what was asked for: ${fault}`),
    });
  });

  it('YI-04, V2-08 has no content of a page', async () => {
    expect(await ask('page', { action: 'accept', content: { a: 1 } }, { http })).toEqual({
      action: 'accept',
      content: {},
    });
    expect(await ask('page', { action: 'decline' }, { http })).toEqual({ action: 'decline' });
  });

  it('LI-05, YI-13 gives what the model says, the use of a tool too', async () => {
    const said = { role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm', stopReason: 'endTurn' };
    expect(await ask('model', said, { http })).toEqual(said);
    const use = { ...said, content: [{ type: 'tool_use', id: 'u1', name: 'f', input: {} }], stopReason: 'toolUse' };
    expect(await ask('model_with_tools', use, { http })).toEqual(use);
    expect(await ask('model', { role: 'assistant' }, { http })).toEqual({
      error: expect.stringContaining('it must be an object with role, content and model'),
    });
  });

  it('YI-01, YI-13 asks no model to use tools that can’t', async () => {
    for (const options of [{ capabilities: { sampling: {} } }, { revision: '2025-06-18' }] as const) {
      const client = await connect({ http, ...options });
      expect(await client.call('model_with_tools')).toMatchObject({
        isError: true,
        content: [{ text: 'The model of this client uses no tools (sampling.tools)' }],
      });
      expect(client.asked).toEqual([]);
    }
  });

  it.each<[string, JsonObject['content']]>([
    ['several blocks', [{ type: 'text', text: 'Hello' }]],
    ['the use of a tool', { type: 'tool_use', id: 'u1', name: 'f', input: {} }],
  ])('YI-13 tells the handler that %s is no answer of a model under 2025-06-18', async (_what, content) => {
    const said = { role: 'assistant', content: content as JsonObject, model: 'm' };
    expect(await ask('model', said, { http, revision: '2025-06-18' })).toEqual({
      error: expect.stringContaining('content must be one block of text, image or audio'),
    });
    expect(await ask('model', said, { http })).toEqual(said);
    const words = { ...said, content: { type: 'text', text: 'Hello' } };
    expect(await ask('model', words, { http, revision: '2025-06-18' })).toEqual(words);
  });

  it.each([true, 5, 'x', [[]]])('YL-10 %j is no capability: who declares it is asked nothing', async (wrong) => {
    const capabilities = { elicitation: wrong, sampling: wrong, roots: wrong } as unknown as JsonObject;
    expect(await ask('ways', {}, { http, capabilities })).toEqual([]);
  });

  it('LI-06, YI-16, YI-17 gives the folders, and asks again only when they changed', async () => {
    const answer = vi.fn(() => ({ roots: [{ uri: 'file:///home/ada', name: 'Ada', _meta: {} }] }));
    const client = await connect({ http, answer });
    const roots = [{ uri: 'file:///home/ada', name: 'Ada' }];
    for (const times of [1, 1]) {
      expect(JSON.parse(String(await client.text('folders')))).toEqual(roots);
      expect(answer).toHaveBeenCalledTimes(times);
    }
    await client.notify('notifications/roots/list_changed');
    await client.call('folders');
    expect(answer).toHaveBeenCalledTimes(2);
    expect(await ask('folders', { roots: [{ uri: 'https://example.com' }] }, { http })).toEqual({
      error: expect.stringContaining('it must be an object with roots, each with a file: URI'),
    });
  });

  it.each([
    [-1, 'User rejected sampling request'],
    [-32601, 'Method not found'],
    [-32602, 'Mode not supported'],
  ])('YI-12 tells the handler of the error %i', async (code, message) => {
    expect(await ask('model', { error: { code, message } }, { http })).toEqual({
      error: `The client answered sampling/createMessage with an error: ${message} (${code})`,
    });
  });
});

describe('without a session over HTTP', () => {
  it('YI-01, Q-61 nobody can be asked, and a tool that needs it says so at once', async () => {
    const application: Application = {
      tools: () => [
        { name: 'hook' },
        { name: 'needs', requires: { elicitation: {} }, run: () => 'asked' },
        {
          name: 'hasty',
          run: async (_args: object, { elicit: e }) => ((await e?.('?', form)) ?? (e as never as () => never)()).action,
        },
      ],
      callToolWithElicitation: async (_name, _args, elicit) => (await elicit('?', form)).action,
    };
    const client = await AskedClient.connect(await served(application, { sessions: false }), { http: true });
    expect(await client.text('hook')).toBe(
      "Tool 'hook' gave no result. If it asks the user, that is because this client can't be asked: " +
        'what a client can do is known only in a session, and this one has none',
    );
    expect(await client.text('needs')).toBe(
      "Tool 'needs' needs a client with elicitation; what a client can do is known only in a session, and this one has none",
    );
    expect(await client.text('hasty')).toMatch(
      /^e is not a function: this client can't be asked by elicit .* \(2025-11-25\): what a client can do is known only/,
    );
    expect(client.received).toEqual([]);
  });
});

describe('why a client can not be asked, whatever it declared', () => {
  const known = { isKnown: true, isReady: true };
  const http = { method: 'POST' };
  it.each([
    [
      'without a session',
      { isKnown: false },
      { canStream: true, http },
      /^what a client can do is known only in a session/,
    ],
    [
      'before its handshake (YL-06)',
      { ...known, isReady: false },
      { canStream: true },
      /notifications\/initialized yet$/,
    ],
    ['that takes no stream', known, { canStream: false, http }, /^its Accept header has no text\/event-stream, /],
    ['of a transport without streams', known, { canStream: false }, /^nothing can be sent to it before the answer$/],
  ])('Q-50 is told: %s', (_who, conversation, exchange, why) => {
    expect(whyUnaskable({ conversation, exchange } as unknown as Call)).toMatch(why);
  });

  it('is nothing where it can be asked', () => {
    const exchange = { canStream: true, http };
    expect(whyUnaskable({ conversation: known, exchange } as unknown as Call)).toBeUndefined();
  });
});

describe.each(WHERE)('callToolWithElicitation %s', (_where, http) => {
  const greeter: Application = {
    tools: () => [{ name: 'greet' }],
    callToolWithElicitation: async (_name, _args, elicit) => {
      const name = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
      const answer = await elicit('Who are you?', name);
      return answer.action === 'accept' ? `Hello, ${answer.content.name}!` : error(`No name: ${answer.action}`);
    },
    callTool: () => 'Hello!',
  };

  it('TP-19, LI-01, V1-10 asks', async () => {
    const handler = await served(greeter);
    const client = await AskedClient.connect(handler, {
      http,
      answer: () => ({ action: 'accept', content: { name: 'Ada' } }),
    });
    expect(await client.text('greet')).toBe('Hello, Ada!');
    const silent = await AskedClient.connect(handler, { http, answer: () => ({ action: 'cancel' }) });
    expect(await silent.call('greet')).toMatchObject({ isError: true, content: [{ text: 'No name: cancel' }] });
    const unable = await AskedClient.connect(handler, { http, capabilities: {} });
    expect(await unable.text('greet')).toBe('Hello!');
  });
});

describe.each(WHERE)('what becomes of a question %s', (_where, http) => {
  const asks: Application = {
    tools: () => ['ask', 'ask_many', 'forget', 'wait'].map((name) => ({ name })),
    callTool: async (name, _args, { elicit, signal }) => {
      if (elicit === undefined) throw new UserError('nobody to ask');
      const once = () => elicit('?', { type: 'object', properties: { n: { type: 'integer' } } });
      if (name === 'forget') {
        void once();
        return 'gone on';
      }
      if (name === 'wait') await new Promise((resolve) => signal.addEventListener('abort', resolve));
      const count = name === 'ask_many' ? 20 : 1;
      const answers = await Promise.all(Array.from({ length: count }, once));
      return JSON.stringify(answers.map((answer) => answer.action === 'accept' && answer.content.n));
    },
  };

  it('V1-27, YS-04 is answered in whatever order, of many at once of many clients', async () => {
    const handler = await served(asks);
    const clients = await Promise.all(
      Array.from({ length: 5 }, async (_, number) => {
        const client: AskedClient = await AskedClient.connect(handler, { http });
        const result = client.text('ask_many');
        const ids = (await client.whenAsked(20)).map(({ id }) => id);
        return { client, number, result, ids };
      }),
    );
    for (const { client, number, ids } of clients) {
      for (const [index, id] of [...ids.entries()].reverse()) {
        await client.reply(id, { action: 'accept', content: { n: 100 * number + index } });
      }
    }
    for (const { number, result } of clients) {
      expect(JSON.parse(String(await result))).toEqual(Array.from({ length: 20 }, (_, index) => 100 * number + index));
    }
  });

  it('YU-12, YH-05 is not answered late, twice, by another client, or with what is no id of it', async () => {
    const handler = await served(asks);
    const [client, other] = [
      await AskedClient.connect(handler, { http }),
      await AskedClient.connect(handler, { http }),
    ];
    const result = client.text('ask');
    const [asked] = await client.whenAsked();
    const id = String(asked?.id);
    const wrong = { action: 'accept', content: { n: 13 } };
    for (const [from, to] of [
      [other, id],
      [client, `${id} `],
      [client, 1],
      [client, 'elicit_1'],
    ] as const) {
      expect((await from.reply(to, wrong)).type).toBe('accepted');
    }
    expect((await client.reply(id, { action: 'accept', content: { n: 1 } })).type).toBe('accepted');
    expect((await client.reply(id, wrong)).type).toBe('accepted');
    expect(await result).toBe('[1]');
    expect((await client.reply(id, wrong)).type).toBe('accepted');
  });

  it('YI-12 ends at once with an answer that can’t be read, of the client that was asked', async () => {
    const handler = await served(asks);
    const [client, other] = [
      await AskedClient.connect(handler, { http }),
      await AskedClient.connect(handler, { http }),
    ];
    const result = client.text('ask');
    const [asked] = await client.whenAsked();
    const id = String(asked?.id);
    await other.misreply(id, 'result must be an object');
    await client.misreply(`${id} `, 'result must be an object');
    await client.misreply(id, 'a response has either a result or an error');
    expect(await result).toBe(
      "The client's answer to elicitation/create is not what was asked for: a response has either a result or an error",
    );
    expect(client.told).toEqual([]);
    await client.misreply(id, 'result must be an object');
    expect((await client.reply(id, { action: 'cancel' })).type).toBe('accepted');
  });

  it('YU-06, YI-12 is withdrawn with the call that is cancelled, and nothing is answered', async () => {
    const client = await AskedClient.connect(await served(asks), { http });
    const outcome = client.request('tools/call', { name: 'ask', arguments: {} }, 'mine');
    const [{ id } = {}] = await client.whenAsked();
    await client.notify('notifications/cancelled', { requestId: 'mine' });
    expect((await outcome).type).toBe('ended');
    expect(client.told).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: id, reason: 'The request that asked was cancelled' },
      },
    ]);
    expect((await client.reply(String(id), { action: 'cancel' })).type).toBe('accepted');
  });

  it('YL-13, YI-12 is withdrawn when its time is up, which the handler is told', async () => {
    const client = await AskedClient.connect(await served(asks, { askTimeoutMs: 5 }), { http });
    expect(await client.call('ask')).toMatchObject({
      isError: true,
      content: [{ text: 'The client did not answer elicitation/create in time' }],
    });
    expect(client.told).toMatchObject([
      { method: 'notifications/cancelled', params: { requestId: client.asked[0]?.id } },
    ]);
  });

  it.each([
    ['elicit', 'elicitation/create'],
    ['elicitUrl', 'elicitation/create'],
    ['sample', 'sampling/createMessage'],
    ['listRoots', 'roots/list'],
  ])('YL-13 has the time that the handler gives it: %s', async (way, method) => {
    const options = { timeoutMs: 5 };
    const impatient: Application = {
      tools: () => [{ name: 'ask' }],
      callTool: async (_name, _args, { elicit, elicitUrl, sample, listRoots }) => {
        const ways: Readonly<Record<string, () => Promise<unknown> | undefined>> = {
          elicit: () => elicit?.('?', form, options),
          elicitUrl: () => elicitUrl?.('?', url, options),
          sample: () => sample?.(question, options),
          listRoots: () => listRoots?.(options),
        };
        return JSON.stringify(await ways[way]?.());
      },
    };
    const client = await AskedClient.connect(await served(impatient), { http });
    expect(await client.text('ask')).toBe(`The client did not answer ${method} in time`);
    expect(client.told).toMatchObject([
      { method: 'notifications/cancelled', params: { requestId: client.asked[0]?.id } },
    ]);
  });

  it('is withdrawn where the handler goes on without the answer', async () => {
    const client = await AskedClient.connect(await served(asks), { http });
    expect(await client.text('forget')).toBe('gone on');
    expect(client.told).toMatchObject([
      { method: 'notifications/cancelled', params: { requestId: client.asked[0]?.id } },
    ]);
  });

  it('is not asked after the call was cancelled', async () => {
    const client = await AskedClient.connect(await served(asks), { http });
    const outcome = client.request('tools/call', { name: 'wait', arguments: {} }, 'mine');
    await new Promise((resolve) => setImmediate(resolve));
    await client.notify('notifications/cancelled', { requestId: 'mine' });
    expect((await outcome).type).toBe('ended');
    await new Promise((resolve) => setImmediate(resolve));
    expect(client.received).toEqual([]);
  });

  it('ends when the server closes', async () => {
    const handler = await served(asks);
    const client = await AskedClient.connect(handler, { http });
    const result = client.text('ask');
    await client.whenAsked();
    await handler.close(1000);
    expect(await result).toBe('elicitation/create has no answer: the server is closing');
  });
});
