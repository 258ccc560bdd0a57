import type { JsonObject } from '@polyspec/core';
import { createParser } from 'eventsource-parser';
import type { FetchHandler } from 'polyspec';
import { expect } from 'vitest';
import { type KnownRevision, serverFaults } from '../../../schema/official-schema.js';
import { Conversation } from '../wire/conversation.js';
import { headersOf, initializeParams, requestOf } from '../wire/messages.js';
import { SERVED } from '../wire/revisions.js';
import { readAll, watchBody } from '../wire/watched-body.js';

/** The address under which requests are made to a server that has no listener. */
export const ENDPOINT = 'http://localhost/mcp';

/** What came back, whole. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The messages of the body: one, or those of a stream in their order. */
  readonly messages: readonly JsonObject[];
}

/** What a test changes about a request. */
export interface Changes {
  /** `undefined` takes a field away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly url?: string;
  readonly method?: string;
  readonly body?: string;
  /** Whether a spec of one's own is served, for whose messages there is no schema. */
  readonly isForeign?: boolean;
}

/** Sends one HTTP request to a server without a listener, or by `fetch`. The messages that come back have to be legal. */
export async function send(
  handler: FetchHandler,
  { url = ENDPOINT, method = 'POST', headers = {}, body, isForeign = false }: Changes,
): Promise<Reply> {
  const fields = Object.entries(headers).filter((field): field is [string, string] => field[1] !== undefined);
  const response = await handler(new Request(url, { method, headers: fields, ...(body !== undefined && { body }) }));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? undefined;
  const conversation = Conversation.ofExchange({ served: SERVED.all }, (name) => headers[name]);
  if (body !== undefined) readAll(body, (message) => conversation.fromClient(message));
  const watched = watchBody({ status: response.status, type }, conversation);
  watched.chunk(bytes);
  watched.end();
  if (!isForeign) expect(conversation.takeFaults()).toEqual([]);
  const text = new TextDecoder().decode(bytes);
  return { status: response.status, headers: response.headers, text, messages: messagesOf(text, type ?? '') };
}

/** The sessions that were begun, by the server and the revision. */
const sessions = new WeakMap<FetchHandler, Map<KnownRevision, Promise<string>>>();

/** The header field that names the session of a client of a revision of 2025, which begins one where there is none yet. */
export async function sessionOf(
  handler: FetchHandler,
  revision: KnownRevision,
): Promise<{ readonly 'mcp-session-id'?: string }> {
  if (revision === '2026-07-28') return {};
  const ids = sessions.get(handler) ?? new Map<KnownRevision, Promise<string>>();
  const id = ids.get(revision) ?? beginSession(handler, revision);
  sessions.set(handler, ids.set(revision, id));
  return { 'mcp-session-id': await id };
}

/** Begins a session. @param capabilities what the client can do */
export async function beginSession(
  handler: FetchHandler,
  revision: KnownRevision,
  capabilities: JsonObject = {},
): Promise<string> {
  const params = { ...initializeParams(revision), capabilities };
  const { headers } = await send(handler, {
    headers: headersOf(revision, 'initialize'),
    body: JSON.stringify(requestOf(revision, 1, 'initialize', params)),
  });
  const id = headers.get('mcp-session-id');
  return id ?? expect.fail('initialize began no session');
}

/** Sends a request as a client of a revision does, in its session if it is one of 2025. What comes back has to be legal in it. */
export async function ask(
  handler: FetchHandler,
  revision: KnownRevision,
  method: string,
  params: JsonObject = {},
  changes: Changes = {},
): Promise<Reply> {
  const body = JSON.stringify(requestOf(revision, 1, method, params));
  const session = method === 'initialize' ? {} : await sessionOf(handler, revision);
  const headers = { ...headersOf(revision, method, params), ...session, ...changes.headers };
  const reply = await send(handler, { body, ...changes, headers });
  for (const message of reply.messages) {
    expect(serverFaults(message, revision, 'method' in message ? undefined : method), JSON.stringify(message)).toEqual(
      [],
    );
  }
  return reply;
}

function messagesOf(text: string, type: string): readonly JsonObject[] {
  if (type.startsWith('application/json')) return [JSON.parse(text) as JsonObject];
  const messages: JsonObject[] = [];
  if (type.startsWith('text/event-stream')) {
    // An event without data is a point to come back to.
    const onEvent = ({ data }: { readonly data: string }): void => {
      if (data !== '') messages.push(JSON.parse(data) as JsonObject);
    };
    createParser({ onEvent }).feed(text);
  }
  return messages;
}
