import type { ServerHandler } from '@polyspec/core';
import { Endpoint } from './endpoint.js';
import type { HttpEndpointOptions } from './options.js';
import { endpointSettings } from './settings.js';

/**
 * An endpoint in a server that is not ours. Nobody may tell it when that one ends, so it ends with its handler: streams end,
 * and calls that go on are answered for after the grace period. Later requests are refused by the handler.
 */
export function hostedEndpoint(handler: ServerHandler, options: HttpEndpointOptions): Endpoint {
  const endpoint = new Endpoint(handler, endpointSettings(options), handler.logger);
  handler.onClose(() => void endpoint.close(handler.graceMs));
  return endpoint;
}
