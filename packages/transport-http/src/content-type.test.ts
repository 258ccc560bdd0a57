import { expect, it } from 'vitest';
import { isJsonContentType } from './content-type.js';

it.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json ; charset=utf8',
  'application/json; profile=x; charset=utf-8',
])('takes %s (Q-06)', (header) => {
  expect(isJsonContentType(header)).toBe(true);
});

it.each([
  undefined,
  '',
  'text/plain',
  'text/json',
  'application/json5',
  'application/vnd.api+json',
  'application/json; charset=utf-16',
  'application/json; charset=iso-8859-1',
  'application/json; charset=',
  'application/json, text/plain',
  'text/plain; application/json',
])('refuses %s (Q-06)', (header) => {
  expect(isJsonContentType(header)).toBe(false);
});
