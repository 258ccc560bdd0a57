import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { start } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import type { ToolResult } from '../application/tools.js';
import type { Middleware, OperationCall } from '../contract/middleware.js';
import { RequestError, UserError } from '../errors.js';
import { error } from '../results/tool.js';
import { InterimResult } from '../rounds/interim-result.js';
import { Cancellation } from '../runtime/cancellation.js';
import type { ListedTool, Page, Runtime } from '../runtime/runtime.js';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { asksForGuards } from './asks-for-guards.js';
import { causeOf } from './cause.js';

const application: Application = {
  tools: () => [
    { name: 'echo', input: { type: 'object' }, run: (args: object) => JSON.stringify(args) },
    {
      name: 'broken',
      run: () => {
        throw new Error('the database is down');
      },
    },
    {
      name: 'sum',
      output: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
      run: () => ({ sum: 3 }),
    },
  ],
  prompts: () => [{ name: 'greet', run: (args: Readonly<Record<string, string>>) => `Hello, ${args.who}!` }],
  resources: () => [{ uri: 'notes://1', name: 'one', read: () => 'A note' }],
  resourceTemplates: () => [{ uriTemplate: 'notes://{id}', name: 'notes', read: (uri) => uri }],
  complete: (_reference, { value }) => [`${value}!`],
};

const textOf = (result: { readonly content: readonly object[] }): unknown =>
  Reflect.get(result.content[0] ?? {}, 'text');

/** Calls a tool through middleware. */
async function callThrough(use: readonly Middleware[], tool = 'echo', args = {}) {
  const { runtime, context, logger } = await start(application, { use });
  const made = context();
  const call = async () => runtime.callTool(tool, args, made);
  return { call, context: made, logger };
}

describe('what nobody asked for', () => {
  it('is not there: nothing stands around the operations', () => {
    for (const options of [
      {},
      { use: [] },
      { limits: {} },
      { limits: { queue: 3 } },
      { timeoutMs: 0 },
      { maxLogsPerSecond: 0 },
    ]) {
      expect(asksForGuards(options)).toBe(false);
    }
    const asked = [{ use: [async () => undefined] }, { limits: { concurrency: 1 } }, { limits: { perClient: 1 } }];
    for (const options of [...asked, { timeoutMs: 1 }, { maxLogsPerSecond: 1 }]) {
      expect(asksForGuards(options)).toBe(true);
    }
  });
});

