import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMessage, readMessage } from './envelope.js';

const code = (value: unknown): number | undefined => {
  const read = readMessage(value);
  return read.ok ? undefined : read.failure.error.code;
};

describe('readMessage', () => {
  it('passes a request, a notification and both kinds of response', () => {
    for (const message of [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 'a', method: 'ping', params: {} },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 0, result: {} },
      { jsonrpc: '2.0', id: 'x', error: { code: -1, message: 'no' } },
    ]) {
      expect(readMessage(message)).toEqual({ ok: true, message });
    }
  });

  it('B-01 refuses a wrong or missing jsonrpc and a missing or non-string method with -32600', () => {
    expect(code({ id: 1, method: 'ping' })).toBe(-32600);
    expect(code({ jsonrpc: '1.0', id: 1, method: 'ping' })).toBe(-32600);
    expect(code({ jsonrpc: '2.0', id: 1 })).toBe(-32600);
    expect(code({ jsonrpc: '2.0', id: 1, method: 5 })).toBe(-32600);
  });

  it('B-03, V1-31 refuses ids that are null, fractional, boolean or objects, and names none in the answer (B-05, Q-45)', () => {
    for (const id of [null, 1.5, true, {}, []]) {
      const read = readMessage({ jsonrpc: '2.0', id, method: 'ping' });
      expect(read.ok).toBe(false);
      if (!read.ok) expect(Object.keys(read.failure)).toEqual(['jsonrpc', 'error']);
    }
  });

  it('B-04 keeps the id of a request that is refused, with its type', () => {
    const read = readMessage({ jsonrpc: '2.0', id: '1', method: 7 });
    expect(!read.ok && read.failure.id).toBe('1');
  });

  it('B-15, YB-05 refuses batches with -32600', () => {
    expect(code([{ jsonrpc: '2.0', id: 1, method: 'ping' }])).toBe(-32600);
    expect(code([])).toBe(-32600);
  });

  it('Q-55 refuses params that are an array or a scalar with -32602', () => {
    for (const params of [[], 'x', 1, null])
      expect(code({ jsonrpc: '2.0', id: 1, method: 'ping', params })).toBe(-32602);
  });

  it('B-11 has no answer for a malformed notification or response', () => {
    for (const value of [
      { jsonrpc: '2.0', method: 5 },
      { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: '' } },
      { jsonrpc: '2.0', result: {} },
    ]) {
      const read = readMessage(value);
      expect(read.ok ? undefined : read.answer).toBe(false);
    }
  });

  it('B-06 refuses a response with both or neither of result and error, and results that are no objects', () => {
    expect(code({ jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: 'x' } })).toBe(-32600);
    expect(code({ jsonrpc: '2.0', id: 1, result: null })).toBe(-32600);
    expect(code({ jsonrpc: '2.0', id: 1, error: { code: 'x', message: 'x' } })).toBe(-32600);
  });

  it('Q-45 names the question that a malformed answer may be for, and leaves its id out of the refusal', () => {
    const both = { result: {}, error: { code: 1, message: '' } };
    for (const wrong of [
      { result: null },
      both,
      { error: { code: -1 } },
      { error: 'no' },
      { result: {}, jsonrpc: '1.0' },
    ]) {
      const read = readMessage({ jsonrpc: '2.0', id: 'ask-1', ...wrong });
      if (read.ok) return expect.fail('it is no answer');
      expect([read.question?.id, read.answer, 'id' in read.failure]).toEqual(['ask-1', false, false]);
      expect(read.failure.error.message).toBe(`Invalid request: ${read.question?.fault}`);
    }
    // It may also be a request without its method, so it is answered.
    expect(readMessage({ jsonrpc: '2.0', id: 'ask-1' })).toMatchObject({
      answer: true,
      failure: { id: 'ask-1' },
      question: { id: 'ask-1', fault: 'method is missing' },
    });
    for (const other of [{ method: 5 }, { id: null, result: {} }, { method: 'x', result: {} }])
      expect(readMessage({ jsonrpc: '2.0', id: 1, ...other })).not.toHaveProperty('question');
  });

  it('takes an error without an id, or with the null of JSON-RPC 2.0', () => {
    expect(readMessage({ jsonrpc: '2.0', error: { code: -32700, message: 'x' } }).ok).toBe(true);
    expect(readMessage({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'x' } }).ok).toBe(true);
  });

  it('never throws, and passes only what has a method or an answer, whatever JSON comes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = readMessage(value);
        if (read.ok) expect('method' in read.message || 'result' in read.message || 'error' in read.message).toBe(true);
        else expect(read.failure.error.code).toBeLessThan(-32599);
      }),
    );
  });
});

describe('parseMessage', () => {
  it('E-01, S-15 says -32700 without an id for text that is not JSON', () => {
    expect(parseMessage('{"jsonrpc":')).toEqual({
      ok: false,
      answer: true,
      failure: { jsonrpc: '2.0', error: { code: -32700, message: expect.stringContaining('JSON') } },
    });
  });

  it('says -32600, not -32700, for JSON that is no message', () => {
    for (const text of ['null', '0', 'false', '""']) {
      const read = parseMessage(text);
      expect(!read.ok && read.failure.error.code).toBe(-32600);
    }
  });
});
