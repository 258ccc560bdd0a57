import {
  type Awaitable,
  type Exchange,
  ended,
  type HttpMethod,
  type JsonRpcMessage,
  JsonText,
  type Operation,
  type Outcome,
  type Refusal,
  type Standing,
} from '@polyspec/core';

/** An exchange that keeps what was sent through it. */
export interface FakeExchange extends Exchange {
  readonly sent: readonly JsonRpcMessage[];
  /** What was decided in the end, of what a handler gave: where it stands, once it is concluded or the client has gone. */
  settle(given: Awaitable<Outcome>): Promise<Outcome>;
  /** The client goes away. */
  disconnect(): void;
  /** The client reads no more, and there is no room for what is sent to it. */
  stall(): void;
}

/** What can be different about a fake exchange. */
export interface FakeExchangeOptions {
  readonly peer?: object;
  readonly canStream?: boolean;
  readonly authorize?: (operation: Operation) => Refusal | undefined | Promise<Refusal | undefined>;
}

/** A message that came over a pipe. */
export function stdioExchange(options: FakeExchangeOptions = {}): FakeExchange {
  const { peer = {}, canStream = true, authorize } = options;
  const gone = new AbortController();
  const sent: JsonRpcMessage[] = [];
  let isStalled = false;
  let standing: Standing | undefined;
  let conclude: (outcome: Outcome) => void = () => undefined;
  const concluded = new Promise<Outcome>((resolve) => {
    conclude = resolve;
  });
  const exchange: FakeExchange = {
    peer,
    canStream,
    sent,
    ...(authorize && { authorize }),
    get disconnected() {
      return gone.signal;
    },
    get gone() {
      return gone.signal.aborted;
    },
    disconnect: () => {
      gone.abort();
      conclude(ended);
      standing?.gone?.(exchange);
    },
    stall: () => {
      isStalled = true;
    },
    stream: () => undefined,
    suspend: () => undefined,
    send: (message) => {
      if (gone.signal.aborted || isStalled) return false;
      sent.push(message instanceof JsonText ? (message.toJSON() as JsonRpcMessage) : message);
      return true;
    },
    conclude: (outcome) => conclude(outcome),
    settle: async (given) => {
      const outcome = await given;
      if (outcome.type !== 'standing') return outcome;
      standing = outcome;
      return concluded;
    },
  };
  return exchange;
}

/** Header fields, the ones sent more than once as a list. */
export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A message that came over HTTP with these header fields. */
export function httpExchange(
  fields: Fields = {},
  options: FakeExchangeOptions & { method?: HttpMethod } = {},
): FakeExchange {
  const lines = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) lines.set(name.toLowerCase(), typeof value === 'string' ? [value] : value);
  }
  const http = {
    method: options.method ?? 'POST',
    header: (name: string) =>
      lines
        .get(name)
        ?.join(', ')
        .replace(/^[ \t]+|[ \t]+$/g, ''),
    count: (name: string) => lines.get(name)?.length ?? 0,
  };
  const base = stdioExchange(options);
  // The signal is a getter, so it must not be copied by a spread, which would read it.
  return Object.defineProperties({ http } as never, Object.getOwnPropertyDescriptors(base)) as FakeExchange;
}
