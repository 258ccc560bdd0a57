import { describe, expect, test } from 'vitest';
import { SchemaError } from './error.js';
import type { JsonSchema } from './schema.js';
import { translate } from './translate.js';

const DRAFT_04 = 'http://json-schema.org/draft-04/schema#';
const DRAFT_06 = 'http://json-schema.org/draft-06/schema#';
const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

const from07 = (schema: JsonSchema): JsonSchema => translate({ $schema: DRAFT_07, ...schema }, 's');

describe('a schema of 2020-12', () => {
  test('J-01, TP-27: passes unchanged when it names no dialect, with all that is unknown in it', () => {
    const schema = Object.freeze({
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      definitions: { old: {} },
      dependencies: { a: ['b'] },
      enumNames: ['a'],
    });
    expect(translate(schema, 's')).toBe(schema);
  });

  test('passes unchanged when it names 2020-12', () => {
    const schema = { $schema: DRAFT_2020, type: 'object' };
    expect(translate(schema, 's')).toBe(schema);
  });
});

describe('A9: a schema of draft-07', () => {
  test('loses its $schema at every depth', () => {
    const schema = from07({ properties: { a: { $schema: DRAFT_07, items: { $schema: DRAFT_07, type: 'string' } } } });
    expect(schema).toEqual({ properties: { a: { items: { type: 'string' } } } });
  });

  test('is translated also when only a part of the schema names it', () => {
    const schema = { prefixItems: [{}], properties: { a: { $schema: DRAFT_07, items: [{ type: 'string' }] } } };
    expect(translate(schema, 's')).toEqual({
      prefixItems: [{}],
      properties: { a: { prefixItems: [{ type: 'string' }] } },
    });
  });

  test('has its definitions moved, and its references with them', () => {
    expect(
      from07({
        definitions: { 'a b': { items: [{ $ref: '#/definitions/c' }] }, c: { additionalItems: {}, dependencies: {} } },
        properties: {
          a: { $ref: '#/definitions/a%20b' },
          b: { $ref: '#/definitions/a%20b/items/0' },
          root: { $ref: '#' },
        },
      }),
    ).toEqual({
      $defs: { 'a b': { prefixItems: [{ $ref: '#/$defs/c' }] }, c: {} },
      properties: {
        a: { $ref: '#/$defs/a%20b' },
        b: { $ref: '#/$defs/a%20b/prefixItems/0' },
        root: { $ref: '#' },
      },
    });
  });

  test('has its tuples rewritten', () => {
    expect(from07({ items: [{ type: 'string' }, true], additionalItems: { type: 'number' } })).toEqual({
      prefixItems: [{ type: 'string' }, true],
      items: { type: 'number' },
    });
    expect(from07({ items: [], additionalItems: false })).toEqual({ items: false });
    expect(from07({ items: { type: 'string' }, additionalItems: false })).toEqual({ items: { type: 'string' } });
    expect(from07({ additionalItems: false })).toEqual({});
  });

  test('has its dependencies split', () => {
    expect(from07({ dependencies: { a: ['b'], c: { required: ['d'], items: [{}] }, e: false } })).toEqual({
      dependentRequired: { a: ['b'] },
      dependentSchemas: { c: { required: ['d'], prefixItems: [{}] }, e: false },
    });
  });

  test('keeps beside a $ref only what draft-07 heeds there', () => {
    expect(
      from07({
        $ref: '#/definitions/a',
        description: 'kept',
        type: 'string',
        maxLength: 3,
        'x-own': 1,
        definitions: { a: {} },
      }),
    ).toEqual({ $ref: '#/$defs/a', description: 'kept', 'x-own': 1, $defs: { a: {} } });
  });

  test('has names in $id made anchors, and addresses kept', () => {
    expect(
      from07({
        $id: 'https://example.com/root.json#',
        definitions: {
          a: { $id: '#a', type: 'string' },
          b: { $id: 'b.json', definitions: { c: {} }, items: { $ref: '#/definitions/c' } },
        },
        properties: { a: { $ref: '#a' }, c: { $ref: 'b.json#/definitions/c' } },
      }),
    ).toEqual({
      $id: 'https://example.com/root.json',
      $defs: {
        a: { $anchor: 'a', type: 'string' },
        b: { $id: 'b.json', $defs: { c: {} }, items: { $ref: '#/$defs/c' } },
      },
      properties: { a: { $ref: '#a' }, c: { $ref: 'b.json#/$defs/c' } },
    });
  });

  test('is translated under an unknown keyword where a reference leads there, and only there', () => {
    expect(
      from07({
        items: { $ref: '#/components/a' },
        components: { a: { items: [{ type: 'string' }] }, other: { items: [1] } },
      }),
    ).toEqual({
      items: { $ref: '#/components/a' },
      components: { a: { prefixItems: [{ type: 'string' }] }, other: { items: [1] } },
    });
  });

  test('keeps values that only look like schemas', () => {
    const values = { const: { items: [1] }, enum: [{ definitions: {} }], default: { $schema: DRAFT_07 } };
    expect(from07(values)).toEqual(values);
  });

  test('keeps odd names of properties', () => {
    const schema = JSON.parse(`{"$schema": "${DRAFT_07}", "properties": {"__proto__": {"items": [{}]}, "a/~": {}}}`);
    const translated = JSON.stringify(translate(schema, 's'));
    expect(translated).toBe('{"properties":{"__proto__":{"prefixItems":[{}]},"a/~":{}}}');
  });

  test('is not changed itself', () => {
    const schema = { $schema: DRAFT_07, definitions: { a: { items: [{}] } }, $ref: '#/definitions/a' };
    const before = structuredClone(schema);
    translate(schema, 's');
    expect(schema).toEqual(before);
  });
});

