import { expect, test } from 'vitest';
import { documentOf } from '../document.js';
import type { JsonSchema } from '../schema.js';
import { expectationOf } from './expectation.js';

test.each<[JsonSchema, string]>([
  [{ type: 'number' }, 'number'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'string', format: 'date-time' }, 'string (date-time)'],
  [{ type: 'string', enum: ['a', 'b'] }, 'one of "a", "b"'],
  [{ const: null }, 'null'],
  [{ const: 'x' }, '"x"'],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'string' }] }, 'string or number'],
  [{ oneOf: [{ const: 1 }, { type: 'null' }] }, '1 or null'],
  [{ anyOf: [{ type: 'string' }, {}] }, 'a value'],
  [{ allOf: [{ minLength: 1 }, { type: 'string' }] }, 'string'],
  [{ $ref: '#/$defs/a', $defs: { a: { type: 'integer' } } }, 'integer'],
  [{ $ref: '#/$defs/gone' }, 'a value'],
  [{ anyOf: [{ $ref: '#' }, { type: 'null' }] }, 'a value'],
  [{}, 'a value'],
])('%j wants %s', (schema, words) => {
  expect(expectationOf(documentOf(schema), schema)).toBe(words);
});
