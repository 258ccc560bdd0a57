import type { HeaderMap } from '@polyspec/core';
import { type CallWatcher, type HttpCall, mergeHeaders, type StreamSink, trimBlanks } from './call.js';
import type { Endpoint } from './endpoint.js';
import { isLoopbackHost } from './origin.js';

/** A call of a `fetch`-style server. */
export class FetchCall implements HttpCall {
  readonly method: string;
  readonly #request: Request;
  readonly #endpoint: Endpoint;
  readonly #respond: (response: Response) => void;
  #added: HeaderMap | undefined = undefined;
  #gone = false;
  #watcher: CallWatcher | undefined = undefined;
  #sink: ReadableSink | undefined = undefined;

  /** @param respond takes the one answer */
  constructor(request: Request, endpoint: Endpoint, respond: (response: Response) => void) {
    this.method = request.method;
    this.#request = request;
    this.#endpoint = endpoint;
    this.#respond = respond;
  }

  get loopback(): boolean {
    // Such a server does not tell where it is bound; the name that it is called by has to do.
    return this.#endpoint.settings.loopback ?? isLoopbackHost(this.header('host'));
  }

  header(name: string): string | undefined {
    const value = name.startsWith(':') ? null : this.#request.headers.get(name);
    if (value !== null) return trimBlanks(value);
    // Servers may keep the host in the URL alone.
    return name === 'host' ? new URL(this.#request.url).host : undefined;
  }

  /** The standard `Headers` have joined what came on several lines. */
  count(name: string): number {
    return this.#request.headers.has(name) ? 1 : 0;
  }

  get gone(): boolean {
    return this.#gone || this.#request.signal.aborted;
  }

  watch(watcher: CallWatcher): void {
    this.#watcher = watcher;
    this.#request.signal.addEventListener('abort', () => this.#leave(), { once: true });
  }

  addHeaders(headers: HeaderMap): void {
    this.#added = headers;
  }

  answer(status: number, headers: HeaderMap | undefined, body: string | undefined): void {
    const head = toHeaders(mergeHeaders(this.#added, headers));
    if (body !== undefined && !head.has('content-type')) head.set('content-type', 'application/json');
    this.#respond(new Response(body ?? null, { status, headers: head }));
  }

  abort(): void {
    this.#respond(new Response(null, { status: this.gone ? CLIENT_CLOSED_REQUEST : 500 }));
  }

  begin(headers: HeaderMap): StreamSink {
    const sink = new ReadableSink(() => this.#leave());
    this.#sink = sink;
    this.#respond(new Response(sink.readable, { status: 200, headers: toHeaders(mergeHeaders(this.#added, headers)) }));
    return sink;
  }

  #leave(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#watcher?.left();
    // Nobody will see it, but whoever waits for the response must not wait for ever, nor whoever reads its stream.
    this.#respond(new Response(null, { status: CLIENT_CLOSED_REQUEST }));
    this.#sink?.fail(this.#request.signal.reason);
  }
}

/** What servers write in their logs for a client that left before its answer. */
const CLIENT_CLOSED_REQUEST = 499;

/** How much a stream takes before it asks to wait, in bytes: as much as a Node socket. */
const HIGH_WATER_MARK = 16_384;

/** A sink whose text is read through a web stream. */
class ReadableSink implements StreamSink {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #full = false;
  #ended = false;
  #drained: () => void = () => undefined;

  /** @param cancelled called when the reader gives up before the end */
  constructor(cancelled: () => void) {
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#pulled(),
        cancel: () => {
          this.#ended = true;
          cancelled();
        },
      },
      { highWaterMark: HIGH_WATER_MARK, size: (chunk) => chunk.byteLength },
    );
  }

  write(text: string): boolean {
    if (this.#ended || this.#controller === undefined) return false;
    this.#controller.enqueue(this.#encoder.encode(text));
    this.#full = (this.#controller.desiredSize ?? 0) <= 0;
    return !this.#full;
  }

  get unsent(): number {
    return HIGH_WATER_MARK - (this.#controller?.desiredSize ?? HIGH_WATER_MARK);
  }

  whenDrained(listener: () => void): void {
    this.#drained = listener;
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#controller?.close();
  }

  abort(): void {
    this.fail(new Error('The stream was dropped: its reader took nothing'));
  }

  /** Ends it for its reader with an error. Does nothing where it is over. */
  fail(reason: unknown): void {
    this.#ended = true;
    this.#controller?.error(reason);
  }

  #pulled(): void {
    if (!this.#full) return;
    this.#full = false;
    this.#drained();
  }
}

function toHeaders(map: Readonly<Record<string, string | readonly string[]>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(map)) {
    if (typeof value === 'string') headers.set(name, value);
    else for (const line of value) headers.append(name, line);
  }
  return headers;
}
