import { expect, test } from 'vitest';
import { compilePattern } from './pattern.js';

test('a pattern is read as Unicode', () => {
  expect(compilePattern('^.$').test('😀')).toBe(true);
  expect(compilePattern('^\\p{L}+$').test('Ärger')).toBe(true);
});

test.each([
  ['^[\\w-.]+$', 'a-b.c'],
  ['^a\\-b$', 'a-b'],
])('%s, only legal without Unicode, is read so', (pattern, text) => {
  expect(compilePattern(pattern).test(text)).toBe(true);
});

test('what is no regular expression at all is refused', () => {
  expect(() => compilePattern('(')).toThrow(SyntaxError);
});
