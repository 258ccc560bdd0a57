import {
  type Awaitable,
  encodeMessage,
  isPromiseLike,
  type JsonObject,
  type Outcome,
  type RequestId,
  type SpecHandler,
} from '@polyspec/core';
import { expect } from 'vitest';
import { serverFaults } from '../../../test/schema/official-schema.js';
import { META } from '../src/meta.js';
import { httpFor, modernRequest } from './ask.js';
import { type FakeExchange, type FakeExchangeOptions, stdioExchange } from './fake-exchange.js';

/** How a client listens. */
export interface ListenerOptions extends FakeExchangeOptions {
  readonly id?: RequestId;
  /** Over a pipe and not over HTTP. */
  readonly stdio?: boolean;
  readonly meta?: JsonObject;
}

/** A client that listens. */
export interface Listener {
  readonly exchange: FakeExchange;
  /** What the handler gave for the request, before anything is waited for. */
  readonly given: Awaitable<Outcome>;
  /** What was decided in the end. */
  readonly outcome: Promise<Outcome>;
  /** What was sent so far, in order, each message checked against the official schema. */
  messages(): readonly JsonObject[];
  /** What was sent since it was last asked, by method. */
  news(): readonly unknown[];
}

/** Sends a listen request. A promise that is still pending does not mean that nothing was sent. */
export function listen(handler: SpecHandler, notifications: unknown, options: ListenerOptions = {}): Listener {
  const { id = 'sub-1', stdio = false, meta = {} } = options;
  const message = modernRequest('subscriptions/listen', { notifications } as JsonObject, meta, id);
  const exchange = stdio ? stdioExchange(options) : httpFor(message, {}, options);
  const given = handler.handle(message, exchange);
  let seen = 0;
  const messages = (): readonly JsonObject[] => {
    const sent = exchange.sent.map((item) => JSON.parse(encodeMessage(item)) as JsonObject);
    for (const item of sent) expect(serverFaults(item, '2026-07-28')).toEqual([]);
    return sent;
  };
  return {
    exchange,
    given,
    outcome: exchange.settle(given),
    messages,
    news: () => {
      const fresh = messages().slice(seen);
      seen += fresh.length;
      for (const { params } of fresh) expect(idOf(params as JsonObject)).toBe(id);
      return fresh.map(({ method }) => method);
    },
  };
}

/** The same, once the stream stands or the request was answered. */
export async function listening(
  handler: SpecHandler,
  notifications: unknown,
  options?: ListenerOptions,
): Promise<Listener> {
  const listener = listen(handler, notifications, options);
  if (isPromiseLike(listener.given)) await listener.given;
  return listener;
}

/** The id of the subscription that a notification or a result names. */
export function idOf({ _meta }: JsonObject): unknown {
  return (_meta as JsonObject)[META.subscriptionId];
}
