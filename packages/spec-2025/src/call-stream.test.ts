import { MemoryEventStore, notification, silentLogger } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { TestExchange } from '../test/exchange.js';
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

  it('ends one that has begun and gets no answer', () => {
    const { stream, over } = made(exchangeOf());
    stream.begin();
    stream.end();
    expect(over).toHaveBeenCalledTimes(1);
  });
});
