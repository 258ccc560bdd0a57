import {
  checkOptions,
  OptionError,
  type OptionTable,
  type ServerOptions,
  serverOptions,
  type TransportProtocol,
} from '@polyspec/core';
import {
  type HttpEndpointOptions,
  type HttpOptions,
  httpEndpointOptions,
  httpOptions,
  pathOption,
} from '@polyspec/transport-http/options';
import { type StdioOptions, stdio } from '@polyspec/transport-stdio';
import { type SpecChoice, specRule } from './spec-choice.js';
import { isStdio, isTransport, type TransportName, transportRule } from './transport-choice.js';

/** The revisions to serve. */
export interface SpecOption {
  /**
   * `'all'`, one revision, a list of them, or a spec of your own. Default `'all'`: clients of every revision are served side by
   * side, and each sees what it would see if its revision were the only one.
   */
  readonly spec?: SpecChoice;
}

/** Options of `serve` with a transport that goes by name: those of the server, of stdio and of HTTP in one object. */
export interface ServeOptions extends SpecOption, ServerOptions, StdioOptions, HttpOptions {
  /** `'stdio'` (default), or `'streamable-http'`, for short `'http'`. */
  readonly transport?: TransportName;
}

/** Options of `serve` with a transport object: the options that it takes stand beside those of the server. */
export type ServeOptionsWith<TransportOptions extends object> = SpecOption &
  ServerOptions & { readonly transport: TransportProtocol<TransportOptions> } & TransportOptions;

/** Options of `prepare`: those of the server, and those of an HTTP endpoint. Where to listen is for the host to say. */
export interface PrepareOptions extends SpecOption, ServerOptions, HttpEndpointOptions {
  /** The path of the endpoint. Default `/mcp`. */
  readonly path?: string;
}

/** The options that only the facade has. */
const choices: OptionTable = {
  spec: specRule,
  transport: transportRule,
  // What it takes is for the package to say that brings it; until then its presence is an error of its own.
  oauth: { accepts: () => true, takes: 'the options of @polyspec/oauth' },
};

/**
 * Checks the options of `serve` in one table for all layers, before anything is loaded or started: also those of the transport
 * that is not asked for.
 *
 * @throws OptionError that names the option, what it got and what it takes
 */
export function checkServeOptions(given: unknown): void {
  const { transport, oauth } = (typeof given === 'object' && given !== null ? given : {}) as {
    readonly transport?: unknown;
    readonly oauth?: unknown;
  };
  const own = isTransport(transport) ? (transport.options ?? {}) : {};
  checkOptions(given, serverOptions, stdio.options ?? {}, httpOptions, choices, own);
  if (oauth !== undefined && !Object.hasOwn(own, 'oauth')) throw oauthError(transport);
}

/**
 * Checks the options of `prepare`.
 *
 * @throws OptionError that names the option, what it got and what it takes
 */
export function checkPrepareOptions(given: unknown): void {
  const { transport: _, ...rest } = choices;
  checkOptions(given, serverOptions, httpEndpointOptions, pathOption, rest);
  if ((given as { readonly oauth?: unknown } | undefined)?.oauth !== undefined) throw oauthError('http');
}

/** The value is not shown: it may hold secrets. */
function oauthError(transport: unknown): OptionError {
  if (isStdio(transport)) {
    return new OptionError(
      'oauth',
      "Option 'oauth' can't be used with stdio, whose client is the local user; it takes the transport 'streamable-http'",
    );
  }
  return new OptionError(
    'oauth',
    "Option 'oauth' comes with @polyspec/oauth, which this version does not have yet; use 'guard' for a guard of your own",
  );
}

/** The options that a server with this transport takes: those of other transports are left out. */
export function optionsFor(transport: TransportProtocol<never>, given: object): object {
  const taken = (option: string): boolean =>
    Object.hasOwn(serverOptions, option) || Object.hasOwn(transport.options ?? {}, option);
  return Object.fromEntries(Object.entries(given).filter(([option]) => taken(option)));
}
