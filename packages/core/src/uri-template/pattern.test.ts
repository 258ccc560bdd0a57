import { describe, expect, it } from 'vitest';
import { type Pattern, toPattern } from './pattern.js';
import { parseParts } from './syntax.js';

describe('toPattern', () => {
  it('takes the literal text before the first and after the last expression apart', () => {
    const pattern = patternOf('a://{x}/and/{y}.json');
    expect(pattern).toMatchObject({ prefix: 'a://', suffix: '.json' });
    expect(pattern.pieces).toMatchObject([{ type: 'field' }, { type: 'literal', text: '/and/' }, { type: 'field' }]);
  });

  it('is all prefix where there is no expression', () => {
    expect(patternOf('a://list')).toEqual({ prefix: 'a://list', pieces: [], suffix: '' });
  });

  it.each([
    ['{/a}{/b}', ['a', 'b']],
    ['{.a}{.b,c}', ['a', 'b', 'c']],
    ['{;a}{;b}', ['a', 'b']],
    ['{?a}{&b}{&c}', ['a', 'b', 'c']],
  ])('makes one field of %j', (template, names) => {
    const { pieces } = patternOf(template);
    expect(pieces.map((piece) => piece.type === 'field' && piece.variables.map(({ name }) => name))).toEqual([names]);
  });

  it.each(['{a}{/b}', '{/a}{.b}', '{?a}{#b}', '{/a}x{/b}', '{?a}{?b}'])('keeps the fields of %j apart', (template) => {
    expect(patternOf(template).pieces.filter((piece) => piece.type === 'field')).toHaveLength(2);
  });

  it.each([
    ['{a}', Number.POSITIVE_INFINITY],
    ['{a,b}', 1],
    ['{a*}', Number.POSITIVE_INFINITY],
    ['{+a,b}', Number.POSITIVE_INFINITY],
    ['{/a}', 0],
    ['{/a,b}', 1],
    ['{/a}{/b}{/c}', 2],
    ['{/a*,b}', Number.POSITIVE_INFINITY],
    ['{.a,b}', Number.POSITIVE_INFINITY],
    ['{?a}', Number.POSITIVE_INFINITY],
  ])('allows in %j so many separators: %d', (template, maxSeparators) => {
    expect(patternOf(template).pieces).toMatchObject([{ maxSeparators }]);
  });
});

function patternOf(template: string): Pattern {
  return toPattern(parseParts(template));
}
