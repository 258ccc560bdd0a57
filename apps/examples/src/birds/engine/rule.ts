/** Something that has to be one of several values. */
export interface Condition {
  readonly about: string;
  readonly anyOf: readonly string[];
}

/** If all conditions hold, what it is about has this value. */
export interface Rule {
  readonly about: string;
  readonly value: string;
  readonly when: readonly Condition[];
}

/** Rules by what they are about. */
export type Rules = ReadonlyMap<string, readonly Rule[]>;

/** Stands for the value of something that was asked for, and nobody knows. */
export const UNKNOWN = 'unknown';

/** What was told, by what it is about. */
export type Facts = ReadonlyMap<string, string>;

export function rulesOf(list: readonly Rule[]): Rules {
  const rules = new Map<string, readonly Rule[]>();
  for (const rule of list) rules.set(rule.about, [...(rules.get(rule.about) ?? []), rule]);
  return rules;
}
