import { type Application, connect, type Server, type SpecProtocol, type TransportProtocol } from '@polyspec/core';
import type { StdioOptions } from '@polyspec/transport-stdio';
import { checkArguments } from './arguments.js';
import { checkServeOptions, optionsFor, type ServeOptions, type ServeOptionsWith } from './options.js';
import { type ProcessEnd, processEnd } from './process-end.js';
import { chooseSpec } from './spec-choice.js';
import { chooseTransport, isStdio } from './transport-choice.js';
import { refuseUnderCommandLine } from './under-command-line.js';

/**
 * Serves an application over the Model Context Protocol, until it is closed. One call makes a program a server.
 *
 * Over stdio (the default) the process ends with its input, after running requests were answered, whatever timers are left;
 * over HTTP one line with the URL is printed to stderr, and over stdio one if stdin is a terminal. In both cases SIGTERM and
 * SIGINT close the server and end the process; clean up in the application's `onClose`. Given an `input` or an `output` of your
 * own, stdio leaves the process alone.
 *
 * @param name the server's name on the wire
 * @param application what is served: an object with any of the provider interfaces, or what `defineApplication` gives
 * @param options the options of all layers: `spec` and `transport`, and those of the server, of stdio and of HTTP. They are
 *   checked all, also those of the transport that is not used
 * @throws OptionError (`POLYSPEC_OPTION`) for an unknown or wrong option; ApplicationError (`POLYSPEC_APPLICATION`),
 *   SchemaError (`POLYSPEC_SCHEMA`), UriTemplateError (`POLYSPEC_URI_TEMPLATE`) for an application at fault; what the transport
 *   throws when it can't start; Error in a process of the command line, which serves by itself what a module exports. Nothing
 *   has started then
 * @example
 * await serve('calculator', calculator);
 * @example
 * const server = await serve('calculator', calculator, { transport: 'http', port: 8080, spec: '2025-11-25' });
 * await server.close();
 */
export async function serve<TransportOptions extends object = object>(
  name: string,
  application: Application,
  options: ServeOptions | ServeOptionsWith<TransportOptions> = {},
): Promise<Server> {
  refuseUnderCommandLine();
  return startServer(name, application, options);
}

/** What `serve` does, for the command line too, which lets nobody else serve in its process. */
export async function startServer(
  name: string,
  application: Application,
  options: ServeOptions | ServeOptionsWith<object>,
): Promise<Server> {
  checkArguments('serve', name, application);
  checkServeOptions(options);
  const { spec: choice, transport: transportChoice, ...given } = options;
  const spec = chooseSpec(choice);
  const transport: TransportProtocol<object> = await chooseTransport(transportChoice);
  const server = await connect(name, application, { ...optionsFor(spec, transport, given), spec, transport });
  const isOurs = !isStdio(transport) || !hasOwnStreams(given);
  const watched = isOurs ? endedBySignals(server, processEnd, isStdio(transport)) : server;
  // Signals are taken before anybody is told that there is a server to send them to.
  announce(server, spec, isStdio(transport) ? ((given as StdioOptions).input ?? process.stdin) : undefined);
  return watched;
}

/** Streams of your own mean that the server lives inside of a program that goes on. */
function hasOwnStreams(given: object): boolean {
  const { input, output } = given as StdioOptions;
  return input !== undefined || output !== undefined;
}

/**
 * Prints one line to stderr where a person wants to know what happens: the URL over HTTP, and over stdio that it is a program
 * that should speak here, if somebody sits at the keyboard in its place. A client that started the server sees nothing.
 */
function announce({ name, address }: Server, { revisions }: SpecProtocol, input: object | undefined): void {
  const spoken = `MCP ${revisions.join(', ')}`;
  if (/^https?:/.test(address)) process.stderr.write(`${name}: ${address} (${spoken})\n`);
  else if (input !== undefined && (input as { readonly isTTY?: boolean }).isTTY === true) {
    process.stderr.write(`${name}: waiting for a client on stdin (${spoken}); Ctrl+C ends it\n`);
  }
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
