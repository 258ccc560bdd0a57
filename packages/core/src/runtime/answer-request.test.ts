import { describe, expect, it, vi } from 'vitest';
import type { Refusal } from '../contract/caller.js';
import { Dispatcher } from '../jsonrpc/dispatcher.js';
import { type JsonRpcRequest, request } from '../jsonrpc/message.js';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { type AnswerableCall, answerRequest } from './answer-request.js';
import { Cancellation } from './cancellation.js';
import { InFlight, type RunningRequest } from './in-flight.js';
import { RequestContext } from './request-context.js';

class Call implements AnswerableCall {
  readonly exchange = new MemoryExchange({}, () => undefined);
  readonly cancellation = new Cancellation();
  readonly message: JsonRpcRequest;
  refusal: Refusal | undefined = undefined;
  readonly context = new RequestContext(
    {
      exchange: this.exchange,
      revision: 'x',
      client: { capabilities: {} },
      meta: undefined,
      cancellation: this.cancellation,
    },
    () => undefined,
  );

  constructor(method: string) {
    this.message = request(1, method);
  }
}

let letGo: (() => void) | undefined;
const called = vi.fn();

const dispatcher = new Dispatcher<Call>(
  {
    now: () => {
      called();
      return { done: true };
    },
    later: () =>
      new Promise((resolve) => {
        letGo = () => resolve({ done: true });
      }),
    refused: (_params, call) => {
      call.refusal = { status: 403, message: 'No' };
      return {};
    },
    throws: () => {
      throw new Error('no');
    },
  },
  () => ({ code: -32603, message: 'hidden' }),
);

function begin(method: string): { call: Call; running: RunningRequest; inFlight: InFlight } {
  const inFlight = new InFlight();
  const call = new Call(method);
  const running = inFlight.begin(call.exchange.peer, 1, call.cancellation);
  if (running === undefined) throw new Error('It can not be a duplicate');
  return { call, running, inFlight };
}

const done = { type: 'response', response: { jsonrpc: '2.0', id: 1, result: { done: true } } };

describe('answering a request', () => {
  it('gives the outcome at once where the method is done at once, and finishes the request', () => {
    const { call, running, inFlight } = begin('now');
    expect(answerRequest(call, running, dispatcher)).toEqual(done);
    expect(inFlight.size).toBe(0);
  });

  it('gives it later where the method takes its time', async () => {
    const { call, running, inFlight } = begin('later');
    const outcome = answerRequest(call, running, dispatcher);
    expect(inFlight.size).toBe(1);
    letGo?.();
    expect(await outcome).toEqual(done);
    expect(inFlight.size).toBe(0);
  });

  it('answers a method that throws with the error made of it', () => {
    const { call, running, inFlight } = begin('throws');
    expect(answerRequest(call, running, dispatcher)).toMatchObject({
      response: { error: { code: -32603, message: 'hidden' } },
    });
    expect(inFlight.size).toBe(0);
  });

  it('gives what a guard refused as its refusal', () => {
    const { call, running } = begin('refused');
    expect(answerRequest(call, running, dispatcher)).toMatchObject({ response: { error: { message: 'No' } } });
  });

  it('S-09, YU-09 gives nothing to a client that cancelled, without waiting for the method', async () => {
    const { call, running, inFlight } = begin('later');
    const outcome = answerRequest(call, running, dispatcher);
    call.cancellation.cancel();
    expect(inFlight.size).toBe(0);
    expect(await outcome).toEqual({ type: 'ended' });
  });

  it('T-08 gives the reason to a client that still waits when the server gives up', async () => {
    const { call, running } = begin('later');
    const outcome = answerRequest(call, running, dispatcher);
    call.cancellation.giveUp('Too slow');
    expect(await outcome).toMatchObject({ response: { error: { message: 'Too slow' } } });
  });

  it('does nothing for a request that is cancelled already', () => {
    called.mockClear();
    const { call, running, inFlight } = begin('now');
    inFlight.cancel(call.exchange.peer, 1);
    expect(answerRequest(call, running, dispatcher)).toEqual({ type: 'ended' });
    expect(called).not.toHaveBeenCalled();
  });
});
