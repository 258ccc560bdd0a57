import { describe, expect, it, vi } from 'vitest';
import { start } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import type { CompletionReference, CompletionReturn } from '../application/completions.js';
import { UserError } from '../errors.js';
import { completion } from '../results/completion.js';

const lists: Application = {
  prompts: () => [{ name: 'trip', arguments: [{ name: 'city' }] }],
  getPrompt: () => 'x',
  readResource: () => 'x',
  resources: () => [{ uri: 'a://one', name: 'one' }],
  resourceTemplates: () => [{ uriTemplate: 'city://{country}/{name}', name: 'city' }],
};
/** What a client sees of an unexpected error. */
const hidden = expect.stringMatching(/^Internal error \(reference [-0-9a-f]{36}\)$/);

const prompt: CompletionReference = { type: 'prompt', name: 'trip' };

async function ask(
  value: CompletionReturn | undefined | (() => never),
  reference: CompletionReference = prompt,
  name = 'city',
  resolved = {},
) {
  const complete = vi.fn(() => (typeof value === 'function' ? value() : value));
  const { runtime, context, logger } = await start({ ...lists, complete });
  return {
    result: Promise.resolve(runtime.complete(reference, { name, value: 'p' }, resolved, context())),
    complete,
    logger,
  };
}

const many = Array.from({ length: 101 }, (_, i) => `v${i}`);

describe('completions', () => {
  it('CP-01 to CP-04 ask with the reference, the argument and what is resolved', async () => {
    const { result, complete } = await ask(['Paris'], prompt, 'city', { country: 'France' });
    expect(await result).toEqual({ values: ['Paris'] });
    expect(complete).toHaveBeenCalledWith(
      prompt,
      { name: 'city', value: 'p' },
      { country: 'France' },
      expect.anything(),
    );
  });

  it('CP-05, CP-06 keep values in their order, with total and hasMore', async () => {
    expect(await (await ask(completion(['b', 'a', 'b'], 7, true))).result).toEqual({
      values: ['b', 'a', 'b'],
      total: 7,
      hasMore: true,
    });
  });

  it('CP-08, CP-18 cut to a hundred, with hasMore', async () => {
    expect(await (await ask(many)).result).toEqual({ values: many.slice(0, 100), hasMore: true });
  });

  it('CP-19 keep the total when they cut, and turn hasMore false into true', async () => {
    expect(await (await ask(completion(many, 101, false))).result).toEqual({
      values: many.slice(0, 100),
      total: 101,
      hasMore: true,
    });
  });

  it('CP-20 check all values, also past the hundredth', async () => {
    const { result, logger } = await ask([...many, 5] as never);
    await expect(result).rejects.toMatchObject({ reason: 'internal', message: hidden });
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it.each<[string, unknown]>([
    ['no list', { values: 'x' }],
    ['null', null],
    ['a negative total', completion([], -1)],
    ['hasMore that is no boolean', { values: [], hasMore: 1 }],
  ])('CP-07, CP-11 fail for %s', async (_name, value) => {
    await expect((await ask(value as never)).result).rejects.toMatchObject({
      reason: 'internal',
      message: hidden,
    });
  });

  it('CP-11 are none where the hook gives undefined, which means «not handled here»', async () => {
    const { result, logger } = await ask(undefined);
    expect(await result).toEqual({ values: [] });
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('CP-11, CP-21, A13 hide an exception, and log it under the id that the client gets', async () => {
    const thrown = new Error('secret');
    const { result, logger } = await ask(() => {
      throw thrown;
    });
    await expect(result).rejects.toMatchObject({ reason: 'internal', message: hidden });
    expect(logger.error).toHaveBeenCalledWith(
      expect.objectContaining({ err: thrown }),
      "The completion of 'city' failed",
    );
  });

  it('A13 show the text of a UserError', async () => {
    const { result } = await ask(() => {
      throw new UserError('No cities on Sundays');
    });
    await expect(result).rejects.toMatchObject({ reason: 'internal', message: 'No cities on Sundays' });
  });

  it.each<[string, CompletionReference, string]>([
    ['CP-09 an unknown prompt', { type: 'prompt', name: 'nope' }, 'city'],
    ['CP-09 an undeclared argument', prompt, 'nope'],
    ['CP-10 a concrete URI of a template', { type: 'resource', uri: 'city://fr/paris' }, 'name'],
    ['CP-17 a name that is no variable', { type: 'resource', uri: 'city://{country}/{name}' }, 'nope'],
  ])('%s is invalid-params, and the application is not asked', async (_name, reference, argument) => {
    const { result, complete } = await ask([], reference, argument);
    await expect(result).rejects.toMatchObject({ reason: 'invalid-params' });
    expect(complete).not.toHaveBeenCalled();
  });

  it('CP-10, CP-17 take a template by its text, and a listed URI with any name', async () => {
    expect(await (await ask(['fr'], { type: 'resource', uri: 'city://{country}/{name}' }, 'country')).result).toEqual({
      values: ['fr'],
    });
    expect(await (await ask(['x'], { type: 'resource', uri: 'a://one' }, 'anything')).result).toEqual({
      values: ['x'],
    });
  });

  it('come from the descriptor’s own function where there is one, which also advertises them', async () => {
    const { runtime, context } = await start({
      prompts: () => [
        {
          name: 'trip',
          arguments: [{ name: 'city', complete: (value) => [`${value}aris`] }, { name: 'day' }],
          run: () => 'x',
        },
      ],
    });
    expect(runtime.features.completions).toBe(true);
    expect(await runtime.complete(prompt, { name: 'city', value: 'p' }, {}, context())).toEqual({ values: ['paris'] });
    expect(await runtime.complete(prompt, { name: 'day', value: '' }, {}, context())).toEqual({ values: [] });
  });
});
