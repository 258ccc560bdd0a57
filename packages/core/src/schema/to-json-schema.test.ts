import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import * as zm from 'zod/mini';
import { z as z3 } from 'zod3';
import { checkSchema } from './check.js';
import { SchemaError } from './error.js';
import type { Schema, SchemaSide } from './schema.js';
import { isFromLibrary, toJsonSchema } from './to-json-schema.js';

const convert = (schema: unknown, side: SchemaSide = 'input'): ReturnType<typeof toJsonSchema> =>
  toJsonSchema(schema as Schema, { side, subject: `${side} of tool 'add'` });

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

describe('A9: every kind of schema becomes JSON Schema 2020-12', () => {
  const sources: readonly (readonly [string, unknown])[] = [
    ['zod 4', z.object({ pair: z.tuple([z.string(), z.int()]), any: z.record(z.string(), z.array(z.boolean())) })],
    [
      'zod 4 with names and recursion',
      z.object({
        get next() {
          return z.array(z.object({ a: z.string() })).meta({ id: 'List' });
        },
      }),
    ],
    ['valibot', toStandardJsonSchema(v.object({ pair: v.tuple([v.string(), v.number()]), e: v.picklist(['a', 'b']) }))],
    ['arktype', type({ pair: ['string', 'number'], 'e?': '"a"|"b"' })],
    ['JSON Schema', { type: 'object', properties: { a: { type: 'string' } } }],
    [
      'JSON Schema draft-07',
      {
        $schema: DRAFT_07,
        type: 'object',
        definitions: { t: { items: [{}] } },
        properties: { a: { $ref: '#/definitions/t' } },
      },
    ],
  ];

  test.each(sources)('%s: valid, without an older $schema, and compiled by ajv in its strict mode', (_, source) => {
    for (const side of ['input', 'output'] as const) {
      const schema = convert(source, side);
      expect(JSON.stringify(schema)).not.toContain('draft-07');
      expect(schema).toMatchObject({ type: 'object' });
      checkSchema(schema, { side, subject: 's' });
      const ajv = new Ajv2020({ logger: false });
      expect(ajv.validateSchema(schema)).toBe(true);
      expect(ajv.compile(schema)).toBeTypeOf('function');
    }
  });

  test('tuples are prefixItems, from every library', () => {
    for (const [, source] of sources.slice(2, 4)) {
      expect(convert(source)).toMatchObject({
        properties: { pair: { prefixItems: [{ type: 'string' }, { type: 'number' }] } },
      });
    }
  });
});

test('J-01: plain JSON Schema is the same object, and a translated one is made once', () => {
  const plain = { type: 'object', 'x-own': { a: 1 } };
  expect(convert(plain)).toBe(plain);
  const older = { $schema: DRAFT_07, type: 'object', definitions: {} };
  expect(convert(older)).toBe(convert(older));
  expect(convert(older)).toEqual({ type: 'object', $defs: {} });
});

test('the input side is what may be passed in, the output side what comes out', () => {
  const schema = z.object({ a: z.number().default(1), b: z.string() });
  expect(convert(schema, 'input')).toMatchObject({ required: ['b'] });
  expect(convert(schema, 'output')).toMatchObject({ required: ['a', 'b'] });
  expect(convert(schema, 'input')).toBe(convert(schema, 'input'));
  expect(convert(z.object({ n: z.string().transform(Number) }))).toMatchObject({
    properties: { n: { type: 'string' } },
  });
});

test('a conversion leaves no hidden members behind, and is known to come from a library', () => {
  const converted = convert(z.object({}));
  expect(Object.getOwnPropertyNames(converted)).not.toContain('~standard');
  expect(isFromLibrary(converted)).toBe(true);
  expect(isFromLibrary(convert({ type: 'object' }))).toBe(false);
});

