import { RequestError, type RequestErrorReason, silentLogger } from '@polyspec/core';
import { expect, test } from 'vitest';
import { toJsonRpcError } from './errors.js';

const runtime = {
  errorText: (thrown: unknown, doing: string) => `${doing}: hidden ${typeof thrown}`,
  logger: silentLogger,
};

test.each<[RequestErrorReason, number]>([
  ['unknown-tool', -32602],
  ['unknown-prompt', -32602],
  ['unknown-resource', -32002],
  ['unknown-method', -32601],
  ['invalid-params', -32602],
  ['invalid-cursor', -32602],
  ['missing-capability', -32603],
  ['forbidden', -32600],
  ['busy', -32603],
  ['internal', -32603],
])('%s is %d (YB-08, Part 3)', (reason, code) => {
  expect(toJsonRpcError(new RequestError(reason, 'why'), 'Work', runtime)).toEqual({ code, message: 'why' });
});

test('data goes with the error', () => {
  const error = new RequestError('unknown-resource', 'Unknown resource', { uri: 'a:b' });
  expect(toJsonRpcError(error, 'Work', runtime)).toMatchObject({ data: { uri: 'a:b' } });
});

test('of anything else the client sees what the runtime lets it see', () => {
  expect(toJsonRpcError(new Error('secret'), 'Work', runtime)).toEqual({
    code: -32603,
    message: 'Work: hidden object',
  });
  expect(toJsonRpcError(undefined, 'Work', runtime)).toEqual({ code: -32603, message: 'Work: hidden undefined' });
});

test('data that JSON can not carry is left out, and the log says so; an unknown reason is an internal error (Q-05)', () => {
  const warned: (string | undefined)[] = [];
  const logger = { ...silentLogger, error: (_fields: object, text?: string) => void warned.push(text) };
  const error = new RequestError('bogus' as never, 'why', { count: 1n } as never);
  expect(toJsonRpcError(error, 'Work', { ...runtime, logger })).toEqual({ code: -32603, message: 'why' });
  expect(warned).toEqual(['The data of a request error was left out: JSON has no form for it']);
});
