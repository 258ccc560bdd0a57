import { describe, expect, it, vi } from 'vitest';
import { ABLE, contentOf, field } from '../../test/rounds.js';
import { spyLogger } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import type { ClientCapabilities } from '../application/context.js';
import type { PromptDescriptor } from '../application/prompts.js';
import type { ResourceDescriptor, ResourceTemplateDescriptor } from '../application/resources.js';
import type { RoundContext, RoundResult } from '../application/rounds.js';
import type { ToolDescriptor } from '../application/tools.js';
import type { Middleware } from '../contract/middleware.js';
import { defineApplication } from '../define/define-application.js';
import { UserError } from '../errors.js';
import type { JsonValue } from '../json.js';
import type { ServerOptions } from '../options/server-options.js';
import { complete, formElicitation, inputRequired } from '../results/round.js';
import { dialogue } from '../rounds/dialogue/dialogue.js';
import { InterimResult } from '../rounds/interim-result.js';
import type { SentRound } from '../rounds/run-round.js';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { Cancellation } from './cancellation.js';
import { createRuntime } from './create-runtime.js';
import type { Asking, RequestContext } from './request-context.js';
import type { Runtime } from './runtime.js';

const NAME = field('name');
const ADA = { action: 'accept' as const, content: { name: 'Ada' } };

/** Who is there: a client that is asked in rounds, and what it sends; or one with ways to ask it. */
interface Client {
  readonly round?: SentRound;
  readonly asking?: Asking;
  readonly unaskable?: string;
  readonly capabilities?: ClientCapabilities;
  readonly subject?: string;
}

async function serve(application: Application, options: ServerOptions = {}) {
  const logger = spyLogger();
  const runtime: Runtime = await createRuntime('test', application, { logger, ...options });
  const contextOf = ({ round, asking, unaskable, capabilities = ABLE, subject }: Client): RequestContext =>
    runtime.context({
      exchange: exchangeOf(subject),
      revision: round === undefined ? '2025-11-25' : '2026-07-28',
      client: { capabilities },
      meta: undefined,
      cancellation: new Cancellation(),
      round,
      asking,
      unaskable,
    });
  const work = {
    call: async (name: string, args = {}, client: Client = MODERN) => runtime.callTool(name, args, contextOf(client)),
    fill: async (name: string, args = {}, client: Client = MODERN) => runtime.getPrompt(name, args, contextOf(client)),
    read: async (uri: string, client: Client = MODERN) => runtime.readResource(uri, contextOf(client)),
  };
  return { ...work, logger };
}

function exchangeOf(subject: string | undefined): MemoryExchange {
  const exchange = new MemoryExchange({}, () => undefined);
  return subject === undefined ? exchange : Object.assign(exchange, { caller: { subject, scopes: [] } });
}

/** A client whose first round this is. */
const MODERN: Client = { round: {} };
const ASKED: Client = { asking: { elicit: async () => ADA } };
const UNREACHABLE: Client = {};

/** The next round of a client that answers the one question that it was asked. */
function answering(interim: unknown, answer: JsonValue = ADA, client: Client = MODERN): Client {
  if (!(interim instanceof InterimResult)) throw new TypeError(`Nothing was asked: ${JSON.stringify(interim)}`);
  const { inputRequests, requestState } = interim;
  const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, answer]));
  return { ...client, round: { ...client.round, inputResponses, requestState } };
}

const textOf = (result: unknown): unknown => (result as { content?: { text?: unknown }[] }).content?.[0]?.text;

const askName = dialogue(async ({ elicit }) => {
  const answer = await elicit('Who are you?', NAME);
  return answer.action === 'accept' ? `Hello, ${String(answer.content.name)}!` : 'Hello, stranger!';
});

function greetInRounds({ inputResponses }: RoundContext): RoundResult<string> {
  const answer = inputResponses.get('who');
  if (answer === undefined) return inputRequired({ who: formElicitation('Who are you?', NAME) });
  return complete(`Hello, ${contentOf(answer).name}!`);
}

const TOOL: ToolDescriptor = { name: 'greet', input: { type: 'object' } };

