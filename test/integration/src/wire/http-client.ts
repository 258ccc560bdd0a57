import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '@polyspec/core';
import { createParser } from 'eventsource-parser';
import type { KnownRevision } from '../../../schema/official-schema.js';
import { Conversation, type Watched } from './conversation.js';
import { watchResponse } from './http-tap.js';
import { type Answer, headersOf, initializeParams, requestOf, type Unasked } from './messages.js';

/** A request to send, as it is. */
export interface Sent {
  /** Default POST. */
  readonly method?: string;
  /** Default: that of the endpoint. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
  /** An object is sent as JSON. */
  readonly body?: string | Uint8Array | object;
}

/** The header field that names a session, where there is one. */
export type SessionFields = { readonly 'mcp-session-id'?: string };

/** What came back, whole. */
export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The messages of the answer, of which a stream may have several. */
  readonly messages: readonly (Answer & Partial<Unasked>)[];
}

/** A client by hand: what it sends is up to the test, what it gets is checked. */
export class HttpClient {
  readonly url: URL;
  readonly #watched: Watched;
  readonly #sessions = new Map<string, Promise<SessionFields>>();

  constructor(url: string, watched: Watched) {
    this.url = new URL(url);
    this.#watched = watched;
  }

  send(sent: Sent): Promise<Got> {
    return this.open(sent).got;
  }

  /** Sends a request whose end the test decides about. */
  open({ method = 'POST', path = this.url.pathname, headers = {}, body }: Sent): {
    request: ClientRequest;
    got: Promise<Got>;
  } {
    const version = headers['mcp-protocol-version'];
    const conversation = new Conversation(this.#watched, typeof version === 'string' ? version : undefined);
    const payload = typeof body === 'object' && !(body instanceof Uint8Array) ? JSON.stringify(body) : body;
    if (typeof payload === 'string') conversation.fromClient(parsed(payload));
    const { hostname, port } = this.url;
    const outgoing = request({ hostname, port, path, method, headers: defined(headers) });
    const got = new Promise<Got>((resolve, reject) => {
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        watchResponse(response, conversation, method);
        const { statusCode: status = 0, headers: received } = response;
        text(response).then((whole) => {
          resolve({ status, headers: received, text: whole, messages: messagesIn(whole, received['content-type']) });
        }, reject);
      });
    });
    // A test that ends a request by itself does not wait for its answer.
    got.catch(() => undefined);
    outgoing.end(payload);
    return { request: outgoing, got };
  }

  /**
   * The header field of the session that this client has under a revision of 2025, begun when first asked for. There is none
   * where the server gives none, and under revisions without a handshake.
   *
   * @param headers what else goes with a request, such as who asks: each has a session of its own
   */
  session(revision: KnownRevision, headers: Sent['headers'] = {}): Promise<SessionFields> {
    if (revision === '2026-07-28') return Promise.resolve({});
    const key = JSON.stringify([revision, headers]);
    const known = this.#sessions.get(key) ?? this.#begin(revision, headers);
    this.#sessions.set(key, known);
    return known;
  }

  async #begin(revision: KnownRevision, headers: Sent['headers']): Promise<SessionFields> {
    const params = initializeParams(revision);
    const { headers: received } = await this.send({
      headers: { ...headersOf(revision, 'initialize', params), ...headers },
      body: requestOf(revision, 'begin', 'initialize', params),
    });
    const id = received['mcp-session-id'];
    const fields = typeof id === 'string' ? { 'mcp-session-id': id } : {};
    await this.send({
      headers: { ...headersOf(revision, 'notifications/initialized'), ...fields, ...headers },
      body: { jsonrpc: '2.0', method: 'notifications/initialized' },
    });
    return fields;
  }

  /** Sends a request as a client of a revision does, and gives its answer. */
  async request(
    revision: KnownRevision,
    method: string,
    params?: JsonObject,
    headers: Sent['headers'] = {},
  ): Promise<Answer> {
    const session = method === 'initialize' ? {} : await this.session(revision, headers);
    const { messages } = await this.send({
      headers: { ...headersOf(revision, method, params), ...session, ...headers },
      body: requestOf(revision, 1, method, params),
    });
    const answer = messages.find((message) => message.id === 1);
    if (answer === undefined) throw new Error(`no answer to ${method}`);
    return answer;
  }
}

function messagesIn(body: string, type: string | undefined): Got['messages'] {
  if (type !== 'text/event-stream') {
    const whole = parsed(body);
    return whole === undefined ? [] : [whole as Got['messages'][number]];
  }
  const messages: Got['messages'][number][] = [];
  // An event without data is a point to come back to.
  createParser({ onEvent: ({ data }) => data !== '' && messages.push(JSON.parse(data)) }).feed(body);
  return messages;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function defined(headers: NonNullable<Sent['headers']>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
