// Middleware, limits and time limits through the whole line, under every revision.
import {
  type Application,
  type Middleware,
  RequestError,
  type ServerOptions,
  silentLogger,
  type ToolDescriptor,
  UserError,
} from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { type TestClient, testClient } from '../src/testing.js';

declare module '@polyspec/core' {
  interface RequestState {
    tenant: string;
  }
}

const never = (): Promise<never> => new Promise(() => undefined);

const application: Application = {
  tools: () => [
    {
      name: 'tenant',
      run: (_args: never, { state }) => {
        const tenant: string | undefined = state.tenant;
        return tenant ?? 'nobody';
      },
    },
    { name: 'list', output: { type: 'array' }, run: () => [1, 2] },
    { name: 'slow', timeoutMs: 20, run: never },
    { name: 'stuck', run: never },
  ],
  prompts: () => [{ name: 'p', run: () => 'Hello' }],
  resources: () => [{ uri: 'notes://1', name: 'one', read: () => 'A note' }],
  resourceTemplates: () => [{ uriTemplate: 'notes://{id}', name: 'notes', read: (uri) => uri }],
  complete: () => ['x'],
};

function connect(revision: string, server: ServerOptions, served = application): Promise<TestClient> {
  return testClient(served, { revision, server: { logger: silentLogger, exposeErrors: false, ...server } });
}

