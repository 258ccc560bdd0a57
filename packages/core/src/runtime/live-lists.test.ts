import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { start } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import type { ServerControl } from '../application/lifecycle.js';
import type { Source } from '../application/source.js';
import type { ToolDescriptor } from '../application/tools.js';
import type { ChangeEvent } from '../contract/change-event.js';
import { silentLogger } from '../contract/logger.js';
import { defineApplication } from '../define/define-application.js';
import { prompt } from '../define/prompt.js';
import { resource } from '../define/resource.js';
import { resourceTemplate } from '../define/resource-template.js';
import { tool } from '../define/tool.js';
import type { ServerOptions } from '../options/server-options.js';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { Cancellation } from './cancellation.js';
import { createRuntime, type StartedRuntime } from './create-runtime.js';
import type { RequestContext } from './request-context.js';

const everything: Application = {
  tools: () => [],
  prompts: () => [],
  resources: () => [],
  resourceTemplates: () => [],
};

const hello = tool('hello', { description: 'Greets.', run: () => 'Hello!' });

/** A running server, seen from both sides. */
async function running(
  application: Application,
  options: ServerOptions = {},
): Promise<{ runtime: StartedRuntime; server: ServerControl; context: () => RequestContext; events: ChangeEvent[] }> {
  const runtime = await createRuntime('test', application, { logger: silentLogger, changeDebounceMs: 0, ...options });
  const events: ChangeEvent[] = [];
  const all = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true, resources: () => true };
  runtime.listen(all, (event) => void events.push(event));
  const context = (): RequestContext =>
    runtime.context({
      exchange: new MemoryExchange({}, () => undefined),
      revision: '2026-07-28',
      client: { capabilities: {} },
      meta: undefined,
      cancellation: new Cancellation(),
    });
  return { runtime, server: runtime.control, context, events };
}

