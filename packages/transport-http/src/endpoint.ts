import {
  type Awaitable,
  accepted,
  isRequest,
  type Logger,
  type Outcome,
  readMessage,
  type SpecHandler,
} from '@polyspec/core';
import { answerInternalError, carryOut } from './answer.js';
import type { Body } from './body.js';
import type { HttpCall } from './call.js';
import { type Check, firstRefusal, getChecks, noChecks, originChecks, postChecks } from './checks.js';
import { HttpExchange } from './exchange.js';
import { OpenExchanges } from './open-exchanges.js';
import { methodNotAllowed, type Refusal } from './refusal.js';
import type { EndpointSettings } from './settings.js';

const CHECKS: Readonly<Record<string, readonly Check[]>> = { POST: postChecks, GET: getChecks, DELETE: noChecks };

/**
 * One MCP endpoint, whatever server it is mounted in. A host gives it calls in the order of ambiguity Q-07:
 * `screen` (step 2), `admit` (3 to 5), then `receive` with the body (6 and 7; the rest is the spec's) or `open`.
 */
export class Endpoint {
  readonly settings: EndpointSettings;
  /** Set once the server closes: answers then say that the connection ends. */
  closing = false;
  readonly #handler: SpecHandler;
  readonly #logger: Logger;
  readonly #open: OpenExchanges;

  constructor(handler: SpecHandler, settings: EndpointSettings, logger: Logger) {
    this.settings = settings;
    this.#handler = handler;
    this.#logger = logger;
    this.#open = new OpenExchanges(settings);
    if (!settings.originCheck) {
      logger.warn(
        { originCheck: false },
        'Origin and Host are not checked: any web page that a user visits can call this server',
      );
    }
  }

  /** Whether the request may come from where it comes; if not, it is answered. */
  screen(call: HttpCall): boolean {
    const refused = firstRefusal(originChecks, call, this.settings);
    if (refused !== undefined) answer(call, refused);
    return refused === undefined;
  }

  /**
   * Checks method, credentials and what the header says about body and answer.
   *
   * @returns the exchange to go on with, or nothing when the call is answered already. It never rejects
   */
  admit(call: HttpCall): Awaitable<HttpExchange | undefined> {
    const exchange = new HttpExchange(call, this.settings, this.#open);
    if (call.method !== 'POST') {
      const allowed = this.#allowed(exchange);
      if (!allowed.includes(call.method)) return answer(call, methodNotAllowed(call.method, allowed));
    }
    const { guard } = this.settings;
    return guard === undefined ? this.#admitHeader(call, exchange) : this.#authenticate(call, exchange);
  }

  /** Takes the body of a POST, checks that it is one message, and gives it to the spec. */
  receive(exchange: HttpExchange, body: Body): void {
    if ('refused' in body) {
      exchange.answer(body.refused.status, body.refused.headers, body.refused.body);
      return;
    }
    const envelope = readMessage(body.value, body.isSuspicious);
    if (!envelope.ok) {
      // A malformed notification is answered too: HTTP wants a status for it (requirement T-10).
      exchange.answer(400, undefined, JSON.stringify(envelope.failure));
      return;
    }
    const { message } = envelope;
    if (isRequest(message)) exchange.requestId = message.id;
    try {
      this.#settle(this.#handler.handle(message, exchange), exchange);
    } catch (thrown) {
      this.#failed(thrown, exchange);
    }
  }

  /** Takes a GET or a DELETE. */
  open(exchange: HttpExchange): void {
    try {
      this.#settle(this.#handler.open?.(exchange) ?? accepted, exchange);
    } catch (thrown) {
      this.#failed(thrown, exchange);
    }
  }

  /** Ends streams, waits for calls for at most the grace period in milliseconds. */
  close(graceMs: number): Promise<void> {
    this.closing = true;
    return this.#open.close(graceMs);
  }

  #settle(outcome: Awaitable<Outcome>, exchange: HttpExchange): void {
    if (!isPromise(outcome)) {
      carryOut(outcome, exchange);
      return;
    }
    this.#open.add(exchange);
    void outcome.then(
      (settled) => this.#carryOut(settled, exchange),
      (thrown) => this.#failed(thrown, exchange),
    );
  }

  #carryOut(outcome: Outcome, exchange: HttpExchange): void {
    try {
      carryOut(outcome, exchange);
    } catch (thrown) {
      this.#failed(thrown, exchange);
    }
  }

  #failed(err: unknown, exchange: HttpExchange): void {
    this.#logger.error({ err, id: exchange.requestId }, 'A message could not be handled');
    try {
      answerInternalError(exchange);
    } catch {
      exchange.abort();
    }
  }

  #allowed(exchange: HttpExchange): readonly string[] {
    const methods = this.#handler.methods(exchange);
    return this.#handler.open === undefined ? methods.filter((method) => method === 'POST') : methods;
  }

  async #authenticate(call: HttpCall, exchange: HttpExchange): Promise<HttpExchange | undefined> {
    const { guard } = this.settings;
    try {
      const found = await guard?.authenticate(exchange);
      if (found === undefined) return this.#admitHeader(call, exchange);
      if ('refusal' in found) {
        const { status, headers, body } = found.refusal;
        call.answer(status, headers, body === undefined ? undefined : JSON.stringify(body));
        return undefined;
      }
      const { caller } = found;
      exchange.caller = caller;
      if (guard?.authorize !== undefined) exchange.authorize = (operation) => guard.authorize?.(caller, operation);
    } catch (err) {
      this.#logger.error({ err }, 'The guard failed');
      answerInternalError(exchange);
      return undefined;
    }
    return this.#admitHeader(call, exchange);
  }

  #admitHeader(call: HttpCall, exchange: HttpExchange): HttpExchange | undefined {
    const refused = firstRefusal(CHECKS[call.method] ?? noChecks, call, this.settings);
    return refused === undefined ? exchange : answer(call, refused);
  }
}

/** Answers a call with a refusal. */
export function answer(call: HttpCall, { status, headers, body }: Refusal): undefined {
  call.answer(status, headers, body);
}

/** Whether something is to be awaited. */
export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof (value as PromiseLike<T> | undefined)?.then === 'function';
}
