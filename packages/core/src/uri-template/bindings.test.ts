import { describe, expect, it } from 'vitest';
import { bindVariables, type DecodedValue } from './bindings.js';

describe('bindVariables', () => {
  it('gathers values by name in an object without a prototype', () => {
    const variables = bindVariables([text('__proto__', 'p'), text('constructor', 'c'), list('tags', ['a', 'b'])]);
    expect(variables && Object.getPrototypeOf(variables)).toBeNull();
    expect(variables && Object.entries(variables)).toEqual([
      ['__proto__', 'p'],
      ['constructor', 'c'],
      ['tags', ['a', 'b']],
    ]);
  });

  it('needs the same value in all places of a variable', () => {
    expect(bindVariables([text('a', 'x'), text('a', 'x')])).toEqual({ a: 'x' });
    expect(bindVariables([text('a', 'x'), text('a', 'y')])).toBeUndefined();
    expect(bindVariables([list('a', ['x', 'y']), list('a', ['x', 'y'])])).toEqual({ a: ['x', 'y'] });
    expect(bindVariables([list('a', ['x', 'y']), list('a', ['x', 'z'])])).toBeUndefined();
    expect(bindVariables([list('a', ['x']), list('a', ['x', 'y'])])).toBeUndefined();
    expect(bindVariables([list('a', ['x', 'y']), list('a', ['x'])])).toBeUndefined();
  });

  it('needs a prefix to be the start of the whole value, in either order', () => {
    expect(bindVariables([text('hash', 'ab', 2), text('hash', 'abcd')])).toEqual({ hash: 'abcd' });
    expect(bindVariables([text('hash', 'abcd'), text('hash', 'ab', 2)])).toEqual({ hash: 'abcd' });
    expect(bindVariables([text('hash', 'a', 1), text('hash', 'abc', 3), text('hash', 'ab', 2)])).toEqual({
      hash: 'abc',
    });
    expect(bindVariables([text('hash', 'xy', 2), text('hash', 'abcd')])).toBeUndefined();
    expect(bindVariables([text('hash', 'a', 2), text('hash', 'abcd')])).toBeUndefined();
  });

  it('takes no prefix that is longer than its modifier says', () => {
    expect(bindVariables([text('a', 'xyz', 3)])).toEqual({ a: 'xyz' });
    expect(bindVariables([text('a', '😀😀😀', 3)])).toEqual({ a: '😀😀😀' });
    expect(bindVariables([text('a', 'wxyz', 3)])).toBeUndefined();
  });
});

function text(name: string, value: string, maxLength = Number.POSITIVE_INFINITY): DecodedValue {
  return { variable: { name, isList: false, maxLength }, value };
}

function list(name: string, value: readonly string[]): DecodedValue {
  return { variable: { name, isList: true, maxLength: Number.POSITIVE_INFINITY }, value };
}
