import { expect, it } from 'vitest';
import { unknownMethod } from './unknown-method.js';

const served = ['2026-07-28', '2025-11-25', '2025-06-18'];

it.each([
  ['ping', 'the answer to any request shows that the server is there'],
  ['logging/setLevel', 'each request names its level in params._meta (io.modelcontextprotocol/logLevel)'],
  ['resources/subscribe', 'subscriptions/listen tells of changes'],
  ['resources/unsubscribe', 'a subscription ends with its subscriptions/listen'],
  [
    'initialize',
    '2025-11-25, 2025-06-18 begin with it, without io.modelcontextprotocol/protocolVersion in params._meta',
  ],
])('D-01, Q-10 says what takes the place of %s', (method, instead) => {
  expect(unknownMethod(method, served)).toBe(`Method not found: ${method}; ${instead}`);
});

it('Q-10 says that nothing has to be opened, where no revision with a handshake is served', () => {
  expect(unknownMethod('initialize', ['2026-07-28'])).toBe(
    'Method not found: initialize; nothing has to be opened, each request stands for itself',
  );
});

it.each(['tools/rename', 'tasks/list', 'constructor', '__proto__'])('says nothing more of %s', (method) => {
  expect(unknownMethod(method, served)).toBe(`Method not found: ${method}`);
});
