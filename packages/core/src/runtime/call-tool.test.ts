import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { start } from '../../test/runtime.js';
import type { CallContext } from '../application/context.js';
import type { ToolDescriptor, ToolProvider, ToolReturn } from '../application/tools.js';
import { RequestError, UserError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { image, resourceLink, text } from '../results/content.js';
import { error, results, structured } from '../results/tool.js';

const number = { type: 'number' } as const;
const sumSchema = { type: 'object', properties: { sum: number }, required: ['sum'] } as const;

async function call(descriptor: Partial<ToolDescriptor> & { app?: object }, args: JsonObject = {}, options = {}) {
  const { app, ...tool } = descriptor;
  const { runtime, context, logger } = await start({ tools: () => [{ name: 'f', ...tool }], ...app }, options);
  return { result: await runtime.callTool('f', args, context()), logger };
}

const resultOf = async (value: ToolReturn, tool: Partial<ToolDescriptor> = {}) =>
  (await call({ ...tool, run: () => value })).result;

describe('what a tool may give back', () => {
  it.each<[string, ToolReturn, unknown]>([
    ['TP-11 a text block', text('hi'), { content: [{ type: 'text', text: 'hi' }] }],
    ['a string', 'hi', { content: [{ type: 'text', text: 'hi' }] }],
    ['nothing', undefined, { content: [] }],
    ['TP-12 error(…)', error('bad'), { content: [{ type: 'text', text: 'bad' }], isError: true }],
    [
      'TP-13 results(…)',
      results([text('a'), text('b')]),
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
    ],
    [
      'a list of blocks',
      [text('a'), image('AA==', 'image/png')],
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'image', data: 'AA==', mimeType: 'image/png' },
        ],
      },
    ],
    [
      'TP-14, TP-38 structured(…)',
      structured({ a: 1 }),
      { content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 } },
    ],
    [
      'TP-15 structured(…, items)',
      structured({ a: 1 }, [text('one')]),
      { content: [{ type: 'text', text: 'one' }], structuredContent: { a: 1 } },
    ],
    ['a plain object', { a: 1 }, { content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 } }],
    ['a number', 5, { content: [{ type: 'text', text: '5' }], structuredContent: 5 }],
    [
      'TP-16 a resource link',
      resourceLink('a://b', 'b', { mimeType: 'text/plain' }),
      { content: [{ type: 'resource_link', uri: 'a://b', name: 'b', mimeType: 'text/plain' }] },
    ],
    [
      'a result in the protocol’s own shape',
      { content: [text('x')], _meta: { a: 1 } },
      { content: [{ type: 'text', text: 'x' }], _meta: { a: 1 } },
    ],
    [
      'TL-13 structuredContent null, which is present',
      structured(null),
      { content: [{ type: 'text', text: 'null' }], structuredContent: null },
    ],
  ])('%s', async (_name, value, expected) => {
    expect(await resultOf(value)).toEqual(expected);
  });

  it('TP-36, X-17 an error among results makes the whole result one', async () => {
    expect(await resultOf(results([text('a'), error('b')]))).toEqual({
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      isError: true,
    });
  });

  it('TP-37 results carry no structuredContent', async () => {
    expect(await resultOf(results([text('a')]))).not.toHaveProperty('structuredContent');
  });

  it('keeps a plain output that looks like a result, where the output schema has a content member', async () => {
    const output = { type: 'object', properties: { content: { type: 'array' } }, required: ['content'] } as const;
    expect(await resultOf({ content: [] } as object, { output })).toEqual({
      content: [{ type: 'text', text: '{"content":[]}' }],
      structuredContent: { content: [] },
    });
  });

  it('TL-16 adds the JSON as text to structured content of any type', async () => {
    expect(await resultOf([1, 2] as never, { output: { type: 'array', items: number } })).toEqual({
      content: [{ type: 'text', text: '[1,2]' }],
      structuredContent: [1, 2],
    });
  });
});

