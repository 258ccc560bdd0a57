import { encodeMessage, JsonText, MemoryEventStore, notification, silentLogger } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { TestExchange } from '../test/exchange.js';
import { ResumedStream } from './resumed-stream.js';
import { type OpenStream, StandingStream } from './standing-stream.js';
import { StreamLog } from './stream-log.js';

const text = new JsonText(encodeMessage(notification('notifications/tools/list_changed')));

/** What the two kinds of open streams have in common. */
describe.each([
  ['StandingStream', StandingStream],
  ['ResumedStream', ResumedStream],
])('%s', (_name, Kind) => {
  function made(append?: () => unknown) {
    const store = new MemoryEventStore();
    if (append !== undefined) store.append = append as typeof store.append;
    const exchange = new TestExchange({ peer: {} });
    const concluded = vi.spyOn(exchange, 'conclude');
    const owner = { closed: vi.fn() };
    const log = new StreamLog('s', store, silentLogger);
    const stream = new Kind(exchange, log, owner);
    const begin = (): void => {
      if (stream instanceof StandingStream) stream.begin({ polling: false, retryMs: 1000 });
      else stream.begin(store, store.append('s', ''), silentLogger);
    };
    return { stream: stream as OpenStream, begin, exchange, concluded, owner };
  }

  it('begins before there is anything to send', () => {
    const { begin, exchange } = made();
    begin();
    expect(exchange.hasBegun).toBe(true);
    expect(exchange.messages).toEqual([]);
  });

  it('takes no more messages while too much waits for the store', () => {
    const { stream } = made(() => new Promise(() => undefined));
    let sent = 0;
    while (sent < 2000 && stream.send(text)) sent += 1;
    expect(sent).toBe(1000);
  });

  it.each<[string, (stream: OpenStream) => void, number]>([
    ['ends', (stream) => stream.end(), 1],
    ['is left', (stream) => stream.gone?.(new TestExchange({ peer: {} })), 0],
  ])('is over once, where it first %s', (_what, first, concluded) => {
    const { stream, owner, concluded: conclude } = made();
    first(stream);
    stream.end();
    stream.gone?.(new TestExchange({ peer: {} }));
    stream.end();
    expect(owner.closed).toHaveBeenCalledTimes(1);
    expect(conclude).toHaveBeenCalledTimes(concluded);
  });
});

describe('StandingStream', () => {
  it.each([
    ['there', undefined, true, true],
    ['there', () => undefined, true, true],
    ['gone', undefined, false, true],
    ['gone', () => undefined, false, false],
  ])('says whether a message will reach a client that is %s', (_what, append, isThere, isSent) => {
    const store = new MemoryEventStore();
    if (append !== undefined) store.append = append as never;
    const exchange = new TestExchange({ peer: {} });
    const stream = new StandingStream(exchange, new StreamLog('s', store, silentLogger), { closed: vi.fn() });
    if (!isThere) exchange.leave();
    expect(stream.send(text)).toBe(isSent);
  });
});

describe('ResumedStream', () => {
  it('does not follow any longer once it is over', () => {
    const store = new MemoryEventStore();
    const followed = vi.spyOn(store, 'follow');
    const last = store.append('s', '');
    for (const how of ['end', 'gone'] as const) {
      const exchange = new TestExchange({ peer: {} });
      const stream = new ResumedStream(exchange, new StreamLog('s', store, silentLogger), { closed: vi.fn() });
      stream.begin(store, last, silentLogger);
      expect(followed.mock.lastCall?.[1].aborted).toBe(false);
      stream[how]();
      expect(followed.mock.lastCall?.[1].aborted).toBe(true);
    }
  });
});