describe('middleware', () => {
  it('stands around every operation, with its parameters and its result', async () => {
    const seen: unknown[] = [];
    const spy: Middleware = async (operation, next) => {
      const result = await next();
      seen.push([operation, Object.keys(result ?? {})[0]]);
      return result;
    };
    const { runtime, context } = await start(application, { use: [spy] });
    await runtime.listTools(undefined, context());
    await runtime.callTool('echo', { a: 1 }, context());
    await runtime.listPrompts(undefined, context());
    await runtime.getPrompt('greet', { who: 'you' }, context());
    await runtime.listResources(undefined, context());
    await runtime.listResourceTemplates(undefined, context());
    await runtime.readResource('notes://1', context());
    await runtime.complete({ type: 'resource', uri: 'notes://{id}' }, { name: 'id', value: 'x' }, {}, context());
    expect(seen).toEqual([
      [{ method: 'tools/list', cursor: undefined }, 'items'],
      [{ method: 'tools/call', name: 'echo', arguments: { a: 1 } }, 'content'],
      [{ method: 'prompts/list', cursor: undefined }, 'items'],
      [{ method: 'prompts/get', name: 'greet', arguments: { who: 'you' } }, 'messages'],
      [{ method: 'resources/list', cursor: undefined }, 'items'],
      [{ method: 'resources/templates/list', cursor: undefined }, 'items'],
      [{ method: 'resources/read', uri: 'notes://1' }, 'contents'],
      [
        {
          method: 'completion/complete',
          reference: { type: 'resource', uri: 'notes://{id}' },
          argument: { name: 'id', value: 'x' },
          resolved: {},
        },
        'values',
      ],
    ]);
  });

  it('runs in order, the first outermost, between the limits and the look-up', async () => {
    const log: string[] = [];
    const step =
      (name: string): Middleware =>
      async (_operation, next) => {
        log.push(`${name} in`);
        try {
          return await next();
        } finally {
          log.push(`${name} out`);
        }
      };
    const tools = () => {
      log.push('look-up');
      return [{ name: 'x', input: { type: 'object', required: ['a'] }, run: () => 'never' }];
    };
    const { runtime, context } = await start({ tools }, { use: [step('first'), step('second')] });
    log.length = 0;
    const result = await runtime.callTool('x', {}, context());
    expect(textOf(result)).toContain('Invalid arguments');
    expect(log).toEqual(['first in', 'second in', 'look-up', 'second out', 'first out']);
  });

  it('may answer by itself: nothing further in runs', async () => {
    const run = vi.fn(() => 'x');
    const use: readonly Middleware[] = [() => ({ content: [{ type: 'text', text: 'cached' }] })];
    const { runtime, context } = await start({ tools: () => [{ name: 'x', run }] }, { use });
    expect(textOf(await runtime.callTool('x', {}, context()))).toBe('cached');
    expect(run).not.toHaveBeenCalled();
  });

  it('may go on with other arguments', async () => {
    const use: readonly Middleware[] = [
      async (operation, next) => {
        if (operation.method === 'tools/call')
          return next({ ...operation, arguments: { ...operation.arguments, b: 2 } });
        if (operation.method === 'prompts/get') return next({ ...operation, arguments: { who: 'world' } });
        if (operation.method !== 'completion/complete') return next();
        return next({
          ...operation,
          argument: { ...operation.argument, value: 'y' },
          reference: { ...operation.reference },
        });
      },
    ];
    const { runtime, context } = await start(application, { use });
    expect(textOf(await runtime.callTool('echo', { a: 1 }, context()))).toBe('{"a":1,"b":2}');
    const { messages } = await runtime.getPrompt('greet', {}, context());
    expect(messages).toMatchObject([{ content: { text: 'Hello, world!' } }]);
    const reference = { type: 'resource', uri: 'notes://{id}' } as const;
    expect(await runtime.complete(reference, { name: 'id', value: '' }, {}, context())).toEqual({ values: ['y!'] });
  });

  it('may change the result, which gets what a result of the tool gets', async () => {
    const change: Middleware = async (operation, next) => {
      if (operation.method !== 'tools/call') return next();
      await next();
      return { content: [], structuredContent: { sum: 4 } };
    };
    const { call } = await callThrough([change], 'sum');
    expect(await call()).toEqual({ content: [{ type: 'text', text: '{"sum":4}' }], structuredContent: { sum: 4 } });
  });

  it('may change a result in place: what was written of it before is not sent', async () => {
    const change: Middleware = async (_operation, next) => {
      const result = (await next()) as { content: object[] };
      result.content.push({ type: 'text', text: 'more' });
      return result as never;
    };
    const { call, context } = await callThrough([change], 'sum');
    expect(await call()).toMatchObject({ content: [{ text: '{"sum":3}' }, { text: 'more' }] });
    expect(context.written).toBeUndefined();
  });

  it.each<[string, (items: object[]) => void]>([
    ['the list', (items) => items.push({})],
    ['an item', (items) => items.forEach((item) => void Object.assign(item, { name: 'for you alone' }))],
  ])('can’t change %s for all clients: what next gives of one is shared', async (_what, change) => {
    const careless: Middleware = async (_operation, next) => {
      const page = await next();
      change((page as object as { items: object[] }).items);
      return page;
    };
    const { runtime, context } = await start(application, { use: [careless] });
    for (const method of ['listTools', 'listPrompts', 'listResources', 'listResourceTemplates'] as const) {
      await expect(async () => runtime[method](undefined, context())).rejects.toThrow(TypeError);
    }
  });

  it('tells the spec of the tool also where it answers before the look-up', async () => {
    const { call, context } = await callThrough([() => ({ content: [], structuredContent: { sum: 5 } })], 'sum');
    await call();
    expect(context.tool?.name).toBe('sum');
  });

  it('sees what it was given as it is: nothing may be done to another operation', async () => {
    const hijack: Middleware = (operation, next) => {
      Object.assign(operation, { name: 'sum' });
      return next();
    };
    const { call, logger } = await callThrough([hijack]);
    expect(await call()).toMatchObject({ isError: true });
    expect(logger.error).toHaveBeenCalledWith(
      expect.objectContaining({ err: expect.any(TypeError) }),
      "Middleware 'hijack' failed",
    );
  });
});

