import {
  type Awaitable,
  accepted,
  type Envelope,
  type HttpGuard,
  isPromiseLike,
  isRequest,
  type Logger,
  OptionError,
  type Outcome,
  type RequestId,
  readMessage,
  type SpecHandler,
} from '@polyspec/core';
import { answerInternalError, carryOut } from './answer.js';
import type { Body } from './body.js';
import type { HttpCall } from './call.js';
import { type Check, firstRefusal, getChecks, noChecks, originChecks, postChecks } from './checks.js';
import { type ExchangeHost, HttpExchange } from './exchange.js';
import { readAuthentication } from './guard.js';
import { checkHead } from './head.js';
import { OpenExchanges } from './open-exchanges.js';
import { methodNotAllowed, type Refusal } from './refusal.js';
import type { EndpointSettings } from './settings.js';

const CHECKS: Readonly<Record<string, readonly Check[]>> = { POST: postChecks, GET: getChecks, DELETE: noChecks };

/**
 * One MCP endpoint, whatever server it is mounted in. A host gives it calls in the order of ambiguity Q-07:
 * `screen` (step 2), `admit` (3 to 5), then `receive` with the body (6 and 7; the rest is the spec's) or `open`.
 */
export class Endpoint implements ExchangeHost {
  readonly settings: EndpointSettings;
  readonly exchanges: OpenExchanges;
  /** Set once the server closes: answers then say that the connection ends. */
  closing = false;
  readonly #handler: SpecHandler;
  readonly #logger: Logger;

  constructor(handler: SpecHandler, settings: EndpointSettings, logger: Logger) {
    this.settings = settings;
    this.#handler = handler;
    this.#logger = logger;
    this.exchanges = new OpenExchanges(settings, (thrown, exchange) => this.failed(thrown, exchange));
    checkRoutes(settings.guard);
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
   * Checks method, credentials and what the header says about body and answer. It never throws.
   *
   * @param goOn called with the exchange, unless the call is answered here
   */
  admit(call: HttpCall, goOn: (exchange: HttpExchange) => void): void {
    const exchange = new HttpExchange(call, this);
    const { guard } = this.settings;
    try {
      const refused = this.#refusedMethod(call.method, exchange);
      if (refused !== undefined) exchange.refuse(refused);
      else if (guard === undefined) this.#admitHeader(call, exchange, goOn);
      else void this.#authenticate(guard, call, exchange, goOn);
    } catch (thrown) {
      this.failed(thrown, exchange);
    }
  }

  /** Takes the body of a POST, checks that it is one message, and gives it to the spec. It never throws. */
  receive(exchange: HttpExchange, body: Body): void {
    try {
      if ('refused' in body) exchange.refuse(body.refused);
      else this.#receive(exchange, body);
    } catch (thrown) {
      this.failed(thrown, exchange, MESSAGE_FAILED);
    }
  }

  /** Takes a GET or a DELETE. It never throws. */
  open(exchange: HttpExchange): void {
    try {
      this.#settle(this.#handler.open?.(exchange) ?? accepted, exchange);
    } catch (thrown) {
      this.failed(thrown, exchange, MESSAGE_FAILED);
    }
  }

  /** Does for an exchange what a spec decided. It never throws. */
  carryOut(outcome: Outcome, exchange: HttpExchange): void {
    try {
      carryOut(outcome, exchange);
    } catch (thrown) {
      this.failed(thrown, exchange, MESSAGE_FAILED);
    }
  }

  /** Says that something unexpected has failed: to the operator in full, to the client in general. It never throws. */
  failed(err: unknown, exchange: HttpExchange, what = 'A request could not be handled'): void {
    this.complain(err, what, exchange.requestId);
    try {
      answerInternalError(exchange);
    } catch {
      exchange.abort();
    }
  }

  /** Writes an error to the log. A log that fails must not cost anybody an answer. */
  complain(err: unknown, what: string, id?: RequestId): void {
    try {
      this.#logger.error({ err, id }, what);
    } catch {
      // There is nobody left to tell.
    }
  }

  /** Ends streams, waits for calls for at most the grace period in milliseconds. */
  close(graceMs: number): Promise<void> {
    this.closing = true;
    return this.exchanges.close(graceMs);
  }

  #receive(exchange: HttpExchange, { value, isSuspicious }: Readable): void {
    const envelope = readMessage(value, isSuspicious);
    if (!envelope.ok) {
      // A malformed notification is answered too: HTTP wants a status for it (requirement T-10).
      exchange.answer(400, undefined, JSON.stringify(envelope.failure));
      if (envelope.question !== undefined) this.#misread(envelope.question, exchange);
      return;
    }
    const { message } = envelope;
    if (isRequest(message)) exchange.requestId = message.id;
    this.#settle(this.#handler.handle(message, exchange), exchange);
  }

