import { expect, test } from 'vitest';
import { documentOf } from './document.js';
import type { JsonSchema } from './schema.js';

test('pointers lead to schemas, whatever stands in their names', () => {
  const schema = { $defs: { 'a/b%': { const: 1 }, list: { anyOf: [true, { const: 2 }] }, 'ä ö': { const: 3 } } };
  const { find } = documentOf(schema);
  expect(find('#/$defs/a~1b%25', schema)).toMatchObject({ schema: { const: 1 }, pointer: '/$defs/a~1b%' });
  expect(find('#/$defs/list/anyOf/0', schema)?.schema).toBe(true);
  expect(find('#/$defs/list/anyOf/1', schema)?.schema).toEqual({ const: 2 });
  expect(find('#/$defs/ä ö', schema)?.schema).toEqual({ const: 3 });
  expect(find('#', schema)?.schema).toBe(schema);
  expect(find('', schema)?.schema).toBe(schema);
});

test('J-05, J-08: what is not inside is not found', () => {
  const schema = { $defs: { a: {} }, title: 'text' };
  const { find } = documentOf(schema);
  for (const reference of [
    'https://example.com/schema.json',
    'other.json',
    'file:///etc/passwd',
    '#/$defs/b',
    '#name',
    '#/title',
    '#/constructor',
    '//',
    'http://[',
  ]) {
    expect(find(reference, schema), reference).toBeUndefined();
  }
});

test('names and addresses of schemas inside lead to them', () => {
  const inner: JsonSchema = { $id: 'inner.json', $defs: { deep: { $anchor: 'here', const: 1 }, self: { $ref: '#' } } };
  const schema = { $id: 'https://example.com/root.json', $defs: { inner, named: { $anchor: 'here', const: 2 } } };
  const { find, hasEmbedded } = documentOf(schema);
  expect(hasEmbedded).toBe(true);
  expect(find('inner.json', schema)?.schema).toBe(inner);
  expect(find('https://example.com/inner.json#/$defs/deep', schema)).toMatchObject({
    schema: { const: 1 },
    pointer: '/$defs/inner/$defs/deep',
    resource: '/$defs/inner',
  });
  expect(find('#here', schema)?.schema).toMatchObject({ const: 2 });
  expect(find('inner.json#here', schema)?.schema).toMatchObject({ const: 1 });
  expect(find('#', inner)?.schema).toBe(inner);
});

test('a schema under an unknown keyword belongs to the document when a reference leads to it', () => {
  const schema = {
    $ref: '#/components/a',
    components: { a: { $ref: '#/components/b' }, b: { type: 'string' }, c: { type: 'nonsense' } },
  } as const;
  const pointers = [...documentOf(schema).places.values()].map((place) => place.pointer);
  expect(pointers).toEqual(['', '/components/a', '/components/b']);
});

test('before 2019-09 a name is an $id, and a $ref hides it', () => {
  const schema: JsonSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    definitions: { a: { $id: '#a', const: 1 }, b: { $id: '#b', $ref: '#a' } },
  };
  const { find } = documentOf(schema);
  expect(find('#a', schema)?.schema).toMatchObject({ const: 1 });
  expect(find('#b', schema)).toBeUndefined();
});
