import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { Cancellation } from './cancellation.js';
import { ClientRequests } from './client-requests.js';
import { InFlight } from './in-flight.js';

describe('InFlight', () => {
  it('Q-56 refuses a second request of one peer and id while the first runs', () => {
    const inFlight = new InFlight();
    const peer = {};
    const first = inFlight.begin(peer, 1);
    expect(inFlight.begin(peer, 1)).toBeUndefined();
    expect(inFlight.begin(peer, '1')).toBeDefined();
    first?.finish();
    expect(inFlight.begin(peer, 1)).toBeDefined();
  });

  it('B-16 lets two peers use one id', () => {
    const inFlight = new InFlight();
    expect(inFlight.begin({}, 1)).toBeDefined();
    expect(inFlight.begin({}, 1)).toBeDefined();
    expect(inFlight.size).toBe(2);
  });

  it('C-10 cancels by value and type of the id, and only requests of the same peer', () => {
    const inFlight = new InFlight();
    const peer = {};
    const running = inFlight.begin(peer, 7);
    expect(inFlight.cancel(peer, '7')).toBe(false);
    expect(inFlight.cancel({}, 7)).toBe(false);
    expect(running?.cancellation.cancelled).toBe(false);
    expect(inFlight.cancel(peer, 7, 'enough')).toBe(true);
    expect(running?.cancellation.reason).toBe('enough');
    expect(running?.cancellation.signal.aborted).toBe(true);
  });

  it('C-01, C-07 finishes a request when it is cancelled: its id is free, and its late end concerns nobody', () => {
    const inFlight = new InFlight();
    const peer = {};
    const first = inFlight.begin(peer, 1);
    expect(inFlight.cancel(peer, 1)).toBe(true);
    expect(inFlight.size).toBe(0);
    expect(inFlight.has(peer, 1)).toBe(false);
    const second = inFlight.begin(peer, 1);
    first?.finish();
    expect(inFlight.has(peer, 1)).toBe(true);
    expect(inFlight.cancel(peer, 1)).toBe(true);
    expect(second?.cancellation.cancelled).toBe(true);
  });

  it('finishes a request whose client has gone, as far as somebody watches for it', () => {
    const inFlight = new InFlight();
    const controller = new AbortController();
    const cancellation = new Cancellation(() => controller.signal);
    inFlight.begin(undefined, 1, cancellation);
    cancellation.watch();
    controller.abort();
    expect(inFlight.size).toBe(0);
  });

  it('knows in whose name a request began', () => {
    const inFlight = new InFlight();
    const [peer, mine, theirs] = [{}, {}, {}];
    inFlight.begin(peer, 1, new Cancellation(), mine);
    expect([inFlight.has(peer, 1), inFlight.has(peer, 1, mine), inFlight.has(peer, 1, theirs)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('C-05 ignores a cancellation of a finished request', () => {
    const inFlight = new InFlight();
    const peer = {};
    inFlight.begin(peer, 1)?.finish();
    expect(inFlight.cancel(peer, 1)).toBe(false);
  });

  it('drains at once when nothing runs, and waits for what does', async () => {
    const inFlight = new InFlight();
    await inFlight.drain(60_000);
    const running = inFlight.begin({}, 1);
    let drained = false;
    const draining = inFlight.drain(60_000).then(() => {
      drained = true;
    });
    await Promise.resolve();
    expect(drained).toBe(false);
    running?.finish();
    await draining;
    expect(running?.cancellation.cancelled).toBe(false);
  });

  it('gives up on what still runs after the grace period', async () => {
    const inFlight = new InFlight();
    const running = inFlight.begin({}, 1);
    await inFlight.drain(1);
    expect(running?.cancellation).toMatchObject({ byServer: true, reason: 'The server is closing' });
    expect(inFlight.size).toBe(0);
  });

  it('C-07 drains without waiting for what was cancelled, or whose client has gone unnoticed', async () => {
    const inFlight = new InFlight();
    const peer = {};
    inFlight.begin(peer, 1);
    inFlight.cancel(peer, 1);
    inFlight.begin(undefined, 2, new Cancellation(() => AbortSignal.abort()));
    await inFlight.drain(60_000);
    const controller = new AbortController();
    inFlight.begin(undefined, 3, new Cancellation(() => controller.signal));
    const draining = inFlight.drain(60_000);
    controller.abort();
    await draining;
  });

  it('counts the requests of a peer', () => {
    const inFlight = new InFlight();
    const peer = {};
    const running = [
      inFlight.begin(peer, 1),
      inFlight.begin(peer, '1'),
      inFlight.begin({}, 1),
      inFlight.begin(undefined, 1),
    ];
    expect([inFlight.count(peer), inFlight.count({})]).toEqual([2, 0]);
    for (const request of running) request?.finish();
    expect(inFlight.count(peer)).toBe(0);
  });

  it('YI-12, C-01 cancels all of a peer that has gone for good, and ends what it was asked, with nobody else’s', async () => {
    const clientRequests = new ClientRequests();
    const inFlight = new InFlight(clientRequests);
    const [peer, other] = [{}, {}];
    const running = [inFlight.begin(peer, 1), inFlight.begin(peer, 2)];
    const theirs = inFlight.begin(other, 1);
    const exchange = new MemoryExchange(peer, () => undefined);
    const asking = clientRequests.send({ peer, exchange, method: 'ask', cancellation: running[0]?.cancellation });
    // What hears of the end may begin anew, which must not be ended over and over.
    running[1]?.cancellation.onCancel(() => void inFlight.begin(peer, 2));
    inFlight.endPeer(peer, 'The session has ended');
    await expect(asking).rejects.toMatchObject({ reason: 'gone' });
    for (const request of running) {
      expect(request?.cancellation).toMatchObject({
        cancelled: true,
        byServer: false,
        reason: 'The session has ended',
      });
    }
    expect(theirs?.cancellation.cancelled).toBe(false);
    expect([inFlight.count(peer), inFlight.count(other), clientRequests.size]).toEqual([1, 1, 0]);
    inFlight.endPeer({});
  });

  it('tells first who waits for a client, then lets requests end within the grace period', async () => {
    const clientRequests = new ClientRequests();
    const inFlight = new InFlight(clientRequests);
    const peer = {};
    const running = inFlight.begin(peer, 1);
    const exchange = new MemoryExchange(peer, () => undefined);
    const asking = clientRequests.send({ peer, exchange, method: 'ask', cancellation: running?.cancellation });
    // A handler that ends because it gets no answer.
    const handler = asking.catch(() => running?.finish());
    await inFlight.drain(60_000);
    await handler;
    await expect(asking).rejects.toMatchObject({ reason: 'closing' });
    expect(running?.cancellation.cancelled).toBe(false);
    expect([inFlight.size, clientRequests.size]).toEqual([0, 0]);
  });

  it('leaves nothing behind, in whatever order requests begin, are cancelled and end', () => {
    const step = fc.record({
      do: fc.constantFrom('begin', 'cancel', 'finish'),
      peer: fc.nat(2),
      id: fc.constantFrom(1, 2, '1'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const inFlight = new InFlight();
        const peers = [{}, {}, {}];
        const running = new Map<string, { finish(): void }>();
        for (const { do: action, peer: index, id } of steps) {
          const peer = peers[index] ?? {};
          const key = `${index}/${typeof id}/${id}`;
          if (action === 'cancel') expect(inFlight.cancel(peer, id)).toBe(running.delete(key));
          if (action === 'finish') {
            running.get(key)?.finish();
            running.get(key)?.finish();
            running.delete(key);
          }
          if (action === 'begin') {
            const begun = inFlight.begin(peer, id);
            expect(begun === undefined).toBe(running.has(key));
            if (begun !== undefined) running.set(key, begun);
          }
          expect(inFlight.size).toBe(running.size);
        }
        for (const request of running.values()) request.finish();
        expect(inFlight.size).toBe(0);
      }),
    );
  });
});
