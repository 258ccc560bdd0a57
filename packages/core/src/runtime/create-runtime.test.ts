import { describe, expect, it, vi } from 'vitest';
import { start } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import type { ToolDescriptor } from '../application/tools.js';
import type { ChangeEvent } from '../contract/change-event.js';
import { ApplicationError } from '../errors.js';

const tool: ToolDescriptor = { name: 'f', description: 'Does.', run: () => 'x' };

describe('capabilities', () => {
  const all: Application = {
    tools: () => [tool],
    prompts: () => [],
    resources: () => [],
    complete: () => [],
    callToolWithElicitation: () => undefined,
    toolUi: () => undefined,
  };

  it('TP-01, FO-21 what is implemented is served', async () => {
    expect((await start({ tools: () => [tool] })).runtime.features).toEqual({
      tools: true,
      prompts: false,
      resources: false,
      completions: false,
      elicitation: false,
      ui: false,
    });
    expect(Object.values((await start(all)).runtime.features)).toEqual([true, true, true, true, true, true]);
  });

  it('TP-01, PP-07 capabilities() narrows it; tools stay', async () => {
    const { features } = (await start({ ...all, capabilities: () => ['prompts'] })).runtime;
    expect(features).toMatchObject({ tools: true, prompts: true, resources: false, completions: false, ui: false });
  });

  it('CP-22 naming a facet that is not there is an error at start, which names it', async () => {
    await expect(start({ tools: () => [tool], capabilities: () => ['completions'] })).rejects.toThrow(
      /'completions'.*complete\(\)/,
    );
    await expect(start({ tools: () => [tool], capabilities: () => ['tasks' as never] })).rejects.toThrow("'tasks'");
  });

  it('TP-40 capabilities() is read once', async () => {
    const capabilities = vi.fn(() => []);
    const { runtime, context } = await start({ tools: () => [tool], capabilities });
    await runtime.listTools(undefined, context());
    expect(capabilities).toHaveBeenCalledTimes(1);
  });
});

describe('listed tools', () => {
  const list = async (application: Application) => {
    const { runtime, context } = await start(application);
    return (await runtime.listTools(undefined, context())).items;
  };

  it('TP-06 may be none', async () => {
    expect(await list({ tools: () => [] })).toEqual([]);
    expect(await list({})).toEqual([]);
  });

  it('TP-07 to TP-09, SI-05 take title and description of a signature; without a title it is the method’s name', async () => {
    const signature = {
      title: 'Factorial',
      description: 'Of n.',
      arguments: [{ name: 'n', type: 'integer' as const }],
    };
    const [titled, untitled] = await list({
      tools: () => [
        { name: 'a', signature },
        { name: 'b', method: 'compute', signature: {} },
      ],
      callTool: () => 'x',
    });
    expect(titled).toMatchObject({ title: 'Factorial', description: 'Of n.' });
    expect(untitled?.title).toBe('compute');
  });

  it('TP-28, D-4 always have both schemas when made from a signature; declared ones an output schema only where they have one', async () => {
    const [signed, declared] = await list({ tools: () => [{ name: 'a', signature: {} }, tool], callTool: () => 'x' });
    expect(signed?.inputSchema).toEqual({ type: 'object', additionalProperties: false });
    expect(signed?.outputSchema).toEqual({ type: 'object', properties: {} });
    expect(declared?.inputSchema).toEqual({ type: 'object', additionalProperties: false });
    expect(declared?.outputSchema).toBeUndefined();
  });

  it('TP-25 to TP-27, TP-29 schemas by hook replace the others and are passed on unchanged', async () => {
    const input = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
    const output = { type: 'object', properties: { message: { type: 'string' } } };
    const [only] = await list({ tools: () => [tool], inputSchema: () => input, outputSchema: () => output });
    expect(only?.inputSchema).toBe(input);
    expect(only?.outputSchema).toBe(output);
  });

  it('J-04, D-4 a schema that can’t be published stops the start and names the tool', async () => {
    await expect(start({ tools: () => [{ ...tool, input: { type: 'string' } }] })).rejects.toThrow(/tool 'f'/);
    await expect(
      start({ tools: () => [{ ...tool, input: { type: 'object', properties: 5 } as never }] }),
    ).rejects.toMatchObject({ code: 'POLYSPEC_SCHEMA' });
  });

  it('TL-10 names that are odd are warned about, empty and doubled ones refused', async () => {
    const { logger } = await start({ tools: () => [{ ...tool, name: 'with space' }] });
    expect(logger.warn).toHaveBeenCalledWith({ tool: 'with space' }, expect.any(String));
    await expect(start({ tools: () => [tool, tool] })).rejects.toThrow("two tools named 'f'");
    await expect(start({ tools: () => [{ ...tool, name: '' }] })).rejects.toThrow('no name');
  });

  it('TP-40 are asked for on every request, so that they may change', async () => {
    let tools = [tool];
    const { runtime, context } = await start({ tools: () => tools });
    tools = [tool, { ...tool, name: 'g' }];
    expect((await runtime.listTools(undefined, context())).items).toHaveLength(2);
    tools.pop();
    expect((await runtime.listTools(undefined, context())).items).toHaveLength(1);
  });

  it('are the same array as long as nothing changed, also when the application makes its list anew each time', async () => {
    const { runtime, context } = await start({
      tools: () => [
        {
          name: 'f',
          description: 'Does.',
          input: { type: 'object', properties: { a: { type: 'string' } } },
          run: () => 'x',
        },
      ],
    });
    const first = await runtime.listTools(undefined, context());
    const second = await runtime.listTools(undefined, context());
    expect(second.items).toBe(first.items);
  });

  it('V2-04, V2-06, V2-16 have the icons of the hook; one that throws or gives none adds nothing', async () => {
    const icons = [{ src: 'https://example.com/i.png' }];
    const items = await list({
      tools: () => [tool, { ...tool, name: 'none' }, { ...tool, name: 'bad' }, { ...tool, name: 'own', icons: [] }],
      toolIcons: (name) => {
        if (name === 'bad') throw new Error('x');
        return name === 'none' ? [] : icons;
      },
    });
    expect(items.map((item) => item.icons)).toEqual([icons, undefined, undefined, []]);
  });

  it('G-05, Q-40 a cursor that was never given is refused, also an empty one', async () => {
    const { runtime, context } = await start({ tools: () => [tool] });
    for (const cursor of ['', 'abc']) {
      await expect(runtime.listTools(cursor, context())).rejects.toMatchObject({ reason: 'invalid-cursor' });
    }
  });
});

