/** The tests of the reference library for JSON-RPC that bear on a server, under their names there. */
import { describe, expect, test } from 'vitest';
import {
  ErrorCode,
  encodeMessage,
  failure,
  isNotification,
  isRequest,
  isResponse,
  type JsonRpcMessage,
  JsonText,
  notification,
  parseMessage,
  request,
  success,
} from '../../src/index.js';

describe('json_rpc request, notification, response, error constructors', () => {
  test('make what JSON-RPC 2.0 describes, without members that say nothing', () => {
    expect(request(1, 'tools/list')).toEqual({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(request('a', 'tools/call', { name: 'x' })).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      method: 'tools/call',
      params: { name: 'x' },
    });
    expect(notification('changed')).toEqual({ jsonrpc: '2.0', method: 'changed' });
    expect(success(1, { done: true })).toEqual({ jsonrpc: '2.0', id: 1, result: { done: true } });
    expect(failure(1, -32000, 'no', { why: 1 })).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32000, message: 'no', data: { why: 1 } },
    });
  });

  test('know the codes of JSON-RPC 2.0', () => {
    expect(ErrorCode).toMatchObject({
      ParseError: -32700,
      InvalidRequest: -32600,
      MethodNotFound: -32601,
      InvalidParams: -32602,
      InternalError: -32603,
    });
  });

  test('leave out the id of an error that has none, instead of null (Q-45)', () => {
    expect(failure(undefined, ErrorCode.ParseError, 'no')).toEqual({
      jsonrpc: '2.0',
      error: { code: -32700, message: 'no' },
    });
  });
});

describe('json_rpc classification', () => {
  test.each<[JsonRpcMessage, readonly boolean[]]>([
    [request(1, 'm'), [true, false, false]],
    [notification('m'), [false, true, false]],
    [success(1, {}), [false, false, true]],
    [failure(1, -1, 'no'), [false, false, true]],
    [failure(undefined, -1, 'no'), [false, false, true]],
  ])('%j', (message, expected) => {
    expect([isRequest(message), isNotification(message), isResponse(message)]).toEqual(expected);
  });

  test('an empty batch is no message, and neither is any other', () => {
    for (const text of ['[]', '[{"jsonrpc":"2.0","id":1,"method":"m"}]']) {
      expect(parseMessage(text)).toMatchObject({ ok: false, failure: { error: { code: -32600 } } });
    }
  });
});

describe('json_rpc extraction, encode, decode, round trips', () => {
  test.each<[JsonRpcMessage]>([
    [request(1, 'm')],
    [request('1', 'm', { a: [1, null, 'é\n\u2028'] })],
    [notification('m', {})],
    [success(0, { a: { b: 1 } })],
    [failure('x', -32002, 'gone', { uri: 'a:b' })],
    [failure('x', -32002, 'gone')],
  ])('%j comes back as it was, from one line', (message) => {
    const text = encodeMessage(message);
    expect(text).not.toContain('\n');
    expect(parseMessage(text)).toEqual({ ok: true, message });
  });

  test('a result that is text already is written as it stands', () => {
    expect(encodeMessage(success(1, new JsonText('{"kept": true}')))).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"kept": true}}',
    );
  });

  test('an error may have the id null that JSON-RPC 2.0 gives it, a request may not (V1-31)', () => {
    expect(parseMessage('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}').ok).toBe(true);
    expect(parseMessage('{"jsonrpc":"2.0","id":null,"method":"m"}').ok).toBe(false);
  });
});
