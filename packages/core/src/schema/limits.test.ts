import { expect, test } from 'vitest';
import { SchemaError } from './error.js';
import { checkBounds, MAX_DEPTH, MAX_SUBSCHEMAS } from './limits.js';
import type { JsonSchema } from './schema.js';

function nested(depth: number): JsonSchema {
  let schema: JsonSchema = {};
  for (let level = 1; level < depth; level++) schema = { items: schema };
  return schema;
}

test('J-09: depth is bounded', () => {
  expect(() => checkBounds(nested(MAX_DEPTH), 's')).not.toThrow();
  expect(() => checkBounds(nested(MAX_DEPTH + 1), 's')).toThrow(/s is nested more than 64 deep.*\(at \/items/);
});

test('J-09: the number of schemas inside is bounded', () => {
  const wide = (size: number): JsonSchema => ({ anyOf: Array.from({ length: size - 1 }, () => ({})) });
  expect(() => checkBounds(wide(MAX_SUBSCHEMAS), 's')).not.toThrow();
  expect(() => checkBounds(wide(MAX_SUBSCHEMAS + 1), 's')).toThrow(/more than 10000 schemas/);
});

test('an object that contains itself is refused, and does not hang', () => {
  const cycle: { properties: { next?: object } } = { properties: {} };
  cycle.properties.next = cycle;
  expect(() => checkBounds(cycle as JsonSchema, 's')).toThrow(SchemaError);
});

test('an object that is used twice at every level, and so stands for 2^60 schemas, is refused at once', () => {
  let schema: JsonSchema = {};
  for (let level = 0; level < 60; level++) schema = { anyOf: [schema, schema] };
  expect(() => checkBounds(schema, 's')).toThrow(SchemaError);
});