describe('what a tool may not give back', () => {
  it.each<[string, ToolReturn, string]>([
    ['a function', () => 1, 'a function'],
    ['a Map', new Map([['a', 1]]), 'a Map'],
    ['a Set', new Set([1]), 'a Set'],
    ['a Map in a result', structured(new Map([['a', 1]]), [text('shown')]), 'a Map'],
  ])('%s is an error, of which the log has the cause', async (_name, value, kind) => {
    const { result, logger } = await call({ run: () => value }, {}, { exposeErrors: true });
    expect(result).toEqual({
      isError: true,
      content: [{ type: 'text', text: `The tool gave ${kind}, which JSON does not have` }],
    });
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it.each<[string, () => unknown]>([
    [
      'a generator',
      function* () {
        yield 1;
      },
    ],
    [
      'an asynchronous generator',
      async function* () {
        yield 1;
      },
    ],
    ['an iterator', () => new Map().values()],
  ])('%s, of which nothing has run', async (_what, run) => {
    const tools = [{}, { output: { type: 'object' } }] as const;
    for (const tool of tools) {
      const { result, logger } = await call({ ...tool, run: run as () => ToolReturn }, {}, { exposeErrors: true });
      expect(result).toEqual({
        content: [{ type: 'text', text: 'The tool gave a generator or another iterator, which JSON does not have' }],
        isError: true,
      });
      expect(logger.error).toHaveBeenCalledOnce();
    }
  });

  it('but data may have a next of its own', async () => {
    expect(await resultOf({ next: 'page 2' })).toMatchObject({ structuredContent: { next: 'page 2' } });
  });

  it.each<[string, (error: Error) => unknown]>([
    ['as it is', (error) => error],
    ['in a promise', (error) => Promise.resolve(error)],
    ['as data', (error) => structured(error as never)],
    ['with a form in JSON', (error) => Object.assign(error, { toJSON: () => ({ a: 1 }) })],
  ])('AD-04 an error that is given counts as thrown: %s', async (_what, give) => {
    for (const tool of [{}, { output: { type: 'object' } }] as const) {
      const thrown = new RangeError('too far');
      const { result, logger } = await call(
        { ...tool, run: () => give(thrown) as ToolReturn },
        {},
        { exposeErrors: true },
      );
      expect(result).toEqual({ content: [{ type: 'text', text: 'too far' }], isError: true });
      expect(logger.error).toHaveBeenCalledWith({ err: thrown }, "Tool 'f' failed");
    }
    expect(await resultOf(give(new UserError('Not today')) as ToolReturn)).toEqual(error('Not today'));
    const { result } = await call({ app: { callTool: () => give(new RangeError('too far')) } });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^Internal error/) }] });
  });

  it('a Map, also where an output schema would take it', async () => {
    const { result } = await call({ output: { type: 'object' }, run: () => new Map() });
    expect(result.isError).toBe(true);
  });

  it('what looks like a result and is none is data, and the log warns of it once', async () => {
    const given = { content: [{ type: 'image', url: 'https://example.com/a.png' }] };
    const { runtime, context, logger } = await start({ tools: () => [{ name: 'f', run: () => given }] });
    expect((await runtime.callTool('f', {}, context())).structuredContent).toEqual(given);
    await runtime.callTool('f', {}, context());
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
      { tool: 'f' },
      "Tool 'f' gave what looks like a result and is none, so it was sent as data: content[0] is no block: 'image' needs data and mimeType, both strings",
    );
  });

  it.each<[string, ToolReturn, Partial<ToolDescriptor>]>([
    ['plain data', { sum: 3 }, {}],
    ['a result', { content: [], isError: true }, {}],
    ['built data', structured({ content: 'x' }), {}],
    ['data that a schema describes', { content: 'x' }, { output: { type: 'object' } }],
  ])('there is no warning about %s', async (_name, value, tool) => {
    const { logger } = await call({ ...tool, run: () => value });
    expect(logger.warn).not.toHaveBeenCalled();
  });
});

