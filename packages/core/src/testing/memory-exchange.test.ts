import { describe, expect, it } from 'vitest';
import type { Exchange } from '../contract/exchange.js';
import { accepted, ended } from '../contract/outcome.js';
import { type JsonRpcMessage, JsonText, notification } from '../jsonrpc/message.js';
import { MemoryExchange } from './memory-exchange.js';

describe('MemoryExchange', () => {
  it('gives what is sent to its receiver, also text, but no event without data', () => {
    const received: JsonRpcMessage[] = [];
    const exchange: Exchange = new MemoryExchange({}, (message) => received.push(message));
    expect(exchange.send(notification('a'))).toBe(true);
    expect(exchange.send(new JsonText('{"jsonrpc":"2.0","method":"b"}'), undefined, '1')).toBe(true);
    expect(exchange.send(new JsonText(''), undefined, '2')).toBe(true);
    expect(received).toEqual([notification('a'), notification('b')]);
  });

  it('knows whether its client has gone', () => {
    const exchange = new MemoryExchange({}, () => undefined);
    expect([exchange.gone, exchange.disconnected.aborted]).toEqual([false, false]);
    exchange.suspend();
    expect(exchange.gone).toBe(false);
    exchange.disconnect();
    expect([exchange.gone, exchange.disconnected.aborted]).toEqual([true, true]);
    expect(exchange.send(notification('a'))).toBe(false);
  });

  it('settles with the outcome, or with what it was concluded with where it stands', async () => {
    const exchange = new MemoryExchange({}, () => undefined);
    expect(await exchange.settle(accepted)).toBe(accepted);
    expect(await exchange.settle(Promise.resolve(ended))).toBe(ended);
    const settled = exchange.settle({ type: 'standing' });
    exchange.conclude(accepted);
    exchange.conclude(ended);
    expect(await settled).toBe(accepted);
  });

  it.each(['before', 'after'])('tells who stands that the client has gone, once, also %s the outcome', async (when) => {
    const told: Exchange[] = [];
    const exchange = new MemoryExchange({}, () => undefined);
    if (when === 'before') exchange.disconnect();
    const settled = exchange.settle({ type: 'standing', gone: (gone) => void told.push(gone) });
    await Promise.resolve();
    exchange.disconnect();
    expect(await settled).toBe(ended);
    expect(told).toEqual([exchange]);
  });
});
