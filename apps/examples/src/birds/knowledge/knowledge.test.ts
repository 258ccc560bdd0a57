import { describe, expect, it } from 'vitest';
import { featuresOf } from '../bird.js';
import { FAMILIES, type Family } from './families.js';
import { FEATURE_NAMES, FEATURES, type Features, valuesOf } from './features.js';
import { ORDERS, type Order } from './orders.js';
import { RULES } from './rules.js';
import { sizesOf } from './size.js';
import { SPECIES, type Species } from './species.js';

const bySpecies = SPECIES.map((bird): [string, Species] => [bird.name, bird]);

describe('the birds', () => {
  it('are from 20 to 40, each there once', () => {
    expect(SPECIES.length).toBeGreaterThanOrEqual(20);
    expect(SPECIES.length).toBeLessThanOrEqual(40);
    for (const member of ['name', 'title', 'scientific'] as const) {
      expect(new Set(SPECIES.map((bird) => bird[member])).size).toBe(SPECIES.length);
    }
  });

  it.each(bySpecies)('%s has a name, a note and a length of one form', (_name, bird) => {
    expect(bird.name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(bird.title.toLowerCase().replaceAll(' ', '-')).toBe(bird.name);
    expect(bird.scientific).toMatch(/^[A-Z][a-z]+ [a-z]+$/);
    expect(bird.note).toMatch(/^[A-Z].*\.$/);
    const [shortest, longest] = bird.lengthCm;
    expect(shortest).toBeLessThan(longest);
  });

  it.each(bySpecies)('%s contradicts neither its family nor its order', (_name, bird) => {
    for (const [feature, values] of featuresOf(bird)) {
      expect(values.length, feature).toBeGreaterThan(0);
      for (const value of values) expect(valuesOf(feature)).toContain(value);
    }
  });

  it('can be told apart in pairs, whatever is true of them is answered', () => {
    const birds = SPECIES.map((bird) => ({
      name: bird.name,
      features: Object.fromEntries(featuresOf(bird)) as Features,
    }));
    const alike = pairs(birds).filter(([one, other]) => !exclude(one.features, other.features));
    expect(alike.map(([one, other]) => `${one.name} and ${other.name}`)).toEqual([]);
  });

  it('are of every family, and have every value between them', () => {
    expect(new Set(SPECIES.map(({ family }) => family))).toEqual(new Set(Object.keys(FAMILIES)));
    expect(new Set(Object.values(FAMILIES).map(({ order }) => order))).toEqual(new Set(Object.keys(ORDERS)));
    for (const feature of FEATURE_NAMES) {
      const used = SPECIES.flatMap((bird) => featuresOf(bird).get(feature) ?? []);
      expect(new Set(used), feature).toEqual(new Set(valuesOf(feature)));
    }
  });
});

describe('the rules', () => {
  it('are one for each order, family and species', () => {
    expect(RULES.get('order')).toHaveLength(Object.keys(ORDERS).length);
    expect(RULES.get('family')).toHaveLength(Object.keys(FAMILIES).length);
    expect(RULES.get('species')).toHaveLength(SPECIES.length);
  });

  it('come to a species by its family and features, and to its family by its order', () => {
    expect(RULES.get('species')?.find(({ value }) => value === 'common-coot')?.when).toEqual(
      expect.arrayContaining([
        { about: 'family', anyOf: ['Rallidae'] },
        { about: 'size', anyOf: ['crow'] },
        { about: 'feet', anyOf: ['lobed'] },
      ]),
    );
    expect(RULES.get('family')?.find(({ value }) => value === 'Rallidae')?.when).toContainEqual({
      about: 'order',
      anyOf: ['Gruiformes'],
    });
  });
});

describe('groups', () => {
  it('of which one bird could be both are none', () => {
    const orders = Object.entries<Order>(ORDERS).map(([name, { features }]) => ({ name, features }));
    expect(pairs(orders).filter(([one, other]) => !exclude(one.features, other.features))).toEqual([]);
    const families = Object.entries<Family>(FAMILIES).map(([name, family]) => ({ name, ...family }));
    const siblings = pairs(families).filter(([one, other]) => one.order === other.order);
    expect(siblings.length).toBeGreaterThan(0);
    expect(siblings.filter(([one, other]) => !exclude(one.features, other.features))).toEqual([]);
  });
});

describe('sizes', () => {
  it.each([
    [[12, 15], ['sparrow']],
    [
      [13, 16],
      ['sparrow', 'thrush'],
    ],
    [
      [46, 58],
      ['crow', 'duck'],
    ],
    [
      [75, 110],
      ['goose', 'swan'],
    ],
    [[140, 160], ['swan']],
  ] as const)('of a bird of %j cm are %j', (length, sizes) => {
    expect(sizesOf(length)).toEqual(sizes);
  });
});

describe('features', () => {
  it.each(FEATURE_NAMES)('%s is a question with titled choices', (name) => {
    expect(FEATURES[name].question).toMatch(/\?$/);
    const titles = Object.values(FEATURES[name].choices);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

function pairs<T>(list: readonly T[]): readonly (readonly [T, T])[] {
  return list.flatMap((one, index) => list.slice(index + 1).map((other) => [one, other] as const));
}

/** Whether some feature has no value that is true of both. */
function exclude(one: Features, other: Features): boolean {
  return FEATURE_NAMES.some((name) => {
    const values: readonly string[] | undefined = other[name];
    return one[name]?.some((value) => values?.includes(value) ?? true) === false;
  });
}
