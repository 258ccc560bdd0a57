import type { Application } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { chooseSpec } from '../spec-choice.js';
import { servablePart } from './servable.js';

const spec = chooseSpec();
const said = async (application: Application): Promise<string[]> => {
  const { problems } = await servablePart(application, spec);
  return problems.map(({ subject, message }) => `${subject}: ${message}`);
};
const run = (): string => '';

describe('servablePart', () => {
  it('is the whole of an application that is right', async () => {
    const application = {
      tools: () => [{ name: 'a', run }],
      resources: () => [{ uri: 'docs://a', name: 'a', read: run }],
    };
    const { problems, given } = await servablePart(application, spec);
    expect(problems).toEqual([]);
    expect(given.tools).toMatchObject([{ name: 'a' }]);
    expect(given.resources).toMatchObject([{ uri: 'docs://a' }]);
  });

  it('takes out every part at fault, and says what is wrong with each', async () => {
    const application: Application = {
      tools: () => [
        { name: 'string', input: { type: 'string' }, run },
        { name: 'good', run },
        { name: 'good', run },
        { name: 'lost' },
        { name: '', run },
      ],
      prompts: () => [
        { name: 'p', run },
        { name: 'p', run },
      ],
      resources: () => [
        { uri: 'relative', name: 'r', read: run },
        { uri: 'docs://lost', name: 'l' },
      ],
      resourceTemplates: () => [
        { uriTemplate: 'note://{id', name: 't', read: run },
        { uriTemplate: 'note://{id}', name: 't', read: run },
      ],
    };
    const { given } = await servablePart(application, spec);
    expect(given).toMatchObject({
      tools: [{ name: 'good' }],
      prompts: [{ name: 'p' }],
      resources: [],
      resourceTemplates: [{ uriTemplate: 'note://{id}' }],
    });
    expect(await said(application)).toEqual([
      expect.stringMatching(/^input of tool 'string': must have type: "object"/),
      "tool 'good': There are two tools named 'good'",
      expect.stringMatching(/^tool 'lost': can't be called/),
      'tool 5: has no name',
      "prompt 'p': There are two prompts named 'p'",
      expect.stringMatching(/^resource relative: .*not an absolute URI/),
      expect.stringMatching(/^resource docs:\/\/lost: can't be read: it has no read/),
      expect.stringMatching(/^resource template note:\/\/\{id: Invalid URI template/),
    ]);
  });

  it('compiles every schema', async () => {
    const input = { type: 'object', properties: { a: { type: 'object', $dynamicRef: '#lost' } } };
    expect(
      await said({
        tools: () => [
          { name: 'good', run },
          { name: 'a', input, run },
        ],
      }),
    ).toEqual([expect.stringMatching(/^input of tool 'a'/)]);
  });

  it('finds out when capabilities() names what is not there', async () => {
    const application: Application = { tools: () => [{ name: 'a', run }], capabilities: () => ['prompts'] };
    expect(await said(application)).toEqual([expect.stringMatching(/^capabilities\(\): .*'prompts'/)]);
  });

  it('runs nothing but the lists', async () => {
    const [onStart, onClose, complete] = [vi.fn(), vi.fn(), vi.fn()];
    await servablePart({ tools: () => [{ name: 'a', run: onClose }], complete, onStart, onClose }, spec);
    for (const hook of [onStart, onClose, complete]) expect(hook).not.toHaveBeenCalled();
  });

  it('does not take long for many tools of which one is at fault', async () => {
    const tools = Array.from({ length: 300 }, (_, i) => ({
      name: `t${i}`,
      input: { type: i === 299 ? 'string' : 'object', properties: { a: { type: 'string' } } },
      run,
    }));
    const begun = performance.now();
    expect(await said({ tools: () => tools })).toHaveLength(1);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});
