import type { Application, CallContext, JsonObject, JsonValue } from '@polyspec/core';
import { expect, test } from 'vitest';
import { connected } from '../test/client.js';

/** Runs a function with the context of a call, and gives the parameters of what the client was sent. */
async function sentBy(run: (context: CallContext) => void): Promise<readonly (JsonObject | undefined)[]> {
  const application: Application = { tools: () => [{ name: 't', run: (_args, context) => run(context) }] };
  const client = await connected(application);
  await client.result('logging/setLevel', { level: 'debug' });
  expect((await client.call('t', {}, { progressToken: 1 })).isError).toBeUndefined();
  // The client has checked each message against the official schema.
  return client.sent.map(({ params }) => params);
}

test('progress leaves out what is no total or no message (YU-03)', async () => {
  const sent = await sentBy(({ progress }) => {
    progress(1, Number.NaN, 'one');
    progress(2, '10' as never, 2 as never);
    progress(3, Number.POSITIVE_INFINITY, { toString: 1 } as never);
    progress(4, 10, 'four');
  });
  expect(sent).toEqual([
    { progressToken: 1, progress: 1, message: 'one' },
    { progressToken: 1, progress: 2 },
    { progressToken: 1, progress: 3 },
    { progressToken: 1, progress: 4, total: 10, message: 'four' },
  ]);
});

test.each<[string, unknown, JsonValue]>([
  ['nothing', undefined, null],
  ['a function', () => 1, null],
  ['a symbol', Symbol('x'), null],
  ['what says that it is nothing', { toJSON: () => undefined }, null],
  ['not a number', Number.NaN, null],
  ['a big integer', 10n, '10'],
  ['one inside', { count: [10n] }, { count: ['10'] }],
  ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
  ['a text', 'x', 'x'],
  ['an object', { a: [1, null] }, { a: [1, null] }],
  ['what throws when it is read', { toJSON: () => expect.fail('read') }, '[a value that JSON has no form for]'],
])('data of a log message that is %s becomes what JSON can carry (YG-05)', async (_what, data, expected) => {
  const sent = await sentBy(({ log }) => log('info', data as never));
  expect(sent).toEqual([{ level: 'info', data: expected }]);
});

test('a log message that contains itself does not fail the work, and a logger that is no text is left out', async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const sent = await sentBy(({ log }) => {
    log('info', circle as never);
    log('info', 'x', 5 as never);
    log('info', 'x', 'db');
  });
  expect(sent).toEqual([
    { level: 'info', data: '[a value that JSON has no form for]' },
    { level: 'info', data: 'x' },
    { level: 'info', data: 'x', logger: 'db' },
  ]);
});