describe('a tool that answers in rounds', () => {
  it.each<[string, Application]>([
    ['by its own run', { tools: () => [{ ...TOOL, run: askName }] }],
    ['by a hook', { tools: () => [TOOL], callToolRound: (_name, _args, round) => greetInRounds(round) }],
    ['by a hook that is a dialogue', { tools: () => [TOOL], callToolRound: dialogue(async (c) => askNameOf(c)) }],
    ['declared', defineApplication({ tools: { greet: { run: askName } } })],
    ['included', defineApplication({ include: [{ tools: () => [TOOL], callToolRound: (_n, _a, r) => askName(r) }] })],
    ['included, by its run', defineApplication({ include: [{ tools: () => [{ ...TOOL, run: askName }] }] })],
  ])('MR-01, MR-05, R-01, D-8 asks %s: between two requests, or in the middle of one', async (_way, application) => {
    const { call } = await serve(application);
    const first = await call('greet');
    expect(first).toBeInstanceOf(InterimResult);
    expect(Object.values((first as InterimResult).inputRequests)).toEqual([formElicitation('Who are you?', NAME)]);
    expect(textOf(await call('greet', {}, answering(first)))).toBe('Hello, Ada!');
    expect(textOf(await call('greet', {}, ASKED))).toBe('Hello, Ada!');
  });

  it('gets validated arguments in each round, and has its output validated', async () => {
    const { call } = await serve({
      tools: () => [
        {
          name: 'double',
          input: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
          output: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
          run: dialogue(async ({ elicit }, { n }: { readonly n: number }) => {
            const answer = await elicit('Sure?', NAME);
            return answer.action === 'accept' ? { n: 2 * n } : { no: 1 };
          }),
        },
      ],
    });
    expect(textOf(await call('double', { n: 'x' }))).toContain('Invalid arguments');
    const first = await call('double', { n: 4 });
    expect(await call('double', { n: 4 }, answering(first))).toMatchObject({ structuredContent: { n: 8 } });
    expect(await call('double', { n: 4 }, answering(first, { action: 'decline' }))).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('does not fit its output schema') }],
    });
  });

  it('has the object that it is a member of', async () => {
    class Greeting implements ToolDescriptor {
      readonly name = 'greet';
      readonly greeting = 'Hi';
      readonly run = dialogue(async (_context) => this.greeting);
    }
    const { call } = await serve({ tools: () => [new Greeting()] });
    expect(textOf(await call('greet'))).toBe('Hi');
  });

  it('may become one that answers at once, and the other way round', async () => {
    let tool: ToolDescriptor = { ...TOOL, run: () => 'at once' };
    const { call } = await serve({ tools: () => [tool] });
    expect(textOf(await call('greet'))).toBe('at once');
    tool = { ...TOOL, run: askName };
    expect(await call('greet')).toBeInstanceOf(InterimResult);
    tool = { ...TOOL, run: () => 'at once again' };
    expect(textOf(await call('greet'))).toBe('at once again');
  });

  it('gives nothing where it gives nothing', async () => {
    const { call } = await serve({ tools: () => [{ ...TOOL, run: dialogue(async () => undefined) }] });
    expect(await call('greet')).toEqual({ content: [] });
  });

  it('MR-24 ends with isError where it throws, and with an error of the protocol where its round is none (MR-15)', async () => {
    const { call, logger } = await serve({
      tools: () => ['throws', 'breaks', 'empty', 'nonsense'].map((name) => ({ name })),
      callToolRound: (name) => {
        if (name === 'throws') throw new UserError('Sold out');
        if (name === 'breaks') throw new Error('secret');
        return name === 'empty' ? inputRequired({}) : ({ type: 'what' } as never);
      },
    });
    expect(await call('throws')).toMatchObject({ isError: true, content: [{ text: 'Sold out' }] });
    expect(textOf(await call('breaks'))).toMatch(/^Internal error \(reference /);
    await expect(call('empty')).rejects.toMatchObject({
      reason: 'internal',
      message: "Invalid multi-round result of tool 'empty': must include nonempty inputRequests or a requestState",
    });
    await expect(call('nonsense')).rejects.toMatchObject({ reason: 'internal' });
    expect(logger.error).toHaveBeenCalledTimes(3);
  });

  it('R-08, M-07, V3-27 is refused where the client did not declare what it asks, and before it runs where it says so', async () => {
    const run = vi.fn(async () => 'asked');
    const { call } = await serve({
      tools: () => [
        { ...TOOL, run: askName },
        { name: 'early', requires: { elicitation: { form: {} }, roots: {} }, run: dialogue(run) },
      ],
    });
    for (const client of [MODERN, UNREACHABLE]) {
      await expect(call('greet', {}, { ...client, capabilities: { sampling: {} } })).rejects.toMatchObject({
        reason: 'missing-capability',
        data: { elicitation: { form: {} } },
      });
    }
    await expect(call('early', {}, { ...MODERN, capabilities: { elicitation: {} } })).rejects.toMatchObject({
      reason: 'missing-capability',
      message: "Tool 'early' needs a client with roots",
      data: { roots: {} },
    });
    expect(run).not.toHaveBeenCalled();
  });

  it('Q-50 says at once that a client can not be asked which declared that it could', async () => {
    const { call } = await serve({ tools: () => [{ ...TOOL, run: askName }] });
    expect(await call('greet', {}, UNREACHABLE)).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/input \(elicitation\.form\), and it can't be asked in the .* request$/) },
      ],
    });
    expect(textOf(await call('greet', {}, { unaskable: 'it is deaf' }))).toMatch(/this request: it is deaf$/);
  });
});

