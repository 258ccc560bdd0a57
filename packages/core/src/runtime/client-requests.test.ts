import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  failure,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  JsonText,
  notification,
  success,
} from '../jsonrpc/message.js';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { Cancellation } from './cancellation.js';
import { ClientRequestError } from './client-request-error.js';
import { type ClientRequest, ClientRequests, DEFAULT_ASK_TIMEOUT_MS } from './client-requests.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client of its own, which keeps what it is sent. */
class Client {
  readonly peer: object = {};
  readonly received: (JsonRpcRequest | JsonRpcNotification)[] = [];
  readonly exchange: MemoryExchange = new MemoryExchange(this.peer, (message) => this.received.push(message));

  get ids(): readonly string[] {
    return this.received.flatMap((message) => ('id' in message ? [message.id as string] : []));
  }

  ask(requests: ClientRequests, more: Partial<ClientRequest> = {}): Promise<unknown> {
    const { peer, exchange } = this;
    return requests.send({ peer, exchange, method: 'x/ask', withdrawal, ...more });
  }
}

const withdrawal: ClientRequest['withdrawal'] = (id, reason) => notification('x/never-mind', { id, reason });

/** Why a request has no answer. */
async function reasonOf(asking: Promise<unknown>): Promise<string> {
  const thrown = await asking.then(
    () => expect.fail('there is an answer'),
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ClientRequestError);
  expect(thrown).toMatchObject({ name: 'ClientRequestError', code: 'POLYSPEC_CLIENT_REQUEST', method: 'x/ask' });
  return (thrown as ClientRequestError).reason;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

function expectNothingLeft(requests: ClientRequests, ...clients: readonly Client[]): void {
  expect(requests.size).toBe(0);
  for (const { peer } of clients) expect(requests.count(peer)).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
}

describe('ClientRequests', () => {
  it('YI-18 takes the answer of the peer, on whatever exchange it came', async () => {
    const [requests, client] = [new ClientRequests(), new Client()];
    const asking = client.ask(requests, { params: { what: 'colour' } });
    expect(client.received).toEqual([
      { jsonrpc: '2.0', id: expect.any(String), method: 'x/ask', params: { what: 'colour' } },
    ]);
    expect([requests.size, requests.count(client.peer)]).toEqual([1, 1]);
    expect(requests.answer(client.peer, success(client.ids[0] ?? '', { colour: 'red' }))).toBe(true);
    expect(await asking).toEqual({ colour: 'red' });
    expectNothingLeft(requests, client);
  });

  it('takes an answer that comes while the request is sent, and one whose result is text already', async () => {
    const [requests, peer] = [new ClientRequests(), {}];
    const exchange = {
      send: (message: JsonRpcRequest | JsonRpcNotification) =>
        'id' in message && requests.answer(peer, success(message.id, new JsonText('{"a":1}'))),
    };
    expect(await requests.send({ peer, exchange, method: 'x/ask' })).toEqual({ a: 1 });
    expectNothingLeft(requests);
  });

  it('asks many at once, several of one client too, and gives each its own answer in whatever order', async () => {
    const requests = new ClientRequests();
    const clients = [new Client(), new Client()];
    const asking = clients.flatMap((client) => [client.ask(requests), client.ask(requests)]);
    const ids = clients.flatMap((client) => client.ids.map((id) => ({ client, id })));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(4);
    for (const { client, id } of [...ids].reverse())
      expect(requests.answer(client.peer, success(id, { id }))).toBe(true);
    expect(await Promise.all(asking)).toEqual(ids.map(({ id }) => ({ id })));
    expectNothingLeft(requests, ...clients);
  });

  it('YU-12 takes nothing late, twice, of another peer, of another server or of another type of id', async () => {
    const requests = new ClientRequests();
    const [client, other] = [new Client(), new Client()];
    const asking = client.ask(requests);
    const [id = ''] = client.ids;
    const foreign: readonly [object, JsonRpcResponse][] = [
      [other.peer, success(id, {})],
      [client.peer, success(Number(id.split('-').at(-1)), {})],
      [client.peer, success(`${id} `, {})],
      [client.peer, failure(undefined, -32700, 'no id')],
    ];
    for (const [peer, response] of foreign) expect(requests.answer(peer, response)).toBe(false);
    const restarted = new ClientRequests();
    void client.ask(restarted);
    expect(client.ids[1]).not.toBe(id);
    expect(restarted.answer(client.peer, success(id, {}))).toBe(false);
    expect(requests.answer(client.peer, success(id, { n: 1 }))).toBe(true);
    expect(requests.answer(client.peer, success(id, { n: 2 }))).toBe(false);
    expect(await asking).toEqual({ n: 1 });
    restarted.close();
  });

  it('YI-12 rejects what was answered in a way that can’t be read, of the peer that did so only', async () => {
    const [requests, client, other] = [new ClientRequests(), new Client(), new Client()];
    const asking = client.ask(requests);
    const [id = ''] = client.ids;
    expect(requests.misread(other.peer, id, 'result must be an object')).toBe(false);
    expect(requests.misread(client.peer, `${id} `, 'result must be an object')).toBe(false);
    expect(requests.misread(client.peer, id, 'result must be an object')).toBe(true);
    await expect(asking).rejects.toMatchObject({
      reason: 'malformed',
      message: "The client's answer to x/ask is not what was asked for: result must be an object",
    });
    expect(requests.misread(client.peer, id, 'result must be an object')).toBe(false);
    expectNothingLeft(requests, client, other);
  });

  it('YI-12 rejects with the error that the client answered with', async () => {
    const [requests, client] = [new ClientRequests(), new Client()];
    const asking = client.ask(requests);
    const error = { code: -1, message: 'User rejected sampling request', data: { by: 'user' } };
    expect(requests.answer(client.peer, { jsonrpc: '2.0', id: client.ids[0] ?? '', error })).toBe(true);
    await expect(asking).rejects.toMatchObject({
      reason: 'refused',
      answer: error,
      message: 'The client answered x/ask with an error: User rejected sampling request (-1)',
    });
    expectNothingLeft(requests, client);
  });

  it('fails at once where the client can’t be reached', async () => {
    const [requests, client] = [new ClientRequests(), new Client()];
    client.exchange.disconnect();
    expect(await reasonOf(client.ask(requests))).toBe('undeliverable');
    expectNothingLeft(requests, client);
  });

  it('rejects with what sending throws, and keeps nothing', async () => {
    const [requests, client] = [new ClientRequests(), new Client()];
    const send = (): boolean => {
      throw new TypeError('no JSON');
    };
    await expect(client.ask(requests, { exchange: { send } })).rejects.toThrow('no JSON');
    expectNothingLeft(requests, client);
  });

  it.each([
    ['client', (cancellation: Cancellation) => cancellation.cancel()],
    ['server', (cancellation: Cancellation) => cancellation.giveUp('Time is up')],
  ])(
    'C-01, YI-12 ends with the request that it belongs to when the %s cancels that, and tells the client',
    async (_by, cancel) => {
      const [requests, client, cancellation] = [new ClientRequests(), new Client(), new Cancellation()];
      const asking = [client.ask(requests, { cancellation }), client.ask(requests, { cancellation })];
      const unrelated = client.ask(requests, { cancellation: new Cancellation() });
      cancel(cancellation);
      for (const one of asking) expect(await reasonOf(one)).toBe('cancelled');
      expect(client.received.slice(3)).toEqual(
        client.ids
          .slice(0, 2)
          .map((id) => notification('x/never-mind', { id, reason: 'The request that asked was cancelled' })),
      );
      expect(requests.size).toBe(1);
      requests.answer(client.peer, success(client.ids[2] ?? '', { fine: true }));
      expect(await unrelated).toEqual({ fine: true });
      expectNothingLeft(requests, client);
    },
  );

  it('asks nothing for a request that is cancelled, or whose client has gone where that cancels it', async () => {
    const [requests, client] = [new ClientRequests(), new Client()];
    const cancelled = new Cancellation();
    cancelled.cancel();
    for (const cancellation of [cancelled, new Cancellation(() => AbortSignal.abort())]) {
      expect(await reasonOf(client.ask(requests, { cancellation }))).toBe('cancelled');
    }
    expect(client.received).toEqual([]);
    expectNothingLeft(requests, client);
  });

  it('ends when the client goes in the course of a request that this cancels', async () => {
    const [requests, client] = [new ClientRequests(), new Client()];
    const asking = client.ask(requests, { cancellation: new Cancellation(() => client.exchange.disconnected) });
    client.exchange.disconnect();
    expect(await reasonOf(asking)).toBe('cancelled');
    expectNothingLeft(requests, client);
  });

  it('ends with the request that it belongs to when that is over', async () => {
    const [requests, client, cancellation] = [new ClientRequests(), new Client(), new Cancellation()];
    const asking = client.ask(requests, { cancellation });
    requests.release(new Cancellation());
    expect(requests.size).toBe(1);
    requests.release(cancellation);
    requests.release(cancellation);
    expect(await reasonOf(asking)).toBe('over');
    expect(client.received.slice(1)).toMatchObject([{ params: { reason: 'The request that asked is over' } }]);
    expectNothingLeft(requests, client);
  });

  it('C-09, YI-12 waits for ten minutes by default, for as long as the server says, or the request', async () => {
    const client = new Client();
    const [byDefault, short] = [new ClientRequests(), new ClientRequests(1000)];
    const timesOut = async (asking: Promise<unknown>, ms: number): Promise<void> => {
      const ended = vi.fn();
      asking.catch(ended);
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(ended).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(ended).toHaveBeenCalledTimes(1);
      expect(await reasonOf(asking)).toBe('timeout');
      expect(client.received.at(-1)).toMatchObject({
        method: 'x/never-mind',
        params: { reason: 'No answer came in time' },
      });
    };
    expect(DEFAULT_ASK_TIMEOUT_MS).toBe(600_000);
    await timesOut(client.ask(byDefault), 600_000);
    await timesOut(client.ask(short), 1000);
    await timesOut(client.ask(short, { timeoutMs: 5000 }), 5000);
    expect(byDefault.answer(client.peer, success(client.ids[0] ?? '', {}))).toBe(false);
    expectNothingLeft(short, client);
    expectNothingLeft(byDefault, client);
  });

  it('waits as long as a timer can where it is to wait longer', async () => {
    const [requests, client] = [new ClientRequests(), new Client()];
    void client.ask(requests, { timeoutMs: Number.MAX_SAFE_INTEGER });
    await vi.advanceTimersByTimeAsync(2 ** 31 - 2);
    expect(requests.size).toBe(1);
    requests.close();
  });

  it('YL-13 has no clock where whoever asked has one, and says then that its time is up', async () => {
    const [requests, client] = [new ClientRequests(1000), new Client()];
    const [cancellation, other] = [new Cancellation(), new Cancellation()];
    const asking = client.ask(requests, { timeoutMs: 0, cancellation });
    void client.ask(requests, { timeoutMs: 0, cancellation: other });
    expect([requests.timeoutMs, vi.getTimerCount()]).toEqual([1000, 0]);
    requests.release(cancellation, 'timeout');
    requests.release(cancellation, 'timeout');
    expect(await reasonOf(asking)).toBe('timeout');
    expect(client.received.slice(2)).toMatchObject([
      { method: 'x/never-mind', params: { id: client.ids[0], reason: 'No answer came in time' } },
    ]);
    expect(requests.size).toBe(1);
    requests.release(other);
    expectNothingLeft(requests, client);
  });

  it('YI-12 ends when the client has gone for good, and does not ask it again', async () => {
    const requests = new ClientRequests();
    const [client, other] = [new Client(), new Client()];
    const asking = client.ask(requests);
    const unrelated = other.ask(requests);
    requests.end(client.peer);
    requests.end(client.peer);
    expect(await reasonOf(asking)).toBe('gone');
    expect(await reasonOf(client.ask(requests))).toBe('gone');
    expect(client.received).toHaveLength(1);
    requests.answer(other.peer, success(other.ids[0] ?? '', {}));
    await unrelated;
    expectNothingLeft(requests, client, other);
  });

  it('ends all when the server closes, tells the clients, and asks nobody any more', async () => {
    const requests = new ClientRequests();
    const clients = [new Client(), new Client()];
    const asking = clients.map((client) => client.ask(requests, { cancellation: new Cancellation() }));
    requests.close();
    requests.close();
    for (const one of asking) expect(await reasonOf(one)).toBe('closing');
    for (const { received } of clients) {
      expect(received.slice(1)).toMatchObject([
        { method: 'x/never-mind', params: { reason: 'The server is closing' } },
      ]);
    }
    expect(await reasonOf(new Client().ask(requests))).toBe('closing');
    expectNothingLeft(requests, ...clients);
  });

  it('ends all of them also where a client can’t be told', async () => {
    const [requests, client, cancellation] = [new ClientRequests(), new Client(), new Cancellation()];
    const broken = (): never => {
      throw new Error('broken');
    };
    const asking = [1, 2].map(() => client.ask(requests, { cancellation, withdrawal: broken }));
    const silently = client.ask(requests, { cancellation, withdrawal: undefined });
    expect(() => cancellation.cancel()).not.toThrow();
    for (const one of [...asking, silently]) expect(await reasonOf(one)).toBe('cancelled');
    expect(client.received).toHaveLength(3);
    expectNothingLeft(requests, client);
  });

  it('withdraws each once, also where the client that is told of one ends the others', async () => {
    const [requests, client, cancellation] = [new ClientRequests(), new Client(), new Cancellation()];
    const leaving: ClientRequest['withdrawal'] = (id, reason) => {
      requests.close();
      return notification('x/never-mind', { id, reason });
    };
    const asking = [1, 2, 3].map(() => client.ask(requests, { cancellation, withdrawal: leaving }));
    cancellation.cancel();
    expect(await Promise.all(asking.map(reasonOf))).toEqual(['cancelled', 'closing', 'closing']);
    expect(client.received).toHaveLength(6);
    expectNothingLeft(requests, client);
  });

  it('holds on to nothing that has ended, however long the request goes on in whose course it was asked', async () => {
    const requests = new ClientRequests();
    const [peer, cancellation] = [{}, new Cancellation()];
    const sent: string[] = [];
    const exchange = { send: (message: object) => 'id' in message && sent.push(String(message.id)) > 0 };
    const ask = (): WeakRef<object> => {
      const params = {};
      void requests.send({ peer, exchange, method: 'x/ask', params, cancellation });
      return new WeakRef(params);
    };
    const asked = [ask(), ask()];
    requests.answer(peer, success(sent[0] ?? '', {}));
    vi.advanceTimersByTime(DEFAULT_ASK_TIMEOUT_MS);
    vi.useRealTimers();
    // What a WeakRef was made of lives on until the turn is over.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(asked.map((ref) => ref.deref())).toEqual([undefined, undefined]);
    expect(cancellation.cancelled).toBe(false);
  });

  it('lets nobody’s promise become an unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const [requests, client] = [new ClientRequests(), new Client()];
    void client.ask(requests);
    requests.end(client.peer);
    void client.ask(requests);
    vi.useRealTimers();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('listens to a request once, however much is asked in its course', async () => {
    const [requests, client, cancellation] = [new ClientRequests(), new Client(), new Cancellation()];
    const onCancel = vi.spyOn(cancellation, 'onCancel');
    for (let round = 0; round < 3; round++) {
      const asking = client.ask(requests, { cancellation });
      requests.answer(client.peer, success(client.ids[round] ?? '', {}));
      await asking;
    }
    expect(onCancel).toHaveBeenCalledTimes(1);
    expectNothingLeft(requests, client);
  });

  it('settles each once, as the first of its ends says, in whatever order they come', async () => {
    const index = fc.nat(5);
    const step = fc.oneof(
      fc.record({ do: fc.constant('ask' as const), client: fc.nat(1), of: fc.option(fc.nat(1)) }),
      fc.record({ do: fc.constant('answer' as const), which: index, by: fc.nat(1), asError: fc.boolean() }),
      fc.record({ do: fc.constantFrom('cancel' as const, 'release' as const), of: fc.nat(1) }),
      fc.record({ do: fc.constantFrom('leave' as const, 'end' as const), client: fc.nat(1) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(400, 1000) }),
      fc.record({ do: fc.constant('close' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const requests = new ClientRequests(1000);
        const clients = [new Client(), new Client()] as const;
        const cancellations = [new Cancellation(), new Cancellation()] as const;
        /** What each question should have come to, `undefined` while it waits. */
        const expected: (string | undefined)[] = [];
        const asked: { client: number; of: number | null; id: string; at: number }[] = [];
        const actual: Promise<string>[] = [];
        const gone = [false, false];
        const left = [false, false];
        let closed = false;
        let now = 0;
        const endAll = (reason: string, which: (question: (typeof asked)[number]) => boolean): void => {
          for (const [at, question] of asked.entries()) if (which(question)) expected[at] ??= reason;
        };
        for (const taken of steps) {
          if (taken.do === 'ask') {
            const { client, of } = taken;
            const who = clients[client] ?? clients[0];
            const cancellation = of === null ? undefined : cancellations[of];
            const before = who.ids.length;
            actual.push(
              who.ask(requests, { cancellation }).then(
                (result) => JSON.stringify(result),
                (error: ClientRequestError) => error.reason,
              ),
            );
            asked.push({ client, of, id: who.ids[before] ?? 'none', at: now });
            expected.push(
              closed
                ? 'closing'
                : gone[client]
                  ? 'gone'
                  : cancellation?.cancelled
                    ? 'cancelled'
                    : left[client]
                      ? 'undeliverable'
                      : undefined,
            );
          } else if (taken.do === 'answer') {
            const { which, by, asError } = taken;
            const question = asked[which];
            const id = question?.id ?? 'nobody';
            const waits = question !== undefined && question.client === by && expected[which] === undefined;
            const response = asError ? failure(id, -1, 'no') : success(id, { which });
            expect(requests.answer(clients[by]?.peer ?? {}, response)).toBe(waits);
            if (waits) expected[which] = asError ? 'refused' : JSON.stringify({ which });
          } else if (taken.do === 'cancel') {
            cancellations[taken.of]?.cancel();
            endAll('cancelled', ({ of }) => of === taken.of);
          } else if (taken.do === 'release') {
            requests.release(cancellations[taken.of] ?? cancellations[0]);
            endAll('over', ({ of }) => of === taken.of);
          } else if (taken.do === 'leave') {
            clients[taken.client]?.exchange.disconnect();
            left[taken.client] = true;
          } else if (taken.do === 'end') {
            requests.end(clients[taken.client]?.peer ?? {});
            gone[taken.client] = true;
            endAll('gone', ({ client }) => client === taken.client);
          } else if (taken.do === 'wait') {
            now += taken.ms;
            await vi.advanceTimersByTimeAsync(taken.ms);
            endAll('timeout', ({ at }) => at + 1000 <= now);
          } else {
            requests.close();
            closed = true;
            endAll('closing', () => true);
          }
          const waiting = expected.filter((end) => end === undefined).length;
          expect(requests.size).toBe(waiting);
          expect(vi.getTimerCount()).toBe(waiting);
        }
        requests.close();
        endAll('closing', () => true);
        expect(await Promise.all(actual)).toEqual(expected);
        expectNothingLeft(requests, ...clients);
        for (const { received } of clients) {
          const never = received.flatMap((message) => ('id' in message ? [] : [message.params?.id]));
          // Each is withdrawn once at most, and only what was asked.
          expect(new Set(never).size).toBe(never.length);
        }
      }),
    );
  });
});
