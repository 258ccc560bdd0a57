import { type Application, type Caller, type Operation, type Refusal, request } from '@polyspec/core';
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

describe('a result that JSON can not carry', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const block = { type: 'text', text: 'x', _meta: { count: 1n } };
  const logged: { fields: { err?: Error; reference?: string }; text: string | undefined }[] = [];
  const note = (fields: object, text?: string): void => void logged.push({ fields, text });
  const application: Application = {
    tools: () => [
      { name: 'big', run: () => ({ content: [block] }) as never },
      { name: 'circle', run: () => ({ content: [], _meta: circle }) as never },
    ],
    prompts: () => [{ name: 'p', run: () => ({ messages: [{ role: 'user', content: block }] }) as never }],
    resources: () => [
      { uri: 'r:r', name: 'r', read: () => ({ contents: [{ uri: 'r:r', text: 'x', _meta: circle }] }) as never },
    ],
  };

  /** The reference that the client can quote, which is the one in the log. */
  const reference = (text: unknown): unknown => /^Internal error \(reference ([\w-]{36})\)$/.exec(String(text))?.[1];

  test.each(['big', 'circle'])(
    'is an error for the model, and in the log under the name of tool %s (Q-05)',
    async (name) => {
      logged.length = 0;
      const logger = { debug: note, info: note, warn: note, error: note };
      const client = await connected(application, { http: true, server: { logger } });
      const result = await client.call(name);
      expect(result.isError).toBe(true);
      const [{ text } = { text: undefined }] = result.content as readonly { text?: string }[];
      expect(logged).toMatchObject([{ text: `Writing the result of tools/call '${name}' failed` }]);
      expect(reference(text)).toBe(logged[0]?.fields.reference);
      expect(reference(text)).toBeDefined();
    },
  );

  test.each([
    ['prompts/get', { name: 'p' }, 'p'],
    ['resources/read', { uri: 'r:r' }, 'r:r'],
  ])('is -32603 under %s, with status 200 (Q-05)', async (method, params, subject) => {
    logged.length = 0;
    const logger = { debug: note, info: note, warn: note, error: note };
    const client = await connected(application, { http: true, server: { logger } });
    const outcome = await client.deliver(request(1, method, params));
    expect(outcome).toMatchObject({ type: 'response', response: { id: 1, error: { code: -32603 } } });
    expect(outcome).not.toHaveProperty('status');
    const { message } = await client.error(method, params);
    expect(reference(message)).toBe(logged[1]?.fields.reference);
    expect(logged[0]?.text).toBe(`Writing the result of ${method} '${subject}' failed`);
  });
});
