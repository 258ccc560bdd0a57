import { once } from 'node:events';
import {
  type Application,
  Cancellation,
  combineSpecs,
  isRequest,
  type Outcome,
  request,
  type SpecProtocol,
} from '@polyspec/core';
import { describe, expect, test } from 'vitest';
import { arrived, type Client, connected } from '../test/client.js';
import { spec20251125 } from './index.js';

/** A tool that waits until it is cancelled or told to go on. */
class Waiting implements Application {
  readonly events: EventTarget = new EventTarget();
  reason: unknown;

  tools(): readonly [{ readonly name: 'wait' }] {
    return [{ name: 'wait' }];
  }

  async callTool(_name: string, _args: object, { signal }: { readonly signal: AbortSignal }): Promise<string> {
    const goOn = once(this.events, 'goOn');
    const cancelled = once(signal, 'abort');
    this.events.dispatchEvent(new Event('running'));
    await Promise.race([goOn, cancelled]);
    this.reason = signal.aborted ? (signal.reason as Error).message : undefined;
    return 'done';
  }

  goOn(): void {
    this.events.dispatchEvent(new Event('goOn'));
  }
}

/** Begins a call, and waits until the tool runs. */
async function begin(
  application: Waiting,
  client: Client,
  id: string | number,
): Promise<{ outcome: Promise<Outcome> }> {
  const running = once(application.events, 'running');
  const outcome = client.deliver(request(id, 'tools/call', { name: 'wait' }));
  await running;
  return { outcome };
}

describe('cancelling a request on stdio (YU-06 to YU-11)', () => {
  test('aborts what runs, with the reason, and nothing is written for it', async () => {
    const application = new Waiting();
    const client = await connected(application);
    const { outcome } = await begin(application, client, 5);
    await client.notify('notifications/cancelled', { requestId: 5, reason: 'user pressed stop' });
    expect(await outcome).toEqual({ type: 'ended' });
    expect(application.reason).toBe('user pressed stop');
  });

  test('is for the very id: 5 is not "5"', async () => {
    const application = new Waiting();
    const client = await connected(application);
    const { outcome } = await begin(application, client, 5);
    await client.notify('notifications/cancelled', { requestId: '5' });
    application.goOn();
    expect(arrived(await outcome)).toMatchObject({ id: 5, result: {} });
  });

  test('is for requests of the same client only', async () => {
    const application = new Waiting();
    const client = await connected(application);
    const { outcome } = await begin(application, client, 5);
    await client.another().notify('notifications/cancelled', { requestId: 5 });
    application.goOn();
    expect(arrived(await outcome)).toMatchObject({ id: 5, result: {} });
  });

  test('after the answer does no harm, and the id may be used again', async () => {
    const application = new Waiting();
    const client = await connected(application);
    for (const _round of [1, 2]) {
      const { outcome } = await begin(application, client, 5);
      application.goOn();
      expect(arrived(await outcome)).toMatchObject({ id: 5, result: {} });
      await client.notify('notifications/cancelled', { requestId: 5 });
    }
  });
});

describe('a client that goes away', () => {
  test.each([false, true, 'session'] as const)('cancels nothing (Q-51, YH-16; over HTTP: %s)', async (http) => {
    const application = new Waiting();
    const client = await connected(application, { http });
    const running = once(application.events, 'running');
    const { exchange, outcome } = client.begin(request(1, 'tools/call', { name: 'wait' }));
    await running;
    exchange.leave();
    application.goOn();
    expect(arrived(await outcome)).toMatchObject({ id: 1, result: {} });
    expect(application.reason).toBeUndefined();
  });
});

describe('an id that is in use', () => {
  test('is refused with -32600 on stdio, whatever the method, and the first request goes on (Q-56)', async () => {
    const application = new Waiting();
    const client = await connected(application);
    const { outcome } = await begin(application, client, 'a');
    for (const method of ['tools/call', 'ping']) {
      expect(arrived(await client.deliver(request('a', method, { name: 'wait' })))).toEqual({
        jsonrpc: '2.0',
        id: 'a',
        error: { code: -32600, message: 'Invalid request: the id "a" is that of a request that still runs' },
      });
    }
    application.goOn();
    expect(arrived(await outcome)).toMatchObject({ id: 'a', result: {} });
  });

  test('over HTTP without sessions is no problem: each request is a client of its own (A15)', async () => {
    const application = new Waiting();
    const client = await connected(application, { http: true });
    const first = await begin(application, client, 1);
    const second = await begin(application, client, 1);
    application.goOn();
    expect(arrived(await first.outcome)).toMatchObject({ id: 1, result: {} });
    expect(arrived(await second.outcome)).toMatchObject({ id: 1, result: {} });
  });
});

describe('closing', () => {
  test('waits for what runs', async () => {
    const application = new Waiting();
    const client = await connected(application);
    const { outcome } = await begin(application, client, 1);
    const closed = client.handler.close(10_000);
    application.goOn();
    await closed;
    expect(arrived(await outcome)).toMatchObject({ id: 1, result: {} });
  });

  test('aborts what still runs after the grace period, and says so to whoever waits (YH-07, T-08)', async () => {
    const application = new Waiting();
    const client = await connected(application);
    const { outcome } = await begin(application, client, 1);
    await client.handler.close(1);
    expect(arrived(await outcome)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: 'The server is closing' },
    });
    expect(application.reason).toBe('The server is closing');
  });
});

describe('beside a spec of another era', () => {
  test('a cancellation reaches a request of the other one, since both write in one book (Q-11)', async () => {
    const cancellation = new Cancellation();
    const other: SpecProtocol = {
      revisions: ['2026-07-28'],
      attach: ({ inFlight }) => ({
        claims: (message) => message !== undefined && 'method' in message && message.method === 'theirs',
        handle: (message, { peer }) => {
          inFlight.begin(peer, isRequest(message) ? message.id : 0, cancellation);
          return { type: 'accepted' };
        },
        methods: () => ['POST'],
        close: async () => undefined,
      }),
    };
    const spec = combineSpecs([other, spec20251125]);
    const client = await connected(new Waiting(), { spec, revision: '2025-11-25' });
    await client.deliver(request(5, 'theirs'));
    await client.notify('notifications/cancelled', { requestId: 5 });
    expect(cancellation.cancelled).toBe(true);
  });
});
