import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsAgainst } from '../../../../test/schema/official-schema.js';
import type { JsonObject, JsonValue } from '../json.js';
import { compileValidator } from '../schema/index.js';
import { fitsForm, formSchemaFault } from './form-schema.js';

const names = fc.uniqueArray(fc.constantFrom('red', 'green', 'blue'), { minLength: 1 });
const titled = names.map((list) => list.map((name) => ({ const: name, title: name.toUpperCase() })));
const bounds = <T>(
  value: fc.Arbitrary<T>,
  [min, max]: readonly [string, string],
): fc.Arbitrary<Partial<Record<string, T>>> => fc.record({ [min]: value, [max]: value }, { requiredKeys: [] });
const count = fc.integer({ min: 0, max: 4 });

/** Every kind of field that a form may have, without a default. */
const field: fc.Arbitrary<JsonObject> = fc
  .oneof(
    bounds(count, ['minLength', 'maxLength']).map((rest) => ({ type: 'string', ...rest })),
    fc.constantFrom('email', 'uri', 'date', 'date-time').map((format) => ({ type: 'string', format })),
    fc
      .tuple(fc.constantFrom('number', 'integer'), bounds(fc.integer({ min: -3, max: 3 }), ['minimum', 'maximum']))
      .map(([type, rest]) => ({ type, ...rest })),
    fc.constant({ type: 'boolean' }),
    names.map((list) => ({ type: 'string', enum: list })),
    names.map((list) => ({ type: 'string', enum: list, enumNames: list })),
    titled.map((list) => ({ type: 'string', oneOf: list })),
    fc.tuple(names, bounds(count, ['minItems', 'maxItems'])).map(([list, rest]) => ({
      type: 'array',
      items: { type: 'string', enum: list },
      ...rest,
    })),
    fc.tuple(titled, bounds(count, ['minItems', 'maxItems'])).map(([list, rest]) => ({
      type: 'array',
      items: { anyOf: list },
      ...rest,
    })),
  )
  .map((schema) => JSON.parse(JSON.stringify(schema)) as JsonObject);

const form: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), field),
    fc.subarray(['a', 'b', 'c']),
    fc.option(fc.boolean(), { nil: undefined }),
  )
  .map(([properties, wanted, additionalProperties]) => ({
    type: 'object',
    properties,
    required: wanted.filter((name) => Object.hasOwn(properties, name)),
    ...(additionalProperties !== undefined && { additionalProperties }),
  }));

const value: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom('red', 'green', '', 'ab', '😀😀', 'abcdef', 'a@b.example', 'https://example.com/', 'not a uri'),
  fc.constantFrom(
    '2026-02-28',
    '2026-02-29',
    '2024-02-29',
    '2026-13-01',
    '2026-07-28T10:00:00Z',
    '2026-07-28T24:00:00Z',
  ),
  fc.constantFrom('2026-07-28T10:00:00.5+02:00', '2026-07-28'),
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom(0.5, -2.5),
  fc.boolean(),
  fc.subarray(['red', 'green', 'blue', 'pink']),
);
const content = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value) as fc.Arbitrary<JsonObject>;

describe('the schema of a form', () => {
  it('is one that the protocol allows, and content fits it as JSON Schema has it (I-03, I-06)', async () => {
    await fc.assert(
      fc.asyncProperty(form, content, async (schema, filled) => {
        expect(formSchemaFault(schema, 'schema')).toBeUndefined();
        const params = { message: 'm', requestedSchema: schema };
        expect(faultsAgainst('2026-07-28', 'ElicitRequestFormParams', params)).toEqual([]);
        const validator = await compileValidator(schema, 'form');
        expect(fitsForm(filled, schema)).toBe(validator.validate(filled) === undefined);
      }),
    );
  });

  it('may have titles, descriptions and fitting defaults, and no field at all', () => {
    expect(formSchemaFault({ type: 'object', properties: {} }, 'schema')).toBeUndefined();
    const properties = {
      name: { type: 'string', title: 'Name', description: 'Yours', default: 'Ada', maxLength: 9 },
      age: { type: 'integer', default: 3 },
      colours: { type: 'array', items: { type: 'string', enum: ['red'] }, default: ['red'] },
    };
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    expect(formSchemaFault({ $schema, title: 'Form', type: 'object', properties }, 'schema')).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['schema must be a JSON Schema of an object; got undefined', undefined],
    ["schema.type must be 'object'", { properties: {} }],
    ['schema.properties must be an object of fields; got undefined', { type: 'object' }],
    ["schema.required names 'b', which is no field of the form", { type: 'object', properties: {}, required: ['b'] }],
    ['schema.required is not what a form can have there', { type: 'object', properties: {}, required: [1] }],
    ["schema has the keyword allOf, which a form can't have", { type: 'object', properties: {}, allOf: [] }],
    ["schema has the keyword toString, which a form can't have", { type: 'object', properties: {}, toString: 1 }],
  ])('%s', (fault, schema) => {
    expect(formSchemaFault(schema, 'schema')).toBe(fault);
  });

  it.each<[string, unknown]>([
    ['schema.properties.a must be a schema; got a boolean', true],
    [/^schema.properties.a has the type "object"; a form has fields of the types/ as never, { type: 'object' }],
    [/^schema.properties.a has the type \["string","null"\];/ as never, { type: ['string', 'null'] }],
    [/^schema.properties.a has no type;/ as never, { $ref: '#/$defs/a' }],
    [
      "schema.properties.a has the keyword pattern, which a field of this type can't have",
      { type: 'string', pattern: '^a' },
    ],
    [
      "schema.properties.a has the keyword minimum, which a field of this type can't have",
      { type: 'string', minimum: 1 },
    ],
    [
      "schema.properties.a has the keyword constructor, which a field of this type can't have",
      { type: 'string', constructor: 1 },
    ],
    ['schema.properties.a.format is not what a form can have there', { type: 'string', format: 'uuid' }],
    ['schema.properties.a.maxLength is not what a form can have there', { type: 'string', maxLength: -1 }],
    ['schema.properties.a.enum is not what a form can have there', { type: 'string', enum: [1] }],
    ['schema.properties.a.oneOf is not what a form can have there', { type: 'string', oneOf: [{ const: 'x' }] }],
    ['schema.properties.a has no items to choose from', { type: 'array' }],
    ['schema.properties.a.items is not what a form can have there', { type: 'array', items: { type: 'string' } }],
    ['schema.properties.a.items is not what a form can have there', { type: 'array', items: { type: 'object' } }],
    ['schema.properties.a.default does not fit the field', { type: 'integer', default: 1.5 }],
    ['schema.properties.a.title is not what a form can have there', { type: 'boolean', title: 1 }],
  ])('refuses a field: %s (I-03, Q-53)', (fault, a) => {
    const found = formSchemaFault({ type: 'object', properties: { a } }, 'schema');
    if (typeof fault === 'string') expect(found).toBe(fault);
    else expect(found).toMatch(fault as RegExp);
  });
});
