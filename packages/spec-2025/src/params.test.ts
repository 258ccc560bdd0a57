import type { JsonObject, JsonValue } from '@polyspec/core';
import { expect, test } from 'vitest';
import { optionalObject, optionalString, optionalStrings, requiredObject, requiredString } from './params.js';

const params: JsonObject = { text: 'x', empty: '', count: 1, none: null, list: [], object: { a: 'b' }, flag: true };
const strings = (value: JsonValue): unknown => optionalStrings({ value }, 'value');

test('members of the right type are given as they are', () => {
  expect(requiredString(params, 'text')).toBe('x');
  expect(requiredString(params, 'empty')).toBe('');
  expect(optionalString(params, 'text')).toBe('x');
  expect(requiredObject(params, 'object')).toBe(params.object);
  expect(optionalObject(params, 'object')).toBe(params.object);
  expect(optionalStrings(params, 'object')).toBe(params.object);
});

test('what may be absent has a default', () => {
  expect(optionalString(params, 'absent')).toBeUndefined();
  expect(optionalObject(params, 'absent')).toEqual({});
  expect(optionalStrings(params, 'absent')).toEqual({});
});

test.each<[() => unknown, string]>([
  [() => requiredString(params, 'absent'), 'absent must be a string, got nothing'],
  [() => requiredString(params, 'none'), 'none must be a string, got null'],
  [() => requiredString(params, 'flag', 'a.flag'), 'a.flag must be a string, got a boolean'],
  [() => optionalString(params, 'none'), 'none must be a string, got null'],
  [() => requiredObject(params, 'list'), 'list must be an object, got an array'],
  [() => requiredObject(params, 'absent'), 'absent must be an object, got nothing'],
  [() => optionalObject(params, 'none'), 'none must be an object, got null'],
  [() => optionalObject(params, 'count'), 'count must be an object, got a number'],
  [() => strings('x'), 'value must be an object, got a string'],
  [() => strings({ a: 'x', b: 1 }), 'value.b must be a string, got a number'],
  [() => strings({ a: {} }), 'value.a must be a string, got an object'],
])('a member that is not what it must be is named, with what it is (row %#)', (read, text) => {
  expect(read).toThrow(expect.objectContaining({ reason: 'invalid-params', message: `Invalid params: ${text}` }));
});

test('a long name of a member is cut', () => {
  const name = 'n'.repeat(100_000);
  expect(() => optionalStrings({ value: { [name]: 1 } }, 'value')).toThrow(
    /^Invalid params: value\.n{200}… \(100000 characters\) must/,
  );
});

test('names of the prototype are no members', () => {
  expect(optionalString(JSON.parse('{}') as JsonObject, 'cursor')).toBeUndefined();
  expect(() => requiredString(JSON.parse('{"__proto__":{"name":"x"}}') as JsonObject, 'name')).toThrow('got nothing');
});
