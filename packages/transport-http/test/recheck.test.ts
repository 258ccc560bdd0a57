import type { Caller, HttpGuard } from '@polyspec/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpEndpointOptions } from '../src/index.js';
import { type Answer, call, HOSTS, messagesOf, type Running } from './hosts.js';
import { StubHandler, sleep } from './stub-handler.js';

const DISMISSED = { code: -32600, message: 'The caller may not stay' };

describe.each(HOSTS)('callers of long streams in $name (LI-11)', (host) => {
  let handler: StubHandler;
  let running: Running;
  let asked: Caller[];
  let caller: Caller;

  /** Starts with a guard that is asked every 20 ms, and answers with this. */
  const start = async (recheck: HttpGuard['recheck'], options: HttpEndpointOptions = {}): Promise<void> => {
    const guard: HttpGuard = {
      authenticate: () => ({ caller }),
      ...(recheck && {
        recheck: (asking) => {
          asked.push(asking);
          return recheck(asking);
        },
      }),
    };
    running = await host.start(handler, { guard, recheckMs: 20, keepAliveSeconds: 0, sseAfterMs: 20, ...options });
  };
  beforeEach(() => {
    handler = new StubHandler();
    handler.served = ['POST', 'GET'];
    asked = [];
    caller = { subject: 'ada', scopes: [] };
  });
  afterEach(() => running.close());

  const get = (): Promise<Answer> => running.send({ method: 'GET', headers: { accept: 'text/event-stream' } });

  it('may stay as long as the guard says so', async () => {
    let left = 3;
    await start(() => --left > 0);
    expect((await get()).text).toBe('');
    expect(asked).toEqual([caller, caller, caller]);
    await expect.poll(() => handler.events).toEqual(['standing', 'disconnected']);
    expect(handler.last?.gone).toBe(true);
  });

  it('may stay no longer than a guard that needs its time says', async () => {
    await start(async () => {
      await sleep(1);
      return false;
    });
    expect((await get()).text).toBe('');
    expect(asked).toHaveLength(1);
  });

  it('are told why, where they wait for an answer that no stream will bring', async () => {
    await start(() => false);
    const { text } = await running.send(call('listen'));
    expect(messagesOf(text)).toEqual([{ jsonrpc: '2.0', id: 1, error: DISMISSED }]);
    expect(handler.events).toEqual(['standing', 'disconnected']);
  });

  it('can come back for an answer that is kept for them, so they are not told that there is none', async () => {
    await start(() => false);
    const { text } = await running.send(call('primed', {}));
    expect(text).toBe('id: p\ndata: \n\n');
  });

  it('may not stay when the guard fails, and the operator hears of it', async () => {
    await start(() => Promise.reject(new Error('the key service is down')));
    expect((await get()).text).toBe('');
    expect(handler.logger.of('error')).toEqual(['The guard failed']);
    await running.close();
    await start((() => 'yes') as never);
    expect((await get()).text).toBe('');
    expect(handler.logger.of('error')).toEqual(['The guard failed', 'The guard failed']);
  });

  it('may not stay when the guard does not answer until it is asked again', async () => {
    await start(() => new Promise(() => undefined));
    expect((await get()).text).toBe('');
    expect(asked).toHaveLength(1);
  });

  it('may not stay when their credentials end, where the guard can not be asked', async () => {
    caller = { ...caller, expiresAt: Date.now() / 1000 + 0.05 };
    await start(undefined, { recheckMs: 0 });
    expect((await get()).text).toBe('');
    expect(Date.now() / 1000).toBeGreaterThanOrEqual(caller.expiresAt ?? 0);
  });

  it('are asked about once when their credentials end, and may stay if the guard says so', async () => {
    caller = { ...caller, expiresAt: Date.now() / 1000 + 0.05 };
    await start(() => true, { recheckMs: 0 });
    const answer = get();
    await expect.poll(() => asked).toEqual([caller]);
    await sleep(50);
    expect(asked).toEqual([caller]);
    await handler.close();
    expect((await answer).text).toBe('');
    expect(handler.events[1]).toBe('closed');
  });

  it('are not asked about while they have no stream', async () => {
    await start(() => false, { sseAfterMs: 0 });
    const { text } = await running.send(call('later', { ms: 120, n: 1 }));
    expect(JSON.parse(text).result).toEqual({ n: 1 });
    expect(asked).toEqual([]);
  });
});
