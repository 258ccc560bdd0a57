import type { Exchange, HttpMethod, JsonRpcMessage, Operation, Refusal } from '@polyspec/core';

/** An exchange that keeps what was sent through it. */
export interface FakeExchange extends Exchange {
  readonly sent: readonly JsonRpcMessage[];
  /** The client goes away. */
  disconnect(): void;
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
  return {
    peer,
    canStream,
    sent,
    ...(authorize && { authorize }),
    get disconnected() {
      return gone.signal;
    },
    disconnect: () => gone.abort(),
    stream: () => undefined,
    suspend: () => undefined,
    send: (message) => {
      if (gone.signal.aborted) return false;
      sent.push(message);
      return true;
    },
  };
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
