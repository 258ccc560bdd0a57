import {
  type Application,
  type JsonObject,
  notification,
  type Runtime,
  request,
  type SpecProtocol,
} from '@polyspec/core';
import { describe, expect, test, vi } from 'vitest';
import { arrived, type Client, connected } from '../test/client.js';
import { spec20251125 } from './index.js';

const cancel = (client: Client, requestId: string | number): Promise<void> =>
  client.notify('notifications/cancelled', { requestId });

/** An application that notes what it was asked for. */
class Noting implements Application {
  readonly done: string[] = [];

  tools(): readonly [{ readonly name: 'x' }] {
    return [{ name: 'x' }];
  }

  callTool(): string {
    this.done.push('tools/call');
    return 'x';
  }

  prompts(): readonly [{ readonly name: 'x'; readonly arguments: readonly [{ readonly name: 'a' }] }] {
    return [{ name: 'x', arguments: [{ name: 'a' }] }];
  }

  getPrompt(): string {
    this.done.push('prompts/get');
    return 'x';
  }

  resources(): readonly [{ readonly uri: 'x:x'; readonly name: 'x' }] {
    return [{ uri: 'x:x', name: 'x' }];
  }

  readResource(): string {
    this.done.push('resources/read');
    return 'x';
  }

  complete(): readonly string[] {
    this.done.push('completion/complete');
    return ['x'];
  }
}

describe('a cancellation that arrives together with its request', () => {
  test.each<[string, JsonObject]>([
    ['tools/call', { name: 'x' }],
    ['prompts/get', { name: 'x' }],
    ['resources/read', { uri: 'x:x' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } }],
  ])('keeps %s from being done where a guard takes its time (YU-09)', async (method, params) => {
    const application = new Noting();
    let allow: () => void = () => undefined;
    const authorize = (operation: { method: string }): Promise<undefined> | undefined =>
      operation.method === method ? new Promise((resolve) => (allow = () => resolve(undefined))) : undefined;
    const client = await connected(application, { authorize });
    const outcome = client.deliver(request(1, method, params));
    await cancel(client, 1);
    expect(await outcome).toEqual({ type: 'ended' });
    allow();
    await new Promise((resolve) => setImmediate(resolve));
    expect(application.done).toEqual([]);
  });

  test('comes too late for what is done at once (YU-11)', async () => {
    const run = vi.fn(() => 'x');
    const client = await connected({ tools: () => [{ name: 'x', run }] }, { server: { precompile: true } });
    const outcome = client.deliver(request(1, 'tools/call', { name: 'x' }));
    await cancel(client, 1);
    expect(await outcome).toMatchObject({ type: 'response', response: { id: 1 } });
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('frees the id for a request in the same chunk, which can be cancelled as well', async () => {
    const ends: (() => void)[] = [];
    const tool = { name: 'x', run: () => new Promise<string>((resolve) => ends.push(() => resolve('x'))) };
    const client = await connected({ tools: () => [tool] }, { server: { precompile: true } });
    const call = request(1, 'tools/call', { name: 'x' });
    const outcomes = [client.deliver(call)];
    void cancel(client, 1);
    outcomes.push(client.deliver(call));
    void cancel(client, 1);
    outcomes.push(client.deliver(call));
    await vi.waitFor(() => expect(ends).toHaveLength(3));
    for (const end of ends) end();
    expect((await Promise.all(outcomes)).map(({ type }) => type)).toEqual(['ended', 'ended', 'response']);
  });
});

describe('a cancelled request whose tool goes on for ever', () => {
  const never: Application = {
    tools: () => [{ name: 'never' }, { name: 'now' }],
    callTool: (name) => (name === 'now' ? 'now' : new Promise(() => undefined)),
  };

  test('is over at once: its id is free, and nobody waits for it (YU-09, C-07)', async () => {
    const client = await connected(never);
    const outcome = client.deliver(request('a', 'tools/call', { name: 'never' }));
    await new Promise((resolve) => setImmediate(resolve));
    await cancel(client, 'a');
    expect(await outcome).toEqual({ type: 'ended' });
    expect(arrived(await client.deliver(request('a', 'tools/call', { name: 'now' })))).toMatchObject({
      id: 'a',
      result: { content: [{ text: 'now' }] },
    });
    await client.handler.close(60_000);
  });

  test('sends nothing any more, and how it ends later concerns nobody', async () => {
    let fail: (reason: Error) => void = () => undefined;
    const logged: string[] = [];
    const note = (level: string) => (_fields: object, text?: string) => void logged.push(`${level}: ${text}`);
    const logger = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
    const application: Application = {
      prompts: () => [{ name: 'p' }],
      getPrompt: (_name, _args, { progress, log }) => {
        const failing = new Promise<never>((_resolve, reject) => (fail = reject));
        return failing.finally(() => {
          progress(1);
          log('error', 'late');
        });
      },
    };
    const client = await connected(application, { server: { logger } });
    await client.result('logging/setLevel', { level: 'debug' });
    const outcome = client.deliver(request(1, 'prompts/get', { name: 'p', _meta: { progressToken: 1 } }));
    await new Promise((resolve) => setImmediate(resolve));
    await cancel(client, 1);
    fail(new Error('late'));
    expect(await outcome).toEqual({ type: 'ended' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(client.sent).toEqual([]);
    expect(logged).toEqual(['debug: A cancelled request ended with an error']);
  });
});

test('what initialize and logging/setLevel decide holds for what arrives together with them', async () => {
  const application: Application = {
    tools: () => [{ name: 't', run: (_args, { log }) => log('debug', 'here') }],
  };
  const client = await connected(application, { initialize: false });
  const messages = [
    request(1, 'initialize', { protocolVersion: '2025-06-18' }),
    notification('notifications/initialized'),
    request(2, 'logging/setLevel', { level: 'debug' }),
    request(3, 'tools/call', { name: 't' }),
    request(4, 'initialize', { protocolVersion: '2025-06-18' }),
  ];
  const outcomes = await Promise.all(messages.map((message) => client.deliver(message)));
  expect(outcomes.map(arrived)).toMatchObject([
    { result: { protocolVersion: '2025-06-18' } },
    'accepted',
    { result: {} },
    { result: { content: [] } },
    { error: { code: -32600 } },
  ]);
  expect(client.sent).toMatchObject([{ params: { data: 'here' } }]);
});

test('a request is over, and answered, also where not even its error can be put into words (C-01)', async () => {
  let runtime: Runtime | undefined;
  const spec: SpecProtocol = {
    ...spec20251125,
    attach: (given, options) => {
      runtime = {
        ...given,
        errorText: () => {
          throw new Error('the disk of the log is full');
        },
      };
      return spec20251125.attach(runtime, options);
    },
  };
  const application: Application = {
    prompts: () => [{ name: 'p' }],
    getPrompt: () => {
      throw new Error('broken');
    },
  };
  const client = await connected(application, { spec });
  expect(await client.error('prompts/get', { name: 'p' })).toEqual({ code: -32603, message: 'Internal error' });
  expect(runtime?.inFlight.size).toBe(0);
});
