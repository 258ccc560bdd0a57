import { expect, it } from 'vitest';
import { unknownMethod } from './unknown-method.js';

const revisions = ['2025-11-25', '2025-06-18'];
const served = ['2026-07-28', ...revisions];

it.each(['server/discover', 'subscriptions/listen'])(
  'Q-11 says how %s is reached, where another revision has it',
  (method) => {
    expect(unknownMethod(method, { revisions, served })).toBe(
      `Method not found: ${method}; it is of 2026-07-28, which a request names in params._meta (io.modelcontextprotocol/protocolVersion)`,
    );
  },
);

it('says what the server speaks, where none has it', () => {
  expect(unknownMethod('server/discover', { revisions, served: revisions })).toBe(
    'Method not found: server/discover; it is of 2026-07-28, and this server speaks 2025-11-25, 2025-06-18',
  );
});

it.each(['tools/rename', 'constructor', '__proto__'])('says nothing more of %s, which no revision has', (method) => {
  expect(unknownMethod(method, { revisions, served })).toBe(`Method not found: ${method}`);
});
