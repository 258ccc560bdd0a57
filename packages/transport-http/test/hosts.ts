import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify, { type InjectOptions } from 'fastify';
import { request as undiciRequest } from 'undici';
import { fetchHandler, type HttpEndpointOptions, mcpPlugin, nodeHandler, streamableHttp } from '../src/index.js';
import type { StubHandler } from './stub-handler.js';

/** A request as a test writes it. */
export interface Sending {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

/** The whole answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** An endpoint that runs. */
export interface Running {
  send(sending: Sending): Promise<Answer>;
  close(): Promise<void>;
}

/** One of the ways to serve an endpoint at `/mcp`. */
export interface TestHost {
  readonly name: string;
  start(handler: StubHandler, options?: HttpEndpointOptions): Promise<Running>;
}

/** An endpoint on a real socket. */
export interface Listening {
  readonly origin: string;
  close(): Promise<void>;
}

/** One of the ways to serve an endpoint at `/mcp` over real connections. */
export interface SocketHost {
  readonly name: string;
  listen(handler: StubHandler, options?: HttpEndpointOptions): Promise<Listening>;
}

/** The ways to serve over real connections. */
export const SOCKET_HOSTS: readonly SocketHost[] = [
  {
    name: 'the listener',
    listen: async (handler, options = {}) => {
      const running = await streamableHttp.start(handler, { port: 0, ...options }, { ...handler, graceMs: 100 });
      return { origin: new URL(running.address).origin, close: () => running.close(100) };
    },
  },
  {
    name: 'a Fastify of the user',
    listen: async (handler, options = {}) => {
      const app = fastify({ forceCloseConnections: true });
      await app.register(mcpPlugin, { handler, ...options });
      return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
    },
  },
  {
    name: 'node:http',
    listen: (handler, options = {}) => listenOn(createServer(nodeHandler(handler, { path: '/mcp', ...options }))),
  },
  {
    name: 'Express',
    listen: (handler, options = {}) => listenOn(createServer(express().all('/mcp', nodeHandler(handler, options)))),
  },
];

/** Takes a Node server to a free port. */
export async function listenOn(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** All ways to serve: what is said of one has to hold for each. */
export const HOSTS: readonly TestHost[] = [
  {
    name: 'plugin (injected)',
    start: async (handler, options = {}) => {
      const app = fastify();
      await app.register(mcpPlugin, { handler, ...options });
      return {
        send: async ({ method = 'POST', path = '/mcp', headers = {}, body }) => {
          const payload = body === undefined ? {} : { payload: Buffer.from(body as string) };
          const sent = { method, url: path, headers: { host: 'localhost', ...headers }, ...payload };
          const { statusCode, headers: got, body: text } = await app.inject(sent as InjectOptions);
          return { status: statusCode, headers: flat(got), text };
        },
        close: () => app.close(),
      };
    },
  },
  {
    name: 'listener',
    start: (handler, options) => overSocket(SOCKET_HOSTS[0], handler, options),
  },
  {
    name: 'node:http',
    start: (handler, options) => overSocket(SOCKET_HOSTS[2], handler, options),
  },
  {
    name: 'fetch',
    start: async (handler, options = {}) => {
      const serve = fetchHandler(handler, { path: '/mcp', ...options });
      return {
        send: async ({ method = 'POST', path = '/mcp', headers = {}, body }) => {
          const init = { method, headers: listed(headers), ...(body !== undefined && { body, duplex: 'half' }) };
          const response = await serve(new Request(`http://localhost${path}`, init as RequestInit));
          return {
            status: response.status,
            headers: Object.fromEntries(response.headers),
            text: await response.text(),
          };
        },
        close: async () => undefined,
      };
    },
  },
];

async function overSocket(
  host: SocketHost | undefined,
  handler: StubHandler,
  options?: HttpEndpointOptions,
): Promise<Running> {
  if (host === undefined) throw new TypeError('No such host');
  const { origin, close } = await host.listen(handler, options);
  return { send: over(origin), close };
}

/** Sends over a real connection. */
export function over(origin: string): Running['send'] {
  return async ({ method = 'POST', path = '/mcp', headers = {}, body }) => {
    const init = { method, headers: listed(headers).flat(), ...(body !== undefined && { body }) };
    const { statusCode, headers: got, body: stream } = await undiciRequest(`${origin}${path}`, init as never);
    return { status: statusCode, headers: flat(got), text: await stream.text() };
  };
}

/** The header fields that every client of the protocol sends. */
export const USUAL = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' } as const;

/** A POST of one message. */
export function post(message: unknown, headers: Sending['headers'] = {}): Sending {
  return { headers: { ...USUAL, ...headers }, body: typeof message === 'string' ? message : JSON.stringify(message) };
}

/** A POST of one request with the id 1. */
export function call(method: string, params: object = {}, headers: Sending['headers'] = {}): Sending {
  return post({ jsonrpc: '2.0', id: 1, method, params }, headers);
}

/** The messages of an SSE body. */
export function messagesOf(text: string): unknown[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => JSON.parse(event.slice('data: '.length)) as unknown);
}

function listed(headers: Readonly<Record<string, string | readonly string[]>>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[name, value] as [string, string]]
      : value.map((line): [string, string] => [name, line]),
  );
}

function flat(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
