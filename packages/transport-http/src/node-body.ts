import type { IncomingMessage } from 'node:http';
import { type Body, readBytes, readText, readValue } from './body.js';
import { refusedCoding } from './checks.js';
import type { Endpoint } from './endpoint.js';
import type { HttpExchange } from './exchange.js';
import { bodyTooLarge, refusal } from './refusal.js';

/** A Node request, as a body parser that ran before may have left it. */
export type NodeRequest = IncomingMessage & { readonly body?: unknown; readonly originalUrl?: string };

/** Goes on with a call that was admitted: reads the body of a POST and gives it to the endpoint. */
export function serveNodeRequest(exchange: HttpExchange, request: NodeRequest, endpoint: Endpoint): void {
  if (exchange.method === 'POST') {
    readNodeBody(exchange, request, endpoint.settings.bodyLimit, (body) => endpoint.receive(exchange, body));
  } else {
    endpoint.open(exchange);
  }
}

/**
 * Reads the body of a request, or takes what a body parser of the host left in `request.body`.
 *
 * @param limit in bytes
 * @param done called once, and not at all when the client goes away in between
 */
function readNodeBody(exchange: HttpExchange, request: NodeRequest, limit: number, done: (body: Body) => void): void {
  if (request.body !== undefined) {
    done(readParsed(request.body));
  } else if (request.readableEnded) {
    done(CONSUMED);
  } else {
    const refused = refusedCoding(exchange);
    if (refused === undefined) collect(request, limit, done);
    else done({ refused });
  }
}

const CONSUMED: Body = {
  refused: refusal(500, 'The body was read by something before this handler that left nothing in request.body'),
};

function collect(request: IncomingMessage, limit: number, done: (body: Body) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = (body: Body): void => {
    // A stream may follow that lives for days: it must not keep the bytes of its request.
    request.off('data', onData).off('end', onEnd);
    done(body);
  };
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= limit) {
      chunks.push(chunk);
      return;
    }
    finish({ refused: bodyTooLarge(limit) });
    // What still comes is read and dropped, so that the client gets to see the answer.
    request.resume();
  };
  const onEnd = (): void => {
    const [only] = chunks;
    finish(readBytes(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, size)));
  };
  request.on('data', onData).on('end', onEnd).on('error', ignore);
  // Something before this handler may have paused it, to have its body kept while it was busy.
  if (request.isPaused()) request.resume();
}

/** A connection that breaks is no error of ours, and unheard it would end the process. */
function ignore(): void {}

function readParsed(body: unknown): Body {
  if (typeof body === 'string') return readText(body);
  return Buffer.isBuffer(body) ? readBytes(body) : readValue(body);
}