describe('the life of a server', () => {
  it('onStart runs before the lists are asked for, and its rejection stops the start', async () => {
    const order: string[] = [];
    const tools = () => {
      order.push('tools');
      return [tool];
    };
    await start({ onStart: () => void order.push('onStart'), tools });
    expect(order.slice(0, 2)).toEqual(['onStart', 'tools']);
    await expect(start({ onStart: () => Promise.reject(new Error('no database')) })).rejects.toThrow('no database');
  });

  it('TP-41 a field that is named like a hook is none', async () => {
    class Store {
      readonly tools = () => [tool];
      readonly resources = new Map();
    }
    const { runtime, logger, context } = await start(new Store() as never);
    expect(runtime.features.resources).toBe(false);
    expect((await runtime.listResources(undefined, context())).items).toEqual([]);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    [
      'tools must be a function that gives a list; got an object. Wrap declarations in defineApplication({ tools: … })',
      { tools: { add: {} } },
    ],
    ['The application must be an object; got undefined', undefined],
    ['callTool must be a function; got a number', { tools: () => [tool], callTool: 5 }],
    ['capabilities() must give an array; got a string', { tools: () => [tool], capabilities: () => 'tools' }],
    ['tools() must give a list; got an object', { tools: () => ({}) }],
    ['tools() must give a list; got undefined', { tools: () => undefined }],
    ['prompts() must give a list; got a Set', { prompts: async () => new Set() }],
    ['resources() must give a list; got null', { resources: () => null }],
    ['resourceTemplates() must give a list; got a string', { resourceTemplates: () => 'x' }],
    ["Tool 2 must be an object, such as tool('add', { … }); got null", { tools: () => [tool, null] }],
    [
      "Unknown member 'outputSchema' of tool 'f'. Did you mean 'output'? Known members: _meta, annotations, description, icons, input, method, name, output, requires, run, signature, target, timeoutMs, title",
      { tools: () => [{ ...tool, outputSchema: {} }] },
    ],
    [
      "Unknown member 'title_' of prompt 'p'. Did you mean 'title'? Known members: _meta, arguments, description, icons, name, requires, run, title",
      { prompts: () => [{ name: 'p', title_: 'x', run: () => 'x' }] },
    ],
  ])('is not begun: %s', async (message, application) => {
    const onStart = vi.fn();
    const starting = start((application && { ...(application as object), onStart }) as Application);
    await expect(starting).rejects.toThrow(new ApplicationError(message));
  });

  it('a list that is none at run time is an error, which names the hook', async () => {
    let tools: unknown = [tool];
    const { runtime, context } = await start({ tools: () => tools } as Application);
    tools = { f: tool };
    const message = 'tools() must give a list; got an object';
    await expect(runtime.listTools(undefined, context())).rejects.toThrow(new ApplicationError(message));
    expect(() => runtime.callTool('f', {}, context())).toThrow(new ApplicationError(message));
  });

  it('an application that offers nothing is warned about', async () => {
    const { logger } = await start({ callTool: () => 'x' });
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
      {},
      'The application offers nothing: it has none of tools(), prompts(), resources(), resourceTemplates(), complete()',
    );
    for (const hook of ['tools', 'prompts', 'resources', 'resourceTemplates', 'complete']) {
      expect((await start({ [hook]: () => [] })).logger.warn).not.toHaveBeenCalled();
    }
  });

  it('methods that look like a hook are warned about, those of tools are not', async () => {
    class Weather {
      tools() {
        return [{ name: 'compute', signature: {} }, tool];
      }
      compute() {}
      callTools() {}
    }
    const { logger } = await start(new Weather());
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
      { method: 'callTools', hook: 'callTool' },
      "'callTools' looks like the hook 'callTool'",
    );
  });

  it('a list that can’t be had at start is warned about, and asked for again', async () => {
    const tools = vi
      .fn((): ToolDescriptor[] => [tool])
      .mockImplementationOnce(() => {
        throw new Error('needs a caller');
      });
    const { runtime, logger, context } = await start({ tools });
    expect(logger.warn).toHaveBeenCalledTimes(1);
    expect((await runtime.listTools(undefined, context())).items).toHaveLength(1);
  });

  it('FO-20, NS-19 notify publishes on the bus, and never throws', async () => {
    const { runtime } = await start({}, { changeDebounceMs: 0 });
    const heard: unknown[] = [];
    runtime.bus.subscribe('changes', (event) => heard.push(event));
    const event: ChangeEvent = { type: 'resourceUpdated', uri: 'a://b' };
    runtime.notify(event);
    expect(heard).toEqual([event]);
    const broken = await start(
      {},
      {
        changeDebounceMs: 0,
        bus: {
          publish: () => {
            throw new Error('down');
          },
          subscribe: () => () => undefined,
        },
      },
    );
    expect(() => broken.runtime.notify(event)).not.toThrow();
    expect(broken.logger.error).toHaveBeenCalledTimes(1);
  });
});

