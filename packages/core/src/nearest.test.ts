import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, nearest } from './nearest.js';

describe('nearest', () => {
  it('finds the word that was probably meant, whatever its letter case', () => {
    expect(nearest('prot', ['host', 'port'])).toBe('port');
    expect(nearest('CALLTOOL', ['callTool'])).toBe('callTool');
    expect(nearest('descrption', ['title', 'description'])).toBe('description');
  });

  it('prefers the nearest of several', () => {
    expect(nearest('tool', ['pools', 'tools'])).toBe('tools');
  });

  it('finds nothing for a word that is like none, and is stricter with short ones', () => {
    expect(nearest('somethingElse', ['port', 'host'])).toBeUndefined();
    expect(nearest('fn', ['run'])).toBeUndefined();
    expect(nearest('x', [])).toBeUndefined();
  });
});

describe('distance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['flaw', 'lawn', 2],
  ])('between %j and %j is %i', (a, b, edits) => {
    expect(distance(a, b)).toBe(edits);
  });

  it('is the same both ways, nothing only between equal words, and at most the length of the longer', () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const edits = distance(a, b);
        expect(edits).toBe(distance(b, a));
        expect(edits === 0).toBe(a === b);
        expect(edits).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});
