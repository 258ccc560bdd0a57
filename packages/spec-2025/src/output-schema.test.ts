import type { JsonObject, JsonValue } from '@polyspec/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWrapped, listedOutputSchema } from './output-schema.js';

const object = { type: 'object', properties: { a: { type: 'number' } } } as const;
const other = { type: 'object', properties: { b: { type: 'string' } } } as const;

/** The same instance for everything, as clients have it. */
const ajv = new Ajv2020({ strict: false });
const accepts = (schema: JsonObject, value: JsonValue): boolean => ajv.compile(schema)(value) as boolean;

/** A schema that takes 2 to the power of `depth` steps to look through naively. */
function doubling(depth: number): JsonObject {
  const names = Array.from({ length: depth }, (_, index) => [
    `s${index}`,
    { allOf: [{ $ref: `#/$defs/s${index + 1}` }, { $ref: `#/$defs/s${index + 1}` }] },
  ]);
  return { $ref: '#/$defs/s0', $defs: { ...Object.fromEntries(names), [`s${depth}`]: {} } as JsonObject };
}

describe('a root that is an object', () => {
  test('is listed as it is, the same object', () => {
    expect(listedOutputSchema(object)).toBe(object);
    expect(isWrapped(object)).toBe(false);
  });

  test.each<[string, JsonObject]>([
    ['a list of one type', { type: ['object'] }],
    ['a union of objects', { anyOf: [object, other] }],
    ['an exclusive union of objects', { oneOf: [object, other] }],
    ['an intersection with an object', { allOf: [object, { required: ['a'] }] }],
    ['a reference to an object', { $ref: '#/$defs/a~1b', $defs: { 'a/b': object } }],
    ['a percent-encoded reference', { $ref: '#/$defs/a%20b', $defs: { 'a b': object } }],
    [
      'a union in which one object stands twice',
      { anyOf: [object, { allOf: [{ $ref: '#/$defs/x' }, other] }, { $ref: '#/$defs/x' }], $defs: { x: object } },
    ],
    ['a union of references', { anyOf: [{ $ref: '#/$defs/x' }, other], $defs: { x: { anyOf: [object] } } }],
  ])('without saying so gets the type it lacks: %s (Q-41)', (_what, schema) => {
    expect(listedOutputSchema(schema)).toEqual({ ...schema, type: 'object' });
    expect(isWrapped(schema)).toBe(false);
  });
});

describe('any other root', () => {
  test.each<[string, JsonObject]>([
    ['an array', { type: 'array', items: { type: 'string' } }],
    ['a string', { type: 'string' }],
    ['an object or nothing', { type: ['object', 'null'] }],
    ['a union with something else', { anyOf: [object, { type: 'string' }] }],
    ['an empty union', { anyOf: [] }],
    ['anything', {}],
    ['a reference that leads nowhere', { $ref: '#/$defs/none' }],
    ['a reference to a name', { $ref: '#name', $defs: { x: { $anchor: 'name', type: 'object' } } }],
    ['a reference to itself', { $ref: '#' }],
    ['references in a circle', { allOf: [{ $ref: '#' }, { $ref: '#/$defs/a' }], $defs: { a: { $ref: '#' } } }],
    ['references that double at each step', doubling(60)],
  ])('becomes that of the one member of an object: %s (Q-41)', (_what, schema) => {
    expect(isWrapped(schema)).toBe(true);
    expect(listedOutputSchema(schema)).toMatchObject({
      type: 'object',
      properties: { result: expect.anything() as JsonValue },
      required: ['result'],
    });
  });

  test('its references point to where it went, data and names that look like references do not', () => {
    const schema: JsonObject = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'array',
      items: { anyOf: [{ $ref: '#/$defs/node' }, { $ref: '#' }, { $ref: 'https://example.com/s#/x' }] },
      default: { $ref: '#/$defs/node' },
      $defs: {
        node: { properties: { $ref: { type: 'string' }, default: { $ref: '#/$defs/node' } } },
        constant: { const: { $ref: '#' }, enum: ['#/a'], examples: [{ $ref: '#' }] },
        elsewhere: { $id: 'https://example.com/e', $ref: '#/$defs/own', $defs: { own: {} } },
      },
    };
    expect(listedOutputSchema(schema)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        result: {
          type: 'array',
          items: {
            anyOf: [
              { $ref: '#/properties/result/$defs/node' },
              { $ref: '#/properties/result' },
              { $ref: 'https://example.com/s#/x' },
            ],
          },
          default: { $ref: '#/$defs/node' },
          $defs: {
            node: {
              properties: { $ref: { type: 'string' }, default: { $ref: '#/properties/result/$defs/node' } },
            },
            constant: { const: { $ref: '#' }, enum: ['#/a'], examples: [{ $ref: '#' }] },
            elsewhere: { $id: 'https://example.com/e', $ref: '#/$defs/own', $defs: { own: {} } },
          },
        },
      },
      required: ['result'],
    });
  });

  test('one with an address of its own stays as it is, and its references still resolve', () => {
    const schema = {
      $id: 'https://example.com/list',
      type: 'array',
      items: { $ref: '#/$defs/x' },
      $defs: { x: { type: 'number' } },
    };
    const listed = listedOutputSchema(schema);
    expect(listed).toMatchObject({ properties: { result: schema } });
    expect(accepts(listed, { result: [1] })).toBe(true);
    expect(accepts(listed, { result: ['1'] })).toBe(false);
  });

  test('the author’s schema is left alone', () => {
    const schema = { type: 'array', items: { $ref: '#/$defs/x' }, $defs: { x: { type: 'number' } } };
    const before = structuredClone(schema);
    listedOutputSchema(schema);
    expect(schema).toEqual(before);
  });
});

test('whatever the schema, a value that fits it fits the listed schema when wrapped as results are, and no other does', () => {
  const leaf = fc.constantFrom<JsonObject>(
    { type: 'number' },
    { type: 'string' },
    object,
    { const: { a: 1 } },
    { $ref: '#/$defs/number' },
    { $ref: '#/$defs/list' },
    { $ref: '#/$defs/object' },
    { type: ['object', 'null'] },
  );
  const schema = fc
    .oneof(
      leaf,
      fc.array(leaf, { minLength: 1, maxLength: 3 }).map((anyOf): JsonObject => ({ anyOf })),
      fc.array(leaf, { minLength: 1, maxLength: 2 }).map((allOf): JsonObject => ({ allOf })),
      leaf.map((items): JsonObject => ({ type: 'array', items })),
      leaf.map((a): JsonObject => ({ properties: { a } })),
    )
    .map(
      (root): JsonObject => ({
        ...root,
        $defs: {
          number: { type: 'number' },
          list: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/number' }, { $ref: '#/$defs/list' }] } },
          object: { type: 'object', properties: { a: { $ref: '#/$defs/number' } } },
        },
      }),
    );
  const value = fc.constantFrom<JsonValue>(null, 1, 'x', [], [1, [2]], [['x']], {}, { a: 1 }, { a: 'x' }, [{ a: 1 }]);
  fc.assert(
    fc.property(schema, value, (given, data) => {
      const listed = listedOutputSchema(given);
      const sent = isWrapped(given) ? { result: data } : data;
      expect(listed.type).toBe('object');
      expect(accepts(listed, sent)).toBe(accepts(given, data));
    }),
    { numRuns: 300 },
  );
});
