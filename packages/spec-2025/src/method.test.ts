import { type Caller, type Operation, type Refusal, request } from '@polyspec/core';
import { describe, expect, test, vi } from 'vitest';
import { Completions, Everything } from '../test/applications.js';
import { connected } from '../test/client.js';

const refusal: Refusal = {
  status: 403,
  headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  body: { error: 'insufficient_scope' },
  message: 'Not allowed',
};
const caller: Caller = { subject: 'ann', scopes: ['read'] };

describe('a guard', () => {
  test.each<[Operation, object]>([
    [
      { method: 'tools/call', name: 'greet' },
      { name: 'greet', arguments: { Name: 'x' } },
    ],
    [{ method: 'tools/list' }, {}],
    [{ method: 'prompts/get', name: 'dialogue' }, { name: 'dialogue' }],
    [{ method: 'prompts/list' }, {}],
    [{ method: 'resources/read', uri: 'notes://welcome' }, { uri: 'notes://welcome' }],
    [{ method: 'resources/list' }, {}],
    [{ method: 'resources/templates/list' }, {}],
    [{ method: 'ping' }, {}],
  ])('is asked about %j', async (operation, params) => {
    const authorize = vi.fn(() => undefined);
    const client = await connected(new Everything(), { http: true, authorize });
    await client.result(operation.method, params as never);
    expect(authorize).toHaveBeenLastCalledWith(operation);
  });

  test.each([
    [{ type: 'ref/prompt', name: 'code' }, 'language', { method: 'completion/complete', name: 'code' }],
    [
      { type: 'ref/resource', uri: 'notes://item/{id}' },
      'id',
      { method: 'completion/complete', uri: 'notes://item/{id}' },
    ],
  ])('is asked about what is completed', async (ref, name, operation) => {
    const authorize = vi.fn(() => undefined);
    const client = await connected(new Completions(), { http: true, authorize });
    await client.result('completion/complete', { ref, argument: { name, value: '' } });
    expect(authorize).toHaveBeenLastCalledWith(operation);
  });

  test.each([
    ['at once', () => refusal],
    ['after a while', async () => refusal],
  ])('that refuses %s has its answer sent, and nothing is done (AU-18)', async (_when, verdict) => {
    const application = new Everything();
    const greet = vi.spyOn(application, 'greet');
    const authorize = ({ method }: Operation): ReturnType<typeof verdict> | undefined =>
      method === 'tools/call' ? verdict() : undefined;
    const client = await connected(application, { http: true, caller, authorize });
    const message = request(1, 'tools/call', { name: 'greet', arguments: { Name: 'x' } });
    const { message: _, ...answer } = refusal;
    expect(await client.deliver(message)).toEqual({ type: 'refused', ...answer });
    expect(greet).not.toHaveBeenCalled();
  });

  test('is asked after the parameters were read (Q-07, 17 and 19)', async () => {
    const authorize = vi.fn(() => refusal);
    const client = await connected(new Everything(), { http: true, authorize, initialize: false });
    expect(await client.error('tools/call', {})).toMatchObject({ code: -32602 });
    expect(authorize).not.toHaveBeenCalled();
  });

  test('that fails lets nobody through, and says nothing', async () => {
    const application = new Everything();
    const greet = vi.spyOn(application, 'greet');
    const authorize = async ({ method }: Operation): Promise<undefined> => {
      if (method === 'tools/call') throw new Error('password=hunter2');
    };
    const client = await connected(application, { http: true, authorize });
    const error = await client.error('tools/call', { name: 'greet' });
    expect(error.code).toBe(-32603);
    expect(error.message).not.toContain('hunter2');
    expect(greet).not.toHaveBeenCalled();
  });

  test('the caller is known to the application', async () => {
    let seen: unknown;
    const application = {
      tools: () => [
        {
          name: 'who',
          run: (_args: never, context: { caller?: unknown }) => {
            seen = context.caller;
            return 'seen';
          },
        },
      ],
    };
    await (await connected(application, { http: true, caller })).call('who');
    expect(seen).toBe(caller);
  });
});

test('without HTTP a refusal is an error of JSON-RPC', async () => {
  const authorize = ({ method }: Operation): Refusal | undefined => (method === 'tools/list' ? refusal : undefined);
  const client = await connected(new Everything(), { authorize });
  expect(await client.error('tools/list')).toEqual({ code: -32600, message: 'Not allowed' });
});
