import { describe, expect, it } from 'vitest';
import { checkHead } from './head.js';

describe('checkHead', () => {
  it.each([
    [200, undefined],
    [401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }],
    [403, { vary: ['Origin', 'Accept'], 'x-text': 'Zürich\twest', empty: '' }],
    [599, {}],
  ])('takes %s %j', (status, headers) => {
    expect(() => checkHead(status, headers)).not.toThrow();
  });

  it.each([
    [199, undefined, /status/],
    [600, undefined, /status/],
    [401.5, undefined, /status/],
    [undefined, undefined, /status/],
    ['401', undefined, /status/],
    [401, { 'www-authenticate': 'a\r\nset-cookie: b' }, /www-authenticate/],
    [401, { 'www-authenticate': 'Zürich → no' }, /www-authenticate/],
    [401, { 'x-list': ['a', 'b\0'] }, /x-list/],
    [401, { 'retry-after': 5 }, /retry-after/],
    [401, { 'x-none': undefined }, /x-none/],
    [401, { 'a b': 'c' }, /a b/],
    [401, { 'a\r\nb': 'c' }, /name/],
    [401, { '': 'c' }, /name/],
  ])('refuses %s %j', (status, headers, message) => {
    expect(() => checkHead(status as number, headers as never)).toThrow(message);
  });
});
