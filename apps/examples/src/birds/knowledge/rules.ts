import { type Condition, type Rule, type Rules, rulesOf } from '../engine/rule.js';
import { FAMILIES } from './families.js';
import type { Features } from './features.js';
import { ORDERS } from './orders.js';
import { sizesOf } from './size.js';
import { SPECIES } from './species.js';

/** What the rules come to in the end. Its values are the names of species. */
export const GOAL = 'species';

/**
 * The knowledge as rules: an order is known by its features, a family by its order and more features, a species by its family,
 * its size, and more features again.
 */
export const RULES: Rules = rulesOf([
  ...Object.entries(ORDERS).map(([order, { features }]) => rule('order', order, conditionsOf(features))),
  ...Object.entries(FAMILIES).map(([family, { order, features }]) =>
    rule('family', family, [is('order', order), ...conditionsOf(features)]),
  ),
  ...SPECIES.map(({ name, family, lengthCm, features }) =>
    rule(GOAL, name, [is('family', family), ...conditionsOf({ size: sizesOf(lengthCm), ...features })]),
  ),
]);

function rule(about: string, value: string, when: readonly Condition[]): Rule {
  return { about, value, when };
}

function is(about: string, value: string): Condition {
  return { about, anyOf: [value] };
}

function conditionsOf(features: Features): readonly Condition[] {
  return Object.entries(features).map(([about, anyOf]) => ({ about, anyOf }));
}
