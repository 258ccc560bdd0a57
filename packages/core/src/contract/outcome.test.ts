import { describe, expect, it } from 'vitest';
import { notification, request } from '../jsonrpc/message.js';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { refusedOutcome } from './outcome.js';

const refusal = {
  status: 403,
  headers: { 'www-authenticate': 'Bearer' },
  body: { error: 'insufficient_scope' },
  message: 'Not for you',
};

describe('refusedOutcome', () => {
  it('is the guard’s own answer over HTTP', () => {
    const exchange = Object.assign(new MemoryExchange({}, () => undefined), {
      http: { method: 'POST' as const, header: () => undefined, count: () => 0 },
    });
    const { message: _, ...answer } = refusal;
    expect(refusedOutcome(refusal, request(1, 'tools/call'), exchange)).toEqual({ type: 'refused', ...answer });
  });

  it('is a JSON-RPC error elsewhere, and silence for a notification', () => {
    const exchange = new MemoryExchange({}, () => undefined);
    expect(refusedOutcome(refusal, request(1, 'tools/call'), exchange)).toMatchObject({
      response: { id: 1, error: { code: -32600, message: 'Not for you' } },
    });
    expect(refusedOutcome(refusal, notification('x'), exchange)).toEqual({ type: 'accepted' });
  });
});