describe('a schema of another dialect', () => {
  test('draft-04: flags of limits become limits, and id becomes $id', () => {
    expect(
      translate(
        {
          $schema: DRAFT_04,
          id: 'https://example.com/a',
          minimum: 1,
          exclusiveMinimum: true,
          maximum: 5,
          exclusiveMaximum: false,
          properties: { id: { type: 'string', exclusiveMaximum: true } },
        },
        's',
      ),
    ).toEqual({
      $id: 'https://example.com/a',
      exclusiveMinimum: 1,
      maximum: 5,
      properties: { id: { type: 'string' } },
    });
  });

  test('draft-06: const and contains stay', () => {
    expect(translate({ $schema: DRAFT_06, contains: { const: 1 } }, 's')).toEqual({ contains: { const: 1 } });
  });

  test('2019-09: $recursiveRef becomes a $ref, and siblings of $ref stay', () => {
    expect(
      translate(
        {
          $schema: DRAFT_2019,
          $recursiveAnchor: true,
          properties: { child: { $recursiveRef: '#' }, both: { $ref: '#/$defs/a', $recursiveRef: '#', allOf: [{}] } },
          $defs: { a: { $ref: '#', minProperties: 1 } },
        },
        's',
      ),
    ).toEqual({
      properties: { child: { $ref: '#' }, both: { $ref: '#/$defs/a', allOf: [{}, { $ref: '#' }] } },
      $defs: { a: { $ref: '#', minProperties: 1 } },
    });
  });
});

describe('refused with the subject and the place', () => {
  const refusals: readonly (readonly [string, JsonSchema, RegExp])[] = [
    [
      'J-02: an unknown dialect',
      { $schema: 'https://example.com/mine' },
      /s: the dialect "https:.*mine" is not known; use .*\(at \/\$schema\)/,
    ],
    ['J-02: draft-03', { $schema: 'http://json-schema.org/draft-03/schema#' }, /is not known/],
    ['J-02: an unknown dialect inside', { items: { $schema: 'x' } }, /\(at \/items\/\$schema\)/],
    ['J-02: a dialect that is no string', { $schema: 7 }, /the dialect 7 is not known/],
    [
      'a newer keyword',
      { $schema: DRAFT_07, items: { prefixItems: [{}] } },
      /prefixItems is not a keyword of draft-07.*\(at \/items\)/,
    ],
    ['a newer keyword in draft-04', { $schema: DRAFT_04, const: 1 }, /const is not a keyword of draft-04/],
    [
      'a number for a flag',
      { $schema: DRAFT_04, minimum: 1, exclusiveMinimum: 2 },
      /exclusiveMinimum of draft-04 must be a boolean/,
    ],
    [
      'an address and a name in one',
      { $schema: DRAFT_07, items: { $id: 'a.json#b' } },
      /"a.json#b" is an address and a name/,
    ],
    [
      'a name in both containers',
      { $schema: DRAFT_07, $defs: { a: {} }, definitions: { a: {} } },
      /have a name in common/,
    ],
    [
      'a reference into what is ignored',
      { $schema: DRAFT_07, items: { $ref: '#/items/not', not: {} } },
      /points to a place/,
    ],
    ['dependencies of a wrong shape', { $schema: DRAFT_07, dependencies: [] }, /dependencies must be an object/],
    [
      '$recursiveRef across schemas',
      { $schema: DRAFT_2019, items: { $id: 'a', not: { $recursiveRef: '#' } } },
      /can not be translated/,
    ],
    [
      'contains with unevaluatedItems',
      { $schema: DRAFT_2019, contains: {}, unevaluatedItems: false },
      /changed its meaning/,
    ],
  ];
  test.each(refusals)('%s', (_, schema, message) => {
    expect(() => translate(schema, 's')).toThrow(SchemaError);
    expect(() => translate(schema, 's')).toThrow(message);
  });
});
