import { describe, expect, it } from 'vitest';
import { prove } from './backward.js';
import { rulesOf, UNKNOWN } from './rule.js';

const rules = rulesOf([
  { about: 'group', value: 'raptors', when: [{ about: 'bill', anyOf: ['hooked'] }] },
  { about: 'group', value: 'owls', when: [{ about: 'face', anyOf: ['round', 'heart'] }] },
  { about: 'diet', value: 'mice', when: [{ about: 'group', anyOf: ['raptors', 'owls'] }] },
  {
    about: 'kind',
    value: 'eagle',
    when: [
      { about: 'group', anyOf: ['raptors'] },
      { about: 'size', anyOf: ['large'] },
    ],
  },
]);
const facts = (told: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> =>
  new Map(Object.entries(told));
const standing = (about: string, value: string, told?: Readonly<Record<string, string>>): unknown =>
  prove({ about, anyOf: [value] }, rules, facts(told));

describe('backward chaining', () => {
  it('takes what was told', () => {
    expect(standing('size', 'large', { size: 'large' })).toEqual({ standing: 'holds', missing: [] });
    expect(standing('size', 'large', { size: 'small' })).toEqual({ standing: 'fails', missing: [] });
  });

  it('wants to be told what no rule is about', () => {
    expect(standing('size', 'large')).toEqual({ standing: 'open', missing: ['size'] });
  });

  it('does not want again what nobody can tell', () => {
    expect(standing('size', 'large', { size: UNKNOWN })).toEqual({ standing: 'open', missing: [] });
    expect(standing('kind', 'eagle', { bill: UNKNOWN })).toEqual({ standing: 'open', missing: ['size'] });
  });

  it('goes from rule to rule down to what can be told', () => {
    expect(standing('kind', 'eagle')).toEqual({ standing: 'open', missing: ['bill', 'size'] });
    expect(standing('kind', 'eagle', { bill: 'hooked' })).toEqual({ standing: 'open', missing: ['size'] });
    expect(standing('kind', 'eagle', { bill: 'hooked', size: 'large' })).toMatchObject({ standing: 'holds' });
    expect(standing('kind', 'eagle', { bill: 'flat' })).toMatchObject({ standing: 'fails' });
  });

  it('needs one of the rules that come to the same', () => {
    expect(standing('diet', 'mice')).toEqual({ standing: 'open', missing: ['bill', 'face'] });
    expect(standing('diet', 'mice', { face: 'heart' })).toMatchObject({ standing: 'holds' });
    expect(standing('diet', 'mice', { bill: 'flat' })).toEqual({ standing: 'open', missing: ['face'] });
    expect(standing('diet', 'mice', { bill: 'flat', face: 'long' })).toMatchObject({ standing: 'fails' });
  });

  it('fails for a value that no rule comes to', () => {
    expect(standing('kind', 'dragon')).toMatchObject({ standing: 'fails' });
  });
});
