import { connect, type Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { Conversation, type Watched } from '../wire/conversation.js';
import { ResponseReader } from '../wire/response-reader.js';
import { SERVED } from '../wire/revisions.js';
import { readAll, watchBody } from '../wire/watched-body.js';

/**
 * One connection by hand: what is sent goes out as it is, what came is kept as text, and it can be cut at any time. Every
 * message that comes is checked.
 */
export class RawSocket {
  readonly socket: Socket;
  /** Everything that came. */
  text = '';
  /** Resolves when the connection is closed, by whomever. */
  readonly closed: Promise<void>;
  readonly #host: string;
  readonly #path: string;
  readonly #watched: Watched;
  /** The exchanges whose responses have not begun yet, in order. */
  readonly #open: Conversation[] = [];
  #waiting: (() => void)[] = [];

  private constructor(url: URL, socket: Socket, watched: Watched) {
    this.#host = url.host;
    this.#path = url.pathname;
    this.#watched = watched;
    this.socket = socket;
    const decoder = new StringDecoder('utf8');
    const reader = new ResponseReader((head) => watchBody(head, this.#open.shift() ?? new Conversation(this.#watched)));
    socket.on('data', (chunk: Buffer) => {
      this.text += decoder.write(chunk);
      reader.feed(chunk);
      this.#wake();
    });
    socket.on('end', () => reader.end());
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        resolve();
        this.#wake();
      });
    });
  }

  /** @param served what the server serves. Default: 2025-11-25, and what its handshake can negotiate. */
  static async open(url: string, served: Watched['served'] = SERVED['2025-11-25']): Promise<RawSocket> {
    const parsed = new URL(url);
    const socket = connect(Number(parsed.port), parsed.hostname);
    const raw = new RawSocket(parsed, socket, { served });
    await new Promise((resolve) => socket.once('connect', resolve));
    return raw;
  }

  /** Sends a request. */
  send(method: string, headers: Readonly<Record<string, string | undefined>> = {}, body?: string): void {
    const conversation = Conversation.ofExchange(this.#watched, (name) => headers[name]);
    if (body !== undefined) readAll(body, (message) => conversation.fromClient(message));
    this.#open.push(conversation);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const all = { host: this.#host, ...length, ...headers };
    const lines = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${value}\r\n`],
    );
    this.socket.write(`${method} ${this.#path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
  }

  /** Resolves with all that came once all of this is in it, in this order. */
  async until(...parts: readonly string[]): Promise<string> {
    while (!isIn(this.text, parts)) {
      if (this.socket.destroyed)
        throw new Error(`the connection has ended before ${parts.join(' … ')} came:\n${this.text}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.text;
  }

  /** The value of a header field of the first answer. */
  header(name: string): string | undefined {
    return new RegExp(`^${name}: (.*)\r$`, 'im').exec(this.text)?.[1];
  }

  /** Ends the connection without a word. */
  cut(): Promise<void> {
    this.socket.resetAndDestroy();
    return this.closed;
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

function isIn(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return true;
}
