import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

it('a server loads node:crypto for the first cursor that it gives, and not before', async () => {
  vi.resetModules();
  const load = vi.spyOn(process, 'getBuiltinModule');
  const { start } = await import('../../test/runtime.js');
  const tools = ['a', 'b'].map((name) => ({ name, run: () => name }));
  const prompts = ['a'].map((name) => ({ name, run: () => name }));
  const application = { tools: () => tools, prompts: () => prompts };
  const { runtime, context } = await start(application, { pageSize: 1, keys: ['ab'.repeat(32)] });
  await runtime.callTool('a', {}, context());
  await runtime.listPrompts(undefined, context());
  expect(load).not.toHaveBeenCalled();
  await runtime.listTools(undefined, context());
  expect(load.mock.calls).toEqual([['node:crypto']]);
});
