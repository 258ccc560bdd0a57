import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { start } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import type { CallContext } from '../application/context.js';
import type { RoundContext } from '../application/rounds.js';
import type { ToolDescriptor } from '../application/tools.js';
import { ApplicationError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { complete } from '../results/round.js';
import { defineApplication } from './define-application.js';
import { prompt } from './prompt.js';
import { resource } from './resource.js';
import { resourceTemplate } from './resource-template.js';
import { tool } from './tool.js';

const context = {} as CallContext;
const round = {} as RoundContext;
const run = () => 'Done.';

/** Written the other way, with a field and a method that only work on the object itself. */
class Notes implements Application {
  readonly #texts = new Map([['1', 'Milk']]);
  readonly #tools: readonly ToolDescriptor[] = [
    { name: 'count', signature: { arguments: [{ name: 'n', type: 'integer', mode: 'out' }] } },
    { name: 'add' },
  ];
  tools() {
    return this.#tools;
  }
  count() {
    return this.#texts.size;
  }
  callTool(name: string, args: JsonObject) {
    return name === 'add' ? `Added to ${this.#texts.size}: ${JSON.stringify(args)}` : undefined;
  }
  async prompts() {
    return [{ name: 'summary', arguments: [{ name: 'id' }] }];
  }
  getPrompt(name: string) {
    return `Notes ${name}`;
  }
  resources() {
    return [{ name: 'all', uri: 'notes://all' }];
  }
  resourceTemplates() {
    return [{ name: 'note', uriTemplate: 'notes://{id}' }];
  }
  readResource(uri: string, variables: JsonObject) {
    const id = variables.id ?? '1';
    return typeof id === 'string' && this.#texts.has(id) ? `${uri}: ${this.#texts.get(id)}` : undefined;
  }
  complete() {
    return ['1'];
  }
}

