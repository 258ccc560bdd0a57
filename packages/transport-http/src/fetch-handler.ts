import { checkOptions, type ServerHandler } from '@polyspec/core';
import { type Body, readBytes } from './body.js';
import { refusedCoding } from './checks.js';
import type { Endpoint } from './endpoint.js';
import type { HttpExchange } from './exchange.js';
import { FetchCall } from './fetch-call.js';
import { hostedEndpoint } from './hosted-endpoint.js';
import type { HostedOptions } from './node-handler.js';
import { httpEndpointOptions, pathOption } from './options.js';
import { bodyTooLarge } from './refusal.js';
import { arrives } from './routing.js';

/** What `fetchHandler` gives: a request in, a response out. It never rejects. */
export type FetchHandler = (request: Request) => Promise<Response>;

/**
 * Serves MCP in a `fetch`-style server (Hono, Deno, Bun, edge workers with Node's modules). It behaves as the Fastify plugin
 * does, streams included. Such a server does not tell where it is bound: a request counts as local when its `Host` is a
 * loopback name. Without `allowedHosts` any other name is taken too, and nothing stops DNS rebinding: give the list, also on
 * your own machine (`['localhost']`).
 *
 * @throws OptionError for a wrong option
 * @example
 * const mcp = fetchHandler(handler, { path: '/mcp' });
 * const response = await mcp(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
 */
export function fetchHandler(handler: ServerHandler, options: HostedOptions = {}): FetchHandler {
  checkOptions(options, httpEndpointOptions, pathOption);
  const { path, ...rest } = options;
  const endpoint = hostedEndpoint(handler, rest);
  return (request) =>
    new Promise((resolve) => {
      const call = new FetchCall(request, endpoint, resolve);
      const { pathname } = new URL(request.url);
      if (arrives(call, pathname, path, endpoint)) {
        endpoint.admit(call, (exchange) => serve(exchange, request, endpoint));
      }
    });
}

function serve(exchange: HttpExchange, request: Request, endpoint: Endpoint): void {
  if (exchange.method !== 'POST') {
    endpoint.open(exchange);
    return;
  }
  const refused = refusedCoding(exchange);
  if (refused !== undefined) {
    exchange.refuse(refused);
    return;
  }
  void readWebBody(request, endpoint.settings.bodyLimit).then(
    (body) => (body === undefined ? exchange.abort() : endpoint.receive(exchange, body)),
    (thrown) => endpoint.failed(thrown, exchange),
  );
}

/** Nothing is given when the client goes away before its body has come: it may never come then. */
async function readWebBody({ body, signal }: Request, limit: number): Promise<Body | undefined> {
  if (signal.aborted) return undefined;
  const reader = body?.getReader();
  // What waits for a part has its end by this. That the source can't be told is no concern of ours.
  const stop = (): void => void reader?.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', stop);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      size += part.value.byteLength;
      if (size > limit) {
        stop();
        return { refused: bodyTooLarge(limit) };
      }
      chunks.push(part.value);
    }
  } catch (thrown) {
    if (signal.aborted) return undefined;
    throw thrown;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return signal.aborted ? undefined : readBytes(Buffer.concat(chunks, size));
}
