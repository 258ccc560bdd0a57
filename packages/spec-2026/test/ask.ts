import {
  type ClientDialect,
  encodeMessage,
  type JsonObject,
  type JsonRpcRequest,
  type Outcome,
  type RequestId,
  type Runtime,
  type SpecHandler,
} from '@polyspec/core';
import { expect } from 'vitest';
import { serverFaults } from '../../../test/schema/official-schema.js';
import { modernClient } from '../src/client.js';
import { META } from '../src/meta.js';
import { methods20260728, spec20260728 } from '../src/spec.js';
import {
  type FakeExchange,
  type FakeExchangeOptions,
  type Fields,
  httpExchange,
  stdioExchange,
} from './fake-exchange.js';
import { fakeRuntime } from './fake-runtime.js';

const REVISION = '2026-07-28';

/** A well-behaved client that can do nothing special. */
const client: ClientDialect = modernClient(
  REVISION,
  { name: 'test-client', version: '0.1.0', capabilities: {} },
  methods20260728,
);

/** The spec alone around a fake runtime. */
export function serve(parts: Partial<Runtime> = {}): SpecHandler {
  return spec20260728.attach(fakeRuntime(parts), { served: spec20260728.revisions });
}

/** A request as a well-behaved client sends it. Members of `meta` that are `undefined` are taken away. */
export function modernRequest(
  method: string,
  params: JsonObject = {},
  meta: JsonObject = {},
  id: RequestId = 1,
): JsonRpcRequest {
  const whole = client.params(method, { ...params, _meta: meta }) as JsonObject;
  return JSON.parse(JSON.stringify({ jsonrpc: '2.0', id, method, params: whole })) as JsonRpcRequest;
}

/** An exchange over HTTP for a request, with the header fields that go with it. */
export function httpFor(
  message: JsonRpcRequest,
  changed: Fields = {},
  options: FakeExchangeOptions = {},
): FakeExchange {
  return httpExchange({ ...client.headers(message.method, message.params), ...changed }, options);
}

/** An answer as it goes over the wire, with its HTTP status. */
export interface Answer {
  readonly status: number;
  readonly id?: RequestId;
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: JsonObject };
  readonly sent: readonly JsonObject[];
}

/** Sends a request and gives the answer, after checking every message against the official schema. */
export async function send(
  handler: SpecHandler,
  message: JsonRpcRequest,
  exchange: FakeExchange = httpFor(message),
): Promise<Answer> {
  const outcome = await handler.handle(message, exchange);
  const answer = onWire(outcome, message.method);
  const sent = exchange.sent.map((item) => JSON.parse(encodeMessage(item)) as JsonObject);
  for (const item of sent) expect(serverFaults(item, REVISION)).toEqual([]);
  return { ...answer, sent };
}

/** The same over a pipe. */
export function pipe(handler: SpecHandler, message: JsonRpcRequest): Promise<Answer> {
  return send(handler, message, stdioExchange());
}

/** The answer that an outcome is, after its check against the official schema. */
export function onWire(outcome: Outcome, method: string): Omit<Answer, 'sent'> {
  if (outcome.type !== 'response') throw new TypeError(`Expected a response, got ${outcome.type}`);
  const text = encodeMessage(outcome.response);
  expect(text).not.toContain('\n');
  const answer = JSON.parse(text) as Omit<Answer, 'sent' | 'status'>;
  expect(serverFaults(answer, REVISION, method)).toEqual([]);
  return { ...answer, status: outcome.status ?? 200 };
}

/** The identity that every result carries. */
export const SERVER_INFO: JsonObject = { [META.serverInfo]: { name: 'test-server', version: '1.2.3' } };
