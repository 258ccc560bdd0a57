import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Exchange,
  isRequest,
  type JsonObject,
  JsonText,
  type Logger,
  notification,
  type Outcome,
  request,
  type SpecHandler,
  silentLogger,
  success,
} from '@polyspec/core';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { spec, start } from '../test/in-memory.js';
import { StubHandler } from '../test/stub-handler.js';

const echo = (params: JsonObject): JsonObject => params;
const slow = async ({ ms }: JsonObject): Promise<JsonObject> => {
  await wait(Number(ms));
  return { ms };
};

describe('reading stdin', () => {
  it('answers one message a line (S-01, S-05)', async () => {
    const { say, end, answers } = await start(new StubHandler({ echo }));
    say(request(1, 'echo', { a: 1 }), request('two', 'echo', { b: '— 🎉 화 é\n' }), notification('n'));
    await end();
    expect(answers()).toEqual([success(1, { a: 1 }), success('two', { b: '— 🎉 화 é\n' })]);
  });

  it('answers the same however the input is cut into chunks (A3)', async () => {
    const messages = [request(1, 'echo', { text: '— 🎉 화 é' }), request(2, 'none'), request(3, 'echo')];
    const bytes = Buffer.from(`${messages.map((message) => JSON.stringify(message)).join('\r\n')}\n\nnot JSON\n`);
    const expected = [success(1, { text: '— 🎉 화 é' }), { id: 2 }, success(3, {}), { error: { code: -32700 } }];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (at) => {
        const { input, end, answers } = await start(new StubHandler({ echo }));
        const places = [0, ...[...new Set(at)].sort((a, b) => a - b)];
        for (const [i, place] of places.entries()) input.write(bytes.subarray(place, places[i + 1] ?? bytes.length));
        await end();
        expect(answers()).toMatchObject(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('answers the last line without a line feed', async () => {
    const { input, end, answers } = await start(new StubHandler({ echo }));
    input.write(JSON.stringify(request(1, 'echo')));
    await end();
    expect(answers()).toEqual([success(1, {})]);
  });

  it('takes text from an input that decodes by itself', async () => {
    const input = new PassThrough();
    input.setEncoding('utf8');
    const { say, end, answers } = await start(new StubHandler({ echo }), { input });
    say(request(1, 'echo', { text: 'é' }));
    await end();
    expect(answers()).toEqual([success(1, { text: 'é' })]);
  });

  it('answers what is no JSON with -32700 without an id, and goes on (S-15, B-05, Q-45, ST-16)', async () => {
    const { input, say, end, answers } = await start(new StubHandler({ echo }));
    input.write('{"jsonrpc":"2.0","id":1,\n');
    input.write(Buffer.from([0x22, 0xff, 0x22, 0x0a]));
    say(request(2, 'echo'));
    await end();
    const [broken, notText, last] = answers();
    expect(broken).toEqual({ jsonrpc: '2.0', error: { code: -32700, message: expect.any(String) } });
    expect(notText).toEqual({
      jsonrpc: '2.0',
      error: { code: -32700, message: 'Parse error: the message is not valid UTF-8' },
    });
    expect(last).toEqual(success(2, {}));
  });

  it('answers what is no message with -32600 and the id, if there is one (YB-05)', async () => {
    const { input, end, answers } = await start(new StubHandler({ echo }));
    input.write('[]\n{"id":5,"method":"echo"}\n{"jsonrpc":"2.0","id":6,"method":"echo","params":[]}\n');
    await end();
    expect(answers()).toMatchObject([
      { error: { code: -32600 } },
      { id: 5, error: { code: -32600 } },
      { id: 6, error: { code: -32602 } },
    ]);
    expect(answers()[0]).not.toHaveProperty('id');
  });

  it('does not answer a malformed notification or response', async () => {
    const { input, end, answers } = await start(new StubHandler());
    input.write('{"method":"n"}\n{"jsonrpc":"2.0","result":1}\n');
    await end();
    expect(answers()).toEqual([]);
  });

  it('Q-45, YI-12 tells the spec of an answer that can’t be read, and the log, but not the client', async () => {
    const warn = vi.fn<Logger['warn']>();
    const misread = vi.fn<NonNullable<SpecHandler['misread']>>(() => Promise.reject(new Error('no')));
    const error = vi.fn<Logger['error']>();
    const handler = Object.assign(new StubHandler(), { misread });
    const { input, say, end, answers, running } = await start(
      handler,
      {},
      { logger: { ...silentLogger, warn, error } },
    );
    say({ jsonrpc: '2.0', id: 'ask-1', error: { code: -1 } });
    input.write('{"method":"n"}\n');
    await end();
    await running.closed;
    expect(answers()).toEqual([]);
    expect(misread.mock.calls).toEqual([
      [
        'ask-1',
        'error must have an integer code and a string message',
        expect.objectContaining({ peer: expect.anything() }),
      ],
    ]);
    expect(warn.mock.calls.map(([fields]) => fields)).toMatchObject([
      { id: 'ask-1', error: { code: -32600 } },
      { id: undefined, error: { code: -32600 } },
    ]);
    expect(error).toHaveBeenCalledTimes(1);
  });

  it('answers what has neither method nor answer, and tells the spec of it: it may have been meant as one', async () => {
    const misread = vi.fn<NonNullable<SpecHandler['misread']>>(() => {
      throw new Error('no');
    });
    const { say, end, answers } = await start(Object.assign(new StubHandler({ echo }), { misread }));
    say({ jsonrpc: '2.0', id: 'ask-1' }, request(2, 'echo'));
    await end();
    expect(answers()).toMatchObject([{ id: 'ask-1', error: { code: -32600 } }, { id: 2 }]);
    expect(misread.mock.calls).toMatchObject([['ask-1', 'method is missing', {}]]);
  });

  it('answers a line that is too long with one -32600 without an id, and goes on', async () => {
    const { input, say, end, answers } = await start(new StubHandler({ echo }), { maxMessageBytes: 100 });
    for (let i = 0; i < 10; i++) input.write('x'.repeat(50));
    input.write('\n');
    say(request(1, 'echo'));
    await end();
    expect(answers()).toEqual([
      { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request: the message is longer than 100 bytes' } },
      success(1, {}),
    ]);
  });

  it('reads no more while the client reads no answers, and goes on when it does', async () => {
    const output = new PassThrough();
    const handler = new StubHandler({ big: () => ({ text: 'x'.repeat(1024 * 1024) }) });
    const { input, say, end } = await start(handler, { output });
    for (let id = 1; id <= 20; id++) {
      say(request(id, 'big'));
      await wait(1);
    }
    expect(handler.seen.length).toBeLessThan(10);
    expect(input.isPaused()).toBe(true);
    let length = 0;
    output.on('data', (chunk: Buffer) => {
      length += chunk.length;
    });
    await end();
    expect(handler.seen).toHaveLength(20);
    expect(length).toBeGreaterThan(20 * 1024 * 1024);
  });
});

describe('handling what was read', () => {
  it('handles requests concurrently and answers in the order in which they are done (ST-06, S-05)', async () => {
    const { say, end, answers } = await start(new StubHandler({ slow, echo }));
    say(request(1, 'slow', { ms: 30 }), request(2, 'slow', { ms: 10 }), request(3, 'echo'));
    await end();
    expect(answers()).toEqual([success(3, {}), success(2, { ms: 10 }), success(1, { ms: 30 })]);
  });

  it('gives all messages one peer, so that an id in use is refused and a cancel finds its request (Q-56, S-08, S-09)', async () => {
    const aborted = vi.fn();
    const hang = (_params: JsonObject, _exchange: Exchange, signal: AbortSignal): Promise<JsonObject> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(aborted()));
      });
    const { say, end, answers } = await start(new StubHandler({ hang }));
    say(request(7, 'hang'), request(7, 'hang'), notification('cancel', { id: 7 }));
    await end();
    expect(aborted).toHaveBeenCalledTimes(1);
    expect(answers()).toMatchObject([{ id: 7, error: { code: -32600 } }]);
  });

  it('writes what is sent before the answer, and what comes after it, in this order (ST-10, ST-18)', async () => {
    const handler = spec((_message, exchange) => {
      exchange.send(notification('progress', { n: 1 }));
      return { type: 'response', response: success(1, { done: true }), after: [notification('after')] };
    });
    const { say, end, answers } = await start(handler);
    say(request(1, 'any'));
    await end();
    expect(answers()).toEqual([notification('progress', { n: 1 }), success(1, { done: true }), notification('after')]);
  });

  it('gathers the answers of one turn into one write', async () => {
    const output = new PassThrough();
    const write = vi.spyOn(output, 'write');
    const { say, end } = await start(new StubHandler({ echo, later: async () => ({}) }), { output });
    say(request(1, 'echo'), request(2, 'later'), request(3, 'echo'));
    await end();
    expect(write.mock.calls.map(([chunk]) => String(chunk).split('\n').length - 1)).toEqual([3]);
  });

  it('writes a result that is already text as it stands', async () => {
    const handler = spec(() => ({ type: 'response', response: success(1, new JsonText('{"kept":1}')) }));
    const { say, end, text } = await start(handler);
    say(request(1, 'any'));
    await end();
    expect(text()).toBe('{"jsonrpc":"2.0","id":1,"result":{"kept":1}}\n');
  });

  it.each<[string, Outcome]>([
    ['accepted', { type: 'accepted' }],
    ['ended', { type: 'ended' }],
  ])('writes nothing for what is %s', async (_name, outcome) => {
    const { say, end, text } = await start(spec(() => outcome));
    say(request(1, 'any'));
    await end();
    expect(text()).toBe('');
  });

  it('answers a request that is refused below JSON-RPC with -32600, and nothing else that is', async () => {
    const { say, end, answers } = await start(spec(() => ({ type: 'refused', status: 403 })));
    say(request(1, 'any'), notification('any'));
    await end();
    expect(answers()).toMatchObject([{ id: 1, error: { code: -32600 } }]);
  });

  it('passes responses of the client on (YS-04)', async () => {
    const handler = new StubHandler();
    const { say, end, text } = await start(handler);
    say(success(9, { answer: true }));
    await end();
    expect(handler.seen).toEqual([success(9, { answer: true })]);
    expect(text()).toBe('');
  });

  it('opens the output at the start, through which the spec can send at any time (ST-22)', async () => {
    let opened: Exchange | undefined;
    const open = vi.fn((exchange: Exchange): Promise<Outcome> => {
      opened = exchange;
      return new Promise(() => undefined);
    });
    const { end, answers } = await start({ ...spec(() => ({ type: 'accepted' })), open });
    expect(open).toHaveBeenCalledTimes(1);
    expect(opened?.send(notification('changed'))).toBe(true);
    await end();
    expect(answers()).toEqual([notification('changed')]);
    expect(opened?.send(notification('too late'))).toBe(false);
  });

  it.each<[string, () => Outcome | Promise<Outcome>]>([
    [
      'throws',
      () => {
        throw new Error('hunter2');
      },
    ],
    ['rejects', () => Promise.reject(new Error('hunter2'))],
    ['answers with what is not JSON', () => ({ type: 'response', response: success(1, { n: 1n } as never) })],
  ])('survives a handler that %s: an internal error without details, and one log entry', async (_name, handle) => {
    const logger = { ...silentLogger, error: vi.fn<Logger['error']>() };
    const { say, end, answers } = await start(
      spec((message) => (isRequest(message) ? handle() : { type: 'ended' })),
      {},
      { logger },
    );
    say(request(1, 'any'), notification('any'));
    await end();
    expect(answers()).toMatchObject([{ id: 1, error: { code: -32603 } }]);
    expect(JSON.stringify(answers())).not.toContain('hunter2');
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it('survives a handler whose open fails', async () => {
    const logger = { ...silentLogger, error: vi.fn<Logger['error']>() };
    for (const open of [
      () => Promise.reject(new Error('no')),
      () => {
        throw new Error('no');
      },
    ]) {
      const { end } = await start({ ...new StubHandler(), ...spec(() => ({ type: 'ended' })), open }, {}, { logger });
      await end();
    }
    expect(logger.error).toHaveBeenCalledTimes(2);
  });
});
