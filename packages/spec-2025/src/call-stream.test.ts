import { setImmediate as turn } from 'node:timers/promises';
import { MemoryEventStore, notification, silentLogger } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { httpFacts, TestExchange } from '../test/exchange.js';
import { CallStream } from './call-stream.js';
import { StreamLog } from './stream-log.js';

const message = notification('notifications/message', { level: 'info', data: 'x' });
const response = { jsonrpc: '2.0', id: 1, result: {} } as const;

/** The stream of a request that came with this exchange. */
function made(exchange: TestExchange, append?: (stream: string, text: string) => unknown) {
  const store = new MemoryEventStore();
  if (append !== undefined) store.append = append as typeof store.append;
  const kept = vi.spyOn(store, 'append');
  const over = vi.spyOn(store, 'end');
  const stream = new CallStream(exchange, new StreamLog('s', store, silentLogger), { polling: true, retryMs: 1000 });
  return { stream, kept, over };
}

const exchangeOf = (canStream = true): TestExchange => new TestExchange({ peer: {}, canStream });

const left = (): TestExchange => {
  const exchange = exchangeOf();
  exchange.leave();
  return exchange;
};

const failed = (): never => {
  throw new Error('disk full');
};

/** Keeps one message, and no other. */
function failsAfterwards(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return count === 1 ? '1-s' : failed();
  };
}

describe('CallStream', () => {
  it.each([
    ['reaches the client and is kept', exchangeOf(), undefined, true],
    ['reaches the client and can not be kept', exchangeOf(), () => undefined, true],
    ['is kept for a client that has left', left(), undefined, true],
    ['is lost: the client has left and it can not be kept', left(), () => undefined, false],
    ['is for a client that takes no stream', exchangeOf(false), undefined, false],
  ])('says whether a message is sent that %s', (_what, exchange, append, isSent) => {
    expect(made(exchange, append).stream.send(message)).toBe(isSent);
  });

  it('leaves messages out while too much waits for the store', () => {
    const { stream, kept } = made(exchangeOf(), () => new Promise(() => undefined));
    let sent = 0;
    while (sent < 2000 && stream.send(message)) sent += 1;
    // The beginning waits as well.
    expect(sent).toBe(999);
    // The rest waits for the first to be kept.
    expect(kept).toHaveBeenCalledTimes(1);
  });

  it('keeps nothing, and ends nothing, where no stream has begun', () => {
    const { stream, kept, over } = made(exchangeOf());
    expect(stream.answer(response)).toEqual({ type: 'response', response });
    stream.end();
    expect(kept).not.toHaveBeenCalled();
    expect(over).not.toHaveBeenCalled();
  });

  it('keeps the answer where one has, and ends it', () => {
    const { stream, kept, over } = made(exchangeOf());
    stream.begin();
    expect(stream.answer(response)).toEqual({ type: 'response', response, eventId: '2-s' });
    expect(kept).toHaveBeenCalledTimes(2);
    expect(over).toHaveBeenCalledTimes(1);
  });

  it('closes the connection where the client has a point to come back to, and not before it has (YH-13)', async () => {
    const kept: ((id: string) => void)[] = [];
    const exchange = exchangeOf();
    const { stream } = made(exchange, () => new Promise((resolve) => kept.push(resolve)));
    stream.close(5);
    expect(exchange.suspendedFor).toBeUndefined();
    kept[0]?.('1-s');
    await turn();
    expect([exchange.events, exchange.suspendedFor]).toEqual([[{ id: '1-s', retryMs: 1000 }], 5]);
  });

  it.each<[string, () => unknown]>([
    ['throws', failed],
    ['rejects', () => Promise.reject(new Error('disk full'))],
    ['fails from the second message on', failsAfterwards()],
  ])(
    'leaves the connection open where the store %s: the client would have nothing to come back with (YH-13)',
    async (_what, append) => {
      const exchange = exchangeOf();
      const { stream } = made(exchange, append);
      stream.begin();
      stream.send(message);
      stream.close();
      await turn();
      const outcome = await stream.answer(response);
      expect([exchange.suspendedFor, exchange.messages, outcome]).toEqual([
        undefined,
        [message],
        { type: 'response', response },
      ]);
    },
  );

  it('sends nothing more by a connection that the client has left for another, also what is about to be kept (YH-23)', async () => {
    const exchange = new TestExchange({ peer: {}, http: httpFacts({}) });
    const kept: ((id: string) => void)[] = [];
    const { stream } = made(exchange, () => new Promise((resolve) => kept.push(resolve)));
    const keep = async (): Promise<void> => {
      await turn();
      (kept.shift() ?? expect.fail('nothing is to be kept'))('x');
      await turn();
    };
    stream.begin();
    await keep();
    stream.send(message);
    await keep();
    stream.send(message);
    stream.leave();
    stream.send(message);
    await keep();
    await keep();
    expect(kept).toEqual([]);
    expect(exchange.messages).toEqual([message]);
  });

  it('ends one that has begun and gets no answer', () => {
    const { stream, over } = made(exchangeOf());
    stream.begin();
    stream.end();
    expect(over).toHaveBeenCalledTimes(1);
  });
});
