import { describe, expect, it, vi } from 'vitest';
import { start } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import type { CallContext } from '../application/context.js';
import { ApplicationError } from '../errors.js';
import { type ApplicationDefinition, defineApplication } from './define-application.js';
import { prompt } from './prompt.js';
import { resource } from './resource.js';
import { resourceTemplate } from './resource-template.js';
import { tool } from './tool.js';

const context = {} as CallContext;
const run = () => 'Done.';
const read = () => 'Text.';

describe('a declared application', () => {
  it.each<[keyof Application, ApplicationDefinition]>([
    ['tools', { tools: {} }],
    ['prompts', { prompts: {} }],
    ['resources', { resources: {} }],
    ['resourceTemplates', { resourceTemplates: {} }],
    ['complete', { complete: () => [] }],
    ['toolUi', { toolUi: () => undefined }],
  ])('implements %s only where it is declared (TP-01, TP-06)', (member, definition) => {
    expect(Object.keys(defineApplication({}))).toEqual([]);
    expect(Object.keys(defineApplication(definition))).toEqual([member]);
  });

  it('gives the same arrays each time', () => {
    const application = defineApplication({
      tools: { a: tool({ run }) },
      prompts: { a: prompt({ run }) },
      resources: { a: resource({ uri: 'a://a', read }) },
      resourceTemplates: { a: resourceTemplate({ uriTemplate: 'b://{x}', read }) },
    });
    for (const list of ['tools', 'prompts', 'resources', 'resourceTemplates'] as const) {
      expect(application[list]?.(context)).toHaveLength(1);
      expect(application[list]?.(context)).toBe(application[list]?.(context));
    }
  });

  it('names what is declared by its key, unless it has a name', () => {
    const { tools, prompts, resources } = defineApplication({
      tools: { a: tool({ run }), b: tool({ name: 'bee', run }) },
      prompts: { a: prompt({ run }), b: prompt({ name: 'bee', run }) },
      resources: { a: resource({ uri: 'a://a', read }), b: resource({ name: 'bee', uri: 'a://b', read }) },
    });
    for (const list of [tools?.(context), prompts?.(context), resources?.(context)]) {
      expect(list).toMatchObject([{ name: 'a' }, { name: 'bee' }]);
    }
  });

  it('takes arrays of descriptors as they are', () => {
    const tools = [tool('a', { run }), { name: 'b', run }];
    expect(defineApplication({ tools }).tools?.(context)).toBe(tools);
  });

  it.each<[string, ApplicationDefinition]>([
    ["The tool 'b' is declared twice", { tools: { a: tool({ name: 'b', run }), b: tool({ run }) } }],
    ["The prompt 'b' is declared twice", { prompts: [prompt('b', { run }), prompt('b', { run })] }],
    [
      "The resource 'a://a' is declared twice",
      { resources: { a: resource({ uri: 'a://a', read }), b: resource({ uri: 'a://a', read }) } },
    ],
    [
      "The resource template 'a://{x}' is declared twice",
      {
        resourceTemplates: {
          a: resourceTemplate({ uriTemplate: 'a://{x}', read }),
          b: resourceTemplate({ uriTemplate: 'a://{x}', read }),
        },
      },
    ],
    ["The tool 'a' can't answer: it needs run, or a method with its target", { tools: { a: tool({}) } }],
    [
      "The tool 'a' can't answer: it needs a method 'root' in its target",
      { tools: { a: tool({ signature: {}, method: 'root', target: Math }) } },
    ],
    ["The prompt 'a' can't answer: it needs run", { prompts: { a: prompt({}) } }],
    ["The resource 'a://a' can't answer: it needs read", { resources: { a: resource({ uri: 'a://a' }) } }],
    [
      "The resource template 'a://{x}' can't answer: it needs read",
      { resourceTemplates: { a: resourceTemplate({ uriTemplate: 'a://{x}' }) } },
    ],
  ])('refuses at once: %s (AD-10)', (words, definition) => {
    expect(() => defineApplication(definition)).toThrow(new ApplicationError(words));
  });

  it.each<[string, unknown]>([
    ["Unknown member 'tool' of the application. Did you mean 'tools'? Known members: ", { tool: {} }],
    ["Unknown member 'listTools' of the application. Did you mean 'tools'?", { listTools: () => [] }],
    ["Unknown member 'version' of the application. It is an option of the server", { tools: {}, version: '1.0.0' }],
    ['The application must be an object, such as { tools: { … } }; got undefined', undefined],
    [
      'defineApplication takes an object of declarations; got a Weather. An instance of a class is an application already: serve it, or include it',
      new (class Weather {})(),
    ],
    ["Unknown member 'inputSchema' of tool 'a'. Did you mean 'input'?", { tools: { a: { inputSchema: {}, run } } }],
    ["Unknown member 'execute' of tool 'b'. Did you mean 'run'?", { tools: [{ name: 'b', execute: run }] }],
    ["Tool 'a' must be an object, such as tool('add', { … }); got a function", { tools: { a: run } }],
    ['Tool 2 must be an object, such as tool(', { tools: [tool('a', { run }), 'b'] }],
    ["Unknown member 'cb' of prompt 'a'. Did you mean 'run'?", { prompts: { a: { cb: run } } }],
    [
      "The arguments of prompt 'a' must be an array of { name, … }; got an object",
      { prompts: { a: { arguments: {} } } },
    ],
    ["Unknown member 'load' of resource 'a'. Did you mean 'read'?", { resources: { a: { uri: 'a://a', load: read } } }],
    [
      "Unknown member 'template' of resource template 'a'. Did you mean 'uriTemplate'?",
      { resourceTemplates: { a: { template: 'a://{x}', read } } },
    ],
    ['callTool must be a function; got a number', { tools: {}, callTool: 5 }],
    ['onStart must be a function; got an object', { tools: {}, onStart: {} }],
    ['capabilities must be an array; got a function', { tools: {}, capabilities: () => ['tools'] }],
    ['include must be an array of applications; got an object', { include: {} }],
    ['The included application 1 must be an object; got undefined', { include: [undefined] }],
    ['The included application 1 must be an object; got an array', { include: [[]] }],
    [
      'The included application 1 (Weather) must be an object; got a class; give an instance of it',
      { include: [class Weather {}] },
    ],
    ['callTool of included application 1 must be a function; got a number', { include: [{ callTool: 5 }] }],
    [
      'tools of included application 1 must be a function that gives a list; got an object',
      { include: [{ tools: {} }] },
    ],
  ])('refuses at once: %s', (words, definition) => {
    const define = () => defineApplication(definition as ApplicationDefinition);
    expect(define).toThrow(ApplicationError);
    expect(define).toThrow(words);
  });

  it.each<[string, object]>([
    ['fact', { fact: tool({ signature: {} }) }],
    ['fact', [{ name: 'fact', signature: {} }]],
    ['factorial', { fact: tool({ signature: {}, method: 'factorial' }) }],
  ])('says how a tool gets its method, where a member has its name: %s', (member, tools) => {
    expect(() => defineApplication({ tools, [member]: (n: number) => n } as ApplicationDefinition)).toThrow(
      new ApplicationError(
        `Unknown member '${member}' of the application. The method of a declared tool is not looked for beside the declarations: give tool 'fact' the function as its method or run, or the object that has it as its target; or list the tool in a class, and include an instance of it`,
      ),
    );
  });

  it('says so only of a function that a tool would call', () => {
    const fact = tool({ run });
    expect(() => defineApplication({ tools: { fact }, fact: run } as ApplicationDefinition)).toThrow(
      "Unknown member 'fact' of the application. Known members: ",
    );
    expect(() => defineApplication({ tools: { fact: tool({}) }, fact: 5 } as ApplicationDefinition)).toThrow(
      "Unknown member 'fact' of the application. Known members: ",
    );
  });

  it('takes members that are undefined as absent', async () => {
    const undefinedMembers = { title: undefined, description: undefined, input: undefined, output: undefined };
    const { runtime, context } = await start(
      defineApplication({
        tools: { a: tool({ ...undefinedMembers, method: undefined, requires: undefined, run }) },
        prompts: { a: prompt({ arguments: undefined, icons: undefined, run }) },
        resources: { a: resource({ uri: 'a://a', mimeType: undefined, size: undefined, read }) },
        resourceTemplates: { a: resourceTemplate({ uriTemplate: 'b://{x}', complete: { x: undefined }, read }) },
        include: undefined,
        capabilities: undefined,
      }),
      { version: undefined, cacheTtl: undefined, exposeErrors: undefined, graceMs: undefined },
    );
    expect(runtime.features).toMatchObject({ tools: true, prompts: true, resources: true });
    expect(await runtime.callTool('a', {}, context())).toEqual({ content: [{ type: 'text', text: 'Done.' }] });
    expect(await runtime.readResource('a://a', context())).toMatchObject({ contents: [{ mimeType: 'text/plain' }] });
    expect(
      await runtime.complete({ type: 'resource', uri: 'b://{x}' }, { name: 'x', value: '' }, {}, context()),
    ).toEqual({ values: [] });
  });

  it('refuses a list that is a function, which an included application may have', () => {
    expect(() => defineApplication({ tools: (() => []) as never })).toThrow(
      new ApplicationError('The tools have to be declared in an object or an array, got a function'),
    );
  });

  it('has its hooks answer for what can’t answer by itself (TP-10, PP-03, RP-08)', async () => {
    const application = defineApplication({
      tools: { a: tool({}) },
      callTool: (name) => `tool ${name}`,
      prompts: { a: prompt({}) },
      getPrompt: (name) => `prompt ${name}`,
      resources: { a: resource({ uri: 'a://a' }) },
      resourceTemplates: { a: resourceTemplate({ uriTemplate: 'b://{x}' }) },
      readResource: (uri) => `text of ${uri}`,
    });
    const { runtime, context } = await start(application);
    expect(await runtime.callTool('a', {}, context())).toMatchObject({ content: [{ text: 'tool a' }] });
    expect(await runtime.getPrompt('a', {}, context())).toMatchObject({
      messages: [{ content: { text: 'prompt a' } }],
    });
    expect(await runtime.readResource('a://a', context())).toMatchObject({ contents: [{ text: 'text of a://a' }] });
    expect(await runtime.readResource('b://1', context())).toMatchObject({ contents: [{ text: 'text of b://1' }] });
  });

  it('narrows what is advertised to its capabilities (TP-01, PP-07, RP-02)', async () => {
    const { runtime } = await start(
      defineApplication({ tools: {}, prompts: {}, resources: {}, capabilities: ['prompts'] }),
    );
    expect(runtime.features).toMatchObject({ tools: true, prompts: true, resources: false });
    await expect(start(defineApplication({ tools: {}, capabilities: ['prompts'] }))).rejects.toThrow(ApplicationError);
  });

  it('runs its lifecycle hooks and asks its other hooks', async () => {
    const onStart = vi.fn();
    const toolIcons = vi.fn(() => [{ src: 'https://example.com/a.png' }]);
    const application = defineApplication({ tools: { a: tool({ run }) }, onStart, toolIcons });
    const { runtime, context } = await start(application);
    expect(onStart).toHaveBeenCalledOnce();
    expect((await runtime.listTools(undefined, context())).items).toMatchObject([{ icons: toolIcons() }]);
  });
});

