import { setTimeout as wait } from 'node:timers/promises';
import {
  type Application,
  type CallContext,
  connect,
  defineApplication,
  MemoryEventStore,
  MemorySessionStore,
  type Runtime,
  type Server,
  silentLogger,
  tool,
} from '@polyspec/core';
import { type Spec2025Options, spec20251125 } from '@polyspec/spec-2025';
import { type HttpOptions, streamableHttp } from '@polyspec/transport-http';
import { expect } from 'vitest';
import { HttpClient } from '../wire/http-client.js';
import { initializeParams, requestOf } from '../wire/messages.js';
import { SERVED } from '../wire/revisions.js';
import { RawSocket } from './raw-socket.js';

export const REVISION = '2025-11-25';

/** The header fields of every POST. */
export const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
} as const;

/** The text of an `initialize`, with the id 1. */
export const HELLO: string = JSON.stringify(requestOf(REVISION, 1, 'initialize', initializeParams(REVISION)));

/** The text of a `ping`, with the id 2. */
export const PING: string = JSON.stringify(requestOf(REVISION, 2, 'ping'));

/** The text of a request for log messages, with the id 3. */
export const SET_LEVEL: string = JSON.stringify(requestOf(REVISION, 3, 'logging/setLevel', { level: 'info' }));

/** What a stream of 2025-11-25 begins with. */
export const BEGINNING = 'retry: 1000\nid: ';

/** The text of the call of a tool, with the id 5 and a progress token. */
export function callOf(name: string): string {
  return JSON.stringify(requestOf(REVISION, 5, 'tools/call', { name, arguments: {}, _meta: { progressToken: 'p' } }));
}

/** A call of the tool `held`, which runs until it is told what to give. */
export interface HeldCall {
  readonly context: CallContext;
  finish(text: string): void;
}

/** A server whose stores and runtime can be looked at. */
export interface Watched {
  readonly server: Server;
  readonly url: string;
  readonly sessions: MemorySessionStore;
  readonly events: MemoryEventStore;
  readonly runtime: Runtime;
  readonly client: HttpClient;
  /** The calls of `held`, in the order in which they began. */
  readonly held: HeldCall[];
}

/** Serves the revisions of 2025 from this process, at a free port. */
export async function watchedServer(
  options: Spec2025Options & HttpOptions = {},
  events: MemoryEventStore = new MemoryEventStore(),
): Promise<Watched> {
  const { sessionIdleSeconds: idleSeconds, maxSessions } = options;
  const sessions = new MemorySessionStore({ idleSeconds, maxSessions });
  const held: HeldCall[] = [];
  let runtime: Runtime | undefined;
  const spec: typeof spec20251125 = {
    ...spec20251125,
    attach: (given, facts) => {
      runtime = given;
      return spec20251125.attach(given, facts);
    },
  };
  const server = await connect('here', tools(held), {
    port: 0,
    ...options,
    spec,
    transport: streamableHttp,
    logger: silentLogger,
    sessionStore: sessions,
    eventStore: events,
    graceMs: 100,
    changeDebounceMs: 0,
  });
  const { address: url } = server;
  const client = new HttpClient(url, { served: SERVED[REVISION] });
  return { server, url, sessions, events, client, held, runtime: runtime ?? expect.fail('nothing was attached') };
}

/** A client with a connection and a session of its own. */
export interface RawSession {
  readonly socket: RawSocket;
  /** The header fields of what it sends. */
  readonly headers: Record<string, string>;
}

/** Begins a session by a connection of its own. */
export async function begin(url: string): Promise<RawSession> {
  const socket = await RawSocket.open(url);
  socket.send('POST', JSON_HEADERS, HELLO);
  await socket.until('"protocolVersion"');
  const id = socket.header('mcp-session-id') ?? expect.fail('no session');
  socket.text = '';
  return { socket, headers: { ...JSON_HEADERS, 'mcp-session-id': id, 'mcp-protocol-version': REVISION } };
}

/** Begins so many sessions. */
export function beginSeveral(url: string, count: number): Promise<readonly RawSession[]> {
  return Promise.all(Array.from({ length: count }, () => begin(url)));
}

/** Opens the standing stream of a session. */
export async function listen({ socket, headers }: RawSession): Promise<void> {
  socket.send('GET', headers);
  await socket.until('text/event-stream', BEGINNING);
}

function tools(held: HeldCall[]): Application {
  return defineApplication({
    tools: {
      echo: tool({ run: () => 'echo' }),
      held: tool({ run: (_args, context) => new Promise<string>((finish) => held.push({ context, finish })) }),
      steps: tool({
        run: async (_args, { progress }) => {
          for (let step = 1; step <= 20; step += 1) {
            progress(step);
            await wait(2);
          }
          return 'done';
        },
      }),
    },
  });
}
