import { afterAll, afterEach, expect } from 'vitest';
import { takeAllFaults } from './conversation.js';

/**
 * Has every message that the servers of this test file send checked against the official schema of its revision: a test
 * fails when an invalid one went over the wire while it ran, and the file when nothing went over the wire at all.
 */
export function checkEveryMessage(): void {
  afterEach(() => {
    expect(takeAllFaults().faults, 'messages that contradict the official schema').toEqual([]);
  });
  afterAll(() => {
    const { faults, checked } = takeAllFaults();
    expect(faults, 'messages that contradict the official schema').toEqual([]);
    expect(checked, 'messages checked').toBeGreaterThan(0);
  });
}
