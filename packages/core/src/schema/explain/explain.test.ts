import { describe, expect, test } from 'vitest';
import { documentOf } from '../document.js';
import { describeFaults } from '../fault.js';
import type { JsonSchema } from '../schema.js';
import { explain } from './explain.js';

/** The lines that tell what is wrong. */
function lines(schema: JsonSchema, value: unknown): string[] {
  const faults = explain(documentOf(schema), value, (format, text) => format !== 'email' || String(text).includes('@'));
  return faults.length === 0 ? [] : describeFaults(faults, 'x').split('\n').slice(1);
}

describe('A12: the arguments of the example', () => {
  const schema = {
    type: 'object',
    properties: {
      count: { type: 'number' },
      done: { type: 'boolean' },
      mode: { enum: ['a', 'b'] },
      when: { type: 'array', items: { type: 'object', properties: { from: { type: 'string' } }, required: ['from'] } },
    },
    required: ['count', 'done', 'mode'],
    additionalProperties: false,
  };

  test('nothing given: each missing member is named with what it must be', () => {
    expect(lines(schema, {})).toEqual([
      '- count: missing, expected number',
      '- done: missing, expected boolean',
      '- mode: missing, expected one of "a", "b"',
    ]);
  });

  test('everything wrong: all of it in one message, by path', () => {
    expect(lines(schema, { count: '5', done: 'false', mode: 'c', when: [{ from: 1 }, {}] })).toEqual([
      '- count: expected number, got string "5"',
      '- done: expected boolean, got string "false"',
      '- mode: expected one of "a", "b"; got "c"',
      '- when[0].from: expected string, got number 1',
      '- when[1].from: missing, expected string',
    ]);
  });

  test('a member too many, null, a list', () => {
    expect(lines(schema, { count: 1, done: true, mode: 'a', x: 1 })).toEqual(['- x: not allowed']);
    expect(lines(schema, null)).toEqual(['- (arguments): expected object, got null']);
    expect(lines(schema, [])).toEqual(['- (arguments): expected object, got empty array']);
  });

  test('nothing wrong: no fault', () => {
    expect(lines(schema, { count: 1, done: false, mode: 'b', when: [{ from: '' }] })).toEqual([]);
  });
});

test.each<[JsonSchema, unknown, string]>([
  [{ type: 'integer' }, 1.5, '- (arguments): expected integer, got number 1.5'],
  [{ type: ['string', 'null'] }, 1, '- (arguments): expected string or null, got number 1'],
  [{ type: 'string', format: 'date' }, 1, '- (arguments): expected string (date), got number 1'],
  [{ const: 'a' }, 'b', '- (arguments): expected "a", got "b"'],
  [{ minimum: 1 }, 0, '- (arguments): expected at least 1, got number 0'],
  [{ maximum: 1 }, 2, '- (arguments): expected at most 1, got number 2'],
  [{ exclusiveMinimum: 1 }, 1, '- (arguments): expected more than 1, got number 1'],
  [{ exclusiveMaximum: 1 }, 1, '- (arguments): expected less than 1, got number 1'],
  [{ multipleOf: 0.01 }, 19.995, '- (arguments): expected a multiple of 0.01, got number 19.995'],
  [{ minLength: 1 }, '', '- (arguments): expected at least 1 character, got 0 characters'],
  [{ maxLength: 2 }, '😀😀😀', '- (arguments): expected at most 2 characters, got 3 characters'],
  [{ pattern: '^a$' }, 'b', '- (arguments): expected string that matches /^a$/, got string "b"'],
  [{ format: 'email' }, 'b', '- (arguments): expected string (email), got string "b"'],
  [
    { format: 'email', pattern: `^(${'x'.repeat(90)})$` },
    'b',
    '- (arguments): expected string (email), got string "b"',
  ],
  [{ minItems: 2 }, [1], '- (arguments): expected at least 2 items, got array of 1 item'],
  [{ maxItems: 1 }, [1, 2], '- (arguments): expected at most 1 item, got array of 2 items'],
  [{ uniqueItems: true }, [1, 1], '- (arguments): expected distinct items, got array of 2 items, some of them equal'],
  [{ contains: { type: 'string' } }, [1], '- (arguments): expected at least 1 item that is string, got 0'],
  [
    { contains: { type: 'string' }, maxContains: 1 },
    ['', ''],
    '- (arguments): expected at most 1 item that is string, got 2',
  ],
  [
    { prefixItems: [{ type: 'string' }], items: false },
    [1, 2],
    '- [0]: expected string, got number 1\n- [1]: not allowed',
  ],
  [{ minProperties: 1 }, {}, '- (arguments): expected at least 1 member, got 0 members'],
  [{ maxProperties: 1 }, { a: 1, b: 2 }, '- (arguments): expected at most 1 member, got 2 members'],
  [{ propertyNames: { pattern: '^a' } }, { b: 1 }, '- b: this name is not allowed, expected string that matches /^a/'],
  [{ propertyNames: false }, { b: 1 }, '- b: this name is not allowed, expected no such name'],
  [{ patternProperties: { '^x-': { type: 'string' } } }, { 'x-a': 1 }, '- x-a: expected string, got number 1'],
  [{ additionalProperties: { type: 'string' } }, { a: 1 }, '- a: expected string, got number 1'],
  [
    { dependentRequired: { a: ['b'] }, properties: { b: { type: 'string' } } },
    { a: 1 },
    '- b: missing, expected string beside a',
  ],
  [{ dependentSchemas: { a: { required: ['b'] } } }, { a: 1 }, '- b: missing, expected a value'],
  [{ dependencies: { a: ['b'] } }, { a: 1 }, '- b: missing, expected a value beside a'],
  [{ not: { type: 'string' } }, 'x', '- (arguments): expected anything but string, got string "x"'],
  [{ not: {} }, 'x', '- (arguments): fits what the schema excludes'],
  [
    { oneOf: [{ type: 'number' }, { minimum: 0 }] },
    1,
    '- (arguments): fits 2 of the 2 alternatives, expected exactly one',
  ],
  [
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { if: { type: 'string' }, then: { minLength: 3 }, else: false },
    'x',
    '- (arguments): expected at least 3 characters, got 1 character',
  ],
  [{ if: { type: 'string' }, else: { minimum: 5 } }, 1, '- (arguments): expected at least 5, got number 1'],
  [{ allOf: [{ type: 'string' }, { type: 'string' }] }, 1, '- (arguments): expected string, got number 1'],
  [{ $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }, 1, '- (arguments): expected string, got number 1'],
  [{ properties: { a: {} }, unevaluatedProperties: false }, { a: 1, b: 1 }, '- b: not allowed'],
  [
    { allOf: [{ properties: { a: {} } }], unevaluatedProperties: { type: 'string' } },
    { a: 1, b: 1 },
    '- b: expected string, got number 1',
  ],
  [{ prefixItems: [{}], unevaluatedItems: false }, [1, 2], '- [1]: not allowed'],
  [
    { properties: { 'odd name': { type: 'string' } } },
    { 'odd name': 1 },
    '- ["odd name"]: expected string, got number 1',
  ],
])('%j and %j', (schema, value, text) => {
  expect(lines(schema, value).join('\n')).toBe(text);
});

