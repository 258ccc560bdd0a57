// Prompts: behaviours of the reference library, over every revision.
import {
  type Application,
  embedded,
  error,
  image,
  type JsonObject,
  message,
  messages,
  type PromptDescriptor,
  type PromptReturn,
  resourceLink,
  textContent,
  UserError,
} from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { REVISIONS } from '../../../schema/official-schema.js';
import { open } from './open-client.js';

const plain: PromptDescriptor = {
  name: 'review',
  description: 'Reviews code',
  arguments: [
    { name: 'code', description: 'The code', required: true },
    { name: 'style', description: 'How', required: false },
  ],
};
const titled: PromptDescriptor = { name: 'sum', title: 'Sum Up', description: 'Sums up' };

const giving = (value: PromptReturn | undefined | (() => PromptReturn | undefined)): Application => ({
  prompts: () => [plain, titled],
  getPrompt: () => (typeof value === 'function' ? value() : value),
});

describe.each(REVISIONS)('under %s', (revision) => {
  it('PP-01, PP-02, PP-09 prompts are listed with their arguments, with a title in the titled form only', async () => {
    const client = await open(giving('x'), revision);
    expect(await client.list('prompts/list', 'prompts')).toEqual([plain, { ...titled, arguments: [] }]);
  });

  it('PP-03, PP-11 getPrompt gets the name and the arguments, none where the request has none', async () => {
    const getPrompt = vi.fn(() => 'x');
    const client = await open({ ...giving('x'), getPrompt }, revision);
    await client.result('prompts/get', { name: 'review', arguments: { code: 'x = 1' } });
    expect(getPrompt).toHaveBeenLastCalledWith('review', { code: 'x = 1' }, expect.objectContaining({ revision }));
    await client.result('prompts/get', { name: 'sum' });
    expect(getPrompt).toHaveBeenLastCalledWith('sum', {}, expect.anything());
  });

  it('PP-04 to PP-06 messages(…) with or without a description, in their order and roles', async () => {
    const list = [message('user', 'Hello'), message('assistant', 'Good day'), message('user', 'Bye')];
    const wire = [
      { role: 'user', content: { type: 'text', text: 'Hello' } },
      { role: 'assistant', content: { type: 'text', text: 'Good day' } },
      { role: 'user', content: { type: 'text', text: 'Bye' } },
    ];
    const get = async (value: PromptReturn): Promise<JsonObject> =>
      (await open(giving(value), revision)).result('prompts/get', { name: 'sum' });
    const described = await get(messages(list, 'A dialogue'));
    expect(described).toMatchObject({ description: 'A dialogue', messages: wire });
    const bare = await get(messages(list));
    expect(bare.messages).toEqual(wire);
    expect(bare).not.toHaveProperty('description');
  });

  it('PP-05, LI-20 a message may be more than text', async () => {
    const content = [
      image('AA==', 'image/png'),
      resourceLink('a:b', 'b'),
      embedded(textContent('a:b', 'text/plain', 'x')),
    ];
    const list = content.map((block) => message('user', block));
    const result = await (await open(giving(messages(list)), revision)).result('prompts/get', { name: 'sum' });
    expect((result.messages as readonly JsonObject[]).map((item) => item.content)).toEqual(content);
  });

  it('PP-10, Q-63, LI-24 a required argument has to be there, unless the option leaves that to the application', async () => {
    const request = { name: 'review', arguments: { style: 'terse' } };
    const strict = await open(giving('x'), revision);
    expect(await strict.error('prompts/get', request)).toEqual({
      code: -32602,
      message: "Prompt 'review' needs the argument 'code'",
    });
    const lax = await open(giving('x'), revision, { server: { checkPromptArguments: false } });
    expect(await lax.result('prompts/get', request)).toHaveProperty('messages');
  });

  it('PP-12, V1-07 error(…), an exception and nothing at all are -32603, with words for the client where there are any', async () => {
    const failing = async (value: Parameters<typeof giving>[0]): Promise<unknown> =>
      (await open(giving(value), revision)).error('prompts/get', { name: 'sum' });
    const thrown = (): never => {
      throw new UserError('Not today');
    };
    expect(await failing(error('No such city'))).toEqual({ code: -32603, message: 'No such city' });
    expect(await failing(thrown)).toEqual({ code: -32603, message: 'Not today' });
    expect(await failing(undefined)).toEqual({ code: -32603, message: 'Prompt execution failed' });
  });

  it('V1-19, V3-24, X-08 an unknown prompt is -32602', async () => {
    const client = await open(giving('x'), revision);
    expect(await client.error('prompts/get', { name: 'nope' })).toMatchObject({
      code: -32602,
      message: "Unknown prompt 'nope'",
    });
  });
});
