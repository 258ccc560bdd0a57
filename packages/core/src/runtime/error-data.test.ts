import { expect, it } from 'vitest';
import { silentLogger } from '../contract/logger.js';
import { RequestError } from '../errors.js';
import { errorData } from './error-data.js';

it('data that JSON has a form for is sent as it is', () => {
  const data = { uri: 'a:b' };
  expect(errorData(new RequestError('unknown-resource', 'why', data), silentLogger)).toBe(data);
  expect(errorData(new RequestError('internal', 'why'), silentLogger)).toBeUndefined();
  expect(errorData(new RequestError('internal', 'why', (() => 1) as never), silentLogger)).toBeUndefined();
});

it('Q-05 data that JSON can not carry is left out, and the log says so', () => {
  const logged: object[] = [];
  const logger = { ...silentLogger, error: (fields: object, text?: string) => void logged.push({ ...fields, text }) };
  expect(errorData(new RequestError('internal', 'why', { count: 1n } as never), logger)).toBeUndefined();
  expect(logged).toEqual([
    {
      err: expect.any(TypeError),
      message: 'why',
      text: 'The data of a request error was left out: JSON has no form for it',
    },
  ]);
});