describe.each(['2025-06-18', '2025-11-25', '2026-07-28'])('under %s', (revision) => {
  it('middleware runs around each operation once', async () => {
    const seen: string[] = [];
    const use: readonly Middleware[] = [
      ({ method }, next) => {
        seen.push(method);
        return next();
      },
    ];
    const client = await connect(revision, { use });
    await client.listTools();
    await client.callTool('tenant');
    await client.listPrompts();
    await client.getPrompt('p');
    await client.listResources();
    await client.listResourceTemplates();
    await client.readResource('notes://1');
    await client.complete({ type: 'ref/resource', uri: 'notes://{id}' }, { name: 'id', value: '' });
    expect(seen).toEqual([
      'tools/list',
      'tools/call',
      'prompts/list',
      'prompts/get',
      'resources/list',
      'resources/templates/list',
      'resources/read',
      'completion/complete',
    ]);
  });

  it('middleware and handlers share the state of a request', async () => {
    const tenants: Middleware = (_operation, next, { state }) => {
      state.tenant = 'acme';
      return next();
    };
    const client = await connect(revision, { use: [tenants] });
    expect(await client.callTool('tenant')).toMatchObject({ content: [{ text: 'acme' }] });
    expect(await (await connect(revision, {})).callTool('tenant')).toMatchObject({ content: [{ text: 'nobody' }] });
  });

  it('a list without an item is a list like any other', async () => {
    const hide: Middleware = async (operation, next) => {
      if (operation.method !== 'tools/list') return next();
      const page = await next(operation);
      return { ...page, items: page.items.filter(({ name }) => name !== 'stuck') };
    };
    const client = await connect(revision, { use: [hide] });
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['tenant', 'list', 'slow']);
  });

  it('an answer of middleware is written as that of the tool', async () => {
    const cached: Middleware = (operation, next) =>
      operation.method === 'tools/call' && operation.name === 'list' ? { content: [], structuredContent: [3] } : next();
    const [plain, client] = [await connect(revision, {}), await connect(revision, { use: [cached] })];
    const [own, given] = [await plain.callTool('list'), await client.callTool('list')];
    const isWrapped = revision !== '2026-07-28';
    expect(own.structuredContent).toEqual(isWrapped ? { result: [1, 2] } : [1, 2]);
    expect(given).toMatchObject({ structuredContent: isWrapped ? { result: [3] } : [3], content: [{ text: '[3]' }] });
  });

  it('an error of middleware is told as one of a handler', async () => {
    const refuse: Middleware = ({ method }) => {
      if (method === 'tools/call') throw new UserError('Not today');
      if (method === 'prompts/get') throw new RequestError('invalid-params', 'Say please', { word: 'please' });
      if (method === 'resources/read') throw new UserError('Not here');
      throw new Error('secret');
    };
    const logger = { ...silentLogger, error: vi.fn() };
    const client = await connect(revision, { use: [refuse], logger });
    expect(await client.callTool('tenant')).toMatchObject({ isError: true, content: [{ text: 'Not today' }] });
    await expect(client.getPrompt('p')).rejects.toMatchObject({
      code: -32602,
      message: 'Say please',
      data: { word: 'please' },
    });
    await expect(client.readResource('notes://1')).rejects.toMatchObject({ code: -32603, message: 'Not here' });
    await expect(client.listTools()).rejects.toMatchObject({
      code: -32603,
      message: expect.stringMatching(/^Internal error \(reference /),
    });
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it('C-09 a tool that takes too long is an error with a sentence, at once', async () => {
    const client = await connect(revision, { timeoutMs: 60_000 });
    await expect(client.callTool('slow')).rejects.toMatchObject({
      code: -32603,
      message: "Tool 'slow' took longer than 20 ms",
    });
    const short = await connect(revision, { timeoutMs: 10 });
    await expect(short.callTool('stuck')).rejects.toMatchObject({ message: "Tool 'stuck' took longer than 10 ms" });
  });

  it('Z-08 what is beyond the limits is refused as busy, with a hint when to come again', async () => {
    const begun: (() => void)[] = [];
    const tools = (): readonly ToolDescriptor[] => [
      { name: 'stuck', run: () => new Promise<void>((resolve) => begun.push(resolve)) },
    ];
    const client = await connect(revision, { limits: { concurrency: 1, queue: 1 } }, { tools });
    const first = client.callTool('stuck');
    await vi.waitFor(() => expect(begun).toHaveLength(1));
    const second = client.callTool('stuck');
    await expect(client.callTool('stuck')).rejects.toMatchObject({
      code: -32603,
      message: 'The server is busy with other requests. Try again in a moment',
      data: { retryAfterMs: 1000 },
    });
    begun[0]?.();
    await first;
    await vi.waitFor(() => expect(begun).toHaveLength(2));
    begun[1]?.();
    await second;
  });

  it('a request that waits for its turn is in flight: closing gives up on it', async () => {
    const client = await connect(revision, { limits: { concurrency: 1 } });
    const [first, second] = [client.callTool('stuck'), client.callTool('tenant')];
    const ends = Promise.allSettled([first, second]);
    await client.close();
    expect(await ends).toMatchObject([
      { reason: { message: 'The server is closing' } },
      { reason: { message: 'The server is closing' } },
    ]);
  });
});

it('wrong options are refused with what they take', async () => {
  const wrong = (server: object): Promise<unknown> => testClient(application, { server });
  await expect(wrong({ use: {} })).rejects.toThrow("Option 'use' must be a list of functions; got {}");
  await expect(wrong({ use: ['x'] })).rejects.toThrow("Option 'use'");
  await expect(wrong({ timeoutMs: -1 })).rejects.toThrow("Option 'timeoutMs' must be an integer from 0");
  await expect(wrong({ limits: { parallel: 1 } })).rejects.toThrow(
    "Option 'limits' must be an object with any of concurrency (an integer of at least 1), perClient",
  );
  await expect(wrong({ limits: { concurency: 1 } })).rejects.toThrow(
    "Unknown member 'concurency' of option 'limits'. Did you mean 'concurrency'?",
  );
  await expect(wrong({ limits: { concurrency: 0 } })).rejects.toThrow("Option 'limits'");
  await expect(wrong({ limits: { queueMs: 0 } })).rejects.toThrow("Option 'limits'");
  await expect(wrong({ limits: { queue: 0, concurrency: undefined } })).resolves.toBeDefined();
});
