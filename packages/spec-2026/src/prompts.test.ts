import { type ListedPrompt, RequestError, type Runtime } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { modernRequest, SERVER_INFO, send, serve } from '../test/ask.js';

const REVIEW: ListedPrompt = {
  name: 'review',
  title: 'Code review',
  description: 'Reviews code.',
  arguments: [{ name: 'code', description: 'The code.', required: true }],
  icons: [{ src: 'https://example.com/r.png' }],
  _meta: undefined,
};

describe('prompts/list', () => {
  it('lists prompts with arguments, an empty list of them too (PR-03, PP-09, K-01)', async () => {
    const items = [REVIEW, { ...REVIEW, name: 'plain', title: undefined, icons: undefined, arguments: [] }];
    const { result } = await send(serve({ listPrompts: () => ({ items }) }), modernRequest('prompts/list'));
    expect(result).toEqual({
      resultType: 'complete',
      prompts: [
        {
          name: 'review',
          title: 'Code review',
          description: 'Reviews code.',
          arguments: [{ name: 'code', description: 'The code.', required: true }],
          icons: [{ src: 'https://example.com/r.png' }],
        },
        { name: 'plain', description: 'Reviews code.', arguments: [] },
      ],
      ttlMs: 0,
      cacheScope: 'private',
      _meta: SERVER_INFO,
    });
  });
});

describe('prompts/get', () => {
  it('gives messages and a description, and no cache hints (PR-05, K-06)', async () => {
    const getPrompt = vi.fn<Runtime['getPrompt']>(() => ({
      description: 'Code review',
      messages: [{ role: 'user', content: { type: 'text', text: 'x = 1' } }],
    }));
    const request = modernRequest('prompts/get', { name: 'review', arguments: { code: 'x = 1' } });
    expect((await send(serve({ getPrompt }), request)).result).toEqual({
      resultType: 'complete',
      description: 'Code review',
      messages: [{ role: 'user', content: { type: 'text', text: 'x = 1' } }],
      _meta: SERVER_INFO,
    });
    expect(getPrompt).toHaveBeenCalledWith('review', { code: 'x = 1' }, expect.anything());
  });

  it('takes absent arguments as none (PP-11)', async () => {
    const getPrompt = vi.fn<Runtime['getPrompt']>(() => ({ messages: [] }));
    await send(serve({ getPrompt }), modernRequest('prompts/get', { name: 'review' }));
    expect(getPrompt).toHaveBeenCalledWith('review', {}, expect.anything());
  });

  it.each([
    [{}, 'Missing prompt name'],
    [{ name: 'p', arguments: 'x' }, 'Invalid params: arguments must be an object'],
    [{ name: 'p', arguments: null }, 'Invalid params: arguments must be an object'],
    [{ name: 'p', arguments: { a: 'x', n: 1 } }, 'Invalid params: arguments.n must be a string'],
  ])('refuses the parameters %j (PR-04, V3-25)', async (params, message) => {
    expect((await send(serve(), modernRequest('prompts/get', params))).error).toEqual({ code: -32602, message });
  });

  it('answers an unknown prompt with -32602 and a failure with -32603 (PR-07)', async () => {
    const failing = (thrown: Error) =>
      serve({
        getPrompt: async () => {
          throw thrown;
        },
      });
    const request = modernRequest('prompts/get', { name: 'p' });
    expect((await send(failing(new RequestError('unknown-prompt', 'Unknown prompt: p')), request)).error).toEqual({
      code: -32602,
      message: 'Unknown prompt: p',
    });
    // What the client may see of it is the runtime's to say; it learns which method failed.
    expect(await send(failing(new Error('boom')), request)).toMatchObject({
      status: 200,
      error: { code: -32603, message: 'prompts/get: boom' },
    });
  });
});
