import {
  type Awaitable,
  type Caller,
  type Exchange,
  encodeMessage,
  ended,
  type HttpFacts,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  JsonText,
  type Operation,
  type Outcome,
  type Refusal,
  type Standing,
  type StreamOpener,
  type StreamOptions,
} from '@polyspec/core';

/** One event of a stream as it arrived. */
export interface Arrived {
  readonly id?: string | undefined;
  /** Absent for an event without data. */
  readonly message?: JsonRpcMessage;
  /** When to come back, in milliseconds. */
  readonly retryMs?: number | undefined;
}

/** What a test exchange is made of. */
export interface ExchangeFacts {
  readonly peer: object;
  readonly http?: HttpFacts | undefined;
  readonly caller?: Caller | undefined;
  readonly canStream?: boolean;
  readonly wantsStream?: boolean;
  readonly authorize?: ((operation: Operation) => Awaitable<Refusal | undefined>) | undefined;
  /** Looks at each message that arrives and is no answer. */
  readonly look?: (message: JsonRpcMessage) => void;
}

/** An exchange in memory, which behaves as one over HTTP does and keeps what was sent, as it is after its way over a wire. */
export class TestExchange implements Exchange {
  readonly peer: object;
  readonly http?: HttpFacts;
  readonly caller?: Caller;
  readonly authorize?: (operation: Operation) => Awaitable<Refusal | undefined>;
  readonly canStream: boolean;
  readonly wantsStream: boolean;
  opener: StreamOpener | undefined = undefined;
  readonly events: Arrived[] = [];
  /** Whether the stream has begun. */
  hasBegun = false;
  /** When the client was told to come back, once the connection was closed for that. */
  suspendedFor: number | undefined = undefined;
  /** What was decided in the end. */
  readonly concluded: Promise<Outcome>;
  isConcluded = false;
  /** Whether the client reads too slowly to be sent anything more. */
  isFull = false;
  readonly #look: (message: JsonRpcMessage) => void;
  readonly #left = new AbortController();
  #conclude: (outcome: Outcome) => void = () => undefined;
  #standing: Standing | undefined = undefined;
  #waiting: (() => void)[] = [];

  constructor({
    peer,
    http,
    caller,
    canStream = true,
    wantsStream = false,
    authorize,
    look = () => undefined,
  }: ExchangeFacts) {
    this.peer = peer;
    if (http !== undefined) this.http = http;
    if (caller !== undefined) this.caller = caller;
    if (authorize !== undefined) this.authorize = authorize;
    this.canStream = canStream;
    this.wantsStream = wantsStream;
    this.#look = look;
    this.concluded = new Promise((resolve) => {
      this.#conclude = resolve;
    });
  }

  get disconnected(): AbortSignal {
    return this.#left.signal;
  }

  get gone(): boolean {
    return this.#left.signal.aborted;
  }

  /** The messages that arrived, in order. */
  get messages(): readonly JsonRpcMessage[] {
    return this.events.flatMap(({ message }) => (message === undefined ? [] : [message]));
  }

  /** The methods of the messages that arrived, in order. */
  get methods(): readonly string[] {
    return this.messages.map((message) => ('method' in message ? message.method : 'answer'));
  }

  stream({ prime, retryMs }: StreamOptions = {}): void {
    if (this.hasBegun || !this.#isThere) return;
    this.hasBegun = true;
    if (prime !== undefined || retryMs !== undefined) this.#arrive({ id: prime, retryMs });
  }

  send(message: JsonRpcNotification | JsonRpcRequest | JsonText, _coalesce?: string, id?: string): boolean {
    if (id !== undefined && !/^[^\r\n\0]+$/.test(id)) throw new TypeError('No id of an event');
    if (!this.#isThere) return false;
    if (this.isFull) {
      this.leave();
      return false;
    }
    this.hasBegun = true;
    const text = message instanceof JsonText ? message.json : encodeMessage(message);
    this.#arrive(text === '' ? { id } : { id, message: JSON.parse(text) as JsonRpcMessage });
    return true;
  }

  suspend(retryMs: number): void {
    if (this.#isThere) this.suspendedFor = retryMs;
  }

  conclude(outcome: Outcome): void {
    this.#standing = undefined;
    this.isConcluded = true;
    this.#conclude(outcome);
  }

  /** Carries out what a handler gave, and gives what was decided in the end, where that is not up to others. */
  async carryOut(given: Awaitable<Outcome>): Promise<Outcome> {
    const outcome = await given;
    if (outcome.type === 'standing') {
      if (this.isConcluded) return outcome;
      this.#standing = outcome;
      this.hasBegun = true;
      if (this.gone) this.#tell();
      return outcome;
    }
    const isStream = this.hasBegun || (this.wantsStream && (outcome as { status?: number }).status === undefined);
    if (outcome.type === 'response' && isStream && this.#isThere) {
      this.#arrive({ id: outcome.eventId, message: JSON.parse(encodeMessage(outcome.response)) as JsonRpcMessage });
    }
    this.conclude(outcome);
    return outcome;
  }

  /** The client goes away. */
  leave(): void {
    this.#left.abort();
    this.#tell();
  }

  /** Waits until so many messages have arrived. */
  async received(count: number): Promise<readonly JsonRpcMessage[]> {
    while (this.messages.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.messages;
  }

  get #isThere(): boolean {
    // A connection of one client takes messages as long as it lives, whatever became of this one.
    const isOver = this.http !== undefined && (this.isConcluded || this.suspendedFor !== undefined);
    return this.canStream && !this.gone && !isOver;
  }

  #arrive(event: Arrived): void {
    if (event.message !== undefined && 'method' in event.message) this.#look(event.message);
    this.events.push(event);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #tell(): void {
    const standing = this.#standing;
    if (standing === undefined) return;
    this.conclude(ended);
    standing.gone?.(this);
  }
}

/** The facts of an HTTP request with these header fields, named in lower case. */
export function httpFacts(headers: Readonly<Record<string, string>>, method: HttpFacts['method'] = 'POST'): HttpFacts {
  return {
    method,
    header: (name) => headers[name],
    count: (name) => (headers[name] === undefined ? 0 : 1),
  };
}