describe('arguments', () => {
  const input = { type: 'object', properties: { n: number }, required: ['n'] } as const;

  it('A12, Q-04 that do not fit become one isError text that names them, and the tool does not run', async () => {
    const run = vi.fn();
    const { result } = await call({ input, run }, { n: '5' });
    expect(result).toEqual({
      isError: true,
      content: [{ type: 'text', text: `Invalid arguments for tool 'f':\n- n: expected number, got string "5"` }],
    });
    expect(run).not.toHaveBeenCalled();
  });

  it('Q-64 that the schema does not know are passed on, unless it forbids them', async () => {
    const run = vi.fn(() => 'ok');
    await call({ input, run }, { n: 1, extra: true });
    expect(run).toHaveBeenCalledWith({ n: 1, extra: true }, expect.anything());
    const { result } = await call({ input: { ...input, additionalProperties: false }, run }, { n: 1, extra: true });
    expect(result.content).toEqual([{ type: 'text', text: `Invalid arguments for tool 'f':\n- extra: not allowed` }]);
  });

  it('D-5 of a Standard Schema get its defaults and transforms', async () => {
    const run = vi.fn(() => 'ok');
    const schema = z.object({ n: z.number().default(3), s: z.string().transform((s) => s.length) });
    await call({ input: schema, run }, { s: 'four' });
    expect(run).toHaveBeenCalledWith({ n: 3, s: 4 }, expect.anything());
  });

  it('D-5 that only the library refuses are reported in the same form', async () => {
    const schema = z.object({ even: z.number().refine((n) => n % 2 === 0, 'must be even') });
    const { result } = await call({ input: schema, run: () => 'ok' }, { even: 3 });
    expect(result).toEqual({
      isError: true,
      content: [{ type: 'text', text: `Invalid arguments for tool 'f':\n- even: must be even` }],
    });
  });

  it('TL-08 of a tool that declares none have to be empty', async () => {
    expect((await call({ run: () => 'ok' }, { a: 1 })).result.isError).toBe(true);
    expect((await call({ run: () => 'ok' })).result.isError).toBeUndefined();
  });
});

describe('output', () => {
  it('TL-14 that fits its schema passes', async () => {
    const { result } = await call({ output: sumSchema, run: () => ({ sum: 3 }) });
    expect(result).toEqual({ content: [{ type: 'text', text: '{"sum":3}' }], structuredContent: { sum: 3 } });
  });

  it('D-5 that does not fit is an error for the client, with the details in the log only', async () => {
    const { result, logger } = await call({ output: sumSchema, run: () => ({ sum: 'secret' }) as object });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain('secret');
    expect(logger.error).toHaveBeenCalledWith(
      { tool: 'f', details: expect.stringContaining('- sum: expected number, got string "secret"') },
      expect.any(String),
    );
  });

  it.each<[string, ToolReturn, string]>([
    ['a member', { sum: '3' } as object, '- sum: expected number, got string "3"'],
    ['the whole', 7, '- (result): expected object, got number 7'],
  ])('D-5 that does not fit in %s shows the details where errors are exposed', async (_what, value, line) => {
    const { result } = await call({ output: sumSchema, run: () => value }, {}, { exposeErrors: true });
    expect(result).toEqual({
      isError: true,
      content: [{ type: 'text', text: `The result of tool 'f' does not fit its output schema:\n${line}` }],
    });
  });

  it('D-5 that only the library refuses is reported in the same form', async () => {
    const output = z.object({ even: z.number().refine((n) => n % 2 === 0, 'must be even') });
    const { result } = await call({ output, run: () => ({ even: 3 }) }, {}, { exposeErrors: true });
    expect(result.content).toEqual([
      { type: 'text', text: "The result of tool 'f' does not fit its output schema:\n- even: must be even" },
    ]);
  });

  it('TP-18, D-5 that is missing where one is declared is an error', async () => {
    const { result, logger } = await call({ output: sumSchema, run: () => text('3') });
    expect(result.isError).toBe(true);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it('Q-39 is not looked at in an error', async () => {
    const { result } = await call({ output: sumSchema, run: () => error('no') });
    expect(result).toEqual({ content: [{ type: 'text', text: 'no' }], isError: true });
  });

  it('is looked at as it arrives at the client, where a date is text', async () => {
    const output = {
      type: 'object',
      properties: { at: { type: 'string', format: 'date-time' } },
      required: ['at'],
    } as const;
    const at = new Date('2026-07-28T00:00:00Z');
    const { result } = await call({ output, run: () => ({ at }) });
    expect(result.structuredContent).toEqual({ at: '2026-07-28T00:00:00.000Z' });
    expect((await call({ run: () => at })).result.content).toEqual([
      { type: 'text', text: '2026-07-28T00:00:00.000Z' },
    ]);
  });

  it('of a Standard Schema gets its defaults', async () => {
    const { result } = await call({ output: z.object({ sum: z.number().default(0) }), run: () => ({}) });
    expect(result.structuredContent).toEqual({ sum: 0 });
  });
});

it('J-02 another engine can decide what fits', async () => {
  const schemaEngine = {
    name: 'strict',
    compile: () => ({ fits: () => false, lastFault: () => ({ path: 'n', expected: 'nothing', got: 'something' }) }),
  };
  const { result } = await call({ run: () => 'x' }, {}, { schemaEngine });
  expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('n: expected nothing') }] });
});

