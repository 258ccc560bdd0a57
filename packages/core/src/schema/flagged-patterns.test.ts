import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { needsFlags } from './flagged-patterns.js';
import type { JsonSchema, Schema } from './schema.js';
import { toJsonSchema } from './to-json-schema.js';
import { compileValidator } from './validator.js';

const published = (schema: Schema, side: 'input' | 'output' = 'input'): JsonSchema =>
  toJsonSchema(schema, { side, subject: 's' });

/** A literal of it wants a newer target. */
const unicodeSets = (source: string): RegExp => new RegExp(source, 'v');

test.each<[RegExp]>([
  [/abc/i],
  [/^[a-z]+$/i],
  [/\x41/i],
  [/é/i],
  [/^a$/m],
  [/a.c/s],
  [unicodeSets('[a-z]')],
  [unicodeSets('\\p{L}')],
  [/\p{Lu}/iu],
])('%s needs its flags', (pattern) => {
  expect(needsFlags(pattern)).toBe(true);
});

test.each<[RegExp]>([
  [/abc/],
  [/abc/u],
  [/abc/gy],
  [/^\d+-\d{2,3}$/i],
  [/^\w+\s*$/i],
  [/abc/m],
  [/[^a]\$\^/m],
  [/a\.c/s],
  [/^a.c$/u],
  [unicodeSets('a')],
])('%s means the same without its flags', (pattern) => {
  expect(needsFlags(pattern)).toBe(false);
});

describe('a pattern without its flags is not published', () => {
  const any = z.string().regex(/^abc$/i);

  test.each<[string, z.ZodType]>([
    ['by itself', any],
    ['described', any.describe('A word')],
    ['optional', any.optional()],
    ['nullable', any.nullable()],
    ['with a default', any.default('ABC')],
    ['readonly', any.readonly()],
    ['with other checks', any.min(1).max(9)],
    ['with a refinement', any.refine(() => true)],
    ['in a pipe', any.pipe(z.string())],
    ['in a list', z.array(any)],
    ['in a union', z.union([any, z.number()])],
    ['in an intersection', z.intersection(z.object({ b: any }), z.object({ c: any }))],
    ['by name', any.meta({ id: 'Word' })],
    ['as keys', z.record(any, z.number())],
    ['of a format', z.email({ pattern: /^abc$/i })],
    ['as a check', z.string().check(z.regex(/^abc$/i))],
  ])('by zod %s', (_what, schema) => {
    const text = JSON.stringify(published(z.object({ a: schema, ok: z.string().regex(/^ok$/) })));
    expect(text).not.toContain('abc');
    expect(text).toContain('^ok$');
  });

  test('by zod among others, which stay', () => {
    const both = z.object({ a: z.string().regex(/^abc$/i).regex(/c$/u).max(9) });
    expect(published(both).properties).toEqual({ a: { type: 'string', maxLength: 9, allOf: [{}, { pattern: 'c$' }] } });
  });

  test('by arktype', () => {
    const schema = published(type({ a: /^abc$/i, 'b?': [/^x$/i, '[]'], c: /^ok$/ }));
    expect(schema.properties).toEqual({
      a: { type: 'string' },
      b: { type: 'array', items: { type: 'string' } },
      c: { type: 'string', pattern: '^ok$' },
    });
  });

  test('by valibot, which refuses it', () => {
    const schema = toStandardJsonSchema(v.object({ a: v.pipe(v.string(), v.regex(/^abc$/i)) }));
    expect(() => published(schema)).toThrow(/flags are not supported/);
  });
});

test('what a library takes fits the published schema', async () => {
  for (const schema of [z.object({ a: z.string().regex(/^abc$/i) }), type({ a: /^abc$/i })]) {
    for (const side of ['input', 'output'] as const) {
      const validator = await compileValidator(published(schema, side), 's');
      expect(validator.validate({ a: 'ABC' })).toBeUndefined();
      expect(validator.validate({ a: 1 })).toHaveLength(1);
    }
  }
});

test('a pattern that is only legal with the flag v does not stop the start', () => {
  const schema = z.object({ a: z.string().regex(unicodeSets('^[\\p{L}--[a-z]]$')) });
  expect(published(schema).properties).toEqual({ a: { type: 'string' } });
});
