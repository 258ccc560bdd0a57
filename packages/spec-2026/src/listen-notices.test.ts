import { type ChangeEvent, notification } from '@polyspec/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serverFaults } from '../../../test/schema/official-schema.js';
import { changeNotice, ofSubscription } from './listen-notices.js';
import { META } from './meta.js';

describe('the notification of a change', () => {
  it.each<[ChangeEvent, string]>([
    [{ type: 'toolsListChanged' }, 'notifications/tools/list_changed'],
    [{ type: 'promptsListChanged' }, 'notifications/prompts/list_changed'],
    [{ type: 'resourcesListChanged' }, 'notifications/resources/list_changed'],
  ])('U-06 of %j is %s', (event, method) => {
    const { text } = changeNotice(event, '7');
    expect(text.toJSON()).toEqual(notification(method, { _meta: { [META.subscriptionId]: 7 } }));
    expect(serverFaults(text.toJSON() as object, '2026-07-28')).toEqual([]);
  });

  it('U-05, U-06 is what JSON would have, whatever the URI and the id', () => {
    const id = fc.oneof(fc.string({ unit: 'binary' }), fc.integer());
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(id, { minLength: 1 }), (uri, ids) => {
        const event: ChangeEvent = { type: 'resourceUpdated', uri };
        for (const id of ids) {
          const { text } = changeNotice(event, JSON.stringify(id));
          const message = notification('notifications/resources/updated', {
            uri,
            _meta: { [META.subscriptionId]: id },
          });
          expect(text.json).toBe(JSON.stringify(message));
        }
      }),
    );
  });

  it('is replaced by a later one of the same list or resource, and by no other', () => {
    const keyOf = (event: ChangeEvent): string => changeNotice(event, '1').key;
    const events: readonly ChangeEvent[] = [
      { type: 'toolsListChanged' },
      { type: 'promptsListChanged' },
      { type: 'resourcesListChanged' },
      { type: 'resourceUpdated', uri: 'a:1' },
      { type: 'resourceUpdated', uri: 'a:2' },
    ];
    expect(new Set(events.map(keyOf)).size).toBe(events.length);
    for (const event of events) expect(keyOf({ ...event })).toBe(keyOf(event));
  });
});

it('M-10 any notification of a subscription has its id beside what it has in _meta by itself', () => {
  expect(ofSubscription('a', 'x/y', { b: 1, _meta: { c: 2, [META.subscriptionId]: 'wrong' } })).toEqual(
    notification('x/y', { b: 1, _meta: { c: 2, [META.subscriptionId]: 'a' } }),
  );
});
