import { describe, expect, it, vi } from 'vitest';
import { sourceOf } from '../../test/pages.js';
import { start } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import type { PromptDescriptor } from '../application/prompts.js';
import type { ToolDescriptor } from '../application/tools.js';
import { combineSources } from '../paging/combine-sources.js';
import type { RequestContext } from '../runtime/request-context.js';
import type { Runtime } from '../runtime/runtime.js';
import { defineApplication } from './define-application.js';
import { prompt } from './prompt.js';
import { tool } from './tool.js';

const run = () => 'from the source';

async function toolNames(runtime: Runtime, context: () => RequestContext): Promise<readonly string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await runtime.listTools(cursor, context());
    names.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return names;
}

describe('a source in place of declarations', () => {
  it('is what the application lists', async () => {
    const source = sourceOf<ToolDescriptor>([[{ name: 'a', run }], [{ name: 'b', run }]]);
    const { runtime, context } = await start(defineApplication({ tools: source }));
    expect(await toolNames(runtime, context)).toEqual(['a', 'b']);
    expect((await runtime.callTool('b', {}, context())).content).toMatchObject([{ text: 'from the source' }]);
    expect(runtime.features).toMatchObject({ tools: true, prompts: false, resources: false });
  });

  it('stands for any of the four, beside declarations of the others', async () => {
    const application = defineApplication({
      tools: { hello: tool({ run: () => 'hello' }) },
      prompts: sourceOf<PromptDescriptor>([[{ name: 'p', run }]]),
      resources: sourceOf([[{ uri: 'x:r', name: 'r', read: run }]]),
      resourceTemplates: sourceOf([[{ uriTemplate: 'x:{t}/t', name: 't', read: run }]]),
    });
    const { runtime, context } = await start(application);
    expect((await runtime.getPrompt('p', {}, context())).messages).toHaveLength(1);
    expect((await runtime.readResource('x:r', context())).contents).toHaveLength(1);
    expect((await runtime.readResource('x:1/t', context())).contents).toHaveLength(1);
    expect((await runtime.listTools(undefined, context())).items).toMatchObject([{ name: 'hello' }]);
  });

  it('is not taken for declarations named list and get', async () => {
    const { runtime, context } = await start(defineApplication({ tools: { list: tool({ run }), get: tool({ run }) } }));
    expect(await toolNames(runtime, context)).toEqual(['list', 'get']);
  });
});

describe('an included application with a source', () => {
  class Store implements Application {
    readonly tools = () => sourceOf<ToolDescriptor>([[{ name: 'dispatched', signature: {} }], [{ name: 'called' }]]);
    readonly prompts = () => sourceOf<PromptDescriptor>([[{ name: 'p' }]]);
    readonly resources = () => sourceOf([[{ uri: 'x:r', name: 'r' }]]);
    readonly resourceTemplates = () =>
      sourceOf([[{ uriTemplate: 'x:{id}/t', name: 't' }], [{ uriTemplate: 'x:{id}/u', name: 'u' }]]);
    dispatched() {
      return 'by the method';
    }
    callTool(name: string) {
      return name === 'called' ? 'by callTool' : undefined;
    }
    getPrompt(name: string) {
      return `filled in ${name}`;
    }
    readResource(uri: string) {
      return `read ${uri}`;
    }
  }
  const other = {
    tools: () => [{ name: 'other', run: () => 'by itself' }],
    callTool: () => 'by the wrong application',
  };

  it('is listed behind the own parts, and answers for what it lists', async () => {
    const application = defineApplication({
      tools: { own: tool({ run: () => 'own' }) },
      prompts: { q: prompt({ run: () => 'own' }) },
      include: [other, new Store()],
    });
    const { runtime, context } = await start(application, { pageSize: 2 });
    expect(await toolNames(runtime, context)).toEqual(['own', 'other', 'dispatched', 'called']);
    for (const [name, text] of [
      ['own', 'own'],
      ['other', 'by itself'],
      ['dispatched', 'by the method'],
      ['called', 'by callTool'],
    ] as const) {
      expect((await runtime.callTool(name, {}, context())).content).toMatchObject([{ text }]);
    }
    const { messages } = await runtime.getPrompt('p', {}, context());
    expect(messages).toMatchObject([{ content: { text: 'filled in p' } }]);
    for (const uri of ['x:r', 'x:1/t', 'x:1/u']) {
      expect((await runtime.readResource(uri, context())).contents).toMatchObject([{ text: `read ${uri}` }]);
    }
    await expect(runtime.readResource('x:1/v', context())).rejects.toMatchObject({ reason: 'unknown-resource' });
  });

  it('is completed by the application that lists what is completed', async () => {
    const asked = vi.fn(() => ['x']);
    const prompts = () => sourceOf<PromptDescriptor>([[{ name: 'p', arguments: [{ name: 'a' }], run }]]);
    const application = defineApplication({
      include: [
        { prompts: () => [{ name: 'q', run }], complete: () => ['wrong'] },
        { prompts, complete: asked },
      ],
    });
    const { runtime, context } = await start(application);
    const argument = { name: 'a', value: '' };
    expect(await runtime.complete({ type: 'prompt', name: 'p' }, argument, {}, context())).toEqual({ values: ['x'] });
    expect(asked).toHaveBeenCalledOnce();
  });

  it('gives the same pages as long as the applications give the same lists', async () => {
    const source = sourceOf<ToolDescriptor>([[{ name: 'a', run }]]);
    const list = [{ name: 'other', run }];
    const include = [{ tools: () => list }, { tools: () => source }];
    const { runtime, context } = await start(defineApplication({ include }));
    const first = await runtime.listTools(undefined, context());
    const second = await runtime.listTools(first.nextCursor, context());
    expect((await runtime.listTools(undefined, context())).items).toBe(first.items);
    expect((await runtime.listTools(first.nextCursor, context())).items).toBe(second.items);
  });

  it('is refused where two arrays have one name, by their applications', async () => {
    const source = () => combineSources<ToolDescriptor>([]);
    const application = defineApplication({ include: [other, { tools: source }, other] });
    await expect(start(application)).rejects.toThrow(
      "Tool 'other' is offered by included application 1 and by included application 3",
    );
  });

  it('fails where its templates go round in circles', async () => {
    const resourceTemplates = () => ({ list: () => ({ items: [], next: 1 }), get: () => undefined });
    const application = defineApplication({ include: [other, { resourceTemplates }], readResource: () => '' });
    await expect(start(application)).rejects.toThrow('the source of resourceTemplates() gave the next 1 again');
  });
});
