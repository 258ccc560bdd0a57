import { RequestError, type RequestErrorReason } from '@polyspec/core';
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
    const error = toJsonRpcError(new RequestError(reason, 'why'));
    expect(error).toMatchObject({ code, message: 'why' });
    expect(statusOf({ jsonrpc: '2.0', id: 1, error })).toBe(status);
  });

  it('carry their data, that of a missing capability under its name (M-07, RS-07)', () => {
    expect(toJsonRpcError(new RequestError('unknown-resource', 'x', { uri: 'a:b' })).data).toEqual({ uri: 'a:b' });
    expect(toJsonRpcError(new RequestError('missing-capability', 'x', { elicitation: { url: {} } })).data).toEqual({
      requiredCapabilities: { elicitation: { url: {} } },
    });
    expect(toJsonRpcError(new RequestError('internal', 'x'))).not.toHaveProperty('data');
  });

  it('say nothing about what was thrown unless the runtime worded it (A13)', () => {
    expect(toJsonRpcError(new Error('hunter2'))).toEqual({ code: -32603, message: 'Internal error' });
    expect(toJsonRpcError(undefined)).toEqual({ code: -32603, message: 'Internal error' });
  });

  it('use the numbers of the published protocol and no draft numbers (E-02, E-03, E-11)', () => {
    expect(Object.values(ModernErrorCode).sort((a, b) => a - b)).toEqual([
      -32700, -32603, -32602, -32601, -32600, -32022, -32021, -32020,
    ]);
  });
});
