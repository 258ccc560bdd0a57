import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { isError, isPlainObject, kindOf } from './kind-of.js';

class Weather {}

describe('kindOf', () => {
  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'x'],
    ['a number', 1],
    ['a bigint', 1n],
    ['a boolean', true],
    ['a symbol', Symbol('x')],
    ['an array', []],
    ['an object', {}],
    ['an object', Object.create(null)],
    ['an object', Object.create(Object.create(null))],
    ['a Map', new Map()],
    ['an Error', new Error('x')],
    ['a Weather', new Weather()],
    ['an object', new (class {})()],
    ['a class', Weather],
    ['a function', () => 1],
    ['a function', Math.sqrt],
  ])('says %s', (words, value) => {
    expect(kindOf(value)).toBe(words);
  });
});

describe('isPlainObject', () => {
  it('tells literals from instances', () => {
    expect([{}, Object.create(null), new Weather(), new Map(), []].map(isPlainObject)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('isError', () => {
  it('knows errors, also of another realm', () => {
    const foreign: unknown = runInNewContext('new TypeError("x")');
    expect(foreign).not.toBeInstanceOf(Error);
    expect([new RangeError('x'), new DOMException('x'), foreign].every(isError)).toBe(true);
    expect([{ message: 'x', name: 'Error' }, 'Error', null].some(isError)).toBe(false);
  });
});
