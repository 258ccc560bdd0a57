import type { TransportProtocol } from '@polyspec/core';
import { type StdioOptions, stdioOptions, withDefaults } from './options.js';
import { StdioServer } from './stdio-server.js';

/**
 * The stdio transport (basic/transports/stdio): one JSON-RPC message a line, from stdin and to stdout. The client is who
 * started the process.
 *
 * Requests are handled concurrently and answered in the order in which they are done. When input ends, running requests may
 * finish within the grace period, their answers are written, and the handler is closed; then `closed` resolves. The same
 * happens when the client closes stdout, and by `close`. The process is never ended from here.
 *
 * Errors that it answers by itself, all without an id unless one could be read: `-32700` for a line that is not JSON or not
 * UTF-8, `-32600` for one that is no message or is longer than `maxMessageBytes`.
 *
 * @example
 * const server = await connect('calculator', application, { spec: spec20260728, transport: stdio });
 * await server.closed;
 * process.exit();
 */
export const stdio: TransportProtocol<StdioOptions> = {
  name: 'stdio',
  local: true,
  options: stdioOptions,
  start: async (handler, options, host) => new StdioServer(handler, withDefaults(options), host),
};
