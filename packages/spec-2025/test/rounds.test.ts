// Hooks of rounds and dialogues under the revisions that ask the client in the middle of its request (ambiguity Q-50).
import {
  type Application,
  complete,
  dialogue,
  formElicitation,
  inputRequired,
  type JsonObject,
  type JsonRpcRequest,
  roots,
  sampling,
  urlElicitation,
} from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { type Answer, ASKABLE, AskedClient, type AskedClientOptions, served } from './asked-client.js';

const NAME: JsonObject = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const SEATS: JsonObject = { type: 'object', properties: { seats: { type: 'integer' } }, required: ['seats'] };
const MESSAGE = { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'Hi' } }], maxTokens: 9 };

const steps: string[] = [];

/** Asks twice, and does something that must be done once before each question. */
const book = dialogue(async ({ elicit, once }, { day }: JsonObject) => {
  const seats = await once('find', () => steps.push(`find ${String(day)}`));
  const name = await elicit(`${seats} seats are free. Who comes?`, NAME);
  if (name.action !== 'accept') return `Nobody: ${name.action}`;
  await once('hold', () => {
    steps.push(`hold for ${String(name.content.name)}`);
  });
  const count = await elicit('How many?', SEATS);
  return count.action === 'accept' ? `${String(count.content.seats)} for ${String(name.content.name)}` : 'None';
});

const application: Application = {
  tools: () => [
    { name: 'book', input: { type: 'object' }, run: book },
    { name: 'all' },
    { name: 'either' },
    { name: 'check', run: dialogue(async () => 'nothing to ask') },
  ],
  callToolRound: (name, _args, { inputResponses }) => {
    if (inputResponses.size > 0) return complete(JSON.stringify([...inputResponses]));
    if (name === 'either') return inputRequired({ name: formElicitation('Who?', NAME) });
    return inputRequired({
      form: formElicitation('Who?', NAME),
      page: urlElicitation('Pay!', 'https://pay.example.com/', { id: 'pay-1' }),
      model: sampling(MESSAGE),
      folders: roots(),
    });
  },
  callTool: (name) => (name === 'either' ? 'without asking' : undefined),
  prompts: () => [
    {
      name: 'greet',
      run: dialogue(async ({ elicit }) => {
        const answer = await elicit('Who?', NAME);
        return `Greet ${answer.action === 'accept' ? String(answer.content.name) : 'all'}.`;
      }),
    },
  ],
  resources: () => [
    {
      uri: 'diary:today',
      name: 'Today',
      read: dialogue(async ({ elicit }) => (await elicit('May I?', NAME)).action),
    },
  ],
};

/** What a user says who is asked for a name, and for a number of seats. */
function obliging({ method, params }: JsonRpcRequest): Answer {
  if (method === 'roots/list') return { roots: [{ uri: 'file:///home/ada' }] };
  if (method === 'sampling/createMessage') {
    return { role: 'assistant', content: { type: 'text', text: 'Ho' }, model: 'm-1' };
  }
  const { mode, requestedSchema } = params as { mode?: string; requestedSchema?: typeof SEATS };
  if (mode === 'url') return { action: 'accept' };
  const isSeats = JSON.stringify(requestedSchema) === JSON.stringify(SEATS);
  return { action: 'accept', content: isSeats ? { seats: 2 } : { name: 'Ada' } };
}

async function connect(options: AskedClientOptions = {}): Promise<AskedClient> {
  steps.length = 0;
  return AskedClient.connect(await served(application), { answer: obliging, ...options });
}

