/**
 * The known word that was probably meant by another one; `undefined` when none is near. Letter case does not count.
 *
 * @param edits how many there may be between the two
 *
 * @example
 * nearest('prot', ['port', 'host']); // 'port'
 */
export function nearest(
  word: string,
  known: Iterable<string>,
  edits: number = word.length < 4 ? 1 : 2,
): string | undefined {
  let found: string | undefined;
  let least = edits + 1;
  for (const candidate of known) {
    const between = distance(word.toLowerCase(), candidate.toLowerCase());
    if (between < least) {
      least = between;
      found = candidate;
    }
  }
  return found;
}

/** Edits between two words (Levenshtein). */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