describe('middleware around listening', () => {
  const call: OperationCall = { method: 'subscriptions/listen', filter: { toolsListChanged: true } };

  it('is there where there is middleware, and knows neither limits nor a time limit', async () => {
    const seen: unknown[] = [];
    const spy: Middleware = async (operation, next) => {
      seen.push(operation);
      const result = await next();
      seen.push('over');
      return result;
    };
    const limits = { concurrency: 1, queue: 0 };
    const options = { use: [spy], limits, timeoutMs: 1, precompile: true };
    const { runtime, context } = await start(application, options);
    let end: () => void = () => undefined;
    const made = context();
    const around = runtime.aroundListen?.(call, made, () => new Promise((resolve) => (end = () => resolve(undefined))));
    expect(textOf(await runtime.callTool('echo', {}, context()))).toBe('{}');
    expect([seen[0], made.timeLimit]).toEqual([call, undefined]);
    end();
    await around;
    expect(seen.at(-1)).toBe('over');
    for (const none of [{}, { limits }, { timeoutMs: 1 }]) {
      expect((await start(application, none)).runtime.aroundListen).toBeUndefined();
    }
  });

  it('throws what a middleware throws, and a stream that is none is refused', async () => {
    const refuse: Middleware = () => {
      throw new RequestError('forbidden', 'No');
    };
    for (const [use, reason] of [
      [refuse, { reason: 'forbidden' }],
      [() => ({ contents: [] }), { message: expect.stringContaining('it takes nothing') }],
    ] as const) {
      const { runtime, context } = await start(application, { use: [use] });
      await expect(runtime.aroundListen?.(call, context(), async () => undefined)).rejects.toMatchObject(reason);
    }
  });
});

describe('a middleware that is wrong', () => {
  const wrong: readonly (readonly [string, Middleware, string])[] = [
    ['calls next twice', (_operation, next) => next().then(() => next()), 'Middleware 1 called next twice'],
    [
      'calls next twice and does not wait',
      async (_operation, next) => {
        void next();
        return next();
      },
      'Middleware 1 called next twice',
    ],
    [
      'hides that it called next twice',
      async (_operation, next) => {
        const result = await next();
        await next().catch(() => undefined);
        return result;
      },
      'Middleware 1 called next twice',
    ],
    [
      'gives no result',
      () => 'text' as never,
      'Middleware 1 answered tools/call with a string; it takes a tool result',
    ],
    ['gives nothing', () => undefined, 'Middleware 1 answered tools/call with undefined; it takes a tool result'],
    [
      'gives the result of another operation',
      () => ({ messages: [] }),
      'Middleware 1 answered tools/call with an object; it takes a tool result',
    ],
    [
      'calls another tool',
      (operation, next) => next({ ...operation, name: 'sum' } as OperationCall),
      'Middleware 1 changed the name of tools/call: only arguments may change, since the caller was let through for the rest',
    ],
    [
      'makes another operation of it',
      (_operation, next) => next({ method: 'resources/read', uri: 'notes://1' }),
      'Middleware 1 changed the method of tools/call',
    ],
    [
      'gives arguments that are none',
      (operation, next) => next({ ...operation, arguments: [] } as never),
      'Middleware 1 gave tools/call other arguments, which must be an object; got an array',
    ],
    [
      'gives next something else',
      (_operation, next) => next({} as never),
      'Middleware 1 changed the method of tools/call',
    ],
    [
      'gives next null',
      (_operation, next) => next(null as never),
      'Middleware 1 must give next an operation, or nothing',
    ],
  ];

  it.each(wrong)('%s', async (_what, middleware, message) => {
    const { call, logger } = await callThrough([middleware], 'echo');
    expect(await call()).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('reference') }] });
    expect(logger.error).toHaveBeenCalledTimes(1);
    expect(logger.error).toHaveBeenCalledWith(
      expect.objectContaining({ err: expect.objectContaining({ message: expect.stringContaining(message) }) }),
      'Middleware 1 failed',
    );
  });

  it('is named by its function where that has a name', async () => {
    async function tracing(): Promise<never> {
      return {} as never;
    }
    const { call, logger } = await callThrough([tracing]);
    await call();
    expect(logger.error).toHaveBeenCalledWith(
      expect.objectContaining({ err: expect.objectContaining({ message: expect.stringContaining("'tracing'") }) }),
      "Middleware 'tracing' failed",
    );
  });

  it('gives a result that does not fit the output schema of the tool', async () => {
    const { call, logger } = await callThrough([() => ({ content: [], structuredContent: { sum: 'x' } })], 'sum');
    expect(await call()).toMatchObject({ isError: true });
    const [[{ err }]] = logger.error.mock.calls as unknown as [[{ err: Error }]];
    expect(err.message).toBe(
      'Middleware 1 gave a result for tool \'sum\' that does not fit its output schema:\n- sum: expected number, got string "x"',
    );
  });

  it('gives no structured result where the tool promises one', async () => {
    const { call, logger } = await callThrough([() => ({ content: [] })], 'sum');
    expect(await call()).toMatchObject({ isError: true });
    const [[{ err }]] = logger.error.mock.calls as unknown as [[{ err: Error }]];
    expect(err.message).toContain("gave no structured result for tool 'sum'");
  });

  it('calls next after its answer: that is refused, and told to the log', async () => {
    let late: () => Promise<unknown> = () => Promise.resolve();
    const use: readonly Middleware[] = [
      (_operation, next) => {
        late = next;
        return { content: [] };
      },
    ];
    const { call, logger } = await callThrough(use);
    expect(await call()).toEqual({ content: [] });
    await expect(late()).rejects.toThrow('Middleware 1 called next after it had answered');
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it.each<[string, (runtime: Runtime, context: never) => unknown, string]>([
    [
      'tools/list',
      (runtime, context) => runtime.listTools(undefined, context),
      'a page { items, nextCursor? } of tools',
    ],
    ['prompts/list', (runtime, context) => runtime.listPrompts(undefined, context), 'of prompts'],
    ['prompts/get', (runtime, context) => runtime.getPrompt('greet', {}, context), 'a prompt'],
    ['resources/list', (runtime, context) => runtime.listResources(undefined, context), 'of resources'],
    ['resources/templates/list', (runtime, context) => runtime.listResourceTemplates(undefined, context), 'templates'],
    ['resources/read', (runtime, context) => runtime.readResource('notes://1', context), 'contents'],
    [
      'completion/complete',
      (runtime, context) =>
        runtime.complete({ type: 'prompt', name: 'greet' }, { name: 'who', value: '' }, {}, context),
      'a completion',
    ],
  ])('answers %s with what is no result of it', async (method, ask, takes) => {
    const { runtime, context } = await start(application, { use: [() => ({ content: [] })] });
    const asked = Promise.resolve().then(() => ask(runtime, context() as never));
    await expect(asked).rejects.toThrow(TypeError);
    await expect(asked).rejects.toThrow(`Middleware 1 answered ${method} with an object; it takes `);
    await expect(asked).rejects.toThrow(takes);
  });
});

