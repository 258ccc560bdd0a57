import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import type { JsonObject } from '@polyspec/core';
import { createParser } from 'eventsource-parser';
import { Conversation } from './conversation.js';
import type { HttpClient } from './http-client.js';
import { watchResponse } from './http-tap.js';
import { type Answer, headersOf, requestOf, type Unasked } from './messages.js';
import { SERVED } from './revisions.js';

/** How a listener listens. */
export interface ListenerOptions {
  readonly id?: string | number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client by hand that listens to changes over HTTP, and sees each message as it comes. */
export class HttpListener {
  readonly request: ClientRequest;
  /** What came so far, the answer included. */
  readonly messages: (Partial<Answer> & Partial<Unasked>)[] = [];
  /** The comments of the stream. */
  readonly comments: string[] = [];
  /** Resolves with the header fields, once the answer has begun. */
  readonly opened: Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders }>;
  /** Resolves with all of the stream's text, once the server has ended it. */
  readonly ended: Promise<string>;
  #response: IncomingMessage | undefined;
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  constructor({ url }: Pick<HttpClient, 'url'>, notifications: JsonObject, options: ListenerOptions = {}) {
    const { id = 'listener', headers = {} } = options;
    const body = requestOf('2026-07-28', id, 'subscriptions/listen', { notifications });
    const conversation = new Conversation({ served: SERVED['2026-07-28'] }, '2026-07-28');
    conversation.fromClient(body);
    this.request = request(url, {
      method: 'POST',
      headers: { ...headersOf('2026-07-28', 'subscriptions/listen'), ...headers },
    });
    let end: (text: Promise<string>) => void = () => undefined;
    this.ended = new Promise((resolve) => {
      end = resolve;
    });
    this.opened = new Promise((resolve, reject) => {
      this.request.on('error', reject);
      this.request.on('response', (incoming) => {
        watchResponse(incoming, conversation);
        // At once: what has come already is given away in this very turn.
        end(this.#read(incoming));
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers });
      });
    });
    for (const promise of [this.opened, this.ended]) promise.catch(() => undefined);
    this.request.end(JSON.stringify(body));
  }

  /** Resolves once so many messages came. */
  until(count: number): Promise<void> {
    if (this.messages.length >= count) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }

  /** The methods of the notifications that came. */
  get methods(): readonly (string | undefined)[] {
    return this.messages.map(({ method }) => method);
  }

  /** Takes nothing more from the socket. */
  pause(): void {
    this.#response?.pause();
  }

  resume(): void {
    this.#response?.resume();
  }

  /** Hangs up. */
  close(): void {
    this.request.destroy();
  }

  #read(incoming: IncomingMessage): Promise<string> {
    this.#response = incoming;
    const decoder = new StringDecoder('utf8');
    const parser = createParser({
      onEvent: ({ data }) => this.#received(JSON.parse(data)),
      onComment: (comment) => this.comments.push(comment),
    });
    let whole = '';
    return new Promise((resolve, reject) => {
      incoming.on('data', (chunk: Buffer) => {
        const text = decoder.write(chunk);
        whole += text;
        parser.feed(text);
      });
      incoming.on('end', () => resolve(whole));
      incoming.on('error', reject);
    });
  }

  #received(message: HttpListener['messages'][number]): void {
    this.messages.push(message);
    const reached = this.#waiting.filter(({ count }) => count <= this.messages.length);
    this.#waiting = this.#waiting.filter(({ count }) => count > this.messages.length);
    for (const { resolve } of reached) resolve();
  }
}
