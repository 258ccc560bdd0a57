import type { JsonObject } from '@polyspec/core';
import { createParser } from 'eventsource-parser';
import { type Answer, headersOf, initializeParams, type Unasked } from './messages.js';

/** An event of a stream, with what was in it; nothing, where it is a point to come back to. */
export interface HandEvent {
  readonly id: string | undefined;
  readonly message: (Partial<Answer> & Partial<Unasked>) | undefined;
}

/** A stream of events, read by hand: one after the other, until it is cut or has ended. */
export class HandStream {
  readonly #events: AsyncIterator<HandEvent>;
  readonly #aborter: AbortController;

  constructor(response: Response, aborter: AbortController) {
    this.#events = eventsOf(response);
    this.#aborter = aborter;
  }

  /** The next event that has a message, or the very next. `undefined` at the end. */
  async next(which: 'message' | 'any' = 'message'): Promise<HandEvent | undefined> {
    for (;;) {
      const { value, done } = await this.#events.next();
      if (done === true) return undefined;
      if (which === 'any' || value.message !== undefined) return value;
    }
  }

  /** Hangs up in the middle of it. */
  cut(): void {
    this.#aborter.abort();
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
    const response = await fetch(url, {
      method: 'POST',
      headers: headersOf('2025-11-25', 'initialize'),
      body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
    });
    await response.text();
    const session = new HandSession(url, response.headers.get('mcp-session-id') ?? '');
    await session.post({ method: 'notifications/initialized' });
    return session;
  }

  /** Posts a message. @returns the status of what it was answered with */
  async post(message: object): Promise<number> {
    const response = await this.#send('POST', message);
    await response.text();
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
    await (await this.#send('DELETE')).text();
  }

  async #stream(method: string, message?: object, lastEventId?: string): Promise<HandStream> {
    const aborter = new AbortController();
    return new HandStream(await this.#send(method, message, aborter.signal, lastEventId), aborter);
  }

  #send(method: string, message?: object, signal?: AbortSignal, lastEventId?: string): Promise<Response> {
    return fetch(this.#url, {
      method,
      headers: {
        ...headersOf('2025-11-25', ''),
        'mcp-session-id': this.#id,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      ...(message !== undefined && { body: JSON.stringify({ jsonrpc: '2.0', ...message }) }),
      ...(signal !== undefined && { signal }),
    });
  }
}

async function* eventsOf(response: Response): AsyncGenerator<HandEvent> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    yield { id: undefined, message: (await response.json()) as Answer };
    return;
  }
  const read: HandEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, data }) => read.push({ id, message: data === '' ? undefined : JSON.parse(data) }),
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* read.splice(0);
  }
}