describe('a tool that is added while the server runs', () => {
  it('TL-20 is listed behind the others, called, and told of', async () => {
    const { runtime, server, context, events } = await running({ tools: () => [hello] });
    server.tools.add(
      'add',
      tool({
        input: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
        run: ({ a }) => ({ sum: Number(a) + 1 }),
      }),
    );
    const { items } = await runtime.listTools(undefined, context());
    expect(items.map(({ name }) => name)).toEqual(['hello', 'add']);
    expect(await runtime.callTool('add', { a: 1 }, context())).toMatchObject({ structuredContent: { sum: 2 } });
    expect(await runtime.callTool('add', { a: 'x' }, context())).toMatchObject({ isError: true });
    expect(events).toEqual([{ type: 'toolsListChanged' }]);
  });

  it('is the same array in every answer until the next change, so that its text is kept', async () => {
    const { runtime, server, context } = await running({ tools: () => [hello] });
    server.tools.add({ name: 'other', run: () => 'x' });
    const first = await runtime.listTools(undefined, context());
    expect((await runtime.listTools(undefined, context())).items).toBe(first.items);
    server.tools.disable('other');
    expect((await runtime.listTools(undefined, context())).items).not.toBe(first.items);
  });

  it('leaves what was compiled for the others where it is', async () => {
    const compile = vi.fn(() => ({ fits: () => true, fitsFormat: () => true }));
    const list = [{ ...hello, input: { type: 'object', properties: { a: {} } } }];
    const { runtime, server, context } = await running(
      { tools: () => list },
      { schemaEngine: { name: 'counting', compile } },
    );
    await runtime.callTool('hello', {}, context());
    const before = await runtime.findTool('hello', context());
    compile.mockClear();
    server.tools.add({ name: 'other', run: () => 'x' });
    await runtime.callTool('hello', {}, context());
    expect(await runtime.findTool('hello', context())).toBe(before);
    expect(compile).not.toHaveBeenCalled();
  });

  it('can’t be called when it is disabled or removed, as if it had never been', async () => {
    const run = vi.fn(() => 'x');
    const { runtime, server, context, events } = await running({ tools: () => [{ name: 'own', run }] });
    server.tools.add({ name: 'added', run });
    const call = async (name: string): Promise<unknown> => runtime.callTool(name, {}, context());
    for (const name of ['own', 'added']) {
      server.tools.disable(name);
      await expect(call(name)).rejects.toMatchObject({ reason: 'unknown-tool', message: `Unknown tool '${name}'` });
      expect(await runtime.findTool(name, context())).toBeUndefined();
      server.tools.enable(name);
      expect(await call(name)).toMatchObject({ content: [{ text: 'x' }] });
      server.tools.remove(name);
      await expect(call(name)).rejects.toMatchObject({ reason: 'unknown-tool' });
    }
    expect((await runtime.listTools(undefined, context())).items).toEqual([]);
    expect(run).toHaveBeenCalledTimes(2);
    expect(events).toHaveLength(7);
  });

  it('is refused at once, and not listed, when something is wrong with it', async () => {
    const { server } = await running(everything);
    const { add, has } = server.tools;
    expect(() => add({ name: 'f' })).toThrow("Tool 'f' can't be called");
    expect(() => add({ name: '', run: () => 'x' })).toThrow('has no name');
    expect(() => add({ name: 'f', input: { type: 'string' }, run: () => 'x' })).toThrow(/input of tool 'f'/);
    expect(() => add({ name: 'f', handler: () => 'x' } as never)).toThrow("Did you mean 'run'?");
    expect(() => add('f', { run: () => 'x', inputSchema: {} } as never)).toThrow("Did you mean 'input'?");
    expect(() => add('f', undefined as never)).toThrow("Tool 'f' must be an object");
    expect(() => add(undefined as never)).toThrow('must be an object');
    expect(() => server.resources.add({ name: 'r', uri: 'no uri', read: () => 'x' })).toThrow('not an absolute URI');
    expect(() => server.resourceTemplates.add({ name: 't', uriTemplate: 'a://{', read: () => 'x' })).toThrow(
      expect.objectContaining({ code: 'POLYSPEC_URI_TEMPLATE' }),
    );
    expect(() => server.prompts.add({ name: 'p' })).toThrow("Prompt 'p' can't be filled in");
    expect(has('f')).toBe(false);
  });

  it('is refused under a name that is taken', async () => {
    const { server } = await running({ tools: () => [hello] });
    expect(() => server.tools.add(hello)).toThrow(
      expect.objectContaining({ code: 'POLYSPEC_APPLICATION', message: "There is a tool 'hello' already" }),
    );
    server.tools.add({ name: 'other', run: () => 'x' });
    expect(() => server.tools.add({ name: 'other', run: () => 'x' })).toThrow('already');
  });

  it('that the application comes to list as well is an error of that list, until one of the two goes', async () => {
    let list = [hello];
    const { runtime, server, context } = await running({ tools: () => list });
    server.tools.add({ name: 'other', run: () => 'x' });
    list = [hello, { ...hello, name: 'other' }];
    await expect(runtime.listTools(undefined, context())).rejects.toThrow("two tools named 'other'");
    server.tools.remove('other');
    expect((await runtime.listTools(undefined, context())).items).toHaveLength(2);
  });

  it('calls its method on the application, or on a target of its own', async () => {
    class Clock {
      tools() {
        return [];
      }
      now() {
        return 'noon';
      }
    }
    const { runtime, server, context } = await running(new Clock());
    server.tools.add({ name: 'time', method: 'now' });
    server.tools.add(
      'night',
      tool({ signature: { arguments: [{ name: 'hour', mode: 'out', type: 'integer' }] }, method: () => ({ hour: 0 }) }),
    );
    expect(await runtime.callTool('time', {}, context())).toMatchObject({ content: [{ text: 'noon' }] });
    expect(await runtime.callTool('night', {}, context())).toMatchObject({ structuredContent: { hour: 0 } });
  });
});

