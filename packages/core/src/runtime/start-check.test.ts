import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { spyLogger, start } from '../../test/runtime.js';
import type { Application } from '../application/application.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it.each<[keyof Application, string]>([
  ['tools', 'tools'],
  ['prompts', 'prompts'],
  ['resources', 'resources'],
  ['resourceTemplates', 'resource templates'],
])('the log says after five seconds that the start waits for %s, which it goes on to do', async (hook, what) => {
  let give: (list: readonly never[]) => void = () => undefined;
  const logger = spyLogger();
  const hanging: Application = {
    tools: () => [],
    [hook]: () => new Promise<readonly never[]>((resolve) => (give = resolve)),
  };
  const starting = start(hanging, { logger });
  await vi.advanceTimersByTimeAsync(4999);
  expect(logger.warn).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(logger.warn).toHaveBeenCalledExactlyOnceWith({}, `The start still waits for the list of ${what}`);
  give([]);
  await starting;
});

it('no timer is left behind, also where a list fails', async () => {
  await start({
    tools: () => [],
    prompts: () => Promise.reject(new Error('down')),
    resources: () => {
      throw new Error('down');
    },
  });
  expect(vi.getTimerCount()).toBe(0);
});