describe('declared completions', () => {
  const cities = prompt({
    arguments: {
      city: { complete: (typed, { country = '' }) => [`${country}${typed}1`, `${country}${typed}2`] },
      day: {},
    },
    run,
  });
  const note = resourceTemplate({
    uriTemplate: 'notes://{id}{?format}',
    read,
    complete: { id: async (typed) => ({ values: [`${typed}!`], total: 7, hasMore: true }) },
  });
  const ask = (
    { complete }: Application,
    reference: { type: 'prompt'; name: string } | { type: 'resource'; uri: string },
    name: string,
  ) => complete?.(reference, { name, value: 'x' }, { country: 'DE-' }, context);

  it('make the application complete (CP-01 to CP-06, CP-17)', async () => {
    const application = defineApplication({ prompts: { cities }, resourceTemplates: { note } });
    expect(await ask(application, { type: 'prompt', name: 'cities' }, 'city')).toEqual(['DE-x1', 'DE-x2']);
    expect(await ask(application, { type: 'resource', uri: 'notes://{id}{?format}' }, 'id')).toEqual({
      values: ['x!'],
      total: 7,
      hasMore: true,
    });
  });

  it('propose nothing where an argument has no function and there is no hook', async () => {
    const application = defineApplication({ prompts: { cities }, resourceTemplates: { note } });
    expect(await ask(application, { type: 'prompt', name: 'cities' }, 'day')).toEqual([]);
    expect(await ask(application, { type: 'resource', uri: 'notes://{id}{?format}' }, 'format')).toEqual([]);
  });

  it('leave the rest to the hook', async () => {
    const complete = vi.fn(() => ['from the hook']);
    const application = defineApplication({ prompts: { cities }, complete });
    expect(await ask(application, { type: 'prompt', name: 'cities' }, 'city')).toEqual(['DE-x1', 'DE-x2']);
    expect(await ask(application, { type: 'prompt', name: 'cities' }, 'day')).toEqual(['from the hook']);
    expect(complete).toHaveBeenCalledOnce();
  });

  it('are advertised and served (CP-14)', async () => {
    const { runtime, context } = await start(defineApplication({ prompts: { cities } }));
    expect(runtime.features.completions).toBe(true);
    const completion = runtime.complete({ type: 'prompt', name: 'cities' }, { name: 'day', value: '' }, {}, context());
    expect(await completion).toEqual({ values: [] });
    expect((await start(defineApplication({ prompts: { a: prompt({ run }) } }))).runtime.features.completions).toBe(
      false,
    );
  });
});
