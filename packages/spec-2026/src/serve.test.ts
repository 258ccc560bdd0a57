import type { Runtime } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { modernRequest, send, serve } from '../test/ask.js';
import { fakeRuntime } from '../test/fake-runtime.js';

const circle: Record<string, unknown> = {};
circle.self = circle;

/** A runtime whose words for unexpected errors can be looked at. */
const worded = (parts: Partial<Runtime>): Partial<Runtime> & { errorText: ReturnType<typeof vi.fn> } => ({
  ...parts,
  errorText: vi.fn(() => 'Internal error (reference 1)'),
});

describe('a result that JSON can not carry', () => {
  it.each([
    ['a big integer in a block', { content: [{ type: 'text', text: 'x', _meta: { count: 1n } }] }],
    ['a circle', { content: [], _meta: circle }],
    ['a big integer as structured content', { content: [], structuredContent: 10n }],
    [
      'what throws when it is read',
      {
        get content() {
          throw new Error('read');
        },
      },
    ],
  ])('of a tool, %s, is an error for the model, with the words of the runtime (Q-05)', async (_what, result) => {
    const parts = worded({ callTool: () => result as never });
    const message = modernRequest('tools/call', { name: 'big' });
    expect(await send(serve(parts), message)).toMatchObject({
      status: 200,
      result: { isError: true, content: [{ type: 'text', text: 'Internal error (reference 1)' }] },
    });
    expect(parts.errorText).toHaveBeenCalledExactlyOnceWith(
      expect.any(Error),
      "Writing the result of tools/call 'big'",
    );
  });

  it.each([
    ['prompts/get', { name: 'p' }, { getPrompt: () => ({ messages: [], _meta: circle }) }, " 'p'"],
    ['resources/read', { uri: 'r:r' }, { readResource: () => ({ contents: [], _meta: { count: 1n } }) }, " 'r:r'"],
    ['tools/list', {}, { listTools: () => ({ items: [circle] }) }, ''],
  ])('of %s is -32603 with status 200 (Q-05)', async (method, params, given, subject) => {
    const parts = worded(given as never);
    expect(await send(serve(parts), modernRequest(method, params))).toMatchObject({
      status: 200,
      error: { code: -32603, message: 'Internal error (reference 1)' },
    });
    expect(parts.errorText).toHaveBeenCalledExactlyOnceWith(
      expect.any(Error),
      `Writing the result of ${method}${subject}`,
    );
  });
});

it('answers and forgets a request whose error can not even be put into words (C-01)', async () => {
  const runtime = fakeRuntime({
    getPrompt: () => {
      throw new Error('broken');
    },
    errorText: () => {
      throw new Error('the disk of the log is full');
    },
  });
  expect(await send(serve(runtime), modernRequest('prompts/get', { name: 'p' }))).toMatchObject({
    status: 200,
    error: { code: -32603, message: 'Internal error' },
  });
  expect(runtime.inFlight.size).toBe(0);
});
