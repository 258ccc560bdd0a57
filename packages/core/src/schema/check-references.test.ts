import { describe, expect, test } from 'vitest';
import { checkReferences } from './check-references.js';
import { documentOf } from './document.js';
import { SchemaError } from './error.js';
import type { JsonSchema } from './schema.js';

const check = (schema: JsonSchema): void => checkReferences(documentOf(schema), 's');

test.each<[string, JsonSchema]>([
  ['to the root', { properties: { a: { $ref: '#' } } }],
  ['to a definition', { $ref: '#/$defs/a', $defs: { a: {} } }],
  ['to a name', { $ref: '#a', $defs: { a: { $anchor: 'a' } } }],
  ['to a dynamic name', { items: { $dynamicRef: '#a' }, $defs: { a: { $dynamicAnchor: 'a' } } }],
  ['to an address inside', { $ref: 'a.json', $defs: { a: { $id: 'a.json' } } }],
  ['to the own address', { $id: 'https://example.com/a', items: { $ref: 'https://example.com/a' } }],
  ['to a boolean', { $ref: '#/$defs/a', $defs: { a: true } }],
])('a reference %s is fine', (_, schema) => {
  expect(() => check(schema)).not.toThrow();
});

describe('J-05, J-08: a reference that leads out is refused, and nothing is fetched', () => {
  test.each([
    ['https://example.com/schema.json'],
    ['http://169.254.169.254/latest/meta-data'],
    ['file:///etc/passwd'],
    ['other.json#/a'],
  ])('%s', (reference) => {
    expect(() => check({ items: { $ref: reference } })).toThrow(
      /leads out of this schema, and nothing is ever fetched.*\(at \/items\/\$ref\)/,
    );
  });
});

test('a reference to nothing inside is refused', () => {
  expect(() => check({ items: { $ref: '#/$defs/a' } })).toThrow(/\$ref "#\/\$defs\/a" leads to no schema inside/);
  expect(() => check({ items: { $dynamicRef: '#a' } })).toThrow(/\$dynamicRef "#a" leads to no schema inside/);
  expect(() => check({ $ref: '#/title', title: 'text' })).toThrow(SchemaError);
});

describe('a schema that can never be decided is refused', () => {
  test.each<[string, JsonSchema]>([
    ['itself', { $ref: '#' }],
    ['through a part that applies to the same value', { allOf: [{ $ref: '#' }] }],
    [
      'through several',
      { anyOf: [{ $ref: '#/$defs/a' }], $defs: { a: { not: { $ref: '#/$defs/b' } }, b: { $ref: '#' } } },
    ],
    ['only in a definition', { $defs: { a: { $ref: '#/$defs/a' } } }],
  ])('it refers to %s', (_, schema) => {
    expect(() => check(schema)).toThrow(/refers to itself without going into/);
  });

  test('recursion through a property or an item is fine', () => {
    check({ properties: { a: { allOf: [{ $ref: '#' }] } }, items: { anyOf: [{ $ref: '#' }, {}] } });
  });
});

test('J-09: a small schema that references make endless is refused at once', () => {
  const $defs: Record<string, JsonSchema> = { d0: {} };
  for (let level = 1; level <= 60; level++) {
    const half = { $ref: `#/$defs/d${level - 1}` };
    $defs[`d${level}`] = { allOf: [half, half] };
  }
  expect(() => check({ $ref: '#/$defs/d60', $defs })).toThrow(/more than 10000 schemas that apply to one value/);
});

test('J-09: a very long chain of references is refused, not overflowed', () => {
  const $defs: Record<string, JsonSchema> = { d0: {} };
  for (let level = 1; level <= 5000; level++) $defs[`d${level}`] = { $ref: `#/$defs/d${level - 1}` };
  expect(() => check({ $ref: '#/$defs/d5000', $defs })).toThrow(/chain of more than 500 references/);
});
