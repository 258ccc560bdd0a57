import {
  type Caller,
  type Exchange,
  encodeMessage,
  ended,
  type JsonRpcMessage,
  JsonText,
  type Operation,
  type Outcome,
  parseMessage,
  type Refusal,
  type RunningTransport,
  type SpecHandler,
  type Standing,
  type TransportHost,
  type TransportProtocol,
} from '@polyspec/core';

/** A loft to send pigeons from: clients find the server here. */
export class Loft {
  #arrive: ((caller: Caller) => PigeonClient) | undefined;

  open(arrive: (caller: Caller) => PigeonClient): void {
    this.#arrive = arrive;
  }

  /** A new client that says who it is. */
  connect(caller: Caller): PigeonClient {
    if (this.#arrive === undefined) throw new Error('Nobody is home');
    return this.#arrive(caller);
  }
}

/** Options of the pigeon transport. */
export interface PigeonOptions {
  readonly loft: Loft;
}

/** A transport of somebody else's, written against what `@polyspec/core` publishes and nothing more. */
export const pigeon: TransportProtocol<PigeonOptions> = {
  name: 'pigeon',
  local: false,
  options: { loft: { accepts: (value) => value instanceof Loft, takes: 'a Loft' } },
  async start(handler: SpecHandler, { loft }: PigeonOptions, host: TransportHost): Promise<RunningTransport> {
    let end: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      end = resolve;
    });
    loft.open((caller) => new PigeonClient(handler, caller));
    host.logger.info({ server: host.name }, 'The loft is open');
    return { address: 'pigeon://loft', closed, close: async () => end() };
  },
};

/** One client: what it sends goes to the handler as text, and what comes back is kept in order. */
export class PigeonClient {
  /** What arrived, as it arrived. */
  readonly received: JsonRpcMessage[] = [];
  /** What happened to the connection: begun streams, suspensions, refusals. */
  readonly events: string[] = [];
  readonly #handler: SpecHandler;
  readonly #caller: Caller;
  readonly #gone = new AbortController();
  readonly #standing = new Map<Exchange, { outcome: Standing; conclude: (outcome: Outcome) => void }>();
  readonly #suspended = new WeakSet<Exchange>();
  #lastEventId: string | undefined;

  constructor(handler: SpecHandler, caller: Caller) {
    this.#handler = handler;
    this.#caller = caller;
  }

  /** Sends a message, and resolves when its outcome was carried out. */
  async send(message: JsonRpcMessage): Promise<void> {
    const read = parseMessage(encodeMessage(message));
    if (!read.ok) throw new Error(read.failure.error.message);
    const exchange = this.#exchange();
    this.#carryOut(await this.#handler.handle(read.message, exchange), exchange);
  }

  /** Opens the standing stream; resolves when it is over. */
  async open(lastEventId?: string): Promise<void> {
    const exchange = this.#exchange(lastEventId);
    const outcome = await this.#handler.open?.(exchange);
    if (outcome?.type === 'standing') this.#carryOut(await this.#stand(outcome, exchange), exchange);
    else if (outcome !== undefined) this.#carryOut(outcome, exchange);
  }

  /** Comes back after a suspension, for what was kept meanwhile. */
  comeBack(): Promise<void> {
    return this.open(this.#lastEventId);
  }

  /** Goes away for good. */
  leave(): void {
    this.#gone.abort();
    for (const [exchange, { outcome, conclude }] of this.#standing) {
      conclude(ended);
      outcome.gone?.(exchange);
    }
  }

  #stand(outcome: Standing, exchange: Exchange): Outcome | Promise<Outcome> {
    if (exchange.gone) {
      outcome.gone?.(exchange);
      return ended;
    }
    return new Promise((resolve) => {
      const conclude = (given: Outcome): void => {
        this.#standing.delete(exchange);
        resolve(given);
      };
      this.#standing.set(exchange, { outcome, conclude });
    });
  }

  #exchange(lastEventId?: string): Exchange {
    const { signal } = this.#gone;
    const exchange: Exchange = {
      peer: this,
      disconnected: signal,
      get gone() {
        return signal.aborted;
      },
      caller: this.#caller,
      canStream: true,
      ...(lastEventId !== undefined && {
        http: { method: 'GET', header: (name) => (name === 'last-event-id' ? lastEventId : undefined), count: () => 1 },
      }),
      authorize: ({ name }: Operation): Refusal | undefined =>
        name === undefined || this.#caller.scopes.includes(name)
          ? undefined
          : { status: 403, message: `${this.#caller.subject} may not use ${name}` },
      stream: ({ prime } = {}) => {
        this.events.push(prime === undefined ? 'stream' : 'primed stream');
        this.#lastEventId = prime;
      },
      send: (message, _key, eventId) => {
        if (signal.aborted || this.#suspended.has(exchange)) return false;
        this.#lastEventId = eventId;
        this.#arrive(message instanceof JsonText ? message.json : encodeMessage(message));
        return true;
      },
      suspend: (retryMs) => {
        this.events.push(`suspended for ${retryMs} ms`);
        this.#suspended.add(exchange);
      },
      conclude: (outcome) => this.#standing.get(exchange)?.conclude(outcome),
    };
    return exchange;
  }

  #carryOut(outcome: Outcome, exchange: Exchange): void {
    // The spec has kept what it would have said.
    if (this.#suspended.has(exchange)) return;
    if (outcome.type !== 'response') {
      this.events.push(outcome.type);
      return;
    }
    this.#arrive(encodeMessage(outcome.response));
    for (const message of outcome.after ?? []) this.#arrive(encodeMessage(message));
  }

  #arrive(text: string): void {
    const read = parseMessage(text);
    if (!read.ok) throw new Error(read.failure.error.message);
    this.received.push(read.message);
  }
}
