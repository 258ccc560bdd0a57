import { describe, expect, it } from 'vitest';
import { META, metaOf } from './meta.js';

const LABEL = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const KEY = new RegExp(`^${LABEL}(?:\\.${LABEL})*/[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$`);

describe('the keys of _meta that the protocol reserves', () => {
  it.each(Object.values(META))(
    'M-02 %s has a prefix in reverse DNS notation, whose second label is reserved',
    (key) => {
      expect(key).toMatch(KEY);
      expect(key.split('/')[0]?.split('.')[1]).toBe('modelcontextprotocol');
    },
  );
});

it('the metadata of a message is that of its parameters, and nothing where it is no object', () => {
  const message = (params?: object) => ({ jsonrpc: '2.0', id: 1, method: 'x', ...(params && { params }) }) as const;
  expect(metaOf(message({ _meta: { a: 1 } }) as never)).toEqual({ a: 1 });
  for (const params of [undefined, {}, { _meta: null }, { _meta: [] }, { _meta: 'x' }]) {
    expect(metaOf(message(params) as never)).toBeUndefined();
  }
  expect(metaOf({ jsonrpc: '2.0', id: 1, result: {} })).toBeUndefined();
});
