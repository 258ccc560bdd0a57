import { type Exchange, ended, success } from '@polyspec/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpEndpointOptions } from '../src/index.js';
import { type Answer, call, HOSTS, messagesOf, type Running } from './hosts.js';
import { StubHandler } from './stub-handler.js';

const SSE = { accept: 'text/event-stream' };
const AS_IT_IS = '{"text":"as it is"}';

describe.each(HOSTS)('streams in $name', (host) => {
  let handler: StubHandler;
  let running: Running;

  const start = async (options?: HttpEndpointOptions): Promise<void> => {
    running = await host.start(handler, options);
  };
  beforeEach(() => {
    handler = new StubHandler();
    handler.served = ['POST', 'GET'];
  });
  afterEach(() => running.close());

  const get = (): Promise<Answer> => running.send({ method: 'GET', headers: SSE });
  const standing = async (): Promise<Exchange> => {
    await expect.poll(() => handler.standing.size).toBe(1);
    return [...handler.standing][0] as Exchange;
  };

  describe('with events that have ids', () => {
    beforeEach(() => start());

    it('begin with a point to resume from, and give each event and the answer its id (YH-14, YH-24)', async () => {
      const { text } = await running.send(
        call('events', { prime: 'p', retryMs: 300, ids: ['1', '2'], eventId: 'last' }),
      );
      expect(text).toBe(
        `retry: 300\nid: p\ndata: \n\nid: 1\ndata: ${AS_IT_IS}\n\nid: 2\ndata: ${AS_IT_IS}\n\n` +
          'id: last\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
      );
    });

    it('say how long to wait without a point to resume from, where only that is asked', async () => {
      const { text } = await running.send(call('events', { retryMs: 300, ids: [], eventId: 'last' }));
      expect(text).toBe('retry: 300\n\nid: last\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
    });

    it('have no ids where the client takes JSON alone', async () => {
      const { text } = await running.send(
        call('events', { prime: 'p', ids: ['1'], eventId: 'last' }, { accept: 'application/json' }),
      );
      expect(text).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
    });

    it('never carry an id that would be something else to a client', async () => {
      const bad = '1\ndata: {"forged":true}';
      const before = await running.send(call('events', { prime: bad, ids: [], eventId: '1' }));
      expect([before.status, JSON.parse(before.text)]).toMatchObject([500, { id: 1, error: { code: -32603 } }]);
      for (const params of [
        { ids: ['1', bad], eventId: '2' },
        { ids: ['1'], eventId: bad },
      ]) {
        const { text } = await running.send(call('events', params));
        expect(messagesOf(text.replace(/^id: 1\n/, ''))).toMatchObject([
          JSON.parse(AS_IT_IS),
          { id: 1, error: { code: -32603 } },
        ]);
      }
      expect(handler.logger.of('error')).toHaveLength(3);
    });
  });

  it('that begin because their answer takes long are begun by the spec, where it has more to say (D-11, YH-14)', async () => {
    await start({ sseAfterMs: 20, keepAliveSeconds: 0 });
    const { text } = await running.send(call('opened', { ms: 150 }));
    expect(text).toBe('id: p\ndata: \n\nid: last\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
    expect(handler.events).toEqual(['opening']);
  });

  it('that are suspended are not those of clients that have gone (YH-13, YH-16)', async () => {
    await start();
    const { text } = await running.send(call('suspend', { retryMs: 300 }));
    expect(text).toBe('retry: 300\n\n');
    expect(handler.events).toEqual(['sent false, gone false, aborted false']);
    expect(handler.logger.of('error')).toEqual([]);
  });

  describe('that stand without a promise', () => {
    beforeEach(() => {
      handler.stands = true;
    });

    it('begin by themselves, take messages, and end when they are concluded (YH-18, YH-22)', async () => {
      await start();
      const answer = get();
      const exchange = await standing();
      expect(handler.last?.gone).toBe(false);
      handler.notify();
      exchange.conclude(ended);
      exchange.conclude({ type: 'response', response: success(1, {}) });
      expect(exchange.send({ jsonrpc: '2.0', method: 'late' })).toBe(false);
      const { headers, text } = await answer;
      expect(headers['content-type']).toBe('text/event-stream');
      expect(text).toBe('data: {"jsonrpc":"2.0","method":"changed"}\n\n');
      expect(handler.events).toEqual([]);
    });

    it('end with the answer to the request that they belong to (U-11)', async () => {
      await start();
      const answer = running.send(call('stand'));
      const exchange = await standing();
      handler.notify();
      exchange.conclude({ type: 'response', response: success(1, { over: true }) });
      expect(messagesOf((await answer).text)).toMatchObject([{ method: 'changed' }, { id: 1, result: { over: true } }]);
    });

    it('are answered with JSON where the client takes no stream', async () => {
      await start();
      const answer = running.send(call('stand', {}, { accept: 'application/json' }));
      const exchange = await standing();
      exchange.conclude({ type: 'response', response: success(1, { over: true }) });
      expect(JSON.parse((await answer).text).result).toEqual({ over: true });
    });

    it('are answered for when what they are concluded with can not be carried out', async () => {
      await start();
      const answer = running.send(call('stand'));
      const exchange = await standing();
      exchange.conclude({ type: 'response', response: success(1, { value: 1n as unknown as number }) });
      expect(messagesOf((await answer).text)).toMatchObject([{ id: 1, error: { code: -32603 } }]);
    });

    it('are kept alive by comments (T-18)', async () => {
      await start({ keepAliveSeconds: 0.05 });
      const answer = get();
      const exchange = await standing();
      await new Promise((resolve) => setTimeout(resolve, 200));
      exchange.conclude(ended);
      expect((await answer).text).toMatch(/^(:\n\n)+$/);
    });

    it('end when the handler closes, whoever owns the server, and their spec is told (D-10)', async () => {
      await start();
      handler.graceMs = 10;
      const [answer, asked] = [get(), running.send(call('stand'))];
      await expect.poll(() => handler.standing.size).toBe(2);
      const exchanges = [...handler.standing];
      if (host.name === 'listener') void running.close();
      else await handler.close();
      expect((await answer).text).toBe('');
      expect(messagesOf((await asked).text)).toMatchObject([{ id: 1, error: { message: 'The server is closing' } }]);
      await expect.poll(() => handler.events).toEqual(['closed', 'left', 'left']);
      expect(exchanges.map(({ gone }) => gone)).toEqual([true, true]);
    });
  });
});
