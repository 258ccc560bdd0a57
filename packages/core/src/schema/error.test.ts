import { expect, test } from 'vitest';
import { SchemaError } from './error.js';

test('a schema error carries a code, the subject and the place, and says both in its message', () => {
  const error = new SchemaError("input of tool 'add'", 'type must be a string', '/properties/a/type');
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'SchemaError',
    code: 'POLYSPEC_SCHEMA',
    subject: "input of tool 'add'",
    path: '/properties/a/type',
    message: "input of tool 'add': type must be a string (at /properties/a/type)",
  });
});

test('the root needs no place in the message', () => {
  const cause = new Error('why');
  const error = new SchemaError('x', 'must be an object', undefined, { cause });
  expect(error.message).toBe('x: must be an object');
  expect(error.path).toBe('');
  expect(error.cause).toBe(cause);
});
