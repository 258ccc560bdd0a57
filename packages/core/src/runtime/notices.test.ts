import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../json.js';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { isLogLevel, isProgressToken, isReturnableToken, logSender, progressSender } from './notices.js';
import type { LogMessage, ProgressReport } from './request-context.js';

/** The parameters of what the client is sent. */
function sentProgress(...reports: readonly object[]): readonly (JsonObject | undefined)[] {
  const sent: (JsonObject | undefined)[] = [];
  const send = progressSender(new MemoryExchange({}, ({ params }) => sent.push(params)), 1);
  for (const report of reports) send(report as ProgressReport);
  return written(sent);
}

function sentLog(...messages: readonly object[]): readonly (JsonObject | undefined)[] {
  const sent: (JsonObject | undefined)[] = [];
  const send = logSender(new MemoryExchange({}, ({ params }) => sent.push(params)));
  for (const message of messages) send({ level: 'info', ...message } as LogMessage);
  return written(sent);
}

/** As it is on the wire. */
const written = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

it('YU-03 progress leaves out what is no total or no message', () => {
  const reports = [
    { progress: 1, total: Number.NaN, message: 'one' },
    { progress: 2, total: '10', message: 2 },
    { progress: 3, total: Number.POSITIVE_INFINITY, message: { toString: 1 } },
    { progress: 4, total: 10, message: 'four' },
  ];
  expect(sentProgress(...reports)).toEqual([
    { progressToken: 1, progress: 1, message: 'one' },
    { progressToken: 1, progress: 2 },
    { progressToken: 1, progress: 3 },
    { progressToken: 1, progress: 4, total: 10, message: 'four' },
  ]);
});

it.each<[string, unknown, JsonValue]>([
  ['nothing', undefined, null],
  ['a function', () => 1, null],
  ['a symbol', Symbol('x'), null],
  ['what says that it is nothing', { toJSON: () => undefined }, null],
  ['not a number', Number.NaN, null],
  ['a big integer', 10n, '10'],
  ['one inside', { count: [10n] }, { count: ['10'] }],
  ['an error', new Error('no disk'), 'no disk'],
  ['one inside', { err: new TypeError('no text') }, { err: 'no text' }],
  ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
  ['a text', 'x', 'x'],
  ['an object', { a: [1, null] }, { a: [1, null] }],
  ['what throws when it is read', { toJSON: () => expect.fail('read') }, '[a value that JSON has no form for]'],
])('YG-05 data of a log message that is %s becomes what JSON can carry', (_what, data, expected) => {
  expect(sentLog({ data })).toEqual([{ level: 'info', data: expected }]);
});

it('a log message that contains itself does not fail the work, and a logger that is no text is left out', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(sentLog({ data: circle }, { data: 'x', logger: 5 }, { data: 'x', logger: 'db' })).toEqual([
    { level: 'info', data: '[a value that JSON has no form for]' },
    { level: 'info', data: 'x' },
    { level: 'info', data: 'x', logger: 'db' },
  ]);
});

it.each<[unknown, boolean]>([
  ['', true],
  ['abc', true],
  [0, true],
  [-7, true],
  [0.5, false],
  [null, false],
  [{}, false],
])('P-03 whether %j can be a progress token: %s', (value, can) => {
  expect(isProgressToken(value)).toBe(can);
});

it.each<[unknown, boolean]>([
  ['9007199254740993', true],
  [Number.MAX_SAFE_INTEGER, true],
  [Number.MIN_SAFE_INTEGER, true],
  [JSON.parse('9007199254740993'), false],
  [1e300, false],
  [0.5, false],
])('P-03 whether %j can be returned unchanged: %s', (value, can) => {
  expect(isReturnableToken(value)).toBe(can);
});

it.each<[unknown, boolean]>([
  ['debug', true],
  ['emergency', true],
  ['Debug', false],
  ['', false],
  [7, false],
  [undefined, false],
])('Q-52 whether %j is a log level: %s', (value, is) => {
  expect(isLogLevel(value)).toBe(is);
});