describe('an application that includes others', () => {
  const own = {
    tools: { hello: tool({ run }) },
    prompts: { hello: prompt({ run }) },
    resources: { hello: resource({ uri: 'hello://', read: () => 'Hello' }) },
    resourceTemplates: { rest: resourceTemplate({ uriTemplate: '{+anything}', read: (uri) => `rest ${uri}` }) },
  };

  it('lists their parts behind its own, whichever way they are written', async () => {
    const { runtime, context } = await start(defineApplication({ ...own, include: [new Notes()] }));
    const names = async (
      list: PromiseLike<{ items: readonly { name: string }[] }> | { items: readonly { name: string }[] },
    ) => (await list).items.map(({ name }) => name);
    expect(await names(runtime.listTools(undefined, context()))).toEqual(['hello', 'count', 'add']);
    expect(await names(runtime.listPrompts(undefined, context()))).toEqual(['hello', 'summary']);
    expect(await names(runtime.listResources(undefined, context()))).toEqual(['hello', 'all']);
    expect(await names(runtime.listResourceTemplates(undefined, context()))).toEqual(['rest', 'note']);
  });

  it('calls the application that listed what is called', async () => {
    const { runtime, context } = await start(defineApplication({ ...own, include: [new Notes()] }));
    const call = (name: string) => runtime.callTool(name, {}, context());
    expect(await call('hello')).toMatchObject({ content: [{ text: 'Done.' }] });
    expect(await call('add')).toMatchObject({ content: [{ text: 'Added to 1: {}' }] });
    expect(await runtime.getPrompt('summary', {}, context())).toMatchObject({
      messages: [{ content: { text: 'Notes summary' } }],
    });
  });

  it('calls the method of a tool on the application that listed it (TP-17, AD-01)', async () => {
    const { runtime, context } = await start(defineApplication({ ...own, include: [new Notes()] }));
    expect(await runtime.callTool('count', {}, context())).toMatchObject({ structuredContent: { n: 1 } });
  });

  it('reads from the application whose URI or template it is, the closest first (RP-08, RP-18)', async () => {
    const { runtime, context } = await start(defineApplication({ ...own, include: [new Notes()] }));
    const read = async (uri: string) => (await runtime.readResource(uri, context())).contents;
    expect(await read('hello://')).toMatchObject([{ text: 'Hello' }]);
    expect(await read('notes://all')).toMatchObject([{ text: 'notes://all: Milk' }]);
    expect(await read('notes://1')).toMatchObject([{ text: 'notes://1: Milk' }]);
    expect(await read('other://1')).toMatchObject([{ text: 'rest other://1' }]);
    await expect(read('notes://2')).rejects.toMatchObject({ reason: 'unknown-resource' });
  });

  it('never asks an application for what it did not list', async () => {
    const other = { callTool: vi.fn(), getPrompt: vi.fn(), readResource: vi.fn(), complete: vi.fn() };
    const lists = { tools: () => [], prompts: () => [], resources: () => [] };
    const application = defineApplication({ include: [{ ...lists, ...other }, new Notes()] });
    await application.callTool?.('add', {}, context);
    await application.callTool?.('unknown', {}, context);
    await application.getPrompt?.('summary', {}, context);
    await application.readResource?.('notes://1', { id: '1' }, context);
    await application.readResource?.('unknown://', {}, context);
    await application.complete?.({ type: 'prompt', name: 'summary' }, { name: 'id', value: '' }, {}, context);
    await application.complete?.({ type: 'resource', uri: 'notes://{id}' }, { name: 'id', value: '' }, {}, context);
    for (const hook of Object.values(other)) expect(hook).not.toHaveBeenCalled();
  });

  it('has the completions of the application that has the reference (CP-09, CP-10)', async () => {
    const cities = prompt({ arguments: { city: { complete: () => ['Bonn'] }, day: {} }, run });
    const application = defineApplication({
      prompts: { cities },
      include: [new Notes(), { prompts: () => [{ name: 'mute' }] }],
    });
    const ask = (name: string, argument: string) =>
      application.complete?.({ type: 'prompt', name }, { name: argument, value: '' }, {}, context);
    expect(await ask('cities', 'city')).toEqual(['Bonn']);
    expect(await ask('cities', 'day')).toEqual([]);
    expect(await ask('summary', 'id')).toEqual(['1']);
    expect(await ask('mute', 'id')).toEqual([]);
    const ofTemplate = { type: 'resource', uri: 'notes://{id}' } as const;
    expect(await application.complete?.(ofTemplate, { name: 'id', value: '' }, {}, context)).toEqual(['1']);
  });

  it('passes rounds and elicitation on (TP-19, TP-21)', async () => {
    const part: Application = {
      tools: () => [{ name: 'ask' }],
      callToolWithElicitation: async (name, _args, elicit) => `${name} ${(await elicit('Why?', {})).action}`,
      callToolRound: (name) => complete(`round ${name}`),
      prompts: () => [{ name: 'ask' }],
      getPromptRound: (name) => complete(`round ${name}`),
      resources: () => [{ name: 'ask', uri: 'ask://' }],
      readResourceRound: (uri) => complete(`round ${uri}`),
    };
    const application = defineApplication({ ...own, include: [part] });
    const elicit = async () => ({ action: 'decline' }) as const;
    expect(await application.callToolWithElicitation?.('ask', {}, elicit, context)).toBe('ask decline');
    expect(await application.callToolRound?.('ask', {}, round)).toEqual(complete('round ask'));
    expect(await application.callToolRound?.('hello', {}, round)).toBeUndefined();
    expect(await application.getPromptRound?.('ask', {}, round)).toEqual(complete('round ask'));
    expect(await application.readResourceRound?.('ask://', {}, round)).toEqual(complete('round ask://'));
  });

  it('keeps the schemas that its parts put in place of others (TP-25, TP-26)', async () => {
    const input: JsonObject = { type: 'object', properties: { n: { type: 'integer' } } };
    const output: JsonObject = { type: 'object', properties: { sum: { type: 'integer' } } };
    const part: Application = {
      tools: () => [
        { name: 'sum', run: () => ({ sum: 1 }) },
        { name: 'kept', input, run },
      ],
      inputSchema: (name) => (name === 'sum' ? input : undefined),
      outputSchema: (name) => (name === 'sum' ? output : undefined),
    };
    const { runtime, context } = await start(defineApplication({ ...own, include: [part] }));
    expect((await runtime.listTools(undefined, context())).items).toMatchObject([
      { name: 'hello', outputSchema: undefined },
      { name: 'sum', inputSchema: input, outputSchema: output },
      { name: 'kept', inputSchema: input, outputSchema: undefined },
    ]);
  });

  it('asks its parts for icons and pages in turn', () => {
    const icons = [{ src: 'https://example.com/a.png' }];
    const application = defineApplication({
      include: [
        { tools: () => [], toolIcons: () => undefined },
        {
          tools: () => [],
          toolIcons: (name) => (name === 'a' ? icons : undefined),
          toolUi: () => ({ resourceUri: 'ui://a' }),
        },
      ],
    });
    expect(application.toolIcons?.('a', context)).toBe(icons);
    expect(application.toolIcons?.('b', context)).toBeUndefined();
    expect(application.toolUi?.('a', context)).toEqual({ resourceUri: 'ui://a' });
    expect(application).not.toHaveProperty('promptIcons');
  });

  it('has a subscription cover what any part says, also where another fails to say (Q-14)', () => {
    const broken: Application = {
      resources: () => [],
      subscriptionCovers: () => {
        throw new Error('broken');
      },
    };
    const folders: Application = {
      resources: () => [],
      subscriptionCovers: (subscribed, updated) => updated.startsWith(subscribed),
    };
    const { subscriptionCovers } = defineApplication({ include: [broken, folders] });
    expect(subscriptionCovers?.('a:', 'a:1')).toBe(true);
    expect(() => subscriptionCovers?.('a:', 'b:1')).toThrow('broken');
  });

  it('takes a part that says by a promise what a subscription covers for one that fails to say (Q-14)', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    try {
      const late: Application = {
        resources: () => [],
        subscriptionCovers: (() => Promise.reject(new Error('broken'))) as never,
      };
      const folders: Application = {
        resources: () => [],
        subscriptionCovers: (subscribed, updated) => updated.startsWith(subscribed),
      };
      const { subscriptionCovers } = defineApplication({ include: [late, folders] });
      expect(subscriptionCovers?.('a:', 'a:1')).toBe(true);
      expect(() => subscriptionCovers?.('a:', 'b:1')).toThrow('subscriptionCovers must answer at once');
      await setImmediate();
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });

  it('offers nothing that no part offers (TP-01)', () => {
    expect(Object.keys(defineApplication({ include: [] }))).toEqual([]);
    expect(Object.keys(defineApplication({ include: [{ tools: () => [] }] }))).toEqual(['tools']);
    expect(Object.keys(defineApplication({ tools: {}, include: [{ resources: () => [] }] }))).toEqual([
      'tools',
      'resources',
    ]);
  });

  it('takes from a part what its capabilities name, and its tools (TP-01)', () => {
    const part: Application = {
      capabilities: () => ['prompts'],
      tools: () => [],
      prompts: () => [],
      resources: () => [],
      complete: () => [],
      callToolWithElicitation: () => undefined,
      toolUi: () => undefined,
    };
    expect(Object.keys(defineApplication({ include: [part] }))).toEqual(['tools', 'prompts']);
    const wrong: Application = { capabilities: () => ['resources'], tools: () => [] };
    expect(() => defineApplication({ include: [wrong] })).toThrow(ApplicationError);
  });

  it('may itself be included', async () => {
    const inner = defineApplication({ tools: { deep: tool({ run }) }, include: [new Notes()] });
    const { runtime, context } = await start(defineApplication({ ...own, include: [inner] }));
    expect(await runtime.callTool('deep', {}, context())).toMatchObject({ content: [{ text: 'Done.' }] });
    expect(await runtime.callTool('count', {}, context())).toMatchObject({ structuredContent: { n: 1 } });
    expect(await runtime.readResource('notes://1', context())).toMatchObject({
      contents: [{ text: 'notes://1: Milk' }],
    });
  });
});

