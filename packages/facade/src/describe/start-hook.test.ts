import type { Application } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { describeApplication } from './description.js';

describe('what an application changes in onStart', () => {
  it('is described as clients will see it', async () => {
    const application: Application = {
      tools: () => [
        { name: 'own', description: 'Its own.', run: () => 'x' },
        { name: 'hidden', description: 'Not offered.', run: () => 'x' },
      ],
      onStart: ({ tools, prompts }) => {
        tools.add({ name: 'added', description: 'Added.', run: () => 'x' });
        tools.disable('hidden');
        prompts.add({ name: 'p', description: 'Added.', run: () => 'x' });
      },
    };
    const { tools, prompts, problems, revisions } = await describeApplication('lively', application);
    expect(tools.map(({ name }) => name)).toEqual(['own', 'added']);
    expect(prompts.map(({ name }) => name)).toEqual(['p']);
    expect(revisions.every(({ capabilities }) => 'prompts' in capabilities)).toBe(true);
    expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is a problem when it can’t be done', async () => {
    const application: Application = { onStart: ({ tools }) => tools.add({ name: 'f' }) };
    const { problems } = await describeApplication('lively', application);
    expect(problems[0]).toMatchObject({ level: 'error', message: expect.stringContaining("Tool 'f' can't be called") });
  });

  it('leaves an application alone that changes nothing', async () => {
    const { tools, prompts } = await describeApplication('quiet', { tools: () => [], onStart: () => undefined });
    expect([tools, prompts]).toEqual([[], []]);
  });
});
