import { expect, it } from 'vitest';
import { mergeHeaders, trimBlanks } from './call.js';

it('trims blanks as HTTP has them, and no other white space', () => {
  expect(['', ' ', ' a', 'a\t', '\t a b \t', 'a'].map(trimBlanks)).toEqual(['', '', 'a', 'a', 'a b', 'a']);
  expect(trimBlanks('\u00a0a\u00a0')).toBe('\u00a0a\u00a0');
});

it('merges header fields by their names in any case, the later winning, without touching what it was given', () => {
  const shared = { 'Set-Cookie': ['a=1'] };
  const merged = mergeHeaders(undefined, { 'Content-Type': 'a', vary: 'x' }, shared, { 'content-type': 'b' });
  expect(merged).toEqual({ 'content-type': 'b', vary: 'x', 'set-cookie': ['a=1'] });
  (merged['set-cookie'] as string[]).push('b=2');
  expect(shared['Set-Cookie']).toEqual(['a=1']);
});