/** Asks by another context than its own, to be used by a dialogue that gets other arguments. */
async function askNameOf({ elicit }: Parameters<Parameters<typeof dialogue>[0]>[0]): Promise<string> {
  const answer = await elicit('Who are you?', NAME);
  return answer.action === 'accept' ? `Hello, ${String(answer.content.name)}!` : 'Hello, stranger!';
}

describe('the order of the ways to answer (Q-59)', () => {
  /** Every way there is; those named say that they are not for this call. */
  function ways(...passing: readonly string[]): Application & { log: string[] } {
    const log: string[] = [];
    const via = <T>(way: string, value: T): T | undefined => {
      log.push(way);
      return passing.includes(way) ? undefined : value;
    };
    return {
      log,
      tools: () => [{ name: 'find', signature: { arguments: [] } }],
      prompts: () => [{ name: 'find' }],
      resources: () => [{ uri: 'a:1', name: 'one' }],
      callToolWithElicitation: () => via('elicitation', 'by elicitation'),
      callToolRound: () => via('round', complete('by round')),
      callTool: () => via('plain', 'by plain'),
      getPromptRound: () => via('round', complete('by round')),
      getPrompt: () => via('plain', 'by plain'),
      readResourceRound: () => via('round', complete('by round')),
      readResource: () => via('plain', 'by plain'),
      // One that is there answers, whatever it gives.
      ...(!passing.includes('dispatch') && { find: () => via('dispatch', 'by dispatch') }),
    } as Application & { log: string[] };
  }

  it.each<[string, Client, readonly string[]]>([
    ['2026', MODERN, ['round', 'plain', 'dispatch']],
    ['2026, that can be asked nothing', { ...MODERN, capabilities: {} }, ['plain', 'dispatch', 'round']],
    ['2025', ASKED, ['elicitation', 'round', 'plain', 'dispatch']],
    ['2025, for whose folders can be asked', { asking: { listRoots: async () => [] } }, ['round', 'plain', 'dispatch']],
    ['2025, that can not be asked', UNREACHABLE, ['plain', 'dispatch', 'round']],
  ])('TP-21, TP-24, TP-34, MR-12 of a tool, for a client of %s', async (_client, client, order) => {
    for (const [index, way] of order.entries()) {
      const before = order.slice(0, index);
      const application = ways(...before);
      const { call } = await serve(application);
      expect(textOf(await call('find', {}, client))).toBe(`by ${way}`);
      expect(application.log).toEqual([...before, way].filter((one) => one !== 'dispatch' || one === way));
    }
    const { call } = await serve(ways('elicitation', 'round', 'plain', 'dispatch'));
    expect(await call('find', {}, client)).toMatchObject({ isError: true });
  });

  it.each<[string, Client, readonly string[]]>([
    ['2026', MODERN, ['round', 'plain']],
    ['2026, that can be asked nothing', { ...MODERN, capabilities: {} }, ['plain', 'round']],
    ['2026, that answers', { round: { inputResponses: {} }, capabilities: {} }, ['round', 'plain']],
    ['2025', ASKED, ['round', 'plain']],
    ['2025, that can not be asked', UNREACHABLE, ['plain', 'round']],
  ])('MR-02, MR-03, MR-12, RP-14 of a prompt and a resource, for a client of %s', async (_client, client, order) => {
    for (const [index, way] of order.entries()) {
      const before = order.slice(0, index);
      const application = ways(...before);
      const { fill, read } = await serve(application);
      expect(await fill('find', {}, client)).toMatchObject({ messages: [{ content: { text: `by ${way}` } }] });
      expect(await read('a:1', client)).toMatchObject({ contents: [{ text: `by ${way}` }] });
      expect(application.log).toEqual([...before, way, ...before, way]);
    }
    const { fill, read } = await serve(ways('round', 'plain'));
    await expect(fill('find', {}, client)).rejects.toMatchObject({ reason: 'internal' });
    await expect(read('a:1', client)).rejects.toMatchObject({ reason: 'internal' });
  });

  it('V1-28, Q-62 a tool that asks by elicitation alone says who can not be asked, and what its author can do', async () => {
    const { call } = await serve({ tools: () => [TOOL], callToolWithElicitation: () => 'asked' });
    expect(textOf(await call('greet', {}, ASKED))).toBe('asked');
    expect(await call('greet', {}, MODERN)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/2026-07-28 has no questions .*dialogue\(…\) and callToolRound/) }],
    });
    const said: readonly [string, Client][] = [
      ['it did not declare elicitation.form', { capabilities: {} }],
      ['it did not declare elicitation.form', { capabilities: { elicitation: { url: {} } } }],
      ["can't be asked in the middle of this request", UNREACHABLE],
      ["can't be asked: it is deaf", { unaskable: 'it is deaf' }],
      ["can't be asked: it is deaf", { unaskable: 'it is deaf', capabilities: {} }],
    ];
    for (const [reason, client] of said) expect(textOf(await call('greet', {}, client))).toContain(reason);
  });

  it('V1-28 one that nobody answers is not said to ask, where others may', async () => {
    const application: Application = {
      tools: () => [TOOL, { name: 'nobody' }],
      callToolWithElicitation: (name) => (name === 'nobody' ? undefined : 'asked'),
    };
    const { call } = await serve(application);
    for (const client of [MODERN, UNREACHABLE, { capabilities: {} }]) {
      expect(textOf(await call('nobody', {}, client))).toMatch(/^Tool 'nobody' gave no result\. If it asks the user, /);
    }
    expect(textOf(await call('nobody', {}, ASKED))).toBe("Tool 'nobody' gave no result");
  });
});

