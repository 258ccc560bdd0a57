import type { Application } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { describeApplication } from './description.js';
import { answeringInTime } from './in-time.js';

const never = (): Promise<never> => new Promise(() => undefined);
const tool = { name: 'a', description: 'A.', run: () => 'a' };

describe('an application whose hooks have a time limit', () => {
  it('answers as it does, at once where it does so', async () => {
    const application: Application = { tools: () => [tool], prompts: async () => [], complete: () => [] };
    const view = answeringInTime(application, 1000);
    expect(view.tools?.({} as never)).toEqual([tool]);
    expect(await view.prompts?.({} as never)).toEqual([]);
    expect(view.complete?.({} as never, {} as never, {}, {} as never)).toEqual([]);
    expect('resources' in view).toBe(false);
  });

  it('fails where one does not answer, a source too', async () => {
    const source = { list: never, get: () => undefined };
    const view = answeringInTime({ tools: never, prompts: async () => source }, 10);
    await expect(view.tools?.({} as never)).rejects.toThrow('tools() has not answered for 0.01 s');
    const prompts = (await view.prompts?.({} as never)) as typeof source;
    await expect(prompts.list()).rejects.toThrow('The source of prompts() has not answered for 0.01 s');
  });
});

describe('a description of an application that does not answer', () => {
  it('names each hook, and shows what the others offer', async () => {
    const application: Application = {
      onStart: never,
      tools: () => [tool],
      prompts: never,
      resources: () => ({ list: never, get: () => undefined }),
      onClose: never,
    };
    const { tools, problems } = await describeApplication('silent', application, {}, 10);
    expect(tools).toMatchObject([{ name: 'a' }]);
    expect(problems.filter(({ level }) => level === 'error')).toMatchObject([
      { rule: 'start', subject: 'onStart()', message: 'has not answered for 0.01 s' },
      { rule: 'start', subject: 'prompts()', message: 'has not answered for 0.01 s' },
      { rule: 'start', subject: 'resources()', message: 'The source of resources() has not answered for 0.01 s' },
      { rule: 'close', subject: 'onClose()', message: 'has not answered for 0.01 s' },
    ]);
  });

  it('tells of an onClose that fails', async () => {
    const onClose = (): never => {
      throw new Error('The file is gone');
    };
    const { problems } = await describeApplication('a', { tools: () => [tool], onClose });
    expect(problems[0]).toMatchObject({ rule: 'close', level: 'error', message: 'The file is gone' });
  });
});
