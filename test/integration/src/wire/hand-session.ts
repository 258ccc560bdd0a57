import type { JsonObject } from '@polyspec/core';
import { createParser } from 'eventsource-parser';
import { Conversation } from './conversation.js';
import { type Answer, headersOf, initializeParams, type Unasked } from './messages.js';
import { SERVED } from './revisions.js';
import { type WatchedBody, watchBody } from './watched-body.js';

/** An event of a stream, with what was in it; nothing, where it is a point to come back to. */
export interface HandEvent {
  readonly id: string | undefined;
  readonly message: (Partial<Answer> & Partial<Unasked>) | undefined;
}

/** A stream of events, which the test takes one after the other, until it is cut or has ended. All that comes is checked. */
export class HandStream {
  readonly #events: HandEvent[] = [];
  readonly #aborter: AbortController;
  #over: { readonly thrown?: unknown } | undefined;
  #wake: () => void = () => undefined;

  constructor(response: Response, watched: WatchedBody, aborter: AbortController) {
    this.#aborter = aborter;
    void this.#read(response, watched)
      .then(
        () => ({}),
        (thrown: unknown) => ({ thrown }),
      )
      .then((over) => {
        this.#over = over;
        this.#wake();
      });
  }

  /** The next event that has a message, or the very next. `undefined` at the end. */
  async next(which: 'message' | 'any' = 'message'): Promise<HandEvent | undefined> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) {
        if (which === 'any' || event.message !== undefined) return event;
      } else if (this.#over === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      } else if ('thrown' in this.#over) throw this.#over.thrown;
      else return undefined;
    }
  }

  /** Hangs up in the middle of it. */
  cut(): void {
    this.#aborter.abort();
  }

  async #read(response: Response, watched: WatchedBody): Promise<void> {
    const arrived = (event: HandEvent): void => {
      this.#events.push(event);
      this.#wake();
    };
    if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
      arrived({ id: undefined, message: JSON.parse(await wholeBody(response, watched)) as Answer });
      return;
    }
    const parser = createParser({
      onEvent: ({ id, data }) => arrived({ id, message: data === '' ? undefined : JSON.parse(data) }),
    });
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      watched.chunk(chunk);
      parser.feed(decoder.decode(chunk, { stream: true }));
    }
    watched.end();
  }
}

/** A client of 2025-11-25 in a session, by hand, whose connections can be cut. */
export class HandSession {
  readonly #url: string;
  readonly #id: string;

  private constructor(url: string, id: string) {
    this.#url = url;
    this.#id = id;
  }

  /** Begins a session. */
  static async open(url: string, capabilities: JsonObject): Promise<HandSession> {
    const params = { ...initializeParams('2025-11-25'), capabilities };
    const { response, watched } = await exchange(url, 'POST', headersOf('2025-11-25', 'initialize'), {
      message: { id: 0, method: 'initialize', params },
    });
    await wholeBody(response, watched);
    const session = new HandSession(url, response.headers.get('mcp-session-id') ?? '');
    await session.post({ method: 'notifications/initialized' });
    return session;
  }

  /** Posts a message. @returns the status of what it was answered with */
  async post(message: object): Promise<number> {
    const { response, watched } = await this.#send('POST', { message });
    await wholeBody(response, watched);
    return response.status;
  }

  /** Calls a tool. */
  async call(name: string, id: string | number = 1): Promise<HandStream> {
    return this.#stream('POST', { id, method: 'tools/call', params: { name, arguments: {} } });
  }

  /** A standing stream, or one that is gone on with. */
  async listen(lastEventId?: string): Promise<HandStream> {
    return this.#stream('GET', undefined, lastEventId);
  }

  /** Ends the session. */
  async end(): Promise<void> {
    const { response, watched } = await this.#send('DELETE', {});
    await wholeBody(response, watched);
  }

  async #stream(method: string, message?: object, lastEventId?: string): Promise<HandStream> {
    const aborter = new AbortController();
    const { response, watched } = await this.#send(method, { message, signal: aborter.signal }, lastEventId);
    return new HandStream(response, watched, aborter);
  }

  #send(method: string, content: Content, lastEventId?: string): Promise<Exchange> {
    const headers = {
      ...headersOf('2025-11-25', ''),
      'mcp-session-id': this.#id,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    };
    return exchange(this.#url, method, headers, content);
  }
}

/** What of a request is neither its method nor its header. */
interface Content {
  readonly message?: object | undefined;
  readonly signal?: AbortSignal;
}

/** A response, and what has its body checked. */
interface Exchange {
  readonly response: Response;
  readonly watched: WatchedBody;
}

async function exchange(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  { message, signal }: Content,
): Promise<Exchange> {
  const conversation = Conversation.ofExchange({ served: SERVED.all }, (name) => headers[name]);
  const body = message === undefined ? undefined : { jsonrpc: '2.0', ...message };
  conversation.fromClient(body);
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  });
  const { status } = response;
  return {
    response,
    watched: watchBody({ status, type: response.headers.get('content-type') ?? undefined }, conversation),
  };
}

async function wholeBody(response: Response, watched: WatchedBody): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  watched.chunk(bytes);
  watched.end();
  return new TextDecoder().decode(bytes);
}