describe('a prompt that answers in rounds', () => {
  const prompts: readonly PromptDescriptor[] = [
    {
      name: 'greet',
      arguments: [{ name: 'tone', required: true }],
      run: dialogue(async ({ elicit }, { tone }: { readonly tone: string }) => {
        const answer = await elicit('Who is to be greeted?', NAME);
        return answer.action === 'accept' ? `Greet ${String(answer.content.name)}, ${tone}.` : `Greet all, ${tone}.`;
      }),
    },
  ];

  it('MR-02, PP-08 asks, and is filled in with the answer', async () => {
    const { fill } = await serve({ prompts: () => prompts });
    const first = await fill('greet', { tone: 'warmly' });
    expect(first).toBeInstanceOf(InterimResult);
    const filled = { messages: [{ content: { text: 'Greet Ada, warmly.' } }] };
    expect(await fill('greet', { tone: 'warmly' }, answering(first))).toMatchObject(filled);
    expect(await fill('greet', { tone: 'warmly' }, ASKED)).toMatchObject(filled);
    await expect(fill('greet', {}, answering(first))).rejects.toMatchObject({ reason: 'invalid-params' });
    await expect(fill('greet', { tone: 'coldly' }, answering(first))).rejects.toThrow('Invalid requestState');
  });

  it('says what it needs up front (Q-22)', async () => {
    const { fill, read } = await serve({
      prompts: () => [{ name: 'p', requires: { roots: {} }, run: () => 'text' }],
      resources: () => [{ uri: 'a:1', name: 'one', requires: { roots: {} }, read: () => 'text' }],
    });
    const refused = { reason: 'missing-capability', data: { roots: {} } };
    await expect(fill('p', {}, { ...MODERN, capabilities: {} })).rejects.toMatchObject(refused);
    await expect(read('a:1', { ...MODERN, capabilities: {} })).rejects.toMatchObject(refused);
    expect(await fill('p')).toMatchObject({ messages: [{}] });
    expect(await read('a:1')).toMatchObject({ contents: [{}] });
  });
});

