import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUriTemplate, type TemplateValues, UriTemplateError } from './index.js';

describe('parseUriTemplate', () => {
  it('names the variables once, in the order of their first appearance (CP-17)', () => {
    expect(parseUriTemplate('a://{b}/{a}{?c,b}{&D,%41}').variables).toEqual(['b', 'a', 'c', 'D', '%41']);
    expect(parseUriTemplate('a://list').variables).toEqual([]);
  });

  it('measures the literal text', () => {
    expect(parseUriTemplate('a://{x}/b{?q}').literalLength).toBe(6);
  });

  it('keeps the template as written', () => {
    expect(parseUriTemplate('größe://{x}').template).toBe('größe://{x}');
  });

  it('refuses what is not RFC 6570, and what is ambiguous (RP-04, RP-05)', () => {
    expect(() => parseUriTemplate('a://{x')).toThrow(UriTemplateError);
    expect(() => parseUriTemplate('a://{x}{y}')).toThrow(UriTemplateError);
  });

  it('does what its example says', () => {
    const notes = parseUriTemplate('notes://{owner}/{id}{?format,limit}');
    expect(notes.expand({ owner: 'ada', id: '§ 141.61' })).toBe('notes://ada/%C2%A7%20141.61');
    expect(notes.match('notes://ada/100%25?limit=3')).toEqual({
      type: 'match',
      variables: { owner: 'ada', id: '100%', limit: '3' },
    });
    expect(notes.match('notes://ada/%2e%2e')).toMatchObject({ type: 'refused', variable: 'id', reason: 'dot-segment' });
    expect(notes.match('tasks://ada/1')).toBeUndefined();
  });
});

describe('a URI written from values gives the values back (A10, LI-17)', () => {
  const text = fc.string({ unit: 'binary' });
  const list = fc.array(text, { minLength: 1, maxLength: 5 });
  /** `{+x}` and `{#x}` write `%41` as it stands, where it reads as `A`. */
  const withoutTriplets = text.filter((value) => !/%[0-9A-Fa-f]{2}/.test(value));
  const optional = { requiredKeys: [] };

  const cases: readonly (readonly [template: string, values: fc.Arbitrary<TemplateValues>])[] = [
    ['a://{x}', fc.record({ x: text })],
    ['a://h/{x}/y/{z}.json', fc.record({ x: text, z: text })],
    ['a://größe/{x}', fc.record({ x: text })],
    ['a://{x,y}', fc.record({ x: text, y: text })],
    ['a://{x*}', fc.record({ x: list })],
    ['a://{x*}/{y}', fc.record({ x: list, y: text })],
    ['a://h/{+p}', fc.record({ p: withoutTriplets })],
    ['a://h{#f}', fc.record({ f: withoutTriplets }, optional)],
    ['a://h{.x}', fc.record({ x: text }, optional)],
    ['a://h{/p*}', fc.record({ p: list }, optional)],
    ['a://h{/a,b}', fc.record({ a: text, b: text })],
    ['a://h{/a}{/b*}', fc.record({ a: text, b: list })],
    ['a://h{/p*,last}/end', fc.record({ p: list, last: text })],
    ['a://h{;x,y}', fc.record({ x: text, y: text }, optional)],
    ['a://h{;x*,y}/z', fc.record({ x: list, y: text }, optional)],
    ['a://h{?q,r}', fc.record({ q: text, r: text }, optional)],
    ['a://h{?q*,r*}', fc.record({ q: list, r: list }, optional)],
    ['a://h?fixed=yes{&x,y}', fc.record({ x: text, y: text }, optional)],
    ['a://{x}{?q}{&r}', fc.record({ x: text, q: text, r: text }, { requiredKeys: ['x', 'q'] })],
    [
      'a://{x}{/p*}{;m}{?q,r*}{#f}',
      fc.record({ x: text, p: list, m: text, q: text, r: list, f: withoutTriplets }, { requiredKeys: ['x'] }),
    ],
    ['a://{hash:2}/{hash}', fc.record({ hash: text })],
    ['a://{__proto__}{?constructor}', fc.record({ ['__proto__']: text, constructor: text })],
  ];

  it.each(cases)('%s', (template, arbitrary) => {
    const parsed = parseUriTemplate(template, { guard: false });
    fc.assert(
      fc.property(arbitrary, (values) => {
        const result = parsed.match(parsed.expand(values));
        expect(result?.type === 'match' && Object.entries(result.variables).sort()).toEqual(
          Object.entries(values).sort(),
        );
      }),
    );
  });

  it('a://{x:3}, of which only the first three characters are written', () => {
    const parsed = parseUriTemplate('a://{x:3}', { guard: false });
    fc.assert(
      fc.property(text, (x) => {
        const variables = { x: Array.from(x).slice(0, 3).join('') };
        expect(parsed.match(parsed.expand({ x }))).toEqual({ type: 'match', variables });
      }),
    );
  });
});

it('answers any URI without throwing', () => {
  const templates = ['a:{x}', 'a:{+x}-{y:2}', 'a:{/p*}{?q*}{#f}', 'a:{;x,y}/{x}'].map((template) =>
    parseUriTemplate(template),
  );
  const unit = fc.oneof(
    fc.constantFrom(...'/-.?&;#,=%04x', '%00', '..', '😀', '\ud800'),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 20 }), (rest) => {
      for (const template of templates) {
        expect([undefined, 'match', 'refused']).toContain(template.match(`a:${rest}`)?.type);
      }
    }),
    { numRuns: 1000 },
  );
});
