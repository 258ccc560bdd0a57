import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkOptions, type ServerHandler } from '@polyspec/core';
import { hostedEndpoint } from './hosted-endpoint.js';
import { type NodeRequest, serveNodeRequest } from './node-body.js';
import { NodeCall } from './node-call.js';
import { type HttpEndpointOptions, httpEndpointOptions, pathOption } from './options.js';
import { arrives } from './routing.js';

/** Options of the handlers for other hosts. */
export interface HostedOptions extends HttpEndpointOptions {
  /** Answer only at this path, and 404 elsewhere. Default: wherever the host sends requests from. */
  readonly path?: string | undefined;
}

/** What `nodeHandler` gives: it takes any request of a Node server, and answers it. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Serves MCP in any Node server: `node:http`, Express, Connect and their kin. It behaves as the Fastify plugin does, streams
 * included, and also where a body parser of the host ran before it.
 *
 * It ends with `handler.close()`, which ends its streams: call that first when the server that it is mounted in closes.
 *
 * @throws OptionError for a wrong option
 * @example
 * const handler = await createHandler('calculator', application, { spec: spec20260728 });
 * http.createServer(nodeHandler(handler, { path: '/mcp' })).listen(8080, '127.0.0.1');
 * @example
 * express().all('/mcp', nodeHandler(handler));
 */
export function nodeHandler(handler: ServerHandler, options: HostedOptions = {}): NodeHandler {
  checkOptions(options, httpEndpointOptions, pathOption);
  const { path, ...rest } = options;
  const endpoint = hostedEndpoint(handler, rest);
  return (request, response) => {
    const call = new NodeCall(request, response, endpoint);
    const { originalUrl, url = '/' } = request as NodeRequest;
    if (arrives(call, originalUrl ?? url, path, endpoint)) {
      endpoint.admit(call, (exchange) => serveNodeRequest(exchange, request, endpoint));
    }
  };
}
