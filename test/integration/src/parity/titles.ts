import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** The rows (of behaviours, requirements, decisions) and the tests of the reference that the titles of a test file name. */
export interface Titles {
  readonly rows: ReadonlySet<string>;
  readonly tests: ReadonlySet<string>;
}

/** What the titles of a test file name; `undefined` where there is no such file. */
export function titlesIn(path: string): Titles | undefined {
  const text = read(path);
  return text === undefined ? undefined : titlesOf(text);
}

/** What is named by the titles of any test in the repository. */
export function allTitles(): Titles {
  const rows = new Set<string>();
  const tests = new Set<string>();
  for (const titles of titlesByFile().values()) {
    for (const row of titles.rows) rows.add(row);
    for (const test of titles.tests) tests.add(test);
  }
  return { rows, tests };
}

/** What the titles of each test file name, by its path in the repository. */
export function titlesByFile(): ReadonlyMap<string, Titles> {
  return new Map(testFiles('.').map((path) => [path, titlesIn(path) ?? { rows: new Set(), tests: new Set() }]));
}

/** What the texts in quotes of a test file name: titles, or what titles are made of. Comments name nothing. */
export function titlesOf(source: string): Titles {
  const rows = new Set<string>();
  const tests = new Set<string>();
  for (const line of source.split('\n')) {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) continue;
    for (const [quoted] of line.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g)) {
      for (const row of rowsIn(quoted)) rows.add(row);
      for (const test of testsIn(quoted)) tests.add(test);
    }
  }
  return { rows, tests };
}

/** `TP-07`, and each of `TP-07 to TP-09`. */
export function rowsIn(text: string): string[] {
  return [...text.matchAll(/\b([A-Z][A-Z0-9]?)-(\d\d)\b(?: to \1-(\d\d)\b)?/g)].flatMap(
    ([, group, from, to = from]) => {
      const length = Number(to) - Number(from) + 1;
      return Array.from({ length }, (_, index) => `${group}-${String(Number(from) + index).padStart(2, '0')}`);
    },
  );
}

/** `a_b_c_01`; after it `…_d_02` is every name that begins as it does and ends so. */
function testsIn(text: string): string[] {
  let last: readonly string[] = [];
  return [...text.matchAll(/…?\w*[a-z]\w*_\w+|…_\d+/g)].flatMap(([name]) => {
    if (!name.startsWith('…')) {
      last = name.split('_');
      return [name];
    }
    return last.map((_, length) => last.slice(0, length).join('_') + name.slice(1));
  });
}

function testFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(?:node_modules|dist|\.[a-z].*)$/.test(entry.name) ? [] : testFiles(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return undefined;
  }
}
