import {
  type Caller,
  type Exchange,
  encodeMessage,
  type JsonRpcMessage,
  type Operation,
  type Outcome,
  parseMessage,
  type Refusal,
  type RunningTransport,
  type SpecHandler,
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
  readonly #kept: string[] = [];
  #away = false;

  constructor(handler: SpecHandler, caller: Caller) {
    this.#handler = handler;
    this.#caller = caller;
  }

  /** Sends a message, and resolves when its outcome was carried out. */
  async send(message: JsonRpcMessage): Promise<void> {
    const read = parseMessage(encodeMessage(message));
    if (!read.ok) throw new Error(read.failure.error.message);
    this.#carryOut(await this.#handler.handle(read.message, this.#exchange()));
  }

  /** Opens the standing stream; resolves when it is over. */
  async open(): Promise<void> {
    const outcome = await this.#handler.open?.(this.#exchange());
    if (outcome !== undefined) this.#carryOut(outcome);
  }

  /** Comes back after a suspension, and gets what was kept meanwhile. */
  comeBack(): void {
    this.#away = false;
    for (const text of this.#kept.splice(0)) this.#arrive(text);
  }

  /** Goes away for good. */
  leave(): void {
    this.#gone.abort();
  }

  #exchange(): Exchange {
    const { signal } = this.#gone;
    return {
      peer: this,
      disconnected: signal,
      caller: this.#caller,
      canStream: true,
      authorize: ({ name }: Operation): Refusal | undefined =>
        name === undefined || this.#caller.scopes.includes(name)
          ? undefined
          : { status: 403, message: `${this.#caller.subject} may not use ${name}` },
      stream: ({ resumable } = {}) => void this.events.push(`stream ${resumable ?? ''}`.trim()),
      send: (message) => {
        if (signal.aborted) return false;
        this.#write(encodeMessage(message));
        return true;
      },
      suspend: (retryMs) => {
        this.events.push(`suspended for ${retryMs} ms`);
        this.#away = true;
      },
    };
  }

  #carryOut(outcome: Outcome): void {
    if (outcome.type !== 'response') {
      this.events.push(outcome.type);
      return;
    }
    this.#write(encodeMessage(outcome.response));
    for (const message of outcome.after ?? []) this.#write(encodeMessage(message));
  }

  #write(text: string): void {
    if (this.#away) this.#kept.push(text);
    else this.#arrive(text);
  }

  #arrive(text: string): void {
    const read = parseMessage(text);
    if (!read.ok) throw new Error(read.failure.error.message);
    this.received.push(read.message);
  }
}
