import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { z as z3 } from 'zod3';
import type { JsonObject } from '../json.js';
import { type InferInput, type InferOutput, isStandardSchema, type JsonSchema, type Schema } from './schema.js';

describe('isStandardSchema', () => {
  test.each([
    ['zod 4', z.object({})],
    ['zod 3', z3.object({})],
    ['valibot', v.object({})],
    ['valibot with its JSON Schema', toStandardJsonSchema(v.object({}))],
    ['arktype, whose schemas are functions', type({ a: 'string' })],
  ])('knows a schema of %s', (_, schema) => {
    expect(isStandardSchema(schema)).toBe(true);
  });

  test.each([[null], [undefined], ['~standard'], [{ type: 'object' }], [{ '~standard': {} }], [() => true], [[]]])(
    'does not take %o for one',
    (value) => {
      expect(isStandardSchema(value)).toBe(false);
    },
  );
});

describe('types', () => {
  const zod = z.object({ count: z.number().default(1), when: z.string().transform((text) => new Date(text)) });
  const valibot = toStandardJsonSchema(v.object({ count: v.optional(v.number(), 1) }));
  const arktype = type({ count: 'number = 1', 'name?': 'string' });

  test('a schema of a library gives the types before and after defaults and transforms', () => {
    expectTypeOf<InferInput<typeof zod>>().toEqualTypeOf<{ count?: number | undefined; when: string }>();
    expectTypeOf<InferOutput<typeof zod>>().toEqualTypeOf<{ count: number; when: Date }>();
    expectTypeOf<InferInput<typeof valibot>>().toEqualTypeOf<{ count?: number | undefined }>();
    expectTypeOf<InferOutput<typeof valibot>>().toEqualTypeOf<{ count: number }>();
    expectTypeOf<InferInput<typeof arktype>>().toEqualTypeOf<{ count?: number; name?: string }>();
    expectTypeOf<InferOutput<typeof arktype>>().toEqualTypeOf<{ count: number; name?: string }>();
  });

  test('plain JSON Schema gives an object, or what the caller says', () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } as const;
    expectTypeOf(schema).toExtend<JsonSchema>();
    expectTypeOf<InferInput<typeof schema>>().toEqualTypeOf<JsonObject>();
    expectTypeOf<InferOutput<typeof schema>>().toEqualTypeOf<JsonObject>();
    expectTypeOf<InferInput<JsonSchema, unknown>>().toEqualTypeOf<unknown>();
  });

  test('each of them is a Schema', () => {
    expectTypeOf(zod).toExtend<Schema>();
    expectTypeOf(valibot).toExtend<Schema>();
    expectTypeOf(arktype).toExtend<Schema>();
    expectTypeOf<{ type: 'object' }>().toExtend<Schema>();
    expectTypeOf<string>().not.toExtend<Schema>();
  });
});