test('what z.toJSONSchema makes, with a standard of its own hidden in it, is taken too', () => {
  expect(convert(z.toJSONSchema(z.object({ a: z.string() })))).toMatchObject({ properties: { a: { type: 'string' } } });
  expect(convert(zm.toJSONSchema(zm.object({ a: zm.string() })))).toMatchObject({ type: 'object' });
});

describe('TL-07: an input gets the root that the protocol wants', () => {
  test('a discriminated union, an intersection, a named object', () => {
    const circle = z.object({ kind: z.literal('circle'), r: z.number() });
    const box = z.object({ kind: z.literal('box'), w: z.number() });
    for (const schema of [
      z.discriminatedUnion('kind', [circle, box]),
      z.intersection(circle, z.object({ a: z.string() })),
      z.object({ a: z.string() }).meta({ id: 'Named' }),
    ]) {
      expect(convert(schema)).toMatchObject({ type: 'object' });
      checkSchema(convert(schema), { side: 'input', subject: 's' });
    }
  });

  test('the draft-07 of a generator, with everything in definitions', () => {
    const schema = convert({
      $schema: DRAFT_07,
      $ref: '#/definitions/Args',
      definitions: { Args: { type: 'object', properties: { self: { $ref: '#/definitions/Args' } } } },
    });
    expect(schema).toEqual({
      type: 'object',
      properties: { self: { $ref: '#/$defs/Args' } },
      $defs: { Args: { type: 'object', properties: { self: { $ref: '#/$defs/Args' } } } },
    });
  });

  test('an author who writes 2020-12 is left alone', () => {
    const schema = { anyOf: [{ type: 'object' }] };
    expect(convert(schema)).toBe(schema);
  });
});

describe('refused, with the subject and what to do', () => {
  const refusals: readonly (readonly [string, unknown, SchemaSide, RegExp])[] = [
    ['A9: zod 3', z3.object({}), 'input', /^input of tool 'add' is a schema of zod 3.*use zod 4/],
    ['zod/mini', zm.object({}), 'input', /is a schema of zod\/mini .*z\.toJSONSchema/],
    ['valibot alone', v.object({}), 'input', /pass toStandardJsonSchema\(schema\) of @valibot\/to-json-schema/],
    [
      'a library without JSON Schema',
      { '~standard': { vendor: 'mine', validate: () => ({}) } },
      'input',
      /is a schema of mine, which does not/,
    ],
    ['A9: a Date of zod', z.object({ d: z.date() }), 'input', /zod can't describe .*: Date cannot be represented/],
    ['a Date of valibot', toStandardJsonSchema(v.object({ d: v.date() })), 'input', /valibot can't describe/],
    ['a Date of arktype', type({ d: 'Date' }), 'input', /arktype can't describe .*Date is not a JSON type/],
    ['a bigint of arktype', type({ d: 'bigint' }), 'input', /bigint is not a JSON type/],
    ['a Map of arktype', type({ d: 'Map' }), 'input', /Map is not a JSON type/],
    [
      'a transform, on the way out',
      z.object({ n: z.string().transform(Number) }),
      'output',
      /^output of tool 'add': zod can't .*after any transform/,
    ],
    [
      'the members of an object schema without the schema',
      { a: z.string() },
      'input',
      /with a schema as member 'a'; wrap it in .*z\.object/,
    ],
    ['an unknown dialect', { $schema: 'mine' }, 'input', /the dialect "mine" is not known/],
    ['null', null, 'input', /got null/],
    ['a list', [], 'input', /got an array/],
    ['a text', 'object', 'input', /got string/],
    ['a function', () => 1, 'input', /got a function/],
  ];
  test.each(refusals)('%s', (_, schema, side, message) => {
    expect(() => convert(schema, side)).toThrow(SchemaError);
    expect(() => convert(schema, side)).toThrow(message);
  });

  test('the error of the library is the cause', () => {
    expect(() => convert(z.object({ d: z.date() }))).toThrow(expect.objectContaining({ cause: expect.any(Error) }));
  });
});