  /** Whoever waits for an answer of the client must not wait on for one that can't be read. */
  #misread({ id, fault }: Misread, exchange: HttpExchange): void {
    const complain = (thrown: unknown): void => this.complain(thrown, MESSAGE_FAILED, id);
    try {
      const told = this.#handler.misread?.(id, fault, exchange);
      if (isPromiseLike(told)) told.then(undefined, complain);
    } catch (thrown) {
      complain(thrown);
    }
  }

  #settle(outcome: Awaitable<Outcome>, exchange: HttpExchange): void {
    if (!isPromiseLike(outcome)) {
      carryOut(outcome, exchange);
      return;
    }
    // It may be over already: a tool can close its stream before it first waits.
    if (!exchange.over) this.exchanges.add(exchange);
    void outcome.then(
      (settled) => this.carryOut(settled, exchange),
      (thrown) => this.failed(thrown, exchange, MESSAGE_FAILED),
    );
  }

  #refusedMethod(method: string, exchange: HttpExchange): Refusal | undefined {
    if (method === 'POST') return undefined;
    const served = this.#handler.methods(exchange);
    const allowed: readonly string[] =
      this.#handler.open === undefined ? served.filter((one) => one === 'POST') : served;
    return allowed.includes(method) ? undefined : methodNotAllowed(method, allowed);
  }

  /** It never rejects. */
  async #authenticate(
    guard: HttpGuard,
    call: HttpCall,
    exchange: HttpExchange,
    goOn: (exchange: HttpExchange) => void,
  ): Promise<void> {
    try {
      // A guard that takes long must not hold up the end of the server.
      this.exchanges.add(exchange);
      const found = readAuthentication(await guard.authenticate(exchange));
      this.exchanges.delete(exchange);
      if ('caller' in found) {
        exchange.enter(found.caller, guard);
      } else {
        const { status, headers, body } = found.refusal;
        exchange.answer(status, headers, body === undefined ? undefined : JSON.stringify(body));
      }
    } catch (thrown) {
      this.failed(thrown, exchange, 'The guard failed');
      return;
    }
    if (exchange.over) return;
    try {
      this.#admitHeader(call, exchange, goOn);
    } catch (thrown) {
      this.failed(thrown, exchange);
    }
  }

  #admitHeader(call: HttpCall, exchange: HttpExchange, goOn: (exchange: HttpExchange) => void): void {
    const refused = firstRefusal(CHECKS[call.method] ?? noChecks, call, this.settings);
    if (refused === undefined) goOn(exchange);
    else exchange.refuse(refused);
  }
}

/** What may have been meant as an answer. */
type Misread = NonNullable<Extract<Envelope, { readonly ok: false }>['question']>;

/** A body that was read. */
type Readable = Exclude<Body, { readonly refused: Refusal }>;

const MESSAGE_FAILED = 'A message could not be handled';

/** Answers a call with a refusal. */
export function answer(call: HttpCall, { status, headers, body }: Refusal): void {
  call.answer(status, headers, body);
}

/** What a guard can't serve is found at the start, and not by the first client that asks for it. */
function checkRoutes(guard: HttpGuard | undefined): void {
  for (const { path, status, headers } of guard?.routes ?? []) {
    try {
      checkHead(status, headers);
    } catch (thrown) {
      throw new OptionError('guard', `The guard can't serve ${path}: ${(thrown as Error).message}`);
    }
  }
}
