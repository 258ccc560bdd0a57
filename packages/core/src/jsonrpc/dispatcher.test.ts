import { describe, expect, it } from 'vitest';
import { Dispatcher } from './dispatcher.js';
import { JsonText, request } from './message.js';

const methods = {
  echo: (params: object, context: string) => ({ params, context }) as never,
  later: () => Promise.resolve(new JsonText('{"kept":true}')),
  fail: () => {
    throw new Error('secret');
  },
};
const dispatcher = new Dispatcher<string>(methods, () => ({ code: -32603, message: 'hidden', data: { a: 1 } }));

describe('Dispatcher', () => {
  it('gives parameters and context to the handler; absent parameters are {}', async () => {
    expect(await dispatcher.dispatch(request(1, 'echo'), 'ctx')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { params: {}, context: 'ctx' },
    });
  });

  it('passes a result that is already text through', async () => {
    const response = await dispatcher.dispatch(request('x', 'later'), '');
    expect('result' in response && response.result).toBeInstanceOf(JsonText);
  });

  it('never sends the message of an exception by itself, and keeps the data given', async () => {
    expect(await dispatcher.dispatch(request(0, 'fail'), '')).toEqual({
      jsonrpc: '2.0',
      id: 0,
      error: { code: -32603, message: 'hidden', data: { a: 1 } },
    });
  });

  it('knows its methods, and none that objects inherit', () => {
    expect(dispatcher.has('echo')).toBe(true);
    expect(dispatcher.has('constructor')).toBe(false);
    expect(dispatcher.has('__proto__')).toBe(false);
  });
});
