import { type Facts, type Rule, type Rules, UNKNOWN } from './rule.js';

/**
 * Chains forward: all that follows from the facts, in the order in which it follows.
 *
 * @returns the rules whose conditions hold
 */
export function conclude(rules: Rules, facts: Facts): readonly Rule[] {
  const known = new Map<string, Set<string>>();
  for (const [about, value] of facts) if (value !== UNKNOWN) known.set(about, new Set([value]));
  const holds = ({ when }: Rule): boolean =>
    when.every(({ about, anyOf }) => anyOf.some((value) => known.get(about)?.has(value) === true));
  const concluded: Rule[] = [];
  let waiting: readonly Rule[] = [...rules.values()].flat();
  for (;;) {
    const rule = waiting.find(holds);
    if (rule === undefined) return concluded;
    concluded.push(rule);
    known.set(rule.about, new Set(known.get(rule.about)).add(rule.value));
    waiting = waiting.filter((other) => other !== rule);
  }
}
