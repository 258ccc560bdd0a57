import { describe, expect, it, vi } from 'vitest';
import { start } from '../../test/runtime.js';
import type { PromptDescriptor, PromptReturn } from '../application/prompts.js';
import { ApplicationError, UserError } from '../errors.js';
import { embedded, image } from '../results/content.js';
import { message, messages } from '../results/prompt.js';
import { textContent } from '../results/resource.js';
import { error } from '../results/tool.js';

const greet: PromptDescriptor = {
  name: 'greet',
  description: 'Greets.',
  arguments: [{ name: 'who', required: true }, { name: 'how' }],
};

async function get(
  value: PromptReturn | undefined | (() => never),
  args: Record<string, string> = { who: 'Ada' },
  options = {},
) {
  const getPrompt = vi.fn(() => (typeof value === 'function' ? value() : value));
  const { runtime, context, logger } = await start({ prompts: () => [greet], getPrompt }, options);
  return { result: runtime.getPrompt('greet', args, context()), getPrompt, logger };
}

describe('prompts', () => {
  it('PP-01, PP-02, PP-09 list arguments always, each with required', async () => {
    const { runtime, context } = await start({
      prompts: () => [greet, { name: 'bare', title: 'Bare' }],
      getPrompt: () => 'x',
    });
    const { items } = await runtime.listPrompts(undefined, context());
    expect(items[0]?.arguments).toEqual([
      { name: 'who', required: true },
      { name: 'how', required: false },
    ]);
    expect(items[1]).toMatchObject({ name: 'bare', title: 'Bare', arguments: [] });
  });

  it.each<[string, PromptReturn, unknown]>([
    [
      'PP-04 messages',
      messages([message('user', 'a'), message('assistant', 'b')], 'D'),
      {
        description: 'D',
        messages: [
          { role: 'user', content: { type: 'text', text: 'a' } },
          { role: 'assistant', content: { type: 'text', text: 'b' } },
        ],
      },
    ],
    [
      'a string, as one message of the user',
      'hi',
      { description: 'Greets.', messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }] },
    ],
    [
      'PP-05 one message',
      message('assistant', 'hi'),
      { description: 'Greets.', messages: [{ role: 'assistant', content: { type: 'text', text: 'hi' } }] },
    ],
    [
      'LI-20 an image',
      messages([message('user', image('AA==', 'image/png'))]),
      { messages: [{ role: 'user', content: { type: 'image', data: 'AA==', mimeType: 'image/png' } }] },
    ],
    [
      'LI-20 an embedded resource',
      messages([message('user', embedded(textContent('a://b', 'text/plain', 'x')))]),
      {
        messages: [
          {
            role: 'user',
            content: { type: 'resource', resource: { uri: 'a://b', mimeType: 'text/plain', text: 'x' } },
          },
        ],
      },
    ],
  ])('PP-03 give back %s', async (_name, value, expected) => {
    expect(await (await get(value)).result).toEqual(expected);
  });

  it('PP-10, Q-63 refuse a request that lacks a required argument', async () => {
    const { result, getPrompt } = await get('x', {});
    await expect(result).rejects.toMatchObject({
      reason: 'invalid-params',
      message: "Prompt 'greet' needs the argument 'who'",
    });
    expect(getPrompt).not.toHaveBeenCalled();
  });

  it('PP-10, Q-63 leave that to the application with checkPromptArguments: false', async () => {
    const { result, getPrompt } = await get('x', {}, { checkPromptArguments: false });
    await result;
    expect(getPrompt).toHaveBeenCalledWith('greet', {}, expect.anything());
  });

  it('PP-12 fail with «Prompt execution failed» for undefined, and with the words of error(…)', async () => {
    await expect((await get(undefined)).result).rejects.toMatchObject({
      reason: 'internal',
      message: 'Prompt execution failed',
    });
    await expect((await get(error('no such city'))).result).rejects.toMatchObject({
      reason: 'internal',
      message: 'no such city',
    });
  });

  it('PP-12 say in the log who gave nothing', async () => {
    const hook = await get(undefined);
    await expect(hook.result).rejects.toThrow();
    expect(hook.logger.warn).toHaveBeenCalledExactlyOnceWith(
      { prompt: 'greet' },
      "getPrompt gave nothing for prompt 'greet'",
    );
    const { runtime, context, logger } = await start({
      prompts: () => [{ name: 'own', run: () => undefined as never }],
    });
    await expect(runtime.getPrompt('own', {}, context())).rejects.toThrow();
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith({ prompt: 'own' }, "run gave nothing for prompt 'own'");
  });

  it('A13 pass exceptions on, for the spec to hide or show', async () => {
    const { result } = await get(() => {
      throw new UserError('shown');
    });
    await expect(result).rejects.toThrow('shown');
  });

  it('refuse what is neither a string nor messages, by name', async () => {
    await expect((await get({ nonsense: true } as never)).result).rejects.toThrow("Prompt 'greet'");
  });

  it('PR-07 an unknown prompt is unknown-prompt', async () => {
    const { runtime, context } = await start({ prompts: () => [greet], getPrompt: () => 'x' });
    await expect(runtime.getPrompt('nope', {}, context())).rejects.toMatchObject({
      reason: 'unknown-prompt',
      message: "Unknown prompt 'nope'",
    });
  });

  it('run by themselves where they have a run', async () => {
    const { runtime, context } = await start({
      prompts: () => [{ ...greet, run: ({ who }: { who: string }) => `Hi ${who}` }],
    });
    expect((await runtime.getPrompt('greet', { who: 'Bo' }, context())).messages[0]?.content).toEqual({
      type: 'text',
      text: 'Hi Bo',
    });
  });

  it('of one name are refused at start', async () => {
    const own = { ...greet, run: () => 'x' };
    await expect(start({ prompts: () => [own, own] })).rejects.toThrow("two prompts named 'greet'");
  });

  it('that nothing can fill in are refused at start, unless rounds do', async () => {
    await expect(start({ prompts: () => [{ ...greet, run: () => 'x' }, { name: 'bare' }] })).rejects.toThrow(
      new ApplicationError("Prompt 'bare' can't be filled in: it has no run, and there is no getPrompt"),
    );
    await start({ prompts: () => [greet], getPromptRound: () => undefined });
  });

  it.each<[string, unknown]>([
    [
      "The arguments of prompt 'greet' must be an array of { name, … }; got an object. To give them by name, declare it with prompt({ … })",
      { who: { required: true } },
    ],
    ["The arguments of prompt 'greet' must be an array of { name, … }; got a string", 'who'],
    [
      "Unknown member 'optional' of argument 'who' of prompt 'greet'. Did you mean 'required'? Known members: complete, description, name, required, title",
      [{ name: 'who', optional: true }],
    ],
    ["Argument 1 of prompt 'greet' has no name", [{ description: 'Who' }]],
    [
      "Argument 2 of prompt 'greet' must be an object, such as { description: '…', required: true }; got a string",
      [{ name: 'who' }, 'how'],
    ],
  ])('stop the start: %s', async (message, args) => {
    const prompts = () => [{ ...greet, arguments: args as never, run: () => 'x' }];
    await expect(start({ prompts })).rejects.toThrow(new ApplicationError(message));
  });
});
