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
  expect(error.message).toBe('x must be an object');
  expect(error.path).toBe('');
  expect(error.cause).toBe(cause);
});

test.each([
  ["input of tool 'add' is a schema of zod 3", 'is a schema of zod 3'],
  [
    "input of tool 'add' has a chain of more than 64 references (at /a)",
    'has a chain of more than 64 references',
    '/a',
  ],
  ["input of tool 'add' can't be compiled by ajv", "can't be compiled by ajv"],
  ["input of tool 'add': contains must be a schema (at /contains)", 'contains must be a schema', '/contains'],
])(
  'a problem that says something of the subject follows it, and any other a colon: %s',
  (message, problem, path?: string) => {
    expect(new SchemaError("input of tool 'add'", problem, path).message).toBe(message);
  },
);
