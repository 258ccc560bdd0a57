import { expect, test } from 'vitest';
import { eachSubSchema, isSubSchema } from './keywords.js';
import type { JsonSchema } from './schema.js';

function placesIn(schema: JsonSchema): string[] {
  const places: string[] = [];
  eachSubSchema(schema, (_, keyword, key) => places.push(key === undefined ? keyword : `${keyword}/${key}`));
  return places;
}

test('every keyword that holds schemas is visited, in all of its forms', () => {
  expect(
    placesIn({
      $defs: { a: {} },
      definitions: { b: true },
      allOf: [{}, {}],
      not: {},
      items: [{}],
      additionalItems: {},
      properties: { if: { type: 'string' }, __proto__: {} },
      additionalProperties: false,
      dependencies: { c: ['d'], e: {} },
    }).sort(),
  ).toEqual(
    [
      '$defs/a',
      'definitions/b',
      'allOf/0',
      'allOf/1',
      'not',
      'items/0',
      'additionalItems',
      'properties/if',
      'additionalProperties',
      'dependencies/e',
    ].sort(),
  );
});

test('values, unknown keywords and members of a wrong shape hold no schemas', () => {
  expect(
    placesIn({
      const: { not: {} },
      enum: [{}],
      default: {},
      examples: [{}],
      components: { a: {} },
      not: 5,
      anyOf: [5],
    }),
  ).toEqual([]);
});

test('only objects and booleans can be schemas', () => {
  expect([{}, true, false].every(isSubSchema)).toBe(true);
  expect([null, [], 'string', 0, undefined].some(isSubSchema)).toBe(false);
});