describe('alternatives: the one that was meant is explained', () => {
  const shapes: JsonSchema = {
    oneOf: [
      { type: 'object', properties: { kind: { const: 'circle' }, r: { type: 'number' } }, required: ['kind', 'r'] },
      {
        type: 'object',
        properties: { kind: { const: 'box' }, w: { type: 'number' }, h: { type: 'number' } },
        required: ['kind', 'w', 'h'],
      },
    ],
  };

  test('by the member that tells them apart', () => {
    expect(lines(shapes, { kind: 'box', w: 1 })).toEqual(['- h: missing, expected number']);
    expect(lines(shapes, { kind: 'circle', r: 'x' })).toEqual(['- r: expected number, got string "x"']);
  });

  test('all permitted values of that member are named', () => {
    expect(lines(shapes, { kind: 'star' })).toEqual(['- kind: expected one of "circle", "box"; got "star"']);
  });

  test('by the type of the value', () => {
    const optional = { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] };
    expect(lines(optional, 0)).toEqual(['- (arguments): expected at least 1, got number 0']);
    expect(lines(optional, 'x')).toEqual(['- (arguments): expected integer or null, got string "x"']);
    expect(lines({ anyOf: [{ const: 'a' }, { const: 'b' }] }, 'c')).toEqual([
      '- (arguments): expected one of "a", "b"; got "c"',
    ]);
    expect(lines(shapes, 'x')).toEqual(['- (arguments): expected object, got string "x"']);
    expect(lines({ anyOf: [false, { type: 'string' }] }, 1)).toEqual(['- (arguments): expected string, got number 1']);
  });

  test('by the number of faults', () => {
    const two = { anyOf: [{ required: ['a', 'b', 'c'] }, { required: ['a', 'd'] }] };
    expect(lines(two, { a: 1 })).toEqual(['- d: missing, expected a value']);
  });
});

describe('cost', () => {
  test('20 faults are enough', () => {
    const faults = explain(documentOf({ items: { type: 'string' } }), Array(100_000).fill(1), () => true);
    expect(faults).toHaveLength(20);
  });

  test('a fault that hides behind a million good items is not looked for to the end', () => {
    const value = [...Array(1_000_000).fill({ a: 'x' }), 1];
    const schema = { items: { type: 'object', properties: { a: { type: 'string' } } } };
    const start = performance.now();
    expect(explain(documentOf(schema), value, () => true)).toEqual([]);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test('what was found before the value proved too large stands', () => {
    const value = { bad: 1, list: Array(1_000_000).fill('x') };
    const schema = { properties: { bad: { type: 'string' }, list: { items: { type: 'string' } } } };
    expect(explain(documentOf(schema), value, () => true)).toMatchObject([{ path: 'bad' }]);
  });

  test('a value nested too deep is given up', () => {
    let value: unknown = 1;
    for (let level = 0; level < 100_000; level++) value = { a: value };
    expect(explain(documentOf({ properties: { a: { $ref: '#' } }, type: 'object' }), value, () => true)).toEqual([]);
  });

  test('a text that is too long never meets the pattern', () => {
    const schema = { type: 'string', pattern: '^(a+)+$', maxLength: 20 };
    const start = performance.now();
    expect(lines(schema, `${'a'.repeat(200)}!`)).toEqual([
      '- (arguments): expected at most 20 characters, got 201 characters',
    ]);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

test('members are own members, and one that is undefined is absent', () => {
  const schema = { required: ['constructor', 'a'], properties: { a: { type: 'string' } }, additionalProperties: true };
  expect(lines(schema, { a: undefined })).toEqual([
    '- constructor: missing, expected a value',
    '- a: missing, expected string',
  ]);
});