describe('server facts and cache hints', () => {
  it('FO-06 to FO-09, FO-23 come from the options', async () => {
    const { runtime } = await start(
      {},
      { name: 'other', version: '2.0.0', title: 'T', description: 'D', instructions: 'I' },
    );
    expect(runtime.server).toEqual({
      name: 'other',
      version: '2.0.0',
      title: 'T',
      description: 'D',
      instructions: 'I',
    });
    const defaults = (await start({}, { description: '', instructions: '' })).runtime.server;
    expect(defaults).toEqual({ name: 'test', version: '1.0.0', title: 'test', instructions: undefined });
  });

  it('CA-01, CA-05, CA-08, CA-09 the policy of the application beats the options, unless it is invalid', async () => {
    const cachePolicy = vi.fn((operation: string) => {
      if (operation === 'tools/list') return { ttlMs: 5, scope: 'public' as const };
      return operation === 'prompts/list' ? { ttlMs: -1, scope: 'public' as const } : undefined;
    });
    const { runtime, context, logger } = await start({ tools: () => [tool], cachePolicy }, { cacheTtl: 9 });
    expect(await runtime.cachePolicy('tools/list', undefined, context())).toEqual({ ttlMs: 5, scope: 'public' });
    expect(await runtime.cachePolicy('resources/read', 'a://b', context())).toEqual({ ttlMs: 9, scope: 'private' });
    expect(cachePolicy).toHaveBeenLastCalledWith('resources/read', 'a://b', expect.anything());
    expect(await runtime.cachePolicy('prompts/list', undefined, context())).toEqual({ ttlMs: 9, scope: 'private' });
    expect(logger.warn).toHaveBeenCalledTimes(1);
  });
});

describe('a list that changes', () => {
  it('TL-02 in place is seen after the change was published', async () => {
    const changing = { name: 'f', description: 'old', run: () => 'x' };
    const list = [changing];
    const { runtime, context } = await start({ tools: () => list });
    changing.description = 'new';
    runtime.notify({ type: 'toolsListChanged' });
    expect((await runtime.listTools(undefined, context())).items[0]?.description).toBe('new');
  });

  it('by a schema object of a library is seen, whatever the object hides', async () => {
    class Min {
      readonly #least: number;
      constructor(least: number) {
        this.#least = least;
      }
      get '~standard'() {
        const least = this.#least;
        return {
          version: 1 as const,
          vendor: 'mine',
          validate: (value: unknown) => ({ value }),
          jsonSchema: {
            input: () => ({ type: 'object', properties: { n: { type: 'number', minimum: least } } }),
            output: () => ({ type: 'object' }),
          },
        };
      }
    }
    let least = 1;
    const application = { tools: () => [{ name: 'f', input: new Min(least), run: () => 'x' }] };
    const { runtime, context } = await start(application);
    least = 10;
    expect((await runtime.callTool('f', { n: 2 }, context())).isError).toBe(true);
  });
});