describe('two parts of one name', () => {
  it.each<[string, Application]>([
    [
      "Tool 'a' is offered by the application itself and by included application 2 (Twin)",
      { tools: () => [{ name: 'a', run }] },
    ],
    [
      "Prompt 'a' is offered by the application itself and by included application 2 (Twin)",
      { prompts: () => [{ name: 'a', run }] },
    ],
    [
      "Resource 'a://' is offered by the application itself and by included application 2 (Twin)",
      { resources: () => [{ name: 'b', uri: 'a://' }] },
    ],
    [
      "Resource template 'a://{x}' is offered by the application itself and by included application 2 (Twin)",
      { resourceTemplates: () => [{ name: 'b', uriTemplate: 'a://{x}' }] },
    ],
  ])('stop the start: %s', async (words, lists) => {
    class Twin {
      constructor() {
        Object.assign(this, lists);
      }
    }
    const application = defineApplication({
      tools: { a: tool({ run }) },
      prompts: { a: prompt({ run }) },
      resources: { a: resource({ uri: 'a://', read: run }) },
      resourceTemplates: { a: resourceTemplate({ uriTemplate: 'a://{x}', read: run }) },
      include: [{ tools: () => [] }, new Twin()],
    });
    await expect(start(application)).rejects.toThrow(new ApplicationError(words));
  });

  it('are found within one part too', () => {
    const part: Application = {
      tools: () => [
        { name: 'a', run },
        { name: 'a', run },
      ],
    };
    expect(() => defineApplication({ include: [part] }).tools?.(context)).toThrow(
      "Tool 'a' is offered twice by included application 1",
    );
  });
});
