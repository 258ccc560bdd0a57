import { describe, expect, it } from 'vitest';
import { consult, type Expertise } from './consultation.js';
import { type Rule, rulesOf, UNKNOWN } from './rule.js';

const kind = (value: string, when: Readonly<Record<string, readonly string[]>>): Rule => ({
  about: 'kind',
  value,
  when: Object.entries(when).map(([about, anyOf]) => ({ about, anyOf })),
});

const expertise: Expertise = {
  goal: 'kind',
  rules: rulesOf([
    kind('swan', { colour: ['white'], feet: ['webbed'], size: ['large'] }),
    kind('goose', { colour: ['grey'], feet: ['webbed'], size: ['large'] }),
    kind('gull', { colour: ['grey', 'white'], feet: ['webbed'], size: ['small'] }),
    kind('raven', { colour: ['black'], size: ['large'] }),
  ]),
  askable: new Map([
    ['size', ['small', 'large']],
    ['feet', ['webbed', 'talons']],
    ['colour', ['white', 'grey', 'black']],
  ]),
};
const standing = (told: Readonly<Record<string, string>>): unknown => consult(expertise, new Map(Object.entries(told)));

describe('a consultation', () => {
  it('has everything before it, and begins with what tells most', () => {
    expect(standing({})).toEqual({ left: ['swan', 'goose', 'gull', 'raven'], worth: ['colour', 'size', 'feet'] });
  });

  it('drops what the facts rule out, and asks only what still tells anything', () => {
    expect(standing({ colour: 'white' })).toEqual({ left: ['swan', 'gull'], worth: ['size'] });
    expect(standing({ size: 'large' })).toEqual({ left: ['swan', 'goose', 'raven'], worth: ['colour', 'feet'] });
  });

  it('has nothing to ask about one, or none', () => {
    expect(standing({ colour: 'black' })).toEqual({ left: ['raven'], worth: [] });
    expect(standing({ colour: 'black', size: 'small' })).toEqual({ left: [], worth: [] });
  });

  it('does not ask again what nobody knows', () => {
    expect(standing({ colour: 'white', size: UNKNOWN })).toEqual({ left: ['swan', 'gull'], worth: [] });
  });

  it('asks what stands first where several tell as much', () => {
    const twins: Expertise = {
      goal: 'kind',
      rules: rulesOf([kind('one', { b: ['x'], a: ['x'] }), kind('other', { b: ['y'], a: ['y'] })]),
      askable: new Map([
        ['a', ['x', 'y']],
        ['b', ['x', 'y']],
      ]),
    };
    expect(consult(twins, new Map()).worth).toEqual(['a', 'b']);
  });
});
