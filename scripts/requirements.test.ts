// docs/requirements.md says which rows of the protocol no test shows, and why; a test shows all others.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isMeant, reasonsIn, requirements } from './requirements/requirements.js';

const all = requirements();

describe('the rows of the protocol', () => {
  it('are those for both revisions of 2025, and those for 2026-07-28', () => {
    expect(all).toHaveLength(617);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it('are each named by the title of a test, or have a reason why not', () => {
    const unshown = all.filter(({ tests, reasons }) => tests.length === 0 && reasons.length === 0);
    expect(unshown.map(({ id, level }) => `${id} ${level}`)).toEqual([]);
  });

  it('have no reason any more when a test shows them, and one at most', () => {
    const excused = all.filter(({ tests, reasons }) => reasons.length > (tests.length === 0 ? 1 : 0));
    expect(excused.map(({ id }) => id)).toEqual([]);
  });

  it('are all that docs/requirements.md tells reasons of', () => {
    const page = readFileSync(new URL('../docs/requirements.md', import.meta.url), 'utf8');
    const known = new Set(all.map(({ id }) => id));
    const told = reasonsIn(page).flatMap(({ ids }) => [...ids]);
    expect(told.length).toBeGreaterThan(50);
    expect(told.filter((id) => !known.has(id))).toEqual([]);
  });
});

it('a table of reasons names rows one by one and as ranges', () => {
  const [first, ...rest] = reasonsIn(
    '| Rows | Why |\n| --- | --- |\n| A-01, BB-02 to BB-04 | it is so |\n| text | A-09 |',
  );
  expect([...(first?.ids ?? [])]).toEqual(['A-01', 'BB-02', 'BB-03', 'BB-04']);
  expect(first?.text).toBe('it is so');
  expect(rest).toEqual([]);
});

it('a name that the reference library has too means the protocol in the tests of its own subject only', () => {
  expect(isMeant('X-06', 'packages/spec-2026/src/param-headers.test.ts')).toBe(true);
  expect(isMeant('X-06', 'packages/spec-2026/src/discover.test.ts')).toBe(false);
  expect(isMeant('CP-01', 'test/integration/src/parity/completions.test.ts')).toBe(false);
  expect(isMeant('S-01', 'test/integration/src/listen.test.ts')).toBe(true);
});
