import { RequestError, type RequestErrorReason, silentLogger } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { ModernErrorCode, statusOf, toJsonRpcError } from './errors.js';

describe('errors after dispatch', () => {
  it.each<[RequestErrorReason, number, number]>([
    ['unknown-tool', -32602, 200],
    ['unknown-prompt', -32602, 200],
    ['unknown-resource', -32602, 200],
    ['unknown-method', -32601, 404],
    ['invalid-params', -32602, 200],
    ['invalid-cursor', -32602, 200],
    ['missing-capability', -32021, 400],
    ['forbidden', -32600, 403],
    ['busy', -32603, 200],
    ['internal', -32603, 200],
  ])('%s is %i with status %i (E-08, E-09, Q-05)', (reason, code, status) => {
    const error = toJsonRpcError(new RequestError(reason, 'why'), silentLogger);
    expect(error).toMatchObject({ code, message: 'why' });
    expect(statusOf({ jsonrpc: '2.0', id: 1, error })).toBe(status);
  });

  it('carry their data, that of a missing capability under its name (M-07, RS-07)', () => {
    expect(toJsonRpcError(new RequestError('unknown-resource', 'x', { uri: 'a:b' }), silentLogger).data).toEqual({
      uri: 'a:b',
    });
    expect(
      toJsonRpcError(new RequestError('missing-capability', 'x', { elicitation: { url: {} } }), silentLogger).data,
    ).toEqual({
      requiredCapabilities: { elicitation: { url: {} } },
    });
    expect(toJsonRpcError(new RequestError('internal', 'x'), silentLogger)).not.toHaveProperty('data');
  });

  it('say how pages to visit are asked for here, where there is no code for them (E-06)', () => {
    const elicitations = [{ mode: 'url', elicitationId: '1', message: 'Pay', url: 'https://example.com' }];
    const thrown = new RequestError('url-elicitation-required', 'Payment needed', { elicitations });
    const { code, message, data } = toJsonRpcError(thrown, silentLogger);
    expect([code, data]).toEqual([-32603, { elicitations }]);
    expect(message).toMatch(/^Payment needed\. For that the user has to visit a page, .*dialogue\(…\) with elicitUrl/);
  });

  it('leave out data that JSON can not carry, and say so in the log (Q-05)', () => {
    const logged: (string | undefined)[] = [];
    const logger = { ...silentLogger, error: (_fields: object, text?: string) => void logged.push(text) };
    const data = { count: 1n } as never;
    expect(toJsonRpcError(new RequestError('bogus' as never, 'why', data), logger)).toEqual({
      code: -32603,
      message: 'why',
    });
    expect(toJsonRpcError(new RequestError('missing-capability', 'why', data), logger)).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: {} },
    });
    expect(logged).toEqual(Array(2).fill('The data of a request error was left out: JSON has no form for it'));
  });

  it('say nothing about what was thrown unless the runtime worded it (A13)', () => {
    expect(toJsonRpcError(new Error('hunter2'), silentLogger)).toEqual({ code: -32603, message: 'Internal error' });
    expect(toJsonRpcError(undefined, silentLogger)).toEqual({ code: -32603, message: 'Internal error' });
  });

  it('use the numbers of the published protocol and no draft numbers (E-02, E-03, E-11)', () => {
    expect(Object.values(ModernErrorCode).sort((a, b) => a - b)).toEqual([
      -32700, -32603, -32602, -32601, -32600, -32022, -32021, -32020,
    ]);
  });
});
