import { expect, it } from 'vitest';
import { serverFaults } from '../../../test/schema/official-schema.js';
import { changeNotice, type ToldChange } from './change-notices.js';

const EVENTS: readonly ToldChange[] = [
  { type: 'toolsListChanged' },
  { type: 'promptsListChanged' },
  { type: 'resourcesListChanged' },
  { type: 'resourceUpdated', uri: 'notes://1' },
  { type: 'resourceUpdated', uri: 'notes://2' },
];

it('writes each change as the notification that the protocol has for it (YT-09, YR-05, YR-09, YR-10)', () => {
  for (const event of EVENTS) {
    const message = changeNotice(event).text.toJSON();
    expect(serverFaults(message, '2025-06-18')).toEqual([]);
    expect(serverFaults(message, '2025-11-25')).toEqual([]);
  }
  const strange: ToldChange = { type: 'resourceUpdated', uri: 'notes://"1"\n' };
  expect(changeNotice(strange).text.toJSON()).toMatchObject({ params: { uri: strange.uri } });
});

it('writes an event once for all who are told of it, and gives like changes one key', () => {
  const [event] = EVENTS as [ToldChange];
  expect(changeNotice(event)).toBe(changeNotice(event));
  expect(changeNotice({ ...event })).not.toBe(changeNotice(event));
  expect(changeNotice({ ...event }).key).toBe(changeNotice(event).key);
  expect(new Set(EVENTS.map((each) => changeNotice(each).key)).size).toBe(EVENTS.length);
});
