import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { HeaderMap } from '@polyspec/core';
import { type CallWatcher, type HttpCall, mergeHeaders, type StreamSink, trimBlanks } from './call.js';
import type { Endpoint } from './endpoint.js';
import { isLoopbackAddress, isLoopbackHost } from './origin.js';
import { whenClosed } from './socket-watch.js';

/** A call of a plain Node server, and of whatever is built on one. */
export class NodeCall implements HttpCall, StreamSink {
  readonly method: string;
  protected readonly endpoint: Endpoint;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #added: HeaderMap | undefined = undefined;

  constructor(request: IncomingMessage, response: ServerResponse, endpoint: Endpoint) {
    this.method = request.method ?? 'GET';
    this.endpoint = endpoint;
    this.#request = request;
    this.#response = response;
  }

  get loopback(): boolean {
    const { loopback } = this.endpoint.settings;
    if (loopback !== undefined) return loopback;
    const address = this.#request.socket.localAddress;
    // Without an address (a Unix socket, a call that was injected) the name it was called by has to do.
    return address === undefined ? isLoopbackHost(this.header('host')) : isLoopbackAddress(address);
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    if (typeof value === 'string') return trimBlanks(value);
    return Array.isArray(value) ? value.join(', ') : undefined;
  }

  count(name: string): number {
    const { rawHeaders } = this.#request;
    let count = 0;
    for (let index = 0; index < rawHeaders.length; index += 2)
      if (rawHeaders[index]?.toLowerCase() === name) count += 1;
    return count;
  }

  get gone(): boolean {
    // A response counts as destroyed after its regular end as well.
    const { writableEnded, socket } = this.#response;
    return !writableEnded && (isDestroyed(this.#response) || (socket ?? this.#request.socket)?.destroyed === true);
  }

  watch(watcher: CallWatcher): void {
    const response = this.#response;
    // `close` also comes after a complete answer. That of the request would come as soon as its body is read.
    const closed = (): void => {
      if (!response.writableEnded) watcher.left();
    };
    response.on('close', closed);
    // A request that was sent before the answer to the one before it: its response gets a connection only when it is its turn,
    // and never says `close` if the client leaves earlier.
    if (response.socket === null) response.once('close', whenClosed(this.#request.socket, closed));
  }

  addHeaders(headers: HeaderMap): void {
    this.#added = headers;
  }

  answer(status: number, headers: HeaderMap | undefined, body: string | undefined): void {
    const response = this.#response;
    if (response.headersSent || this.gone) return;
    const head = this.#head(headers);
    if (body === undefined) {
      if (status !== 204 && status !== 304) head['content-length'] = '0';
      response.writeHead(status, head).end();
      return;
    }
    head['content-type'] ??= 'application/json';
    head['content-length'] = String(Buffer.byteLength(body));
    response.writeHead(status, head).end(body);
  }

  abort(): void {
    this.#response.destroy();
  }

  begin(headers: HeaderMap): StreamSink {
    const response = this.#response;
    response.writeHead(200, this.#head(headers));
    // The header and a first event that follows at once go out together.
    const { socket } = response;
    if (this.#request.httpVersionMajor === 1 && socket !== null) {
      socket.cork();
      process.nextTick(uncork, socket);
    }
    response.flushHeaders();
    return this;
  }

  write(text: string): boolean {
    return this.#response.write(text);
  }

  get unsent(): number {
    return isDestroyed(this.#response) ? 0 : this.#response.writableLength;
  }

  whenDrained(listener: () => void): void {
    this.#response.once('drain', listener);
  }

  end(): void {
    this.#response.end();
  }

  #head(headers: HeaderMap | undefined): Record<string, string | string[]> {
    const head = mergeHeaders(this.#added, headers, this.closingHeaders());
    const vary = head.vary === undefined ? undefined : this.#response.getHeader('vary');
    // The only field of ours that a host may have set as well, and which then has to name both.
    if (vary !== undefined) head.vary = `${vary}, ${head.vary}`;
    return head;
  }

  /** An answer given while the server closes must not leave an idle connection behind. */
  protected closingHeaders(): HeaderMap | undefined {
    return this.endpoint.closing && this.#request.httpVersionMajor === 1 ? CLOSE : undefined;
  }
}

const CLOSE: HeaderMap = { connection: 'close' };

/** Also that of a stream of HTTP/2, whose response does not say so by itself. */
function isDestroyed(response: ServerResponse | (ServerResponse & Http2ServerResponse)): boolean {
  return response.destroyed ?? ('stream' in response && response.stream.destroyed);
}

function uncork(socket: { uncork(): void }): void {
  socket.uncork();
}
