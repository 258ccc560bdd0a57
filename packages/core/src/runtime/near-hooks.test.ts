import { describe, expect, it } from 'vitest';
import { spyLogger } from '../../test/runtime.js';
import { HOOKS, OTHER_HOOK_NAMES } from '../application/hooks.js';
import { warnOfNearHooks } from './near-hooks.js';

function warnings(application: object, called: readonly string[] = []): unknown[] {
  const logger = spyLogger();
  warnOfNearHooks(application, new Set(called), logger);
  return logger.warn.mock.calls.map(([, message]) => message);
}

const doing = (...names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, () => undefined]));

describe('methods that look like a hook', () => {
  it.each([
    ['callTools', 'callTool'],
    ['calltool', 'callTool'],
    ['getPrompts', 'getPrompt'],
    ['readResources', 'readResource'],
    ['listTools', 'tools'],
    ['promptList', 'prompts'],
    ['tool', 'tools'],
    ['onShutdown', 'onClose'],
    ['completions', 'complete'],
  ])('are warned about: %s', (method, hook) => {
    expect(warnings(doing(method))).toEqual([`'${method}' looks like the hook '${hook}'`]);
  });

  it('are found on the classes of an instance, too', () => {
    class Base {
      callTools() {}
    }
    class Weather extends Base {
      tools() {}
    }
    expect(warnings(new Weather())).toEqual(["'callTools' looks like the hook 'callTool'"]);
  });

  it('are not the hooks themselves, nor methods beside the hook that they look like', () => {
    expect(warnings(doing(...HOOKS))).toEqual([]);
    expect(warnings(doing('callTool', 'callTools', 'tools', 'tool'))).toEqual([]);
  });

  it('are not methods that tools call, those that begin with _, what is no function, and what is like no hook', () => {
    expect(warnings(doing('compute'), ['compute'])).toEqual([]);
    expect(warnings({ ...doing('_callTool', 'goals', 'search', 'close'), promptList: [], listTools: 1 })).toEqual([]);
  });

  it('run no code of the application', () => {
    const application = {
      get listTools(): never {
        throw new Error('asked');
      },
    };
    expect(warnings(application)).toEqual([]);
  });

  it('have names in the table that are no hooks, for hooks that there are', () => {
    for (const [name, hook] of Object.entries(OTHER_HOOK_NAMES)) {
      expect(HOOKS.has(name)).toBe(false);
      expect(HOOKS.has(hook)).toBe(true);
    }
  });
});
