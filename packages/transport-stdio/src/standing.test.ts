import { PassThrough } from 'node:stream';
import { type Exchange, ended, notification, request, type SpecHandler, type Standing, success } from '@polyspec/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { start } from '../test/in-memory.js';

describe('streams that stand on stdio', () => {
  const exchanges = new Set<Exchange>();
  const left: Exchange[] = [];
  const standing: Standing = { type: 'standing', gone: (exchange) => void left.push(exchange) };
  const stand = (exchange: Exchange): Standing => {
    exchanges.add(exchange);
    return standing;
  };
  const handler: SpecHandler = {
    claims: () => true,
    methods: () => [],
    open: stand,
    handle: (_message, exchange) => stand(exchange),
    async close() {
      for (const exchange of exchanges) exchange.conclude(ended);
    },
  };
  beforeEach(() => {
    exchanges.clear();
    left.length = 0;
  });

  it('take messages until they are concluded, with the answer to their request (Q-01)', async () => {
    const { say, end, answers } = await start(handler);
    say(request(1, 'listen'));
    await expect.poll(() => exchanges.size).toBe(2);
    const [, listening] = exchanges;
    listening?.send(notification('changed'));
    listening?.conclude({ type: 'response', response: success(1, {}) });
    await end();
    expect(answers()).toEqual([notification('changed'), success(1, {})]);
    expect(left).toEqual([]);
  });

  it('tell their spec when the client closes the output', async () => {
    const output = new PassThrough();
    const { running, say } = await start(handler, { output });
    say(request(1, 'listen'));
    await expect.poll(() => exchanges.size).toBe(2);
    output.destroy();
    await running.closed;
    expect(left).toEqual([...exchanges]);
  });

  it('also those that were opened after a while', async () => {
    const output = new PassThrough();
    const { running } = await start({ ...handler, open: async (exchange) => stand(exchange) }, { output });
    await expect.poll(() => exchanges.size).toBe(1);
    output.destroy();
    await running.closed;
    expect(left).toEqual([...exchanges]);
  });
});