describe('prompts, resources and templates that are added while the server runs', () => {
  it('YR-05 a prompt is listed and filled in, until it is removed', async () => {
    const { runtime, server, context, events } = await running(everything);
    server.prompts.add(
      'greet',
      prompt({ arguments: { who: { required: true } }, run: ({ who }) => `Greet ${who}, please.` }),
    );
    expect((await runtime.listPrompts(undefined, context())).items).toMatchObject([
      { name: 'greet', arguments: [{ name: 'who', required: true }] },
    ]);
    expect(await runtime.getPrompt('greet', { who: 'Ada' }, context())).toMatchObject({
      messages: [{ content: { text: 'Greet Ada, please.' } }],
    });
    server.prompts.remove('greet');
    await expect(runtime.getPrompt('greet', { who: 'Ada' }, context())).rejects.toMatchObject({
      reason: 'unknown-prompt',
    });
    expect(events).toEqual([{ type: 'promptsListChanged' }, { type: 'promptsListChanged' }]);
  });

  it('YR-10, RS-10 a resource and a template are listed and read, and told of as resources', async () => {
    const { runtime, server, context, events } = await running(everything);
    server.resources.add('readme', resource({ uri: 'docs://readme', read: () => 'Read me.' }));
    server.resourceTemplates.add(
      'note',
      resourceTemplate({ uriTemplate: 'notes://{id}', read: (_uri, { id }) => `Note ${id}.` }),
    );
    expect((await runtime.listResources(undefined, context())).items).toMatchObject([{ name: 'readme' }]);
    expect((await runtime.listResourceTemplates(undefined, context())).items).toMatchObject([{ name: 'note' }]);
    const read = async (uri: string): Promise<unknown> => runtime.readResource(uri, context());
    expect(await read('docs://readme')).toMatchObject({ contents: [{ text: 'Read me.' }] });
    expect(await read('notes://7')).toMatchObject({ contents: [{ text: 'Note 7.' }] });
    expect(events).toEqual([{ type: 'resourcesListChanged' }, { type: 'resourcesListChanged' }]);
    expect(server.resources.remove('docs://readme')).toBe(true);
    expect(server.resourceTemplates.disable('notes://{id}')).toBe(true);
    await expect(read('docs://readme')).rejects.toMatchObject({ reason: 'unknown-resource' });
    await expect(read('notes://7')).rejects.toMatchObject({ reason: 'unknown-resource' });
  });

  it('a resource that is hidden is not read through a template that fits its URI either', async () => {
    const { runtime, server, context } = await running({
      resources: () => [{ uri: 'notes://1', name: 'one' }],
      resourceTemplates: () => [{ uriTemplate: 'notes://{id}', name: 'note' }],
      readResource: (uri) => uri,
    });
    server.resources.disable('notes://1');
    await expect(runtime.readResource('notes://1', context())).rejects.toMatchObject({ reason: 'unknown-resource' });
    expect(await runtime.readResource('notes://2', context())).toMatchObject({ contents: [{ text: 'notes://2' }] });
    server.resources.add({ uri: 'notes://1', name: 'mine', read: () => 'mine' });
    expect(await runtime.readResource('notes://1', context())).toMatchObject({ contents: [{ text: 'mine' }] });
  });
});

describe('beside a source of the application', () => {
  const source: Source<ToolDescriptor> = {
    list: (cursor) =>
      cursor === undefined
        ? { items: [{ name: 'a', run: () => 'a' }], next: 1 }
        : { items: [{ name: 'b', run: () => 'b' }] },
    get: (name) => (name === 'a' || name === 'b' ? { name, run: () => name } : undefined),
  };

  it('what is added is listed and called, and what is hidden is neither', async () => {
    const { runtime, server, context } = await running({ tools: () => source });
    const names = async (): Promise<readonly string[]> => {
      const all: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await runtime.listTools(cursor, context());
        all.push(...page.items.map(({ name }) => name));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return all;
    };
    const call = async (name: string): Promise<unknown> => runtime.callTool(name, {}, context());
    server.tools.add({ name: 'c', run: () => 'c' });
    server.tools.disable('b');
    expect([...(await names())].sort()).toEqual(['a', 'c']);
    expect(await call('c')).toMatchObject({ content: [{ text: 'c' }] });
    await expect(call('b')).rejects.toMatchObject({ reason: 'unknown-tool' });
    server.tools.remove('c');
    server.tools.enable('b');
    expect(await names()).toEqual(['a', 'b']);
    await expect(call('c')).rejects.toMatchObject({ reason: 'unknown-tool' });
    expect(await call('b')).toMatchObject({ content: [{ text: 'b' }] });
  });
});

