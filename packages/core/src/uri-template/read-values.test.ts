import { describe, expect, it } from 'vitest';
import { toPattern } from './pattern.js';
import { readValues } from './read-values.js';
import { parseParts } from './syntax.js';

describe('readValues', () => {
  it.each([
    ['{x}', 'a', { x: 'a' }],
    ['{x}', '', { x: '' }],
    ['{x}', 'a,b', { x: 'a,b' }],
    ['{x,y}', 'a,b', { x: 'a', y: 'b' }],
    ['{x,y}', 'a', { x: 'a' }],
    ['{x,y}', ',', { x: '', y: '' }],
    ['{/x,y}', 'a/b', { x: 'a', y: 'b' }],
    ['{+x,y}', 'a,b,c', { x: 'a', y: 'b,c' }],
    ['{.x,y}', 'a.b.c', { x: 'a', y: 'b.c' }],
    ['{.x}', 'tar.gz', { x: 'tar.gz' }],
  ])('hands values out from left to right: %j on %j', (template, text, expected) => {
    expect(read(template, text)).toEqual(expected);
  });

  it.each([
    ['{x*}', 'a,b', { x: ['a', 'b'] }],
    ['{x*}', 'a', { x: ['a'] }],
    ['{/x*}', 'a//b', { x: ['a', '', 'b'] }],
    ['{/x*,y}', 'a/b/c', { x: ['a', 'b'], y: 'c' }],
    ['{/x,y*}', 'a/b/c', { x: 'a', y: ['b', 'c'] }],
    ['{/x,y*,z}', 'a/b/c/d', { x: 'a', y: ['b', 'c'], z: 'd' }],
    ['{/x*,y}', 'a', { x: ['a'] }],
    ['{/x,y*}', 'a', { x: 'a' }],
  ])('gives a list what the others leave: %j on %j', (template, text, expected) => {
    expect(read(template, text)).toEqual(expected);
  });

  it.each([
    ['{?q,r}', 'q=1&r=2', { q: '1', r: '2' }],
    ['{?q,r}', 'r=2&q=1', { q: '1', r: '2' }],
    ['{?q,r}', 'r=2', { r: '2' }],
    ['{?q,r}', '', {}],
    ['{?q}', 'x=1&q=2&y', { q: '2' }],
    ['{?q}', 'q=1&q=2', { q: '1' }],
    ['{?q}', 'q=', { q: '' }],
    ['{?q}', 'q', { q: '' }],
    ['{?q}', 'q=a=b', { q: 'a=b' }],
    ['{?q}', '&&q=1&', { q: '1' }],
    ['{?q*}', 'q=1&x=2&q=3', { q: ['1', '3'] }],
    ['{;x,y}', 'y=2;x', { x: '', y: '2' }],
    ['{?Stra%c3%9fe}', 'Stra%C3%9Fe=1', { 'Stra%c3%9fe': '1' }],
    ['{?constructor}', 'a=1', {}],
  ])('finds named values in any order: %j on %j (A11)', (template, text, expected) => {
    expect(read(template, text)).toEqual(expected);
  });

  it('gives nothing where the expression is absent', () => {
    expect(read('{?q}', undefined)).toEqual({});
    expect(read('{/p*}', undefined)).toEqual({});
  });
});

/** @param text of the one expression, without its mark */
function read(template: string, text: string | undefined): unknown {
  const fields = toPattern(parseParts(template)).pieces.filter((piece) => piece.type === 'field');
  const values = fields.flatMap((field) => readValues({ field, text }));
  return Object.fromEntries(values.map(({ variable, value }) => [variable.name, value]));
}
