import { describe, expect, it } from 'vitest';
import { conclude } from './forward.js';
import { rulesOf, UNKNOWN } from './rule.js';

// The last comes first here: the order of conclusions is that of what follows from what.
const rules = rulesOf([
  { about: 'kind', value: 'barn owl', when: [{ about: 'group', anyOf: ['owls'] }] },
  {
    about: 'group',
    value: 'owls',
    when: [
      { about: 'face', anyOf: ['round', 'heart'] },
      { about: 'bill', anyOf: ['hooked'] },
    ],
  },
  { about: 'group', value: 'hunters', when: [{ about: 'bill', anyOf: ['hooked'] }] },
]);
const conclusions = (told: Readonly<Record<string, string>>): readonly string[] =>
  conclude(rules, new Map(Object.entries(told))).map(({ value }) => value);

describe('forward chaining', () => {
  it('finds all that follows, and what follows from that', () => {
    expect(conclusions({ face: 'heart', bill: 'hooked' })).toEqual(['owls', 'barn owl', 'hunters']);
  });

  it('finds no more than that', () => {
    expect(conclusions({ face: 'heart' })).toEqual([]);
    expect(conclusions({ bill: 'hooked' })).toEqual(['hunters']);
    expect(conclusions({ bill: 'hooked', face: UNKNOWN })).toEqual(['hunters']);
    expect(conclusions({})).toEqual([]);
  });

  it('goes on from a conclusion that was told', () => {
    expect(conclusions({ group: 'owls' })).toEqual(['barn owl']);
  });
});
