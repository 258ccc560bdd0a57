import { type Application, connect, type Server, type SpecProtocol, type TransportProtocol } from '@polyspec/core';
import type { StdioOptions } from '@polyspec/transport-stdio';
import { checkArguments } from './arguments.js';
import { checkServeOptions, optionsFor, type ServeOptions, type ServeOptionsWith } from './options.js';
import { type ProcessEnd, processEnd } from './process-end.js';
import { chooseSpec } from './spec-choice.js';
import { chooseTransport, isStdio } from './transport-choice.js';

/** Serves an application over a transport of your own, or one of ours given as an object. */
export function serve<TransportOptions extends object>(
  name: string,
  application: Application,
  options: ServeOptionsWith<TransportOptions>,
): Promise<Server>;
/**
 * Serves an application over the Model Context Protocol, until it is closed. One call makes a program a server.
 *
 * Over stdio (the default) the process ends with its input, after running requests were answered, whatever timers are left;
 * over HTTP one line with the URL is printed to stderr. In both cases SIGTERM and SIGINT close the server and end the process;
 * clean up in the application's `onClose`. Given an `input` or an `output` of your own, stdio leaves the process alone.
 *
 * @param name the server's name on the wire
 * @param application what is served: an object with any of the provider interfaces, or what `defineApplication` gives
 * @param options the options of all layers: `spec` and `transport`, and those of the server, of stdio and of HTTP. They are
 *   checked all, also those of the transport that is not used
 * @throws OptionError (`POLYSPEC_OPTION`) for an unknown or wrong option; ApplicationError (`POLYSPEC_APPLICATION`),
 *   SchemaError (`POLYSPEC_SCHEMA`), UriTemplateError (`POLYSPEC_URI_TEMPLATE`) for an application at fault; what the transport
 *   throws when it can't start. Nothing has started then
 * @example
 * await serve('calculator', calculator);
 * @example
 * const server = await serve('calculator', calculator, { transport: 'http', port: 8080, spec: '2025-11-25' });
 * server.notify({ type: 'toolsListChanged' });
 * await server.close();
 */
export function serve(name: string, application: Application, options?: ServeOptions): Promise<Server>;
export async function serve(
  name: string,
  application: Application,
  options: ServeOptions | ServeOptionsWith<object> = {},
): Promise<Server> {
  checkArguments('serve', name, application);
  checkServeOptions(options);
  const { spec: choice, transport: transportChoice, ...given } = options;
  const spec = chooseSpec(choice);
  const transport: TransportProtocol<object> = await chooseTransport(transportChoice);
  const server = await connect(name, application, { ...optionsFor(transport, given), spec, transport });
  announce(server, spec);
  if (!isStdio(transport)) return endedBySignals(server, processEnd, false);
  return hasOwnStreams(given) ? server : endedBySignals(server, processEnd, true);
}

/** Streams of your own mean that the server lives inside of a program that goes on. */
function hasOwnStreams(given: object): boolean {
  const { input, output } = given as StdioOptions;
  return input !== undefined || output !== undefined;
}

/** The one line that is printed, on stderr: where the server is. Over stdio its client knows. */
function announce({ name, address }: Server, { revisions }: SpecProtocol): void {
  if (/^https?:/.test(address)) process.stderr.write(`${name}: ${address} (MCP ${revisions.join(', ')})\n`);
}

/**
 * Has a server closed by the signals that end the process.
 *
 * @param endsProcess whether the process ends as well when the server ends by itself, because its input has
 */
export function endedBySignals(server: Server, end: ProcessEnd, endsProcess: boolean): Server {
  let isAsked = false;
  const watched: Server = {
    ...server,
    close: () => {
      isAsked = true;
      return server.close();
    },
  };
  end.add(watched);
  const ended = (): void => {
    if (endsProcess && !isAsked) void end.end();
    else end.remove(watched);
  };
  server.closed.then(ended, ended);
  return watched;
}
