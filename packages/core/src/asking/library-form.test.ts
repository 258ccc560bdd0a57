import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formSchemaFault } from '../rounds/form-schema.js';
import type { Schema } from '../schema/index.js';
import { formOf } from './form.js';

const titled = (one: string, other: string) =>
  z.union([z.literal(one).meta({ title: 'One' }), z.literal(other).meta({ title: 'Other' })]);

/** The fields of the form of a schema, which is one that a client can be asked with. */
function fieldsOf(schema: Schema): unknown {
  const form = formOf(schema).schema;
  expect(formSchemaFault(form, 'schema')).toBeUndefined();
  return form.properties;
}

describe('the schema of a library as a form (YI-03, I-03)', () => {
  it('has the fields of zod, with their titles, descriptions, bounds and defaults', () => {
    const schema = z
      .object({
        name: z.string().min(1).max(9).meta({ title: 'Name', description: 'Yours' }),
        age: z.int().min(3).optional(),
        share: z.number().max(1).default(0.5),
        agreed: z.boolean().default(true),
        mail: z.email(),
        site: z.url(),
        day: z.iso.date(),
        time: z.iso.datetime(),
      })
      .meta({ title: 'You', description: 'About you' });
    const { schema: form } = formOf(schema);
    expect(formSchemaFault(form, 'schema')).toBeUndefined();
    expect(form).toEqual({
      type: 'object',
      title: 'You',
      description: 'About you',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 9, title: 'Name', description: 'Yours' },
        age: { type: 'integer', minimum: 3 },
        share: { type: 'number', maximum: 1, default: 0.5 },
        agreed: { type: 'boolean', default: true },
        mail: { type: 'string', format: 'email' },
        site: { type: 'string', format: 'uri' },
        day: { type: 'string', format: 'date' },
        time: { type: 'string', format: 'date-time' },
      },
      required: ['name', 'mail', 'site', 'day', 'time'],
    });
  });

  it('has choices in the way that forms know, with titles where there are any', () => {
    const choices = z.object({
      one: z.enum(['a', 'b']).default('a').describe('Choose'),
      only: z.literal('x'),
      any: z.literal(['x', 'y']),
      titled: titled('a', 'b').default('b'),
      partly: z.union([z.literal('a').meta({ title: 'A' }), z.literal('b')]),
      several: z.array(z.enum(['p', 'q'])).min(1),
      severalTitled: z.array(titled('p', 'q')).max(2),
    });
    const one = { const: 'a', title: 'One' };
    expect(fieldsOf(choices)).toEqual({
      one: { type: 'string', enum: ['a', 'b'], default: 'a', description: 'Choose' },
      only: { type: 'string', enum: ['x'] },
      any: { type: 'string', enum: ['x', 'y'] },
      titled: { type: 'string', oneOf: [one, { const: 'b', title: 'Other' }], default: 'b' },
      partly: {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'A' },
          { const: 'b', title: 'b' },
        ],
      },
      several: { type: 'array', items: { type: 'string', enum: ['p', 'q'] }, minItems: 1 },
      severalTitled: {
        type: 'array',
        items: {
          anyOf: [
            { const: 'p', title: 'One' },
            { const: 'q', title: 'Other' },
          ],
        },
        maxItems: 2,
      },
    });
  });

  it('leaves constraints to the library that forms don’t have', () => {
    const schema = z.object({
      id: z.uuid(),
      code: z.string().regex(/^a+$/i),
      seats: z.int().positive().lt(10),
      half: z.number().multipleOf(0.5).positive(),
    });
    expect(fieldsOf(schema)).toEqual({
      id: { type: 'string' },
      code: { type: 'string' },
      seats: { type: 'integer', minimum: 1, maximum: 9 },
      half: { type: 'number' },
    });
  });

  it('leaves out what is said of a field and no form shows', () => {
    const said = { title: 'T', examples: ['x'], deprecated: true, readOnly: false };
    const schema = z.object({
      text: z.string().meta(said),
      choice: z.enum(['a', 'b']).meta(said),
      choices: z.array(z.enum(['a', 'b'])).meta({ ...said, uniqueItems: true }),
    });
    expect(fieldsOf(schema)).toEqual({
      text: { type: 'string', title: 'T' },
      choice: { type: 'string', title: 'T', enum: ['a', 'b'] },
      choices: { type: 'array', title: 'T', items: { type: 'string', enum: ['a', 'b'] } },
    });
  });

  it('finds fields that have a name of their own, and a form that has one', () => {
    const colour = z.enum(['red', 'green']).meta({ id: 'Colour' });
    const schema = z.strictObject({ first: colour, others: z.array(colour).optional() }).meta({ id: 'Colours' });
    expect(formOf(schema).schema).toEqual({
      type: 'object',
      properties: {
        first: { type: 'string', enum: ['red', 'green'] },
        others: { type: 'array', items: { type: 'string', enum: ['red', 'green'] } },
      },
      required: ['first'],
    });
  });

  it('is made of arktype and valibot as well', () => {
    expect(fieldsOf(type({ mail: 'string.email', 'size?': "'m'|'s'", 'tags?': "('p'|'q')[]" }))).toEqual({
      mail: { type: 'string', format: 'email' },
      size: { type: 'string', enum: ['m', 's'] },
      tags: { type: 'array', items: { type: 'string', enum: ['p', 'q'] } },
    });
    const size = v.union([v.pipe(v.literal('s'), v.title('Small')), v.literal('m')]);
    expect(fieldsOf(toStandardJsonSchema(v.object({ size, count: v.optional(v.number(), 3) })))).toEqual({
      size: {
        type: 'string',
        oneOf: [
          { const: 's', title: 'Small' },
          { const: 'm', title: 'm' },
        ],
      },
      count: { type: 'number', default: 3 },
    });
  });

  it.each<[string, z.ZodType]>([
    ['schema.properties.a has the type "object"', z.object({ a: z.object({}) })],
    ['schema.properties.a has the type ["string","null"]', z.object({ a: z.string().nullable() })],
    ['schema.properties.a.items is not what a form can have there', z.object({ a: z.array(z.string()) })],
    ['schema.properties.a has the type ["string","number"]', z.object({ a: z.union([z.string(), z.number()]) })],
    ['schema.properties.a has the keyword enum', z.object({ a: z.literal([1, 2]) })],
    ['schema.properties.a has no type', z.object({ a: z.union([z.literal('x'), z.iso.date()]) })],
    ['schema.properties must be an object of fields; got undefined', z.record(z.string(), z.string())],
    ["schema.type must be 'object'", z.string()],
  ])('says what no form can have: %s', (fault, schema) => {
    expect(formSchemaFault(formOf(schema).schema, 'schema')).toContain(fault);
  });
});
