import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UriTemplateError } from './error.js';
import { parseParts } from './syntax.js';

describe('parseParts', () => {
  it.each([
    '',
    'notes://list',
    'notes://{id}',
    '{+path}/here',
    '{#fragment}',
    'X{.list*}',
    '{/var:1,var}',
    '{;x,y,empty}',
    '{?q,lang}',
    '?fixed=yes{&x}',
    '{var:9999}',
    '{Stra%C3%9Fe}',
    '{last.name}',
    '{_a.b_1}',
    'café/{id}',
    'a/%20/{id}',
  ])('accepts %j (RP-20)', (template) => {
    expect(() => parseParts(template)).not.toThrow();
  });

  it.each([
    ['a{', 2, 'never closed'],
    ['notes://{id', 11, 'opened at position 8 is never closed; add "}"'],
    ['{a{b}}', 2, 'close that one first'],
    ['a}b', 1, 'write %7D'],
    ['{a}}', 3, 'write %7D'],
    ['a{}', 2, 'name a variable'],
    ['{/}', 2, 'name a variable'],
    ['{a,}', 3, 'name a variable'],
    ['{=a}', 1, 'the operator "=" is reserved'],
    ['{!a}', 1, 'the operator "!" is reserved'],
    ['{|a}', 1, 'the operator "|" is reserved'],
    ['{@a}', 1, 'the operator "@" is reserved'],
    ['{,a}', 1, 'the operator "," is reserved'],
    ['{$a}', 1, 'got "$" in an expression'],
    ['{a b}', 2, 'got " " in an expression'],
    ['{a, b}', 3, 'got " " in an expression'],
    ['{user-id}', 5, 'got "-" in an expression'],
    ['{a:}', 3, 'from 1 to 9999'],
    ['{a:x}', 3, 'from 1 to 9999'],
    ['{a:3*}', 4, 'one modifier'],
    ['{a(note)}', 2, 'got "("'],
    ['{a(})}', 2, 'got "("'],
    ['x/{a,b:0}', 7, 'got the prefix length 0 for "b"'],
    ['{a:03}', 3, 'got the prefix length 03 for "a"'],
    ['{a:10000}', 3, 'got the prefix length 10000 for "a"'],
    ['{ok,a..b}', 4, 'got the variable name "a..b"'],
    ['{..a}', 2, 'got the variable name ".a"'],
    ['{a.}', 1, 'got the variable name "a."'],
    ['{%4}', 1, 'got the variable name "%4"'],
    ['{%zz}', 1, 'got the variable name "%zz"'],
    ['100%/{a}', 3, 'write %25'],
    ['{a}/%4x', 4, 'write %25'],
    ["it's/{a}", 2, `got "'" in literal text`],
    ['a b/{a}', 1, 'got " " in literal text'],
    ['{a}/<b>', 4, 'got "<" in literal text'],
    ['a\n{a}', 1, 'got "\\n" in literal text'],
    ['a\\b', 1, 'got "\\\\" in literal text'],
    ['a\ud800', 1, 'got "\\ud800" in literal text'],
  ])('refuses %j at position %i (RP-20)', (template, position, reason) => {
    const error = errorOf(template);
    expect(error).toMatchObject({ code: 'POLYSPEC_URI_TEMPLATE', template, position });
    expect(error.reason).toContain(reason);
  });

  it('keeps operator, names, modifiers and position of each expression', () => {
    expect(parseParts('a://{x:3}{?q,tags*}')).toMatchObject([
      { type: 'literal', text: 'a://' },
      { position: 4, operator: { mark: '' }, variables: [{ name: 'x', isList: false, maxLength: 3 }] },
      {
        position: 9,
        operator: { mark: '?' },
        variables: [
          { name: 'q', isList: false, maxLength: Number.POSITIVE_INFINITY },
          { name: 'tags', isList: true },
        ],
      },
    ]);
  });

  it('keeps literal text in ASCII', () => {
    expect(parseParts('größe/%c3%9f')).toEqual([{ type: 'literal', text: 'gr%C3%B6%C3%9Fe/%C3%9F' }]);
  });

  it('gives parts or a UriTemplateError with a position inside the template, whatever the text', () => {
    const unit = fc.constantFrom(...'{}+#./;?&*:,%()ab09é\'" ', '😀', '\ud800');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), (template) => {
        try {
          parseParts(template);
        } catch (error) {
          expect(error).toBeInstanceOf(UriTemplateError);
          const { position = -1 } = error as UriTemplateError;
          expect(position).toBeGreaterThanOrEqual(0);
          expect(position).toBeLessThanOrEqual(template.length);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

function errorOf(template: string): UriTemplateError {
  try {
    parseParts(template);
  } catch (error) {
    if (error instanceof UriTemplateError) return error;
    throw error;
  }
  throw new Error(`${template} was accepted`);
}
