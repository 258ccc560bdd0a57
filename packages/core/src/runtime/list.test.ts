import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { sourceOf } from '../../test/pages.js';
import { type PlainRuntime, start } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import type { CallContext } from '../application/context.js';
import type { ServerControl } from '../application/lifecycle.js';
import type { Collection, Source } from '../application/source.js';
import type { ToolDescriptor, ToolResult } from '../application/tools.js';
import type { Awaitable } from '../awaitable.js';
import { ApplicationError, RequestError } from '../errors.js';
import type { JsonValue } from '../json.js';
import { combineSources } from '../paging/combine-sources.js';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { Cancellation } from './cancellation.js';
import type { RequestContext } from './request-context.js';
import type { Page } from './runtime.js';

const tool = (name: string): ToolDescriptor => ({ name, description: `Does ${name}.`, run: () => name });
const tools = (count: number): ToolDescriptor[] => Array.from({ length: count }, (_, index) => tool(`t${index}`));

type Named = { readonly name: string };
type ListPage<T> = (cursor: string | undefined, context: RequestContext) => Awaitable<Page<T>>;

/** The names on each page of a list. */
async function walk<T extends Named>(list: ListPage<T>, context: () => RequestContext): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page: Page<T> = await list(cursor, context());
    pages.push(page.items.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

/** The names on each page of tools. */
async function walkTools(
  given: Collection<ToolDescriptor>,
  options: { readonly pageSize?: number } = {},
): Promise<string[][]> {
  const { runtime, context } = await start({ tools: () => given }, options);
  return walk((cursor, each) => runtime.listTools(cursor, each), context);
}

/** Calls a tool. What goes wrong at once is a rejection too. */
async function call(runtime: PlainRuntime, name: string, context: RequestContext): Promise<ToolResult> {
  return runtime.callTool(name, {}, context);
}

/** The caller of a request. */
function callerOf(subject: string): { readonly exchange: MemoryExchange } {
  const exchange = new MemoryExchange({}, () => undefined);
  return { exchange: Object.assign(exchange, { caller: { subject, scopes: [] } }) };
}

describe('a page of an array', () => {
  it('G-02, LU-01 is as long as the option says, and all of it without', async () => {
    expect(await walkTools(tools(5), { pageSize: 2 })).toEqual([['t0', 't1'], ['t2', 't3'], ['t4']]);
    expect(await walkTools(tools(4), { pageSize: 2 })).toEqual([
      ['t0', 't1'],
      ['t2', 't3'],
    ]);
    expect(await walkTools(tools(3), { pageSize: 3 })).toEqual([['t0', 't1', 't2']]);
    expect(await walkTools([], { pageSize: 1 })).toEqual([[]]);
    expect(await walkTools(tools(3))).toEqual([['t0', 't1', 't2']]);
  });

  it('is the same array as long as the application gives the same', async () => {
    const { runtime, context } = await start({ tools: async () => given }, { pageSize: 2 });
    const given = tools(3);
    const first = await runtime.listTools(undefined, context());
    const second = await runtime.listTools(first.nextCursor, context());
    expect((await runtime.listTools(undefined, context())).items).toBe(first.items);
    expect((await runtime.listTools(first.nextCursor, context())).items).toBe(second.items);
  });

  it('G-04 goes on where the last one ended when the list has changed', async () => {
    let given = tools(6);
    const { runtime, context } = await start({ tools: () => given }, { pageSize: 3 });
    const { nextCursor } = await runtime.listTools(undefined, context());
    given = [tool('new'), ...given.filter(({ name }) => name !== 't2' && name !== 't4')];
    const { items } = await runtime.listTools(nextCursor, context());
    expect(items.map(({ name }) => name)).toEqual(['t3', 't5']);
  });

  it('G-01 exists for all four lists', async () => {
    const named = (name: string) => ({ name, run: () => '' });
    const application: Application = {
      tools: () => ['a', 'b'].map(named),
      prompts: () => ['a', 'b'].map(named),
      resources: () => ['a', 'b'].map((name) => ({ name, uri: `x:${name}` })),
      resourceTemplates: () => ['a', 'b'].map((name) => ({ name, uriTemplate: `${name}:{x}` })),
      readResource: () => '',
    };
    const { runtime, context } = await start(application, { pageSize: 1 });
    expect(await walk((cursor, each) => runtime.listTools(cursor, each), context)).toEqual([['a'], ['b']]);
    expect(await walk((cursor, each) => runtime.listPrompts(cursor, each), context)).toEqual([['a'], ['b']]);
    expect(await walk((cursor, each) => runtime.listResources(cursor, each), context)).toEqual([['a'], ['b']]);
    expect(await walk((cursor, each) => runtime.listResourceTemplates(cursor, each), context)).toEqual([['a'], ['b']]);
  });

  it('has the icons of the hook', async () => {
    const icons = [{ src: 'https://example.com/i.png' }];
    const { runtime, context } = await start({ tools: () => tools(2), toolIcons: () => icons }, { pageSize: 1 });
    const first = await runtime.listTools(undefined, context());
    expect(first).toMatchObject({ items: [{ name: 't0', icons }], nextCursor: expect.any(String) });
  });
});

describe('a cursor', () => {
  async function paged(options = {}) {
    const application: Application = {
      tools: () => tools(3),
      prompts: () => tools(3).map(({ name }) => ({ name, run: () => '' })),
    };
    return start(application, { pageSize: 1, ...options });
  }

  it('G-05, G-06, Q-40 that is none is refused, alike for all', async () => {
    const { runtime, context } = await paged();
    const { nextCursor = '' } = await runtime.listTools(undefined, context(callerOf('alice')));
    const refused = { reason: 'invalid-cursor', message: 'Invalid cursor', data: undefined };
    for (const cursor of ['', 'abc', nextCursor.slice(1), nextCursor.slice(0, -1), `${nextCursor}A`]) {
      await expect(runtime.listTools(cursor, context(callerOf('alice')))).rejects.toMatchObject(refused);
    }
    await expect(runtime.listTools(nextCursor, context(callerOf('bob')))).rejects.toMatchObject(refused);
    await expect(runtime.listTools(nextCursor, context())).rejects.toMatchObject(refused);
    await expect(runtime.listPrompts(nextCursor, context(callerOf('alice')))).rejects.toMatchObject(refused);
    expect((await runtime.listTools(nextCursor, context(callerOf('alice')))).items).toMatchObject([{ name: 't1' }]);
  });

  it('G-07, B-20 of one process is good in another that has the keys, and only there', async () => {
    const keys = ['ab'.repeat(32)];
    const one = await paged({ keys });
    const { nextCursor } = await one.runtime.listTools(undefined, one.context());
    const other = await paged({ keys: ['cd'.repeat(32), ...keys] });
    expect((await other.runtime.listTools(nextCursor, other.context())).items).toMatchObject([{ name: 't1' }]);
    const stranger = await paged();
    await expect(stranger.runtime.listTools(nextCursor, stranger.context())).rejects.toMatchObject({
      reason: 'invalid-cursor',
    });
  });

  it('takes its keys from the environment, where no option gives them', async () => {
    vi.stubEnv('POLYSPEC_KEYS', 'ab'.repeat(32));
    const { runtime, context } = await paged();
    const { nextCursor } = await runtime.listTools(undefined, context());
    vi.unstubAllEnvs();
    const other = await paged({ keys: ['ab'.repeat(32)] });
    expect((await other.runtime.listTools(nextCursor, other.context())).items).toMatchObject([{ name: 't1' }]);
    vi.stubEnv('POLYSPEC_KEYS', 'short');
    await expect(paged()).rejects.toMatchObject({ option: 'POLYSPEC_KEYS' });
    vi.unstubAllEnvs();
  });

  it('E-08 ends with the time that the option says', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { runtime, context } = await paged({ cursorTtlMs: 5000 });
      const { nextCursor } = await runtime.listTools(undefined, context());
      vi.setSystemTime(Date.now() + 4999);
      expect((await runtime.listTools(nextCursor, context())).items).toHaveLength(1);
      vi.setSystemTime(Date.now() + 1);
      await expect(runtime.listTools(nextCursor, context())).rejects.toMatchObject({ reason: 'invalid-cursor' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('of a list that clients may share is good for all of them', async () => {
    const { runtime, context } = await paged({ cacheScope: 'public' });
    const { nextCursor } = await runtime.listTools(undefined, context(callerOf('alice')));
    expect((await runtime.listTools(nextCursor, context(callerOf('bob')))).items).toMatchObject([{ name: 't1' }]);
  });

  it('GM-21 of a source is refused where the list has become an array, and where the source says so', async () => {
    let given: Collection<ToolDescriptor> = sourceOf([[tool('a')], [tool('b')]]);
    const { runtime, context } = await start({ tools: () => given });
    const { nextCursor } = await runtime.listTools(undefined, context());
    const refused = { reason: 'invalid-cursor', message: 'Invalid cursor' };
    given = [tool('a'), tool('b')];
    await expect(runtime.listTools(nextCursor, context())).rejects.toMatchObject(refused);
    given = {
      list: () => Promise.reject(new RequestError('invalid-cursor', 'The row is gone', { row: 7 })),
      get: () => undefined,
    };
    await expect(runtime.listTools(nextCursor, context())).rejects.toMatchObject({ ...refused, data: undefined });
  });

  it('GM-20, GM-21 of a part that was removed is refused, of one that was moved goes on', async () => {
    const parts = ['x.', 'y.'].map((prefix) => ({ prefix, source: sourceOf([[tool('a')], [tool('b')]]) }));
    let given = combineSources(parts);
    const { runtime, context } = await start({ tools: () => given });
    const { nextCursor } = await runtime.listTools(undefined, context());
    given = combineSources([...parts].reverse());
    expect((await runtime.listTools(nextCursor, context())).items).toMatchObject([{ name: 'x.b' }]);
    given = combineSources(parts.slice(1));
    await expect(runtime.listTools(nextCursor, context())).rejects.toMatchObject({ reason: 'invalid-cursor' });
  });
});

describe('a page of a source', () => {
  it('GM-03 is what the source gives, cut only where it is longer than a page may be', async () => {
    const source = sourceOf([tools(3), [tool('x')], [tool('y'), tool('z')]]);
    expect(await walkTools(source)).toEqual([['t0', 't1', 't2'], ['x'], ['y', 'z']]);
    expect(await walkTools(source, { pageSize: 2 })).toEqual([['t0', 't1'], ['t2'], ['x'], ['y', 'z']]);
  });

  it('is the same array as long as the source gives the same', async () => {
    const source = sourceOf([tools(3), tools(2)]);
    const { runtime, context } = await start({ tools: () => source }, { pageSize: 2 });
    const first = await runtime.listTools(undefined, context());
    const second = await runtime.listTools(first.nextCursor, context());
    expect((await runtime.listTools(undefined, context())).items).toBe(first.items);
    expect((await runtime.listTools(first.nextCursor, context())).items).toBe(second.items);
  });

  it('GM-19 that is empty is passed over', async () => {
    expect(await walkTools(sourceOf([[], [tool('a')], [], [], [tool('b')]]))).toEqual([['a'], ['b']]);
    expect(await walkTools(sourceOf([[], [], []]))).toEqual([[]]);
    expect(await walkTools(sourceOf([[tool('a')], [], []]))).toEqual([['a'], []]);
  });

  it('is empty with a cursor where very many in a row are empty', async () => {
    const list = vi.fn((cursor: JsonValue | undefined) => ({ items: [], next: Number(cursor ?? 0) + 1 }));
    const { runtime, context } = await start({ tools: () => ({ list, get: () => undefined }) });
    list.mockClear();
    const page = await runtime.listTools(undefined, context());
    expect(page).toEqual({ items: [], nextCursor: expect.any(String) });
    expect(list.mock.calls.length).toBeLessThanOrEqual(1001);
    await runtime.listTools(page.nextCursor, context());
    expect(list.mock.lastCall?.[0]).toBeGreaterThan(1001);
  });

  it('is the last where the source gives the same next for ever, which the log tells', async () => {
    for (const items of [[], [tool('a')]]) {
      const source = { list: () => ({ items, next: 'again' }), get: () => undefined };
      const { runtime, logger, context } = await start({ tools: () => source });
      const pages = await walk((cursor, each) => runtime.listTools(cursor, each), context);
      expect(pages.length).toBeLessThan(3);
      expect(logger.error).toHaveBeenCalledWith(
        expect.objectContaining({ list: 'tools' }),
        expect.stringContaining('gave the next "again" again'),
      );
    }
  });

  it('is not gone on to where nobody waits any more', async () => {
    const cancellation = new Cancellation();
    const list = vi.fn((_cursor: JsonValue | undefined, { signal }: CallContext) => {
      if (list.mock.calls.length > 2) cancellation.cancel('enough');
      expect(signal).toBeInstanceOf(AbortSignal);
      return { items: [], next: list.mock.calls.length };
    });
    const { runtime, context } = await start({ tools: () => ({ list, get: () => undefined }) });
    await expect(runtime.listTools(undefined, context({ cancellation }))).rejects.toThrow('enough');
    expect(list).toHaveBeenCalledTimes(3);
  });

  it('leaves out what is wrong, which the log tells once, and serves the rest', async () => {
    const wrong: unknown[] = [
      { name: 'schema', input: { type: 'string' }, run: () => '' },
      { name: 'silent' },
      { name: 't0', run: () => 'the second of its name' },
      { name: '', run: () => '' },
      null,
      'x',
    ];
    const source = sourceOf([[tool('t0'), ...(wrong as ToolDescriptor[]), tool('t1')]]);
    const { runtime, logger, context } = await start({ tools: () => source });
    for (let times = 0; times < 2; times += 1) {
      const { items } = await runtime.listTools(undefined, context());
      expect(items.map(({ name }) => name)).toEqual(['t0', 't1']);
    }
    expect(logger.error.mock.calls.map(([fields]) => (fields as { item: unknown }).item)).toEqual([
      'schema',
      'silent',
      't0',
      '',
      undefined,
      undefined,
    ]);
    expect((await runtime.callTool('t0', {}, context())).content).toMatchObject([{ text: 't0' }]);
    await expect(call(runtime, 'silent', context())).rejects.toBeInstanceOf(ApplicationError);
  });

  it('has instances of classes, whatever else they have', async () => {
    class Fetcher implements ToolDescriptor {
      readonly uri = 'https://example.com';
      readonly name: string;
      constructor(name: string) {
        this.name = name;
      }
      run = () => this.uri;
    }
    const source = sourceOf<ToolDescriptor>([[new Fetcher('a'), new Fetcher('b')]]);
    expect(await walkTools(source, { pageSize: 1 })).toEqual([['a'], ['b']]);
  });

  it('GM-24 that is none is an error, which names the hook', async () => {
    const source = { list: () => [], get: () => undefined } as never;
    await expect(start({ tools: () => source })).rejects.toThrow(
      new ApplicationError('list() of the source of tools() must give { items: […], next? }; got an array'),
    );
  });

  it('is new after a change was told, also where it was made in place', async () => {
    const changing = { ...tool('a'), description: 'old' };
    const source = sourceOf([[changing]]);
    const { runtime, context } = await start({ tools: () => source });
    changing.description = 'new';
    runtime.notify({ type: 'toolsListChanged' });
    expect((await runtime.listTools(undefined, context())).items[0]?.description).toBe('new');
  });
});

describe('a walk', () => {
  const part = fc.record({
    prefix: fc.constantFrom('', 'a', 'ab', 'a.', 'x/'),
    pages: fc.array(fc.nat(4), { maxLength: 5 }),
    isArray: fc.boolean(),
    isLate: fc.boolean(),
  });
  type PartModel = typeof part extends fc.Arbitrary<infer Value> ? Value : never;

  /** A part whose names are its own, whatever the prefixes. */
  function modelled({ pages, isArray, isLate }: PartModel, number: number): Collection<ToolDescriptor> {
    let count = 0;
    const made = pages.map((length) => tools(length).map(() => tool(`n${number}_${count++}`)));
    if (isArray) return made.flat();
    const source = sourceOf(made);
    return isLate
      ? { list: async (...args) => source.list(...args), get: async (...args) => source.get(...args) }
      : source;
  }

  it('G-03 ends, and gives each thing exactly once, in order, whatever the sources, the pages and the prefixes', async () => {
    const parts = fc.uniqueArray(part, { maxLength: 4, selector: ({ prefix }) => prefix });
    const pageSize = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(parts, pageSize, fc.boolean(), async (models, size, isPromised) => {
        const collections = models.map(modelled);
        const combined = combineSources(
          models.map(({ prefix }, index) => ({ prefix, source: collections[index] as Collection<ToolDescriptor> })),
        );
        const single = models.length === 1 && models[0]?.prefix === '' ? collections[0] : undefined;
        const given = single ?? combined;
        const { runtime, logger, context } = await start(
          { tools: () => (isPromised ? Promise.resolve(given) : given) },
          { pageSize: size },
        );
        const pages = await walk((cursor, each) => runtime.listTools(cursor, each), context);
        const expected = models.flatMap(({ prefix, pages: lengths }, number) =>
          Array.from(
            { length: lengths.reduce((sum, length) => sum + length, 0) },
            (_, index) => `${prefix}n${number}_${index}`,
          ),
        );
        expect(pages.flat()).toEqual(expected);
        for (const [index, page] of pages.entries()) {
          expect(page.length).toBeLessThanOrEqual(size ?? Number.POSITIVE_INFINITY);
          if (index < pages.length - 1) expect(page).not.toEqual([]);
        }
        for (const name of expected) {
          const { content } = await runtime.callTool(name, {}, context());
          expect(content).toEqual([{ type: 'text', text: name.slice(name.lastIndexOf('n')) }]);
        }
        expect(logger.error).not.toHaveBeenCalled();
      }),
    );
  });
});

describe('what is named of a source', () => {
  it('GM-04, GM-22 is looked up by get, and there is nothing that get does not know', async () => {
    const source = {
      list: vi.fn(() => ({ items: [] })),
      get: vi.fn((name: string) => (name === 'a' ? tool(name) : undefined)),
    };
    const { runtime, context } = await start({ tools: () => source });
    const requested = context();
    expect((await runtime.callTool('a', {}, requested)).content).toMatchObject([{ text: 'a' }]);
    expect(requested.tool?.name).toBe('a');
    expect(source.get).toHaveBeenCalledExactlyOnceWith('a', requested);
    expect(source.list).toHaveBeenCalledOnce();
    expect((await runtime.findTool('a', context()))?.description).toBe('Does a.');
    expect(await runtime.findTool('b', context())).toBeUndefined();
    await expect(call(runtime, 'b', context())).rejects.toMatchObject({ reason: 'unknown-tool' });
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['of another name', tool('other')],
  ])('is not there where get gives what is %s', async (_what, found) => {
    const { runtime, context } = await start({
      tools: () => ({ list: () => ({ items: [] }), get: () => found }) as never,
    });
    await expect(call(runtime, 'a', context())).rejects.toMatchObject({ reason: 'unknown-tool' });
  });

  it('has its schemas compiled once, also where it is a new object each time', async () => {
    const compile = vi.fn(() => ({ fits: () => true }));
    const described = () => ({ ...tool('a'), input: { type: 'object', properties: { x: { type: 'number' } } } });
    const same = described();
    for (const get of [() => same, described]) {
      compile.mockClear();
      const engine = { name: 'counting', compile };
      const source: Source<ToolDescriptor> = { list: () => ({ items: [get()] }), get };
      const { runtime, context } = await start({ tools: () => source }, { schemaEngine: engine });
      for (let times = 0; times < 3; times += 1) await runtime.callTool('a', {}, context());
      expect(compile).toHaveBeenCalledOnce();
      const first = await runtime.listTools(undefined, context());
      expect((await runtime.listTools(undefined, context())).items[0]).toBe(first.items[0]);
    }
  });

  it('may depend on the caller', async () => {
    const source = (caller: string): Source<ToolDescriptor> => sourceOf([[tool(`of-${caller}`)]]);
    const { runtime, context } = await start({ tools: ({ caller }) => source(caller?.subject ?? 'nobody') });
    for (const subject of ['alice', 'bob', 'alice']) {
      const { items } = await runtime.listTools(undefined, context(callerOf(subject)));
      expect(items.map(({ name }) => name)).toEqual([`of-${subject}`]);
    }
    await expect(call(runtime, 'of-alice', context(callerOf('bob')))).rejects.toMatchObject({
      reason: 'unknown-tool',
    });
  });

  it('GM-01, GM-22 prompts are filled in and completed, and unknown ones refused with their name', async () => {
    const complete = () => ['x', 'y'];
    const prompts = sourceOf([
      [],
      [{ name: 'a', arguments: [{ name: 'n', required: true, complete }], run: ({ n }: { n: string }) => `n is ${n}` }],
    ]);
    const given = combineSources([{ prefix: 'my.', source: prompts }]);
    const { runtime, context } = await start({ prompts: () => given });
    expect((await runtime.getPrompt('my.a', { n: '7' }, context())).messages).toMatchObject([
      { content: { text: 'n is 7' } },
    ]);
    await expect(runtime.getPrompt('my.a', {}, context())).rejects.toMatchObject({ reason: 'invalid-params' });
    await expect(runtime.getPrompt('a', {}, context())).rejects.toMatchObject({
      reason: 'unknown-prompt',
      data: { name: 'a' },
    });
    const argument = { name: 'n', value: '' };
    expect(await runtime.complete({ type: 'prompt', name: 'my.a' }, argument, {}, context())).toEqual({
      values: ['x', 'y'],
    });
    await expect(runtime.complete({ type: 'prompt', name: 'a' }, argument, {}, context())).rejects.toMatchObject({
      reason: 'invalid-params',
    });
  });

  it('resources are read, by URI or through a template', async () => {
    const resources = sourceOf([[{ uri: 'x:listed', name: 'listed', read: (uri: string) => `listed ${uri}` }]]);
    const templates = sourceOf([
      [
        {
          uriTemplate: 'x:{id}',
          name: 'loose',
          read: (_uri: string, { id }: object & { id?: unknown }) => `loose ${id}`,
        },
      ],
      [
        {
          uriTemplate: 'x:close/{id}',
          name: 'close',
          complete: { id: () => ['7'] },
          read: (_uri: string, { id }: object & { id?: unknown }) => `close ${id}`,
        },
      ],
    ]);
    const walked = vi.spyOn(templates, 'list');
    const { runtime, context } = await start({ resources: () => resources, resourceTemplates: () => templates });
    walked.mockClear();
    const textAt = async (uri: string) => (await runtime.readResource(uri, context())).contents[0];
    expect(await textAt('x:listed')).toMatchObject({ text: 'listed x:listed' });
    expect(walked).not.toHaveBeenCalled();
    expect(await textAt('x:7')).toMatchObject({ text: 'loose 7' });
    expect(await textAt('x:close/7')).toMatchObject({ text: 'close 7' });
    await expect(textAt('y:7')).rejects.toMatchObject({ reason: 'unknown-resource' });
    const argument = { name: 'id', value: '' };
    const reference = { type: 'resource', uri: 'x:close/{id}' } as const;
    expect(await runtime.complete(reference, argument, {}, context())).toEqual({ values: ['7'] });
    const listed = { type: 'resource', uri: 'x:listed' } as const;
    expect(await runtime.complete(listed, argument, {}, context())).toEqual({ values: [] });
  });

  it('templates that are wrong don’t take the others with them', async () => {
    const read = () => 'x';
    const templates = sourceOf([
      [
        { uriTemplate: 'x:{', name: 'bad', read },
        { uriTemplate: 'x:{id}', name: 'good', read },
      ],
      [{ uriTemplate: 'x:{id}', name: 'twice', read: () => 'never' }],
    ]);
    const { runtime, logger, context } = await start({ resourceTemplates: () => templates });
    expect((await runtime.readResource('x:7', context())).contents).toMatchObject([{ text: 'x' }]);
    expect(logger.error).toHaveBeenCalledTimes(2);
  });
});

describe('what was changed at run time', () => {
  async function changing(given: Collection<ToolDescriptor>, options = {}) {
    let server: ServerControl | undefined;
    const onStart = (control: ServerControl): void => {
      server = control;
    };
    const started = await start({ tools: () => given, onStart }, options);
    const { runtime, context } = started;
    return {
      ...started,
      control: (server as ServerControl).tools,
      pages: () => walk((cursor, each) => runtime.listTools(cursor, each), context),
    };
  }

  it('comes before a source, and what is hidden in it can’t be called', async () => {
    const { control, pages, runtime, context } = await changing(sourceOf([tools(2), [tool('x')]]), { pageSize: 2 });
    control.add(tool('new'));
    expect(await pages()).toEqual([['new', 't0'], ['t1'], ['x']]);
    control.remove('x');
    control.disable('t0');
    expect(await pages()).toEqual([['new', 't1'], []]);
    expect((await runtime.callTool('new', {}, context())).content).toMatchObject([{ text: 'new' }]);
    await expect(call(runtime, 'x', context())).rejects.toMatchObject({ reason: 'unknown-tool' });
    control.enable('t0');
    control.disable('new');
    expect(await pages()).toEqual([['t0', 't1'], []]);
    await expect(call(runtime, 'new', context())).rejects.toMatchObject({ reason: 'unknown-tool' });
  });

  it('is seen in the pages of an array', async () => {
    const { control, pages } = await changing(tools(3), { pageSize: 2 });
    control.add(tool('new'));
    control.remove('t1');
    expect((await pages()).flat().sort()).toEqual(['new', 't0', 't2']);
  });

  it('stands for what a source has under the same name', async () => {
    const { control, pages, runtime, context } = await changing(sourceOf([[tool('t0')], [tool('t1')]]));
    control.add({ ...tool('t1'), run: () => 'added' });
    expect(await pages()).toEqual([['t1', 't0'], []]);
    expect((await runtime.callTool('t1', {}, context())).content).toMatchObject([{ text: 'added' }]);
  });

  it('leaves pages the same arrays while nothing more changes', async () => {
    const { control, runtime, context } = await changing(sourceOf([tools(3)]));
    control.add(tool('new'));
    control.remove('t1');
    const { items } = await runtime.listTools(undefined, context());
    expect(items.map(({ name }) => name)).toEqual(['new', 't0', 't2']);
    expect((await runtime.listTools(undefined, context())).items).toBe(items);
  });

  it('is seen by reads through templates', async () => {
    let server: ServerControl | undefined;
    const read = () => 'x';
    const templates = sourceOf([[{ uriTemplate: 'x:{id}', name: 'x', read }]]);
    const application: Application = {
      resourceTemplates: () => templates,
      onStart: (control) => {
        server = control;
      },
    };
    const { runtime, context } = await start(application);
    server?.resourceTemplates.add({ uriTemplate: 'y:{id}', name: 'y', read: () => 'y' });
    expect((await runtime.readResource('y:1', context())).contents).toMatchObject([{ text: 'y' }]);
    expect((await runtime.readResource('x:1', context())).contents).toMatchObject([{ text: 'x' }]);
    server?.resourceTemplates.remove('x:{id}');
    await expect(runtime.readResource('x:1', context())).rejects.toMatchObject({ reason: 'unknown-resource' });
  });
});

describe('the start', () => {
  it('asks a source for its first page only', async () => {
    const source = sourceOf([[tool('a')], [tool('b')]]);
    const list = vi.spyOn(source, 'list');
    await start({ tools: () => source }, { precompile: true });
    expect(list.mock.calls.map(([cursor]) => cursor)).toEqual([undefined]);
  });

  it('reads off the first page whether completions are offered', async () => {
    const completing = { name: 'p', arguments: [{ name: 'n', complete: () => [] }], run: () => '' };
    const silent = { name: 'q', run: () => '' };
    const completions = async (application: Application) => (await start(application)).runtime.features.completions;
    expect(await completions({ prompts: () => sourceOf([[silent, completing]]) })).toBe(true);
    expect(await completions({ prompts: () => sourceOf([[silent], [completing]]) })).toBe(false);
    const template = { name: 't', uriTemplate: 'x:{y}', complete: { y: () => [] }, read: () => '' };
    expect(await completions({ resourceTemplates: () => sourceOf([[template]]) })).toBe(true);
  });

  it('compiles no tool of a source, and one that can’t be compiled stops nothing', async () => {
    const compile = vi.fn(() => Promise.reject(new Error('no')));
    const options = { precompile: true, schemaEngine: { name: 'never', compile } };
    const { runtime, context } = await start({ tools: () => sourceOf([[tool('a')]]) }, options);
    expect(compile).not.toHaveBeenCalled();
    expect((await runtime.callTool('a', {}, context())).isError).toBe(true);
  });
});
