import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import {
  accepted,
  type Exchange,
  ended,
  JsonText,
  notification,
  request,
  type Standing,
  success,
} from '@polyspec/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type StdioClient, StdioExchange } from './exchange.js';
import { LineWriter } from './line-writer.js';

describe('StdioExchange', () => {
  let output: PassThrough;
  let client: StdioClient;

  beforeEach(() => {
    output = new PassThrough();
    client = { peer: {}, writer: new LineWriter(output, { maxUnsent: 1000 }), watching: new Set() };
  });

  it('has the peer of the process run, can always stream, and has no HTTP facts (S-07)', () => {
    const exchange = new StdioExchange(client);
    expect(exchange.peer).toBe(client.peer);
    expect(new StdioExchange(client).peer).toBe(exchange.peer);
    expect(exchange.canStream).toBe(true);
    expect('http' in exchange).toBe(false);
  });

  it('sends notifications and requests in order', async () => {
    const exchange = new StdioExchange(client);
    exchange.stream();
    expect(exchange.send(notification('a'))).toBe(true);
    exchange.suspend();
    expect(exchange.send(request(1, 'b', { c: 'é' }))).toBe(true);
    expect(await written()).toEqual([notification('a'), request(1, 'b', { c: 'é' })]);
  });

  it('sends all that has the same key while the client keeps up (A14)', async () => {
    const exchange = new StdioExchange(client);
    exchange.send(notification('n', { value: 1 }), 'key');
    exchange.send(notification('n', { value: 2 }), 'key');
    expect(await written()).toEqual([notification('n', { value: 1 }), notification('n', { value: 2 })]);
  });

  it('remembers no key of what is on its way: a stream may live for ever, with ever new keys', async () => {
    const replace = vi.spyOn(client.writer, 'replace');
    const exchange = new StdioExchange(client);
    exchange.send(notification('n', { value: 1 }), 'key');
    exchange.send(notification('n', { value: 2 }), 'key');
    expect(replace).toHaveBeenCalledTimes(1);
    await written();
    exchange.send(notification('n', { value: 3 }), 'key');
    expect(replace).toHaveBeenCalledTimes(1);
  });

  it('keeps the keys of two exchanges apart (S-06)', async () => {
    new StdioExchange(client).send(notification('n', { subscription: 1 }), 'key');
    new StdioExchange(client).send(notification('n', { subscription: 2 }), 'key');
    expect(await written()).toHaveLength(2);
  });

  it('refuses to send when too much waits, but still replaces', () => {
    const exchange = new StdioExchange(client);
    expect(exchange.send(notification('n', { text: 'x'.repeat(2000) }), 'key')).toBe(true);
    expect(exchange.send(notification('n'))).toBe(false);
    expect(exchange.send(notification('n'), 'another key')).toBe(false);
    expect(exchange.send(notification('n'), 'key')).toBe(true);
    expect(exchange.send(notification('n'))).toBe(true);
  });

  it('refuses to send when the client has gone', async () => {
    output.destroy();
    await turn();
    expect(new StdioExchange(client).send(notification('n'))).toBe(false);
  });

  it('watches for the client only while somebody does, and until it is settled', () => {
    const exchange = new StdioExchange(client);
    expect(client.watching.size).toBe(0);
    const { disconnected } = exchange;
    expect(exchange.disconnected).toBe(disconnected);
    expect([...client.watching]).toEqual([exchange]);
    expect(disconnected.aborted).toBe(false);
    exchange.disconnect();
    expect(disconnected.aborted).toBe(true);
    exchange.settle();
    expect(client.watching.size).toBe(0);
  });

  it('is disconnected from the start when the client has gone before', async () => {
    output.destroy();
    await turn();
    expect(new StdioExchange(client).disconnected.aborted).toBe(true);
  });

  it('writes text that is a message already as it stands, and no event without data', async () => {
    const exchange: Exchange = new StdioExchange(client);
    expect(exchange.send(new JsonText('{"jsonrpc":"2.0","method":"a"}'), undefined, 'event-1')).toBe(true);
    expect(exchange.send(new JsonText(''), undefined, 'event-2')).toBe(true);
    expect(await written()).toEqual([notification('a')]);
  });

  it('says that the client has gone without a signal', async () => {
    const exchange = new StdioExchange(client);
    expect(exchange.gone).toBe(false);
    output.destroy();
    await turn();
    expect(exchange.gone).toBe(true);
    expect(client.watching.size).toBe(0);
  });

  describe('that stands', () => {
    const told: Exchange[] = [];
    const standing: Standing = { type: 'standing', gone: (exchange) => void told.push(exchange) };
    let exchange: StdioExchange;

    beforeEach(() => {
      told.length = 0;
      exchange = new StdioExchange(client);
      exchange.stand(standing);
    });

    it('sends until it is concluded, once, with an answer and what follows it (Q-01)', async () => {
      exchange.send(notification('a'));
      exchange.conclude({ type: 'response', response: success(1, {}), after: [notification('b')] });
      exchange.conclude({ type: 'response', response: success(1, { again: true }) });
      expect(await written()).toEqual([notification('a'), success(1, {}), notification('b')]);
      expect(client.watching.size).toBe(0);
      exchange.disconnect();
      expect(told).toEqual([]);
    });

    it.each([ended, accepted])('is concluded in silence: $type', async (outcome) => {
      exchange.conclude(outcome);
      expect(await written()).toEqual([]);
      expect(client.watching.size).toBe(0);
    });

    it('is told once that the client has gone', () => {
      expect([...client.watching]).toEqual([exchange]);
      exchange.disconnect();
      exchange.disconnect();
      expect(told).toEqual([exchange]);
    });

    it('is told at once where the client has gone before', async () => {
      output.destroy();
      await turn();
      const late = new StdioExchange(client);
      late.stand(standing);
      expect(told).toEqual([late]);
    });

    it('does not stand any more once it was concluded', () => {
      const early = new StdioExchange(client);
      early.conclude(ended);
      early.stand(standing);
      expect(client.watching.has(early)).toBe(false);
    });
  });

  async function written(): Promise<unknown[]> {
    await turn();
    const text = String(output.read() ?? '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);
  }
});
