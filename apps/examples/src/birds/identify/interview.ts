import { consult, type Expertise, type Standing } from '../engine/consultation.js';
import type { Facts } from '../engine/rule.js';

/** How an interview ended. */
export interface Findings {
  readonly facts: Facts;
  readonly standing: Standing;
  /** Whether whoever was asked broke it off. */
  readonly isStopped: boolean;
}

/**
 * Asks for one thing.
 *
 * @returns the answer, `UNKNOWN` where there is none, `undefined` to break off
 */
export type Ask = (about: string, standing: Standing, facts: Facts) => Promise<string | undefined>;

/**
 * Asks what is most telling, as long as there is something to find out.
 *
 * @param ask `undefined` where nobody can be asked
 */
export async function interview(expertise: Expertise, told: Facts, ask: Ask | undefined): Promise<Findings> {
  const facts = new Map(told);
  for (;;) {
    const standing = consult(expertise, facts);
    const [about] = standing.worth;
    if (about === undefined || ask === undefined) return { facts, standing, isStopped: false };
    const answer = await ask(about, standing, facts);
    if (answer === undefined) return { facts, standing, isStopped: true };
    facts.set(about, answer);
  }
}
