import { describe, expect, it } from 'vitest';
import { busy, busyOverHttp } from './busy.js';

describe('a server that is busy', () => {
  it('says so with a hint when to come again', () => {
    const { reason, message, data } = busy('Too much at once');
    expect({ reason, message, data }).toEqual({
      reason: 'busy',
      message: 'Too much at once. Try again in a moment',
      data: { retryAfterMs: 1000 },
    });
  });

  it.each([
    [0, '1'],
    [1000, '1'],
    [1001, '2'],
    [60_000, '60'],
  ])('Q-05 is 503 over HTTP, with whole seconds: %s ms are %s', (retryAfterMs, seconds) => {
    const error = { code: -32603, message: 'x', data: { retryAfterMs } };
    expect(busyOverHttp(error)).toEqual({ status: 503, headers: { 'retry-after': seconds } });
  });

  it.each([undefined, null, 'x', {}, { retryAfterMs: '1' }])('is not what other errors say: %j', (data) => {
    expect(busyOverHttp({ code: -32603, message: 'x', ...(data !== undefined && { data }) })).toBeUndefined();
  });
});
