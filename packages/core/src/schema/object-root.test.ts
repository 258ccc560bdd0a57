import { expect, test } from 'vitest';
import { withObjectRoot } from './object-root.js';
import type { JsonSchema } from './schema.js';

const a = { type: 'object', properties: { a: {} } };
const b = { type: 'object', properties: { b: {} } };

test('TL-07: a root that accepts only objects says so', () => {
  expect(withObjectRoot({ anyOf: [a, b] })).toEqual({ anyOf: [a, b], type: 'object' });
  expect(withObjectRoot({ oneOf: [a, { allOf: [{}, b] }, false] })).toMatchObject({ type: 'object' });
  expect(withObjectRoot({ allOf: [{}, { $ref: '#/$defs/a' }], $defs: { a } })).toMatchObject({ type: 'object' });
});

test('a reference at the root is written out, and its target stays for others', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, description: 'a node' };
  expect(withObjectRoot({ $ref: '#/$defs/node', $defs: { node }, description: 'the first' })).toEqual({
    type: 'object',
    properties: { next: { $ref: '#/$defs/node' } },
    description: 'the first',
    $defs: { node },
  });
});

test('a reference stays where writing it out would change the meaning', () => {
  const schema = { $ref: '#/$defs/a', minProperties: 1, $defs: { a: { type: 'object', minProperties: 2 } } };
  expect(withObjectRoot(schema)).toEqual({ ...schema, type: 'object' });
  const withId = { $ref: '#/$defs/a', $defs: { a: { $id: 'a.json', type: 'object', not: { $ref: '#' } } } };
  expect(withObjectRoot(withId)).toEqual({ ...withId, type: 'object' });
});

test.each<[JsonSchema]>([
  [{ type: 'array' }],
  [{ type: ['object', 'null'] }],
  [{}],
  [{ properties: {} }],
  [{ anyOf: [] }],
  [{ anyOf: [a, { type: 'string' }] }],
  [{ anyOf: [a, true] }],
  [{ $ref: '#' }],
  [{ $ref: '#/$defs/gone' }],
  [{ anyOf: [{ $ref: '#' }, a] }],
])('%j accepts more than objects, and stays as it is', (schema) => {
  expect(withObjectRoot(schema)).toBe(schema);
});
