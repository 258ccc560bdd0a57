import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { notification, request } from '@polyspec/core';
import { beforeEach, describe, expect, it } from 'vitest';
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

  it('replaces what has the same key and was not yet written', async () => {
    const exchange = new StdioExchange(client);
    exchange.send(notification('n', { value: 1 }), 'key');
    exchange.send(notification('other', { value: 2 }), 'another key');
    exchange.send(notification('n', { value: 3 }), 'key');
    expect(await written()).toEqual([notification('n', { value: 3 }), notification('other', { value: 2 })]);
    exchange.send(notification('n', { value: 4 }), 'key');
    exchange.send(notification('n', { value: 5 }), 'key');
    expect(await written()).toEqual([notification('n', { value: 5 })]);
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

  async function written(): Promise<unknown[]> {
    await turn();
    const text = String(output.read() ?? '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);
  }
});
