import { describe, expect, it } from 'vitest';
import { subSchemas } from './walk-schema.js';

const pointers = (schema: object | boolean): readonly string[] =>
  subSchemas(schema as never).map(({ pointer }) => pointer);

describe('subSchemas', () => {
  it('finds schemas under keywords with one, a list, and several by name', () => {
    const schema = {
      properties: { a: { items: { not: {} } }, b: true },
      oneOf: [{}, { prefixItems: [{}] }],
      $defs: { 'x/y~z': {} },
    };
    expect(pointers(schema)).toEqual([
      '',
      '/oneOf/0',
      '/oneOf/1',
      '/oneOf/1/prefixItems/0',
      '/properties/a',
      '/properties/a/items',
      '/properties/a/items/not',
      '/$defs/x~1y~0z',
    ]);
  });

  it('takes what only looks like a schema for data', () => {
    expect(pointers({ const: { items: {} }, enum: [{ items: {} }], default: { not: {} }, properties: [] })).toEqual([
      '',
    ]);
    expect(pointers(true)).toEqual([]);
  });
});
