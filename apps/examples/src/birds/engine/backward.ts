import { type Condition, type Facts, type Rules, UNKNOWN } from './rule.js';

/** What comes of an attempt to prove something. */
export interface Proof {
  /** Whether it follows from the facts, contradicts them, or neither. */
  readonly standing: 'holds' | 'fails' | 'open';
  /** What is not known yet, and would bear on it. Empty unless open; also when open, where nobody knows what is missing. */
  readonly missing: readonly string[];
}

const HOLDS: Proof = { standing: 'holds', missing: [] };
const FAILS: Proof = { standing: 'fails', missing: [] };

/**
 * Chains backward: looks for the rules that could come to what a condition wants, for the rules that could come to what those
 * want, and so on, down to facts. What no rule is about can only be told.
 */
export function prove({ about, anyOf }: Condition, rules: Rules, facts: Facts): Proof {
  const told = facts.get(about);
  if (told === UNKNOWN) return { standing: 'open', missing: [] };
  if (told !== undefined) return anyOf.includes(told) ? HOLDS : FAILS;
  const leading = rules.get(about);
  if (leading === undefined) return { standing: 'open', missing: [about] };
  return any(leading.filter(({ value }) => anyOf.includes(value)).map(({ when }) => all(when, rules, facts)));
}

/** Holds if every condition does, and fails with the first that does. */
function all(conditions: readonly Condition[], rules: Rules, facts: Facts): Proof {
  const missing: string[] = [];
  let isOpen = false;
  for (const condition of conditions) {
    const proof = prove(condition, rules, facts);
    if (proof.standing === 'fails') return FAILS;
    if (proof.standing === 'open') isOpen = true;
    missing.push(...proof.missing);
  }
  return isOpen ? { standing: 'open', missing: unique(missing) } : HOLDS;
}

/** Holds with the first proof that does, and fails if every one does. */
function any(proofs: readonly Proof[]): Proof {
  if (proofs.some(({ standing }) => standing === 'holds')) return HOLDS;
  if (proofs.every(({ standing }) => standing === 'fails')) return FAILS;
  return { standing: 'open', missing: unique(proofs.flatMap(({ missing }) => missing)) };
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