describe.each([
  ['on stdio', '2025-11-25', false],
  ['on stdio', '2025-06-18', false],
  ['in a session over HTTP', '2025-11-25', true],
  ['in a session over HTTP', '2025-06-18', true],
] as const)('rounds %s under %s', (_where, revision, http) => {
  it('D-8, Q-50 are run in one request, two questions in a row, each step once', async () => {
    const client = await connect({ http, revision });
    expect(await client.text('book', { day: 'today' })).toBe('2 for Ada');
    expect(client.asked.map(({ method, params }) => [method, params?.message])).toEqual([
      ['elicitation/create', '1 seats are free. Who comes?'],
      ['elicitation/create', 'How many?'],
    ]);
    expect(steps).toEqual(['find today', 'hold for Ada']);
  });

  it.each(['decline', 'cancel'] as const)('I-05 go on when the user says %s', async (action) => {
    const client = await connect({ http, revision, answer: () => ({ action }) });
    expect(await client.text('book')).toBe(`Nobody: ${action}`);
    expect(client.asked).toHaveLength(1);
  });

  it('MR-02, MR-03 are for prompts and resources too', async () => {
    const client = await connect({ http, revision });
    expect(await client.response('prompts/get', { name: 'greet' })).toMatchObject({
      result: { messages: [{ content: { text: 'Greet Ada.' } }] },
    });
    expect(await client.response('resources/read', { uri: 'diary:today' })).toMatchObject({
      result: { contents: [{ uri: 'diary:today', text: 'accept' }] },
    });
  });

  it('Q-50, MR-13 say at once what a client lacks, and ask it nothing', async () => {
    const client = await connect({ http, revision, capabilities: { roots: {} } });
    expect(await client.call('book')).toMatchObject({
      isError: true,
      content: [{ text: "Tool 'book' needs a client with elicitation.form" }],
    });
    for (const [method, params] of [
      ['prompts/get', { name: 'greet' }],
      ['resources/read', { uri: 'diary:today' }],
    ] as const) {
      expect(await client.response(method, params)).toMatchObject({
        error: { code: -32603, message: expect.stringContaining('needs a client with elicitation.form') },
      });
    }
    expect(await client.text('check')).toBe('nothing to ask');
    expect(client.asked).toEqual([]);
  });

  it('are not needed where there is a plain way, for a client that can be asked nothing', async () => {
    const unable = await connect({ http, revision, capabilities: {} });
    expect(await unable.text('either')).toBe('without asking');
    expect(await (await connect({ http, revision })).text('either')).toContain('Ada');
  });

  it('ask again for what does not fit, and give up on a client that never does', async () => {
    const answers = [{ name: 7 }, { name: 'Ada' }, { seats: 'many' }, { seats: 3 }];
    const client = await connect({
      http,
      revision,
      answer: () => ({ action: 'accept', content: answers.shift() ?? { seats: 0.5 } }),
    });
    expect(await client.text('book')).toBe('3 for Ada');
    expect(client.asked).toHaveLength(4);
    expect(await client.call('book')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('answer to elicitation/create is not what was asked for') }],
    });
  });

  it('YI-12 tell of a client that refuses', async () => {
    const client = await connect({ http, revision, answer: () => ({ error: { code: -1, message: 'Not now' } }) });
    expect(await client.call('book')).toMatchObject({
      isError: true,
      content: [{ text: 'The client answered elicitation/create with an error: Not now (-1)' }],
    });
  });

  it('end with their request when that is cancelled: the question is taken back, and nothing is answered', async () => {
    const client = await connect({ http, revision, answer: () => undefined });
    const outcome = client.request('tools/call', { name: 'book' }, 'c-1');
    const [question] = await client.whenAsked();
    await client.notify('notifications/cancelled', { requestId: 'c-1' });
    expect((await outcome).type).toBe('ended');
    await vi.waitFor(() =>
      expect(client.told).toMatchObject([{ method: 'notifications/cancelled', params: { requestId: question?.id } }]),
    );
    expect(steps).toEqual(['find undefined']);
  });
});

describe('what a round asks at once', () => {
  it('MR-08, MR-11, MR-19 is asked at once, each by its own request', async () => {
    const client = await connect();
    expect(JSON.parse(String(await client.text('all')))).toEqual([
      ['form', { action: 'accept', content: { name: 'Ada' } }],
      ['page', { action: 'accept', content: {} }],
      ['model', { role: 'assistant', content: { type: 'text', text: 'Ho' }, model: 'm-1' }],
      ['folders', { roots: [{ uri: 'file:///home/ada' }] }],
    ]);
    expect(client.asked.map(({ method, params }) => [method, params])).toEqual([
      ['elicitation/create', { mode: 'form', message: 'Who?', requestedSchema: NAME }],
      ['elicitation/create', { mode: 'url', message: 'Pay!', url: 'https://pay.example.com/', elicitationId: 'pay-1' }],
      ['sampling/createMessage', MESSAGE],
      ['roots/list', undefined],
    ]);
  });

  const OLD = { revision: '2025-06-18' } as const;

  it.each([
    ['does not declare any', { ...OLD, capabilities: { ...ASKABLE, elicitation: {} } }],
    ['declares them for newer ones', OLD],
  ])(
    'Q-50 is refused under 2025-06-18 for a page, which that revision has no way to show: a client that %s',
    async (_what, options) => {
      const client = await connect(options);
      expect(await client.call('all')).toMatchObject({
        isError: true,
        content: [{ text: "Tool 'all' needs a client with elicitation.url" }],
      });
      expect(client.asked).toEqual([]);
    },
  );

  it('Q-33, YI-01 is without what is optional and not in the revision, whatever the client declared', async () => {
    const run = vi.fn(async () => 'ran');
    const requires = { elicitation: { url: {} } };
    const seen: unknown[] = [];
    const handler = await served({
      tools: () => [{ name: 'either' }, { name: 'page', requires, run: dialogue(run) }],
      callToolRound: (_name, _args, { inputResponses, client }) => {
        seen.push(client.capabilities);
        if (inputResponses.size > 0) return complete([...inputResponses.keys()].join());
        const page = urlElicitation('Look!', 'https://example.com/', { optional: true });
        const model = sampling({ ...MESSAGE, tools: [] }, { optional: true });
        return inputRequired({ page, model, who: formElicitation('Who?', NAME) });
      },
    });
    const client = await AskedClient.connect(handler, { answer: obliging, ...OLD });
    expect(await client.text('either')).toBe('who');
    expect(seen[0]).toEqual({ elicitation: { form: {} }, sampling: { context: {} }, roots: { listChanged: true } });
    expect(await client.text('page')).toBe("Tool 'page' needs a client with elicitation.url");
    expect(run).not.toHaveBeenCalled();
    const newer = await AskedClient.connect(handler, { answer: obliging });
    expect(await newer.text('either')).toBe('page,model,who');
    expect(await newer.text('page')).toBe('ran');
  });
});

describe('without a session over HTTP', () => {
  it('Q-50, Q-61 a call that has to ask says at once that it can not, or is answered plainly', async () => {
    const client = await AskedClient.connect(await served(application, { sessions: false }), { http: true });
    expect(await client.call('book')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('known only in a session, and this one has none') }],
    });
    expect(await client.text('either')).toBe('without asking');
    expect(await client.text('check')).toBe('nothing to ask');
    expect(client.received).toEqual([]);
  });
});
