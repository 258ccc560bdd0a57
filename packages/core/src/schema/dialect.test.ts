import { expect, test } from 'vitest';
import { dialectOf, isBefore } from './dialect.js';

test.each([
  ['http://json-schema.org/draft-04/schema#', 'draft-04'],
  ['http://json-schema.org/draft-06/schema#', 'draft-06'],
  ['http://json-schema.org/draft-07/schema#', 'draft-07'],
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft-07/schema#', 'draft-07'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['https://json-schema.org/draft/2020-12/schema#', '2020-12'],
])('%s names %s', (metaSchema, dialect) => {
  expect(dialectOf(metaSchema)).toBe(dialect);
});

test.each([['http://json-schema.org/draft-03/schema#'], ['http://json-schema.org/schema#'], [''], [7], [undefined]])(
  '%s names no dialect that is known',
  (metaSchema) => {
    expect(dialectOf(metaSchema)).toBeUndefined();
  },
);

test('dialects have an age', () => {
  expect(isBefore('draft-04', 'draft-07')).toBe(true);
  expect(isBefore('draft-07', '2019-09')).toBe(true);
  expect(isBefore('2020-12', '2020-12')).toBe(false);
  expect(isBefore('2020-12', 'draft-06')).toBe(false);
});
