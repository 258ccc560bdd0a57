import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault } from './json-fault.js';

describe('what travels as JSON', () => {
  it('arrives as it is where there is no fault', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noNullPrototype: true } as never), (value) => {
        expect(jsonFault(value, 'x')).toBeUndefined();
        // A negative zero is the one value of JSON that JavaScript does not write.
        expect(JSON.parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value), (_k, v) => v));
      }),
    );
    expect(jsonFault({ a: undefined, b: [null, 'x', 0, true, {}] }, 'x')).toBeUndefined();
    const shared = { a: 1 };
    expect(jsonFault([shared, shared], 'x')).toBeUndefined();
  });

  const circle: Record<string, unknown> = {};
  circle.self = [circle];
  it.each<[string, unknown]>([
    ['x is undefined', undefined],
    ['x is NaN', Number.NaN],
    ['x is -Infinity', Number.NEGATIVE_INFINITY],
    ['x is a bigint', 1n],
    ['x is a function', () => 1],
    ['x is a symbol', Symbol('s')],
    ['x is a Date', new Date(0)],
    ['x.a[1] is a Map', { a: [1, new Map()] }],
    ['x["odd name"] is a class', { 'odd name': class {} }],
    ['x[0] is undefined', [undefined]],
    ['x.self[0] contains itself', circle],
    ['x is an object', { toJSON: () => 1 }],
  ])('%s', (fault, value) => {
    expect(jsonFault(value, 'x')).toBe(fault);
  });
});