describe('a resource that answers in rounds', () => {
  const resources: readonly ResourceDescriptor[] = [
    {
      uri: 'diary:today',
      name: 'Today',
      read: dialogue(async ({ elicit }, uri: string) => {
        const answer = await elicit('May I?', NAME);
        return answer.action === 'accept' ? `${uri} for ${String(answer.content.name)}` : undefined;
      }),
    },
  ];
  const resourceTemplates: readonly ResourceTemplateDescriptor[] = [{ uriTemplate: 'page:{n}', name: 'Page' }];

  it('MR-03, RP-14 asks, and is read with the answer', async () => {
    const { read } = await serve({ resources: () => resources });
    const first = await read('diary:today');
    expect(first).toBeInstanceOf(InterimResult);
    const contents = [{ uri: 'diary:today', text: 'diary:today for Ada' }];
    expect(await read('diary:today', answering(first))).toMatchObject({ contents });
    expect(await read('diary:today', ASKED)).toMatchObject({ contents });
  });

  it('is of a template too, whose variables its hook gets; nothing there is an unknown resource', async () => {
    const { read } = await serve({
      resourceTemplates: () => resourceTemplates,
      readResourceRound: (_uri, { n }, round) =>
        n === '404' ? complete([]) : round.inputResponses.size === 0 ? greetInRounds(round) : complete(`page ${n}`),
    });
    const first = await read('page:7');
    expect(await read('page:7', answering(first))).toMatchObject({ contents: [{ uri: 'page:7', text: 'page 7' }] });
    await expect(read('page:8', answering(first))).rejects.toThrow('Invalid requestState');
    await expect(read('page:404')).rejects.toMatchObject({ reason: 'unknown-resource', data: { uri: 'page:404' } });
  });
});

describe('the state of a request', () => {
  const application: Application = {
    tools: () => ['greet', 'other'].map((name) => ({ name, input: { type: 'object' }, run: askName })),
    prompts: () => [{ name: 'greet', run: askName }],
    resources: () => [{ uri: 'a:greet', name: 'greet', read: askName }],
  };
  const REFUSED = { reason: 'invalid-params', message: 'Invalid requestState' };

  it('R-13, Q-31, LI-19 opens for its tool, its arguments and its caller, and for nothing else', async () => {
    const { call, fill, read } = await serve(application);
    const client: Client = { ...MODERN, subject: 'ada' };
    const retry = answering(await call('greet', { a: 1, b: [2] }, client), ADA, client);
    expect(textOf(await call('greet', { b: [2], a: 1 }, retry))).toBe('Hello, Ada!');
    for (const attempt of [
      () => call('other', { a: 1, b: [2] }, retry),
      () => call('greet', { a: 1, b: [3] }, retry),
      () => call('greet', {}, retry),
      () => call('greet', { a: 1, b: [2] }, { ...retry, subject: 'eve' }),
      () => call('greet', { a: 1, b: [2] }, { ...MODERN, round: retry.round ?? {} }),
      () => fill('greet', { a: '1' }, retry),
      () => read('a:greet', retry),
    ]) {
      await expect(attempt()).rejects.toMatchObject(REFUSED);
    }
  });

  it('R-17 opens on every server of the same name and keys, until its key is gone', async () => {
    const [one, two] = ['11'.repeat(32), '22'.repeat(32)] as const;
    const first = await serve(application, { keys: [one] });
    const retry = answering(await first.call('greet'));
    const rotated = await serve(application, { keys: [two, one] });
    expect(textOf(await rotated.call('greet', {}, retry))).toBe('Hello, Ada!');
    for (const options of [{ keys: [two] }, {}, { keys: [one], name: 'another server' }]) {
      const { call } = await serve(application, options);
      await expect(call('greet', {}, retry)).rejects.toMatchObject(REFUSED);
    }
  });

  it('is over after roundTtlMs, and has a bound in maxRoundStateBytes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { call } = await serve(application, { roundTtlMs: 1000 });
      const retry = answering(await call('greet'));
      vi.advanceTimersByTime(999);
      expect(textOf(await call('greet', {}, retry))).toBe('Hello, Ada!');
      vi.advanceTimersByTime(1);
      await expect(call('greet', {}, retry)).rejects.toMatchObject(REFUSED);
    } finally {
      vi.useRealTimers();
    }
    const { call } = await serve(application, { maxRoundStateBytes: 100 });
    await expect(call('greet')).rejects.toMatchObject({
      reason: 'internal',
      message: expect.stringContaining('maxRoundStateBytes allows 100'),
    });
  });

  it('is bound to the arguments as they came, whatever becomes of them on the way', async () => {
    const { call } = await serve({
      tools: () => [
        {
          name: 'greet',
          input: { type: 'object' },
          run: dialogue(async ({ elicit }, args: Record<string, JsonValue>) => {
            args.seen = true;
            const answer = await elicit('Who are you?', NAME);
            return `${answer.action} ${String(args.at)}`;
          }),
        },
      ],
    });
    const first = await call('greet', { at: 1 });
    expect(textOf(await call('greet', { at: 1 }, answering(first)))).toBe('accept 1');

    let now = 0;
    const stamped: Middleware = (operation, next) => {
      now += 1;
      if (operation.method !== 'tools/call') return next();
      return next({ ...operation, arguments: { ...operation.arguments, at: now } });
    };
    const served = await serve(
      { tools: () => [{ ...TOOL, run: dialogue(async ({ elicit }) => (await elicit('Who?', NAME)).action) }] },
      { use: [stamped] },
    );
    const client: Client = { round: { arguments: { a: 1 } } };
    const asked = await served.call('greet', { a: 1 }, client);
    expect(textOf(await served.call('greet', { a: 1 }, answering(asked, ADA, client)))).toBe('accept');
    const other = answering(asked, ADA, { round: { arguments: { a: 2 } } });
    await expect(served.call('greet', { a: 2 }, other)).rejects.toMatchObject(REFUSED);
  });
});

