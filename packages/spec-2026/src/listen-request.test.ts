import { RequestError } from '@polyspec/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readListenRequest } from './listen-request.js';

describe('a listen request', () => {
  it('U-02 wants what it says, and nothing that is absent or false', () => {
    expect(readListenRequest({ notifications: {} })).toEqual({ lists: [], uris: [], others: {} });
    expect(
      readListenRequest({
        notifications: { toolsListChanged: true, promptsListChanged: false, resourceSubscriptions: ['a:1'] },
      }),
    ).toEqual({ lists: ['toolsListChanged'], uris: ['a:1'], others: {} });
  });

  it('Q-13 names each URI once, as it was written', () => {
    const { uris } = readListenRequest({ notifications: { resourceSubscriptions: ['b:1', 'A:1', 'a:1', 'b:1', ''] } });
    expect(uris).toEqual(['b:1', 'A:1', 'a:1', '']);
  });

  it('U-18 keeps what else there is for extensions', () => {
    const notifications = { taskIds: ['1'], resourcesListChanged: true, unknown: null };
    expect(readListenRequest({ notifications })).toMatchObject({ others: { taskIds: ['1'], unknown: null } });
  });

  it.each<[string, unknown]>([
    ['Missing notifications: what to listen to', undefined],
    ['Invalid params: notifications must be an object', null],
    ['Invalid params: notifications must be an object', ['toolsListChanged']],
    ['Invalid params: notifications.toolsListChanged must be true or false', { toolsListChanged: 'true' }],
    ['Invalid params: notifications.promptsListChanged must be true or false', { promptsListChanged: null }],
    ['Invalid params: notifications.resourcesListChanged must be true or false', { resourcesListChanged: {} }],
    [
      'Invalid params: notifications.resourceSubscriptions must be an array of strings',
      { resourceSubscriptions: 'a:1' },
    ],
    ['Invalid params: notifications.resourceSubscriptions must be an array of strings', { resourceSubscriptions: [1] }],
  ])('U-01 is refused: %s', (message, notifications) => {
    const params = notifications === undefined ? {} : { notifications };
    expect(() => readListenRequest(params as never)).toThrow(
      expect.objectContaining({ reason: 'invalid-params', message }),
    );
  });

  it('U-01 is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (notifications) => {
        try {
          expect(readListenRequest({ notifications } as never)).toBeDefined();
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RequestError);
        }
      }),
    );
  });
});
