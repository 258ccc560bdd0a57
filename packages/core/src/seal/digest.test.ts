import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonValue } from '../json.js';
import { digestOf } from './digest.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Few different texts, names and numbers, so that two values are often equal or nearly so. */
const { alike } = fc.letrec<{ alike: JsonValue }>((tie) => ({
  alike: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, 0, 1, 1.5, '', '1', 'null', 'a,b', '\ud800', '\ud801'),
    fc.array(tie('alike'), { maxLength: 2 }),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', '', '1', '__proto__'), tie('alike')), {
        maxLength: 3,
        selector: ([name]) => name,
      })
      .map((members) => Object.fromEntries(members)),
  ),
}));

/** The same value with the members of every object in the opposite order. */
function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member ?? null)] as const);
  return Object.fromEntries(members.reverse());
}

describe('digestOf', () => {
  it('is the SHA-256 of the canonical JSON text', () => {
    expect(digestOf({ b: [1.0, 'é', -0], a: { d: null, c: 1e21 } })).toBe(
      sha256('{"a":{"c":1e+21,"d":null},"b":[1,"é",0]}'),
    );
    expect(digestOf([])).toBe(sha256('[]'));
    expect(digestOf({ x: {}, y: [[], [{}]] })).toBe(sha256('{"x":{},"y":[[],[{}]]}'));
    expect(digestOf('a"b')).toBe(sha256('"a\\"b"'));
  });

  it('sorts names by UTF-16 code units, numbers among them', () => {
    expect(digestOf({ '10': 1, '9': 2, b: 3, B: 4, '\u{1f600}': 5, '\ufb33': 6 })).toBe(
      sha256('{"10":1,"9":2,"B":4,"b":3,"\u{1f600}":5,"\ufb33":6}'),
    );
  });

  it('R-13 does not depend on the order of members, at any depth', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => digestOf(reversed(value as JsonValue)) === digestOf(value as JsonValue)),
    );
    fc.assert(fc.property(alike, (value) => digestOf(reversed(value)) === digestOf(value)));
  });

  it('R-13 is the same for equal values and for no others', () => {
    fc.assert(
      fc.property(alike, alike, (one, other) => {
        expect(digestOf(one) === digestOf(other)).toBe(isDeepStrictEqual(one, other));
      }),
      { numRuns: 2000 },
    );
  });

  it('counts a member that is undefined as absent, and nothing else', () => {
    expect(digestOf({ a: undefined, b: 1 })).toBe(digestOf({ b: 1 }));
    expect(digestOf({ a: null, b: 1 })).not.toBe(digestOf({ b: 1 }));
  });

  it('tells apart what a reader of JSON can give and a writer would make the same', () => {
    const read = (text: string): string => digestOf(JSON.parse(text));
    expect(new Set(['1e400', '-1e400', 'null', '"Infinity"'].map(read)).size).toBe(4);
    expect(read('{"__proto__":1}')).not.toBe(read('{}'));
    expect(read('{"constructor":{"prototype":1}}')).not.toBe(read('{"constructor":{"prototype":2}}'));
  });

  it('takes values of any depth', () => {
    const deep = (levels: number): JsonValue =>
      JSON.parse('[{"a":'.repeat(levels) + '}]'.repeat(levels).replace('}', '1}'));
    expect(digestOf(deep(20_000))).not.toBe(digestOf(deep(20_001)));
  });

  it('refuses what contains itself, and takes what is contained twice', () => {
    const circle: { inner?: JsonValue } = {};
    circle.inner = [circle as JsonValue];
    expect(() => digestOf(circle as JsonValue)).toThrow(TypeError);
    const twice = { a: 1 };
    expect(digestOf([twice, [twice]])).toBe(digestOf([{ a: 1 }, [{ a: 1 }]]));
  });
});
