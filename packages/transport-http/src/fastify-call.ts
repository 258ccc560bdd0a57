import type { HeaderMap } from '@polyspec/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HttpCall, mergeHeaders, type StreamSink } from './call.js';
import type { Endpoint } from './endpoint.js';
import type { HttpExchange } from './exchange.js';
import { NodeCall } from './node-call.js';

/**
 * A call of a Fastify server. A whole answer goes through `reply`, so that the hooks of the host see it; a stream is written
 * to the raw response, with the header fields that were set on `reply` before.
 */
class FastifyCall extends NodeCall {
  #reply: FastifyReply | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) {
    super(request.raw, reply.raw, endpoint);
    this.#reply = reply;
  }

  override answer(status: number, headers: HeaderMap | undefined, body: string | undefined): void {
    const reply = this.#reply;
    if (reply === undefined) {
      // A stream failed to begin: Fastify has left the response to us, and it is still untouched.
      super.answer(status, headers, body);
      return;
    }
    if (reply.sent) return;
    reply.code(status);
    if (body !== undefined) reply.type('application/json');
    if (headers !== undefined) reply.headers(withHostVary(mergeHeaders(headers), reply));
    const closing = this.closingHeaders();
    if (closing !== undefined) reply.headers(mergeHeaders(closing));
    // As it stands: Fastify would add a charset to the content type, which JSON has none of.
    if (body === undefined) reply.send();
    else reply.serializer(asItStands).send(body);
  }

  override begin(headers: HeaderMap): StreamSink {
    const reply = this.#reply;
    // Not needed any more, and a stream lives long.
    this.#reply = undefined;
    const set = reply?.hijack().getHeaders() as HeaderMap | undefined;
    return super.begin({ ...set, ...headers });
  }
}

/** The only field of ours that a hook of the host may have set as well, and which then has to name both. */
function withHostVary(headers: Record<string, string | string[]>, reply: FastifyReply): typeof headers {
  const vary = headers.vary === undefined ? undefined : reply.getHeader('vary');
  return vary === undefined ? headers : { ...headers, vary: `${vary}, ${headers.vary}` };
}

function asItStands(payload: unknown): string {
  return payload as string;
}

/** What is known of a request between two hooks. */
interface State {
  readonly call: FastifyCall;
  exchange?: HttpExchange;
}

export const STATE: unique symbol = Symbol('polyspec');

type Stateful = FastifyRequest & { [STATE]: State | null };

/** A call on which nothing was checked. */
export function callOf(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): HttpCall {
  return new FastifyCall(request, reply, endpoint);
}

/** Makes the call of a request, and checks where it comes from; if it may not, it is answered. */
export function screened(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): boolean {
  const call = new FastifyCall(request, reply, endpoint);
  (request as Stateful)[STATE] = { call };
  return endpoint.screen(call);
}

/** What the hooks before have found out about a request. */
export function stateOf(request: FastifyRequest): State | null {
  return (request as Stateful)[STATE];
}
