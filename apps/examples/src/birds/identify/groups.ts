import { conclude } from '../engine/forward.js';
import type { Facts } from '../engine/rule.js';
import { FAMILIES, type FamilyName } from '../knowledge/families.js';
import { ORDERS, type OrderName } from '../knowledge/orders.js';
import { GOAL, RULES } from '../knowledge/rules.js';

/** What follows from what was told, on the way to a species: the order, then the family, each as people say it. */
export function groupsFrom(facts: Facts): readonly string[] {
  return conclude(RULES, facts)
    .filter(({ about }) => about !== GOAL)
    .map(({ about, value }) => {
      const { title } = about === 'order' ? ORDERS[value as OrderName] : FAMILIES[value as FamilyName];
      return `the ${about} ${value} (${title})`;
    });
}