describe('errors', () => {
  const failing =
    (thrown: unknown): Middleware =>
    () => {
      throw thrown;
    };

  it('of a tool are results by the time that middleware sees them, were logged once, and have their cause', async () => {
    const seen: unknown[] = [];
    const spy: Middleware = async (operation, next) => {
      const result = operation.method === 'tools/call' ? await next(operation) : await next();
      if ('isError' in (result ?? {})) seen.push(causeOf(result as never));
      return result;
    };
    const { call, logger } = await callThrough([spy, spy], 'broken');
    expect(await call()).toMatchObject({ isError: true });
    expect(seen).toMatchObject([{ message: 'the database is down' }, { message: 'the database is down' }]);
    expect(logger.error).toHaveBeenCalledTimes(1);
    expect(causeOf(error('given'))).toBeUndefined();
  });

  it('of a middleware around a tool are told like those of the tool', async () => {
    const seen: unknown[] = [];
    const spy: Middleware = async (_operation, next) => {
      const result = await next();
      seen.push(result);
      return result;
    };
    const { call, logger } = await callThrough([spy, failing(new UserError('Not today'))]);
    expect(await call()).toEqual({ content: [{ type: 'text', text: 'Not today' }], isError: true });
    expect(seen).toMatchObject([{ isError: true }]);
    const unexpected = await callThrough([failing(new Error('secret'))]);
    expect(textOf(await unexpected.call())).toMatch(/^Internal error \(reference /);
    expect(unexpected.logger.error).toHaveBeenCalledTimes(1);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('of the protocol pass through each middleware as they are', async () => {
    const seen: unknown[] = [];
    const spy: Middleware = (_operation, next) =>
      next().catch((thrown: unknown) => {
        seen.push(thrown);
        throw thrown;
      });
    const { call, logger } = await callThrough([spy, spy], 'missing');
    await expect(call()).rejects.toThrow(new RequestError('unknown-tool', "Unknown tool 'missing'"));
    expect(seen).toHaveLength(2);
    const refused = await callThrough([spy, failing(new RequestError('forbidden', 'No'))]);
    await expect(refused.call()).rejects.toMatchObject({ reason: 'forbidden' });
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('of a list that could not be had are no result of the tool', async () => {
    const tools = vi.fn().mockReturnValueOnce([]).mockRejectedValue(new Error('no list'));
    const { runtime, context } = await start({ tools }, { use: [(_operation, next) => next()] });
    await expect(runtime.callTool('x', {}, context())).rejects.toThrow('no list');
  });

  it('of other operations come through as they are, and can be replaced', async () => {
    const read = () => {
      throw new Error('the disk is full');
    };
    const seen: unknown[] = [];
    const spy: Middleware = (_operation, next) =>
      next().catch((thrown: unknown) => {
        seen.push(thrown);
        throw new UserError('Come back later');
      });
    const { runtime, context } = await start({ resources: () => [{ uri: 'x:y', name: 'x', read }] }, { use: [spy] });
    await expect(runtime.readResource('x:y', context())).rejects.toThrow(new UserError('Come back later'));
    expect(seen).toMatchObject([{ message: 'the disk is full' }]);
  });

  it('of a completion have their cause', async () => {
    const cause = new Error('the index is gone');
    const complete = () => Promise.reject(cause);
    const { runtime, context } = await start(
      { resourceTemplates: () => [{ uriTemplate: 'x:{y}', name: 'x', read: () => '' }], complete },
      { use: [(_operation, next) => next()] },
    );
    const asked = runtime.complete({ type: 'resource', uri: 'x:{y}' }, { name: 'y', value: '' }, {}, context());
    await expect(asked).rejects.toMatchObject({ reason: 'internal', cause });
  });

  it('that nobody waits for end nothing', async () => {
    const use: readonly Middleware[] = [
      (_operation, next) => {
        void next();
        return { contents: [] };
      },
    ];
    const { runtime, context, logger } = await start(application, { use });
    expect(await runtime.readResource('nothing://here', context())).toEqual({ contents: [] });
    await vi.waitFor(() => expect(logger.debug).toHaveBeenCalled());
  });

  it('with which a cancelled call ends are not told to the log', async () => {
    const abort: Middleware = (_operation, _next, { signal }) => {
      signal.throwIfAborted();
      return { content: [] };
    };
    const { runtime, context, logger } = await start(application, { use: [abort] });
    const cancellation = new Cancellation();
    cancellation.cancel();
    expect(await runtime.callTool('echo', {}, context({ cancellation }))).toMatchObject({ isError: true });
    expect(logger.error).not.toHaveBeenCalled();
  });
});

describe('the state of a request', () => {
  it('is one object for all that see the request, and none for those that do not ask', async () => {
    const seen: unknown[] = [];
    const use: readonly Middleware[] = [
      (_operation, next, { state }) => {
        Object.assign(state, { tenant: 'acme' });
        return next();
      },
    ];
    const run = (_args: never, { state }: { state: object }) => {
      seen.push(state);
    };
    const { runtime, context } = await start({ tools: () => [{ name: 'x', run }] }, { use });
    const [first, second] = [context(), context()];
    await runtime.callTool('x', {}, first);
    await runtime.callTool('x', {}, second);
    expect(seen).toEqual([{ tenant: 'acme' }, { tenant: 'acme' }]);
    expect(seen[0]).toBe(first.state);
    expect(seen[0]).not.toBe(seen[1]);
    expect(context().state).toEqual({});
  });
});

describe('limits', () => {
  it('hold a turn until the work has ended, also when the request was cancelled before', async () => {
    let end: () => void = () => undefined;
    const run = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
    const { runtime, context } = await start(
      { tools: () => [{ name: 'x', run }] },
      { limits: { concurrency: 1 }, precompile: true },
    );
    const cancellation = new Cancellation();
    const first = runtime.callTool('x', {}, context({ cancellation }));
    cancellation.cancel();
    const second = runtime.callTool('x', {}, context());
    await new Promise((resolve) => setImmediate(resolve));
    expect(run).toHaveBeenCalledTimes(1);
    end();
    await first;
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
    end();
    await second;
  });

  it('hold a turn until what a middleware did not wait for has ended', async () => {
    let end: () => void = () => undefined;
    const run = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
    const hasty: Middleware = (operation, next) => {
      void next(operation);
      return { content: [] };
    };
    const options = { limits: { concurrency: 1, queue: 0 }, use: [hasty], precompile: true };
    const { runtime, context } = await start({ tools: () => [{ name: 'x', run }] }, options);
    expect(await runtime.callTool('x', {}, context())).toEqual({ content: [] });
    expect(() => runtime.callTool('x', {}, context())).toThrow('The server is busy');
    end();
    await vi.waitFor(async () => expect(await runtime.callTool('x', {}, context())).toEqual({ content: [] }));
    end();
  });

  it.each<[string, () => unknown]>([
    ['gives a result', () => 'x'],
    ['throws', () => expect.fail('x')],
    ['rejects', () => Promise.reject(new RequestError('internal', 'x'))],
  ])('give the turn back when a tool %s', async (_how, run) => {
    const limits = { concurrency: 1, queue: 0 };
    const { runtime, context } = await start({ tools: () => [{ name: 'x', run: run as () => string }] }, { limits });
    for (let calls = 0; calls < 3; calls += 1) {
      await Promise.resolve()
        .then(() => runtime.callTool('x', {}, context()))
        .catch((thrown: unknown) => expect(thrown).toMatchObject({ reason: 'internal' }));
    }
  });

  it('tell clients apart by their caller, and by their peer where there is none', async () => {
    const run = () => new Promise<never>(() => undefined);
    const limits = { perClient: 1, queue: 0 };
    const { runtime, context } = await start({ tools: () => [{ name: 'x', run }] }, { limits });
    const call = (peer: object, caller?: object) => {
      const exchange = new MemoryExchange(peer, () => undefined);
      Object.defineProperty(exchange, 'caller', { value: caller });
      return () => void runtime.callTool('x', {}, context({ exchange }));
    };
    const [one, other] = [{}, {}];
    call(one)();
    expect(call(one)).toThrow('This client has too much running at once (limit 1)');
    call(other)();
    const alice = { issuer: 'i', subject: 'alice', clientId: 'c', scopes: [] };
    call({}, alice)();
    expect(call({}, { ...alice, scopes: ['more'] })).toThrow('This client has too much running at once (limit 1)');
    call({}, { ...alice, subject: 'bob' })();
    // Nobody in particular: not all such callers are one client.
    call({}, { scopes: [] })();
    call({}, { scopes: [] })();
  });

  it('come before middleware, and the time limit begins with the turn', async () => {
    vi.useFakeTimers();
    try {
      const log: string[] = [];
      const use: readonly Middleware[] = [
        (_operation, next, context) => {
          log.push(`in at ${Date.now()}`);
          context.signal.addEventListener('abort', () => log.push(`up at ${Date.now()}`));
          return next();
        },
      ];
      vi.setSystemTime(0);
      const run = () => new Promise((resolve) => setTimeout(resolve, 80));
      const options = { use, limits: { concurrency: 1 }, timeoutMs: 50, precompile: true };
      const { runtime, context } = await start({ tools: () => [{ name: 'x', run }] }, options);
      void runtime.callTool('x', {}, context());
      void runtime.callTool('x', {}, context());
      await vi.advanceTimersByTimeAsync(200);
      expect(log).toEqual(['in at 0', 'up at 50', 'in at 80', 'up at 130']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('types', () => {
  it('say what an operation has and gives, once its method is known', () => {
    const middleware: Middleware = async (operation, next) => {
      if (operation.method === 'tools/list') {
        expectTypeOf(operation.cursor).toEqualTypeOf<string | undefined>();
        const page = await next(operation);
        expectTypeOf(page).toEqualTypeOf<Page<ListedTool>>();
        return { ...page, items: page.items.filter(({ name }) => name !== 'hidden') };
      }
      if (operation.method === 'tools/call') {
        const result = await next({ ...operation, arguments: {} });
        expectTypeOf(result).toEqualTypeOf<ToolResult | InterimResult>();
        return result instanceof InterimResult ? result : { content: result.content.slice(0, 1) };
      }
      // @ts-expect-error: which operation it is, is not known.
      operation.uri;
      return next();
    };
    expect(middleware).toBeTypeOf('function');
  });
});