describe('errors', () => {
  const failing = (thrown: unknown) => ({
    run: () => {
      throw thrown;
    },
  });

  it('A13, D-6 of an unexpected kind are hidden behind an id under which the log has them, once', async () => {
    const thrown = new Error("SELECT * FROM users WHERE password='hunter2'");
    const { result, logger } = await call(failing(thrown));
    const [block] = result.content;
    expect(result.isError).toBe(true);
    const id = /^Internal error \(reference ([0-9a-f-]{36})\)$/.exec(block?.type === 'text' ? block.text : '')?.[1];
    expect(id).toBeDefined();
    expect(logger.error).toHaveBeenCalledTimes(1);
    expect(logger.error).toHaveBeenCalledWith({ err: thrown, reference: id }, "Tool 'f' failed");
  });

  it.each([
    ['a string', 'oops'],
    ['undefined', undefined],
    ['null', null],
    ['an object', { code: 1 }],
  ])('A13 may be %s', async (_name, thrown) => {
    expect((await call(failing(thrown))).result.isError).toBe(true);
    const { result } = await call(failing(thrown), {}, { exposeErrors: true });
    expect(result.content[0]).toMatchObject({ type: 'text', text: expect.stringMatching(/./) });
  });

  it('A13 of the class UserError show their text unchanged', async () => {
    const { result, logger } = await call(failing(new UserError('Order 17 is already shipped')));
    expect(result).toEqual({ isError: true, content: [{ type: 'text', text: 'Order 17 is already shipped' }] });
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('AD-04, D-6 show their text where errors are exposed', async () => {
    const { result } = await call(failing(new Error('division by zero')), {}, { exposeErrors: true });
    expect(result).toEqual({ isError: true, content: [{ type: 'text', text: 'division by zero' }] });
  });

  it('of the class RequestError pass through as errors of the protocol', async () => {
    await expect(call(failing(new RequestError('invalid-params', 'no')))).rejects.toMatchObject({
      reason: 'invalid-params',
    });
  });

  it('TL-17 an unknown tool is an error of the protocol', async () => {
    const { runtime, context } = await start({ tools: () => [] });
    await expect((async () => runtime.callTool('nope', {}, context()))()).rejects.toMatchObject({
      reason: 'unknown-tool',
      message: "Unknown tool 'nope'",
    });
  });

  it('M-07 a tool that requires what the client lacks is refused before it runs, with what is missing', async () => {
    const run = vi.fn();
    const { runtime, context } = await start({
      tools: () => [{ name: 'f', requires: { sampling: {}, elicitation: { url: {} } }, run }],
    });
    const client = { capabilities: { sampling: {}, elicitation: {} } };
    const refused = (async () => runtime.callTool('f', {}, context({ client })))();
    await expect(refused).rejects.toMatchObject({ reason: 'missing-capability', data: { elicitation: { url: {} } } });
    expect(run).not.toHaveBeenCalled();
  });
});

describe('the ways to answer a call', () => {
  const tools = () => [{ name: 'f', signature: { arguments: [{ name: 'a', mode: 'out' as const }] } }];
  const auto = { tools, f: () => 'auto' };

  it('TP-10, TP-17, TP-34 callTool first, and auto-dispatch when it gives undefined', async () => {
    const { runtime, context } = await start({ ...auto, callTool: () => undefined });
    expect((await runtime.callTool('f', {}, context())).structuredContent).toEqual({ a: 'auto' });
    const other = await start({ ...auto, callTool: () => structured({ a: 'call' }) });
    expect((await other.runtime.callTool('f', {}, other.context())).structuredContent).toEqual({ a: 'call' });
  });

  const eliciting: Partial<ToolProvider> & { tools: ToolProvider['tools'] } = {
    tools,
    callToolWithElicitation: async (_name, _args, elicit) =>
      structured({ a: (await elicit('?', { type: 'object', properties: {} })).action }),
  };

  it('TP-19 to TP-21 callToolWithElicitation before all others, where the client can be asked', async () => {
    const { runtime, context } = await start({ ...auto, ...eliciting, callTool: () => structured({ a: 'call' }) });
    const asking = { elicit: () => Promise.resolve({ action: 'decline' as const }) };
    expect((await runtime.callTool('f', {}, context({ asking }))).structuredContent).toEqual({ a: 'decline' });
    expect((await runtime.callTool('f', {}, context())).structuredContent).toEqual({ a: 'call' });
  });

  it('TP-20, V1-28 a client that can’t be asked gets an error from a tool that has no other way', async () => {
    const { runtime, context } = await start(eliciting);
    const result = await runtime.callTool('f', {}, context());
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('elicitation') }] });
  });

  it('TP-20 callToolWithElicitation is not used when capabilities() leaves elicitation out', async () => {
    const { runtime, context } = await start({ ...auto, ...eliciting, capabilities: () => [] });
    const asking = { elicit: () => Promise.resolve({ action: 'decline' as const }) };
    expect((await runtime.callTool('f', {}, context({ asking }))).structuredContent).toEqual({ a: 'auto' });
  });

  it('a run that is a method of its descriptor has it as this', async () => {
    class Counting {
      readonly name = 'f';
      calls = 0;
      run() {
        this.calls += 1;
        return `call ${this.calls}`;
      }
    }
    const { runtime, context } = await start({ tools: () => [new Counting()] });
    expect(await runtime.callTool('f', {}, context())).toEqual({ content: [{ type: 'text', text: 'call 1' }] });
  });

  it('a descriptor’s own run is the answer, whatever it gives', async () => {
    const callTool = vi.fn();
    const { result } = await call({ run: () => undefined, app: { callTool } });
    expect(result).toEqual({ content: [] });
    expect(callTool).not.toHaveBeenCalled();
  });
});

describe('a cancelled call', () => {
  it('C-01 does not run the tool, and is no error for the log when the tool ends by its signal', async () => {
    const run = vi.fn((_args: never, { signal }: CallContext) => {
      context.facts.cancellation.cancel('enough');
      signal.throwIfAborted();
    });
    const { runtime, context: make, logger } = await start({ tools: () => [{ name: 'f', run }] });
    const context = make();
    await runtime.callTool('f', {}, context);
    expect(run).toHaveBeenCalledTimes(1);
    expect(logger.error).not.toHaveBeenCalled();
    await runtime.callTool('f', {}, context);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

it.each<[string, unknown]>([
  [
    'whose message throws',
    Object.defineProperty(new Error('x'), 'message', {
      get: () => {
        throw new Error('evil');
      },
    }),
  ],
  ['that JSON can’t carry', 5n],
  [
    'whose every member throws',
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('evil');
        },
      },
    ),
  ],
])('A13 an exception %s is an error like any other', async (_what, thrown) => {
  const failing = () => {
    throw thrown;
  };
  const { result } = await call({ run: failing }, {}, { exposeErrors: true });
  expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.stringMatching(/./) }] });
});
