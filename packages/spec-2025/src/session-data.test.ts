import { expect, it } from 'vitest';
import { readSessionData } from './session-data.js';

const client = { info: { name: 'c', version: '1' }, capabilities: { roots: {} } };

it('takes what was put into a store, after its way over a wire', () => {
  for (const data of [
    { client },
    { client: { capabilities: {} } },
    { client, isReady: true, logLevel: 'warning', uris: ['notes://1'] },
    { client, isReady: false, uris: [] },
  ]) {
    expect(readSessionData(JSON.parse(JSON.stringify(data)))).toEqual(data);
  }
});

it.each([
  [undefined],
  [null],
  ['client'],
  [[]],
  [{}],
  [{ client: [] }],
  [{ client: {} }],
  [{ client: { capabilities: [] } }],
  [{ client: { capabilities: {}, info: 'c' } }],
  [{ client, isReady: 'yes' }],
  [{ client, logLevel: 'loud' }],
  [{ client, uris: 'notes://1' }],
  [{ client, uris: [1] }],
])('knows that %j is nothing that was put there', (data) => {
  expect(readSessionData(data)).toBeUndefined();
});
