import { readFileSync } from 'node:fs';
import { rowsIn, titlesByFile } from '../../test/integration/src/parity/titles.js';

/** How much a row weighs, in the words of RFC 2119. MUST stands for MUST NOT as well. */
export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** A row of the published protocol. */
export interface Requirement {
  readonly id: string;
  readonly level: Level;
  /** The test files that have a title which names it. */
  readonly tests: readonly string[];
  /** Why no test shows it, as docs/requirements.md has it. */
  readonly reasons: readonly string[];
}

/**
 * Groups whose names are also those of rows of the reference library (docs/parity.md), and the test files in which they mean
 * rows of the protocol.
 */
const ALSO_OF_THE_REFERENCE: Readonly<Record<string, RegExp>> = {
  CP: /^packages\/spec-2026\//,
  UI: /^packages\/spec-2026\//,
  X: /^packages\/spec-2026\/.*headers?\b/,
};

/** The rows for servers: those of 2025-06-18 and 2025-11-25, and those of 2026-07-28. */
export function requirements(): readonly Requirement[] {
  const files = titlesByFile();
  const reasons = reasonsIn(readFileSync(new URL('../../docs/requirements.md', import.meta.url), 'utf8'));
  return ['rows-2025.json', 'rows-2026-07-28.json'].flatMap((name) =>
    Object.entries(levelsIn(name)).map(([id, level]) => ({
      id,
      level,
      tests: [...files].flatMap(([path, { rows }]) => (rows.has(id) && isMeant(id, path) ? [path] : [])),
      reasons: reasons.flatMap((reason) => (reason.ids.has(id) ? [reason.text] : [])),
    })),
  );
}

/** What the table of exceptions in a page says: `| A-01, B-02 to B-04 | the reason |`. */
export function reasonsIn(page: string): readonly { readonly ids: ReadonlySet<string>; readonly text: string }[] {
  return page.split('\n').flatMap((line) => {
    const [, rows = '', text = ''] = /^\| ((?:[A-Z][A-Z0-9]?-\d\d(?:, | to |))+) *\| (.+?) *\|$/.exec(line) ?? [];
    return rows === '' ? [] : [{ ids: new Set(rowsIn(rows)), text }];
  });
}

/** Whether a title in this file that has the id means the row of the protocol. */
export function isMeant(id: string, path: string): boolean {
  return ALSO_OF_THE_REFERENCE[id.slice(0, id.indexOf('-'))]?.test(path) ?? true;
}

function levelsIn(name: string): Readonly<Record<string, Level>> {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Record<string, Level>;
}