describe('what is added in onStart', () => {
  it('makes a server of an application that lists nothing, without a warning and without an event', async () => {
    const { runtime, logger } = await start({
      onStart: ({ tools, prompts, resourceTemplates }) => {
        tools.add(hello);
        prompts.add({ name: 'p', arguments: [{ name: 'a', complete: () => ['x'] }], run: () => 'x' });
        resourceTemplates.add({ name: 't', uriTemplate: 'a://{b}', read: () => 'x' });
        resourceTemplates.disable('a://{b}');
      },
    });
    expect(runtime.features).toMatchObject({ tools: true, prompts: true, resources: true, completions: true });
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it('is told to nobody: no client has come yet', async () => {
    const publish = vi.fn();
    const bus = { publish, subscribe: () => () => undefined };
    const onStart = ({ tools }: ServerControl): void => {
      tools.add(hello);
      tools.disable('hello');
    };
    const { server } = await running({ onStart }, { bus });
    expect(publish).not.toHaveBeenCalled();
    server.tools.enable('hello');
    expect(publish).toHaveBeenCalledTimes(1);
  });

  it('stops the start where the application lists it as well', async () => {
    const application: Application = { tools: () => [hello], onStart: ({ tools }) => tools.add(hello) };
    await expect(start(application)).rejects.toThrow("two tools named 'hello'");
  });

  it('may be named by capabilities(), and left out by them', async () => {
    const onStart = ({ prompts, tools }: ServerControl): void => {
      tools.add(hello);
      prompts.add({ name: 'p', run: () => 'x' });
    };
    expect((await start({ onStart, capabilities: () => ['prompts'] })).runtime.features).toMatchObject({
      tools: true,
      prompts: true,
    });
    expect((await start({ onStart, capabilities: () => [] })).runtime.features).toMatchObject({ prompts: false });
  });
});

describe('what is added to a facet that clients were told is not there', () => {
  it('is refused with words that say how to declare it', async () => {
    const { server } = await running({ tools: () => [] });
    expect(() => server.prompts.add({ name: 'p', run: () => 'x' })).toThrow(
      expect.objectContaining({
        code: 'POLYSPEC_APPLICATION',
        message: expect.stringMatching(/prompts: \(\) => \[\].*prompts: \{\}.*onStart/),
      }),
    );
    expect(() => server.resourceTemplates.add({ name: 't', uriTemplate: 'a://{b}', read: () => 'x' })).toThrow(
      'resourceTemplates: () => []',
    );
    server.tools.add(hello);
  });

  it('is refused where capabilities() leave it out', async () => {
    const { server } = await running({ ...everything, capabilities: () => [] });
    expect(() => server.prompts.add({ name: 'p', run: () => 'x' })).toThrow('capabilities()');
  });

  it('goes beside the other half of the resources', async () => {
    const { runtime, server, context } = await running(defineApplication({ resourceTemplates: {} }));
    server.resources.add({ name: 'r', uri: 'a://b', read: () => 'x' });
    expect((await runtime.listResources(undefined, context())).items).toHaveLength(1);
  });
});

describe('changes and the runtime', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('YT-09, U-15 a burst of changes is told once, after changeDebounceMs', async () => {
    const { server, events } = await running(everything, { changeDebounceMs: 50 });
    for (let count = 0; count < 1000; count += 1) server.tools.add({ name: `t${count}`, run: () => 'x' });
    server.notify({ type: 'toolsListChanged' });
    vi.advanceTimersByTime(49);
    expect(events).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(events).toEqual([{ type: 'toolsListChanged' }]);
  });

  it('TL-02 notify makes a list that changed in place be read anew at once, whatever waits to be told', async () => {
    const changing = { name: 'f', description: 'old', run: () => 'x' };
    const list = [changing];
    const { runtime, server, context, events } = await running({ tools: () => list }, { changeDebounceMs: 50 });
    server.tools.add(hello);
    const described = async (): Promise<unknown> =>
      (await runtime.listTools(undefined, context())).items[0]?.description;
    expect(await described()).toBe('old');
    changing.description = 'new';
    context().notify({ type: 'toolsListChanged' });
    expect(await described()).toBe('new');
    expect(events).toEqual([]);
  });

  it('another server on the bus makes this one read its lists anew', async () => {
    const changing = { name: 'f', description: 'old', run: () => 'x' };
    const list = [changing];
    const { runtime, context } = await running({ tools: () => list });
    const described = async (): Promise<unknown> =>
      (await runtime.listTools(undefined, context())).items[0]?.description;
    expect(await described()).toBe('old');
    changing.description = 'new';
    runtime.bus.publish('changes', { type: 'toolsListChanged' });
    expect(await described()).toBe('new');
  });

  it('an update of a resource leaves what was made of tools and prompts where it is', async () => {
    const list = [hello];
    const { runtime, server, context } = await running({ tools: () => list });
    const before = await runtime.findTool('hello', context());
    server.notify({ type: 'resourceUpdated', uri: 'a://b' });
    server.notify({ type: 'promptsListChanged' });
    expect(await runtime.findTool('hello', context())).toBe(before);
    server.notify({ type: 'toolsListChanged' });
    expect(await runtime.findTool('hello', context())).not.toBe(before);
  });
});
