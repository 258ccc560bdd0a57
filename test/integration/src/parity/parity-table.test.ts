// docs/parity.md says which tests show a behaviour of the reference library; what it says has to be so.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allTitles, titlesIn, titlesOf } from './titles.js';

const page = readFileSync(new URL('../../../../docs/parity.md', import.meta.url), 'utf8');

/** How many rows each group of the reference has. */
const GROUPS: Readonly<Record<string, number>> = {
  TP: 41,
  PP: 12,
  RP: 21,
  CP: 22,
  MR: 26,
  SI: 14,
  AD: 10,
  FO: 31,
  ST: 23,
  EX: 11,
  V1: 31,
  V2: 18,
  V3: 33,
  HT: 50,
  CA: 10,
  NS: 20,
  GM: 26,
  LI: 24,
  LU: 13,
};

interface Row {
  readonly id: string;
  readonly here: string;
  readonly files: readonly string[];
}

const rows: readonly Row[] = page.split('\n').flatMap((line) => {
  const found = /^\| ([A-Z][A-Z0-9]-\d\d) \| (.+) \| (.+) \| (.+) \|$/.exec(line);
  if (found === null) return [];
  const [, id = '', , here = '', tests = ''] = found;
  return [{ id, here, files: namesIn(tests).map(pathOf) }];
});
const elsewhere = allTitles();

describe.each(Object.entries(GROUPS))('the rows %s of docs/parity.md', (group, count) => {
  const own = rows.filter(({ id }) => id.startsWith(group));

  it('are all there, in their order', () => {
    const ids = Array.from({ length: count }, (_, index) => `${group}-${String(index + 1).padStart(2, '0')}`);
    expect(own.map(({ id }) => id)).toEqual(ids);
  });

  it('are named by the titles of the tests that show them', () => {
    const unnamed = own.flatMap(({ id, files }) =>
      files.filter((file) => titlesIn(file)?.rows.has(id) !== true).map((file) => `${id} in ${file}`),
    );
    expect(unnamed).toEqual([]);
  });

  it('say why, where no test shows them; and what a test shows does not wait', () => {
    const untold = own.filter(({ here, files }) => files.length === 0 && !/^(?:waits for|not ours)/.test(here));
    expect(untold).toEqual([]);
    const waiting = own.filter(({ here, files }) => files.length === 0 && here.startsWith('waits for'));
    expect(waiting.filter(({ id }) => elsewhere.rows.has(id)).map(({ id }) => id)).toEqual([]);
  });
});

describe('the tests of the reference in docs/parity.md', () => {
  const sets = [...page.matchAll(/^\*\*(\w+)\*\*, in ((?:`[^`]+`(?:, )?)+): (`.+)$/gm)].map(
    ([, set = '', files = '', names = '']) => ({ set, files: namesIn(files).map(pathOf), names: namesIn(names) }),
  );

  it('stand there by set', () => {
    expect(sets.map(({ set, names }) => [set, names.length])).toEqual([
      ['tests_2025_06_18', 86],
      ['tests_2025_11_25', 14],
      ['tests_2026_07_28', 34],
      ['tests_stdio', 14],
      ['tests_streamable_http', 32],
      ['uri_template', 48],
      ['birds_mcp', 16],
    ]);
  });

  it.each(sets)('$set are named by the titles of the tests that they became', ({ files, names }) => {
    const titles = files.map((file) => titlesIn(file)?.tests);
    expect(titles).not.toContain(undefined);
    const named = (name: string): boolean => titles.some((tests) => tests?.has(name));
    expect(names.filter((name) => !named(name))).toEqual([]);
  });

  it('wait no longer when a title names them', () => {
    const waiting = [...page.matchAll(/^\| OAuth *\| (.+?) *\|$/gm)].flatMap(([, names = '']) => namesIn(names));
    expect(waiting.length).toBeGreaterThan(10);
    expect(waiting.filter((name) => elsewhere.tests.has(name))).toEqual([]);
  });
});

describe('a title', () => {
  it('names rows one by one or as a range, and tests by the end that differs', () => {
    const { rows: named, tests } = titlesOf("it('AA-07 to AA-09, BB-01 a_b_one_01, …_two_02: works', () => {");
    expect([...named]).toEqual(['AA-07', 'AA-08', 'AA-09', 'BB-01']);
    expect([...tests]).toEqual(expect.arrayContaining(['a_b_one_01', 'a_b_two_02', 'a_b_one_two_02']));
  });

  it('is no comment and no code', () => {
    expect(titlesOf('// AA-07\n * AA-08\nconst x = AA - 09; // a_b_01')).toEqual({ rows: new Set(), tests: new Set() });
  });
});

/** The names in code quotes. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** Where a test stands that the page names for short. */
function pathOf(name: string): string {
  if (/^(?:parity|stranger)\//.test(name)) return `test/integration/src/${name}.test.ts`;
  return name.startsWith('integration/')
    ? `test/integration/src/${name.slice('integration/'.length)}.test.ts`
    : `packages/${name}.test.ts`;
}