describe('middleware around rounds', () => {
  it('sees an interim result for each round but the last, and hands it on', async () => {
    const seen: unknown[] = [];
    const watching: Middleware = async (_operation, next) => {
      const result = await next();
      seen.push(result);
      return result;
    };
    const { call } = await serve({ tools: () => [{ ...TOOL, run: askName }] }, { use: [watching] });
    const first = await call('greet');
    const last = await call('greet', {}, answering(first));
    expect(seen).toEqual([first, last]);
    expect(seen[0]).toBeInstanceOf(InterimResult);
  });

  it('may answer with one of its own, where there are rounds, and not with what only looks like one', async () => {
    const interim = new InterimResult({}, 'state');
    const answeringBy = (answer: unknown) =>
      serve({ tools: () => [{ ...TOOL, run: () => 'done' }] }, { use: [(() => answer) as never], exposeErrors: true });
    expect(await (await answeringBy(interim)).call('greet')).toBe(interim);
    for (const [answer, client] of [
      [interim, ASKED],
      [{ ...interim }, MODERN],
    ] as const) {
      expect(textOf(await (await answeringBy(answer)).call('greet', {}, client))).toContain('it takes a tool result');
    }
  });
});

describe('a handler that asks in the middle of its work', () => {
  it('Q-62 is told of dialogue where its client can not be asked so', async () => {
    const ask = async ({ elicit }: RequestContext) => (elicit as NonNullable<typeof elicit>)('Who?', NAME);
    const { call, fill, read, logger } = await serve({
      tools: () => [
        { name: 'ask', run: (_args: object, context) => ask(context as RequestContext) as never },
        { name: 'ask_by_another_name', run: async (_args: object, { elicit: e }) => (e as never as () => string)() },
      ],
      prompts: () => [{ name: 'ask', run: (_args: object, context) => ask(context as RequestContext) as never }],
      resources: () => [
        { uri: 'a:ask', name: 'ask', read: (_u, _v, context) => ask(context as RequestContext) as never },
      ],
    });
    await call('ask');
    const told = expect.stringMatching(
      /^elicit is not a function: this client can't be asked by elicit .*\(2026-07-28\); dialogue\(…\)/,
    );
    expect(logger.error.mock.calls[0]?.[0]).toMatchObject({ err: { message: told, cause: expect.any(TypeError) } });
    await expect(fill('ask')).rejects.toMatchObject({ message: told });
    await expect(read('a:ask')).rejects.toMatchObject({ message: told });
    await call('ask_by_another_name');
    expect(logger.error.mock.calls[1]?.[0]).toMatchObject({
      err: { message: expect.stringMatching(/^e is not a function: this client can't be asked by elicit /) },
    });
    expect(textOf(await call('ask', {}, ASKED))).toContain('Ada');
  });
});
