/** What a server with prompts, resources, completions or log messages owes to its clients (server/*). */
import { type Application, type JsonObject, type LogLevel, silentLogger } from '@polyspec/core';
import { describe, expect, test, vi } from 'vitest';
import { connected } from './client.js';

const application: Application = {
  prompts: () => [{ name: 'trip', arguments: [{ name: 'city', required: true }] }],
  getPrompt: (_name, { city }) => `To ${city}`,
  resources: () => [
    { uri: 'docs://public', name: 'public' },
    { uri: 'docs://secret', name: 'secret' },
  ],
  readResource: (uri) => uri,
  complete: (_reference, { value }, _resolved, { caller }) =>
    ['Oslo', 'Otranto', caller?.scopes.includes('secret') ? 'Osgiliath' : 'Ottawa'].filter((city) =>
      city.startsWith(value),
    ),
};
const city = (value: unknown): JsonObject =>
  ({ ref: { type: 'ref/prompt', name: 'trip' }, argument: { name: 'city', value } }) as JsonObject;

describe.each(['2025-11-25', '2025-06-18'] as const)('under %s', (revision) => {
  test('the arguments of a prompt are checked before it is filled in, and what fails says nothing of the inside (YR-04)', async () => {
    const getPrompt = vi.fn(() => Promise.reject(new Error('at /srv/secret.js:1')));
    const server = { exposeErrors: false, logger: silentLogger };
    const client = await connected({ ...application, getPrompt }, { revision, server });
    for (const args of [{}, { city: 1 }, { city: null }, ['Oslo']]) {
      const { code } = await client.error('prompts/get', { name: 'trip', arguments: args as JsonObject });
      expect(code).toBe(-32602);
    }
    expect(getPrompt).not.toHaveBeenCalled();
    const { message } = await client.error('prompts/get', { name: 'trip', arguments: { city: 'Oslo' } });
    expect(message).not.toMatch(/secret|\.js/);
  });

  test('a guard is asked before a resource is read (YR-13)', async () => {
    const readResource = vi.fn((uri: string) => uri);
    const client = await connected(
      { ...application, readResource },
      {
        revision,
        authorize: ({ uri }) => (uri === 'docs://secret' ? { status: 403, message: 'Not for you' } : undefined),
      },
    );
    expect(await client.error('resources/read', { uri: 'docs://secret' })).toMatchObject({ message: 'Not for you' });
    expect(readResource).not.toHaveBeenCalled();
    expect(await client.result('resources/read', { uri: 'docs://public' })).toHaveProperty('contents');
  });

  test('completions are offered, and cut to a hundred (YR-14)', async () => {
    const client = await connected(application, { revision });
    expect(client.opening.capabilities).toHaveProperty('completions');
    expect(await client.result('completion/complete', city('O'))).toEqual({
      completion: { values: ['Oslo', 'Otranto', 'Ottawa'] },
    });
    const many = Array.from({ length: 101 }, (_, index) => `${index}`);
    const full = await connected({ ...application, complete: () => many }, { revision });
    const { completion } = await full.result('completion/complete', city(''));
    expect(completion).toEqual({ values: many.slice(0, 100), hasMore: true });
  });

  test('completions that fail are -32601, -32602 or -32603 (YR-15)', async () => {
    const { complete: _, ...without } = application;
    const none = await connected(without, { revision });
    expect((await none.error('completion/complete', city('O'))).code).toBe(-32601);
    const client = await connected({ ...application, complete: () => Promise.reject(new Error('down')) }, { revision });
    const unknown = { ...city('O'), ref: { type: 'ref/prompt', name: 'nope' } };
    for (const params of [unknown, {}, city(1)]) {
      expect((await client.error('completion/complete', params)).code).toBe(-32602);
    }
    expect((await client.error('completion/complete', city('O'))).code).toBe(-32603);
  });

  test('completions know who is asking, and what is too much at once is refused (YR-15, YR-16)', async () => {
    const server = { limits: { concurrency: 1, queue: 0 } };
    const guest = await connected({ ...application, complete: async () => 'Oslo'.split('') }, { revision, server });
    const answers = await Promise.all([1, 2].map(() => guest.request('completion/complete', city('O'))));
    expect(answers[0]).toHaveProperty('result');
    expect(answers[1]).toHaveProperty('error');
    const caller = { scopes: ['secret'] };
    const friend = await connected(application, { revision, caller });
    expect(await friend.result('completion/complete', city('Os'))).toEqual({
      completion: { values: ['Oslo', 'Osgiliath'] },
    });
  });

  test.each<[LogLevel | undefined, number]>([
    [undefined, 0],
    ['warning', 1],
    ['debug', 2],
  ])('before a client has set a level, the option logLevel counts: %s (YG-03, YG-06)', async (logLevel, count) => {
    const talking: Application = {
      tools: () => [
        {
          name: 'talk',
          run: (_args, context) => {
            context.log('debug', 'quietly', 'talker');
            context.log('error', 'loudly', 'talker');
            return 'said';
          },
        },
      ],
    };
    const client = await connected(talking, { revision, server: { logLevel } });
    await client.call('talk');
    expect(client.sent).toHaveLength(count);
    for (const message of client.sent)
      expect(message.params).toMatchObject({ logger: 'talker', data: expect.any(String) });
  });

  test('a call that logs too much is told about by one message, ahead of its answer (YG-06)', async () => {
    const talking: Application = {
      tools: () => [
        {
          name: 'talk',
          run: (_args, context) => {
            for (let count = 0; count < 10; count += 1) context.log(count === 9 ? 'error' : 'info', count, 'talker');
            return 'said';
          },
        },
      ],
    };
    const client = await connected(talking, { revision, server: { logLevel: 'debug', maxLogsPerSecond: 3 } });
    await client.call('talk');
    expect(client.sent.map(({ params }) => [params?.level, params?.data])).toEqual([
      ...[0, 1, 2].map((data) => ['info', data]),
      ['error', expect.stringContaining('6 info, 1 error')],
    ]);
  });
});
