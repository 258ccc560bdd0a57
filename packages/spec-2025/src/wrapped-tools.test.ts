import {
  CHANGES,
  type JsonObject,
  type ListedTool,
  MemoryBus,
  type RequestContext,
  type Runtime,
} from '@polyspec/core';
import { expect, test, vi } from 'vitest';
import { WrappedTools } from './wrapped-tools.js';

const tool = (name: string, outputSchema?: JsonObject): ListedTool => ({
  name,
  title: undefined,
  description: undefined,
  inputSchema: { type: 'object' },
  outputSchema,
  annotations: undefined,
  icons: undefined,
  _meta: undefined,
});

const context = {} as RequestContext;
const mixed = { type: ['object', 'null'] };

function book(...tools: readonly ListedTool[]): {
  bus: MemoryBus;
  findTool: ReturnType<typeof vi.fn>;
  tools: WrappedTools;
} {
  const bus = new MemoryBus({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });
  const findTool = vi.fn(async (name: string) => tools.find((known) => known.name === name));
  return { bus, findTool, tools: new WrappedTools({ bus, findTool } as unknown as Runtime) };
}

test('a tool that was never listed is looked up once', async () => {
  const { tools, findTool } = book(tool('mixed', mixed), tool('plain', { type: 'object' }), tool('none'));
  expect(await tools.has('mixed', context)).toBe(true);
  expect(await tools.has('plain', context)).toBe(false);
  expect(await tools.has('none', context)).toBe(false);
  expect([tools.has('mixed', context), tools.has('plain', context), tools.has('none', context)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(findTool).toHaveBeenCalledTimes(3);
});

test('a tool that was listed is not looked up', () => {
  const { tools, findTool } = book();
  tools.note(tool('mixed', mixed));
  expect(tools.has('mixed', context)).toBe(true);
  expect(findTool).not.toHaveBeenCalled();
});

test('a list that is rendered anew has the last word', () => {
  const { tools } = book();
  tools.note(tool('x', mixed));
  tools.note(tool('x', { type: 'object' }));
  expect(tools.has('x', context)).toBe(false);
});

test('after the list of tools changed everything is looked up again, until it is closed', async () => {
  const { tools, bus, findTool } = book(tool('x', { type: 'object' }));
  tools.note(tool('x', mixed));
  bus.publish(CHANGES, { type: 'promptsListChanged' });
  expect(tools.has('x', context)).toBe(true);
  bus.publish(CHANGES, { type: 'toolsListChanged' });
  expect(await tools.has('x', context)).toBe(false);
  tools.close();
  bus.publish(CHANGES, { type: 'toolsListChanged' });
  expect(tools.has('x', context)).toBe(false);
  expect(findTool).toHaveBeenCalledTimes(1);
});

test('a tool that is gone since it was called is not wrapped', async () => {
  expect(await book().tools.has('gone', context)).toBe(false);
});

test('an application may make up tools without end', () => {
  const { tools } = book();
  for (let index = 0; index <= 10_000; index += 1) tools.note(tool(`tool ${index}`));
  expect(tools.has('tool 10000', context)).toBe(false);
  expect(tools.has('tool 1', context)).not.toBe(false);
});
