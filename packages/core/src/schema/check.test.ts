import { describe, expect, test } from 'vitest';
import { checkSchema } from './check.js';
import { SchemaError } from './error.js';
import type { JsonSchema } from './schema.js';

const check = (schema: unknown, side: 'input' | 'output' = 'output'): void =>
  checkSchema(schema as JsonSchema, { side, subject: "input of tool 'f'" });

test('J-04: a schema with every keyword in its right shape passes', () => {
  check(
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://example.com/root',
      $comment: 'c',
      $vocabulary: {},
      $anchor: 'root',
      type: 'object',
      title: 't',
      description: 'd',
      properties: {
        text: { type: 'string', minLength: 0, maxLength: 5, pattern: '^[\\w-.]*$', format: 'email' },
        number: { type: ['number', 'null'], minimum: -1, exclusiveMaximum: 1.5, multipleOf: 0.01 },
        list: { prefixItems: [true], items: false, contains: {}, minContains: 0, maxContains: 2, uniqueItems: true },
        choice: { enum: ['a', null, {}], default: 'a', examples: [], deprecated: true, readOnly: false },
        one: { const: null, contentEncoding: 'base64', contentMediaType: 'text/plain', contentSchema: {} },
        self: { $ref: '#' },
        named: { $ref: '#root' },
        header: { type: 'string', 'x-mcp-header': 'Region', nullable: 'whatever' },
      },
      patternProperties: { '^x-': {} },
      additionalProperties: false,
      propertyNames: { maxLength: 9 },
      required: ['text'],
      dependentRequired: { a: ['b'] },
      dependentSchemas: { a: {} },
      dependencies: { a: ['b'], c: {} },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      allOf: [{ not: {} }, { if: {}, then: {}, else: {} }],
      unevaluatedProperties: { unevaluatedItems: false },
      definitions: { a: {} },
    },
    'input',
  );
});

describe('TL-07: the root of an input', () => {
  test.each([
    [{}],
    [{ type: 'array' }],
    [{ type: ['object'] }],
    [{ $ref: '#/$defs/a', $defs: { a: { type: 'object' } } }],
  ])('%j must say type: "object"', (schema) => {
    expect(() => check(schema, 'input')).toThrow(/^input of tool 'f' must have type: "object" at its root, got/);
  });

  test('TL-09: is free in an output', () => {
    check({ type: 'array' });
    check({});
  });

  test.each([[null], [true], [[]], ['object'], [undefined]])('must not be %j', (schema) => {
    expect(() => check(schema, 'input')).toThrow(/must be a JSON Schema object/);
  });
});

describe('J-04: a keyword of a wrong shape is refused at its place', () => {
  const wrong: readonly (readonly [JsonSchema, string, RegExp])[] = [
    [{ type: 'int' }, '/type', /type must be one or several of string, .* null, each once; got "int"/],
    [{ type: [] }, '/type', /got a list of 0/],
    [{ type: ['string', 'string'] }, '/type', /each once/],
    [{ properties: [] }, '/properties', /properties must be an object of schemas, got a list of 0/],
    [{ properties: { a: 'string' } }, '/properties', /got "string" as 'a'/],
    [{ properties: { a: { items: { required: 'x' } } } }, '/properties/a/items/required', /distinct strings, got "x"/],
    [{ properties: { a: { required: true } } }, '/properties/a/required', /it is not a mark on a property/],
    [{ required: ['a', 'a'] }, '/required', /distinct/],
    [{ items: [{}] }, '/items', /the form before 2020-12: use prefixItems/],
    [{ additionalProperties: 'no' }, '/additionalProperties', /must be a schema/],
    [{ anyOf: [] }, '/anyOf', /at least one schema/],
    [{ allOf: [{}, 1] }, '/allOf', /got 1 as item 1/],
    [{ enum: [] }, '/enum', /at least one value/],
    [{ enum: 'a' }, '/enum', /at least one value, got "a"/],
    [{ examples: 'a' }, '/examples', /list of values/],
    [{ minLength: -1 }, '/minLength', /integer from 0, got -1/],
    [{ maxItems: 1.5 }, '/maxItems', /integer from 0/],
    [{ minimum: '1' }, '/minimum', /must be a number, got "1"/],
    [{ exclusiveMinimum: true }, '/exclusiveMinimum', /a boolean is the form of draft-04/],
    [{ multipleOf: 0 }, '/multipleOf', /above 0/],
    [{ pattern: '(' }, '/pattern', /regular expression/],
    [{ pattern: 1 }, '/pattern', /must be a string/],
    [{ patternProperties: { '[': {} } }, '/patternProperties', /regular expression/],
    [{ uniqueItems: 'yes' }, '/uniqueItems', /boolean/],
    [{ description: 1 }, '/description', /string/],
    [{ $id: 'a#b' }, '/$id', /without a fragment/],
    [{ $anchor: '#a' }, '/$anchor', /name of letters/],
    [{ $ref: 1 }, '/$ref', /string/],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, '/$schema', /must name JSON Schema 2020-12/],
    [{ dependentRequired: { a: 'b' } }, '/dependentRequired', /lists of distinct strings, got "b" as 'a'/],
    [{ dependentRequired: 1 }, '/dependentRequired', /must be an object/],
    [{ dependencies: { a: 1 } }, '/dependencies', /schemas or lists of names, got 1 as 'a'/],
    [{ $vocabulary: [] }, '/$vocabulary', /must be an object/],
  ];
  test.each(wrong)('%j', (schema, path, message) => {
    let thrown: unknown;
    try {
      check(schema);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(SchemaError);
    expect(thrown).toMatchObject({ path, message: expect.stringMatching(message), subject: "input of tool 'f'" });
  });
});

test('a member that is undefined is absent', () => {
  check({ type: 'object', description: undefined });
});

test('what can not be written as JSON is refused', () => {
  expect(() => check({ default: 5n })).toThrow(/can not be written as JSON/);
  const cycle: { default?: unknown } = {};
  cycle.default = cycle;
  expect(() => check(cycle)).toThrow(/can not be written as JSON/);
});

test('a schema under an unknown keyword is checked when a reference leads to it', () => {
  expect(() => check({ $ref: '#/components/a', components: { a: { type: 'x' }, b: { type: 'y' } } })).toThrow(
    /\(at \/components\/a\/type\)/,
  );
});

test('J-09: bounds are checked', () => {
  expect(() => check({ anyOf: Array.from({ length: 20_000 }, () => ({})) })).toThrow(/more than 10000/);
});
