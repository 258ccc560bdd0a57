import { describeChoices } from '../describe-value.js';
import type { Found } from './walk.js';

/**
 * The faults to tell when a value fits none of several alternatives: those of the alternative that was most likely meant.
 *
 * @param alternatives the faults of each
 * @param depth how many parts the path of the value itself has
 */
export function faultsOfUnion(alternatives: readonly (readonly Found[])[], depth: number): readonly Found[] {
  // An alternative of another type was not meant, unless all are.
  const meant = alternatives.filter((faults) => !faults.some((fault) => wasNotMeant(fault, depth)));
  if (meant.length === 0) {
    const first = alternatives
      .map((faults) => faults.find((fault) => wasNotMeant(fault, depth)))
      .filter((fault) => fault !== undefined);
    return merged(first);
  }
  // Nor was one that is told from the others by a member with another value.
  const tagged = meant.map((faults) =>
    faults.find((fault) => fault.choices !== undefined && fault.path.length === depth + 1),
  );
  const untagged = meant.filter((_, index) => tagged[index] === undefined);
  if (untagged.length === 0) {
    const tags = tagged.filter((fault) => fault !== undefined);
    const names = new Set(tags.map((fault) => fault.path.at(-1)));
    if (names.size === 1) return merged(tags);
  }
  const candidates = untagged.length > 0 ? untagged : meant;
  return candidates.reduce((best, faults) => (faults.length < best.length ? faults : best));
}

function wasNotMeant(fault: Found, depth: number): boolean {
  if (fault.path.length !== depth) return false;
  return fault.isOtherType === true || fault.choices !== undefined || fault.kind === 'forbidden';
}

/** Several faults of one place as one, with what any of them expects. */
function merged(faults: readonly Found[]): readonly Found[] {
  const [first] = faults;
  if (first === undefined) return [];
  const wanted = faults.filter((fault) => fault.kind !== 'forbidden');
  if (wanted.length === 0) return [first];
  const choices = wanted.every((fault) => fault.choices !== undefined)
    ? wanted.flatMap((fault) => fault.choices ?? [])
    : undefined;
  const expected = choices
    ? describeChoices(choices)
    : [...new Set(wanted.map((fault) => fault.expected))].join(' or ');
  return [{ ...(wanted[0] ?? first), expected, ...(choices && { choices }) }];
}
