import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locate, type StepCounter } from './locate.js';
import { type Field, type Pattern, toPattern } from './pattern.js';
import { parseParts } from './syntax.js';

describe('locate', () => {
  it.each([
    ['a://{x}', 'a://1', ['1']],
    ['a://{x}', 'a://', ['']],
    ['{x}-{y}', 'a-b-c', ['a', 'b-c']],
    ['{+x}/{y}', 'a/b/c', ['a/b', 'c']],
    ['{x}/end/{y}', 'a/end/b', ['a', 'b']],
    ['a{/x}', 'a', [undefined]],
    ['a{/x}', 'a/', ['']],
    ['a{/x,y}/z', 'a/1/z', ['1']],
    ['a{/x}/x{/y*}', 'a/x/y/x', [undefined, 'y/x']],
    ['{x}{?q}', 'a?q=1', ['a', 'q=1']],
    ['{x}{?q}', 'a?', ['a', '']],
    ['{x}{?q}', 'a', ['a', undefined]],
    ['{+x}{?q}{#f}', 'a/b?q=1#top', ['a/b', 'q=1', 'top']],
    ['{x}{.ext}', 'archive.tar.gz', ['archive', 'tar.gz']],
    ['a{?q}&fixed=1', 'a?q=1&fixed=1', ['q=1']],
  ])('divides by %j the URI %j (RP-19)', (template, uri, expected) => {
    expect(textsOf(template, uri)).toEqual(expected);
  });

  it.each([
    ['a://{x}', 'b://1'],
    ['a://{x}', 'a:/'],
    ['a://{x}', 'a://1/2'],
    ['a://{x}', 'a://1?q=2'],
    ['a://{x}', 'a://1#f'],
    ['a://{x}/z', 'a://1/y'],
    ['ab{x}bc', 'abc'],
    ['a://list', 'a://list/'],
    ['a{/x,y}', 'a/1/2/3'],
    ['a{/x}', 'ab'],
    ['{x,y}', 'a,b,c'],
    ['a{?q}', 'a&q=1'],
    ['a{?q}', 'a?q=1#top'],
    ['a{;x}', 'a;x=1/2'],
    ['a{.x}', 'a.b/c'],
    ['a{/x*}', 'a/b?c'],
    ['a?fixed=yes{&x}', 'a?fixed=yesterday'],
  ])('does not divide by %j the URI %j (RP-07, RP-19)', (template, uri) => {
    expect(textsOf(template, uri)).toBeUndefined();
  });

  it('finds what a regular expression finds by trying', () => {
    const part = fc.oneof(
      fc.constantFrom('/', '-', '.', '?', '&', ';', '#', ',', '-/', '?x&'),
      fc.constantFrom(
        '{a}',
        '{a,b}',
        '{a*}',
        '{+a}',
        '{#a}',
        '{.a}',
        '{/a}',
        '{/a,b}',
        '{/a*}',
        '{;a}',
        '{?a}',
        '{&a}',
      ),
    );
    const template = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    const uri = fc.string({ unit: fc.constantFrom(...'/-.?&;#,x'), maxLength: 12 });
    fc.assert(
      fc.property(template, uri, (someTemplate, someUri) => {
        const found = toRegExp(toPattern(parseParts(someTemplate))).exec(someUri);
        expect(textsOf(someTemplate, someUri)).toEqual(found?.slice(1));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['many expressions between equal literals', 'a:{+a}-{+b}-{+c}-{+d}-{+e}-{f}', (n: number) => `a:${'-'.repeat(n)}/`],
    [
      'optional expressions that all could begin anywhere',
      'a:{+a}{/b}{.c}{;d}{?e}{#f}',
      (n: number) => `a:${'/.;?#'.repeat(n / 5)}`,
    ],
    ['lists of segments', 'a:{/a*}/x{/b*}/x{/c*}/y', (n: number) => `a:${'/x'.repeat(n / 2)}/y`],
    ['a literal that almost matches everywhere', 'a:{+a}xxxxxxxxy{+b}', (n: number) => `a:${'x'.repeat(n)}`],
  ])('takes time linear in the URI: %s', (_, template, uriOfLength) => {
    const short = stepsOf(template, uriOfLength(2000));
    const long = stepsOf(template, uriOfLength(8000));
    expect(short).toBeGreaterThan(2000);
    expect(long).toBeLessThan(short * 4.1);
    expect(long).toBeLessThanOrEqual(uriOfLength(8000).length * template.length);
  });
});

function textsOf(template: string, uri: string): readonly (string | undefined)[] | undefined {
  return locate(toPattern(parseParts(template)), uri)?.map(({ text }) => text);
}

function stepsOf(template: string, uri: string): number {
  const counter: StepCounter = { steps: 0 };
  locate(toPattern(parseParts(template)), uri, counter);
  return counter.steps;
}

/** The same meaning, left to the backtracking of the regular expression engine. */
function toRegExp({ prefix, pieces, suffix }: Pattern): RegExp {
  const source = pieces.map((piece) => (piece.type === 'literal' ? escaped(piece.text) : fieldSource(piece)));
  return new RegExp(`^${escaped(prefix)}${source.join('')}${escaped(suffix)}$`, 's');
}

function fieldSource({ operator: { mark, separator, stops }, maxSeparators }: Field): string {
  const value =
    maxSeparators === Number.POSITIVE_INFINITY
      ? `${oneBut(stops)}*?`
      : `${oneBut(stops + separator)}*?(?:${escaped(separator)}${oneBut(stops + separator)}*?){0,${maxSeparators}}?`;
  return mark === '' ? `(${value})` : `(?:${escaped(mark)}(${value}))?`;
}

function oneBut(characters: string): string {
  return characters === '' ? '.' : `[^${escaped(characters)}]`;
}

function escaped(text: string): string {
  return text.replace(/[/\-.?&;#,+^$*()[\]{}|\\]/g, '\\$&');
}
