import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cut, describeChoices, describePath, describeValue, quote } from './describe-value.js';

test.each([
  ['5', 'string "5"'],
  ['two\nlines', 'string "two\\nlines"'],
  [5, 'number 5'],
  [Number.NaN, 'number NaN'],
  [true, 'boolean true'],
  [null, 'null'],
  [undefined, 'undefined'],
  [5n, 'bigint 5'],
  [[], 'empty array'],
  [[1], 'array of 1 item'],
  [[1, 2], 'array of 2 items'],
  [{}, 'object'],
  [{ constructor: 1 }, 'object'],
  [Object.create(null), 'object'],
  [new Date(0), 'Date'],
  [() => 1, 'function'],
])('%o is told as %s', (value, text) => {
  expect(describeValue(value)).toBe(text);
});

test('a long text is cut, on one line, and its length is told', () => {
  const text = describeValue('x'.repeat(10_000));
  expect(text).toBe(`string "${'x'.repeat(40)}…" (10000 characters)`);
});

test('a character of two code units is not torn', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.integer({ min: 1, max: 20 }), (text, length) => {
      expect(cut(text, length)).not.toMatch(/\p{Surrogate}/u);
      expect(text.startsWith(cut(text, length))).toBe(true);
    }),
  );
});

test('whatever the text, its quote stays on one short line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(quote(text)).not.toMatch(/[\n\r]/);
      expect(quote(text).length).toBeLessThan(300);
    }),
  );
});

test('permitted values are listed, and a long list is counted', () => {
  expect(describeChoices(['a'])).toBe('"a"');
  expect(describeChoices(['a', 1, null])).toBe('one of "a", 1, null');
  const many = describeChoices(Array.from({ length: 100 }, (_, index) => index));
  expect(many).toMatch(/^one of 0, 1, .* 19, … \(80 more\)$/);
});

test('of a very long path the end is shown', () => {
  const path = describePath(Array.from({ length: 5000 }, (_, index) => index));
  expect(path.length).toBeLessThan(310);
  expect(path).toMatch(/^…/);
  expect(path).toMatch(/\[4998\]\[4999\]$/);
});

test('a path is written as in code', () => {
  expect(describePath(['when', 0, 'from'])).toBe('when[0].from');
  expect(describePath([0, 'a-b', 'odd name', '', 'x.y'])).toBe('[0].a-b["odd name"][""]["x.y"]');
  expect(describePath(['odd'.repeat(100)])).toHaveLength(82);
  expect(describePath([Symbol('s')])).toBe('[Symbol(s)]');
  expect(describePath([])).toBe('');
});
