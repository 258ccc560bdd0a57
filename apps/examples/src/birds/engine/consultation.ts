import { prove } from './backward.js';
import type { Facts, Rules } from './rule.js';

/** Rules, and what they are to find out. */
export interface Expertise {
  readonly rules: Rules;
  /** What is to be found out. */
  readonly goal: string;
  /** What can be asked for, with the values that it may have. Where two tell as much, the one that stands first is asked. */
  readonly askable: ReadonlyMap<string, readonly string[]>;
}

/** How far one has come. */
export interface Standing {
  /** The values that the goal may still have. */
  readonly left: readonly string[];
  /** What is worth asking for, the most telling first. Empty when nothing would rule out any more. */
  readonly worth: readonly string[];
}

/** What the facts leave of a goal, and what to ask next. Depends on nothing else, so it comes to the same again. */
export function consult(expertise: Expertise, facts: Facts): Standing {
  const { rules, goal, askable } = expertise;
  const values = [...new Set(rules.get(goal)?.map(({ value }) => value))];
  const possible = values
    .map((value) => ({ value, proof: prove({ about: goal, anyOf: [value] }, rules, facts) }))
    .filter(({ proof }) => proof.standing !== 'fails');
  const ratings = [...askable]
    .map(([about, answers]) => {
      // To the others it does not matter.
      const bearing = possible.filter(({ proof }) => proof.missing.includes(about)).map(({ value }) => value);
      const fitting = answers.map((answer) => {
        const then = new Map(facts).set(about, answer);
        const proofs = bearing.map((value) => prove({ about: goal, anyOf: [value] }, rules, then));
        return possible.length - proofs.filter(({ standing }) => standing === 'fails').length;
      });
      return { about, expected: expectedLeft(fitting) };
    })
    .filter(({ expected }) => expected < possible.length)
    .sort((one, other) => one.expected - other.expected);
  return { left: possible.map(({ value }) => value), worth: ratings.map(({ about }) => about) };
}

/**
 * How many values are left on average after an answer, if each answer comes as often as there are values that it fits.
 *
 * @param fitting how many fit each answer
 */
function expectedLeft(fitting: readonly number[]): number {
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  return sum(fitting.map((count) => count * count)) / sum(fitting);
}
