import {
  checkOptions,
  OptionError,
  type OptionTable,
  optionsIn,
  type ServerOptions,
  type SpecProtocol,
  serverOptions,
  type TransportProtocol,
} from '@polyspec/core';
import { type Spec2025Options, spec2025Options } from '@polyspec/spec-2025';
import {
  type HttpEndpointOptions,
  type HttpOptions,
  httpEndpointOptions,
  httpOptions,
  pathOption,
} from '@polyspec/transport-http/options';
import { type StdioOptions, stdio } from '@polyspec/transport-stdio';
import { type SpecChoice, specObjects, specRule } from './spec-choice.js';
import { isStdio, isTransport, type TransportName, transportRule } from './transport-choice.js';

/** The revisions to serve. */
export interface SpecOption {
  /**
   * `'all'`, one revision, a list of them, or a spec of your own. Default `'all'`: clients of every revision are served side by
   * side, and each sees what it would see if its revision were the only one.
   */
  readonly spec?: SpecChoice | undefined;
}

/**
 * Options of `serve` with a transport that goes by name: those of the server, of its revisions, of stdio and of HTTP in one
 * object.
 */
export interface ServeOptions extends SpecOption, ServerOptions, Spec2025Options, StdioOptions, HttpOptions {
  /** `'stdio'` (default), or `'streamable-http'`, for short `'http'`. */
  readonly transport?: TransportName | undefined;
}

/**
 * Options of `serve` with a transport object: the options that it takes stand beside those of the server. Which those are is
 * for the transport to say, so that a wrong name among them is noticed.
 */
export type ServeOptionsWith<TransportOptions extends object> = SpecOption &
  ServerOptions &
  Spec2025Options & { readonly transport: TransportProtocol<TransportOptions> } & NoInfer<TransportOptions>;

/**
 * Options of `prepare`: those of the server, of its revisions, and of an HTTP endpoint. Where to listen is for the host to say.
 */
export interface PrepareOptions extends SpecOption, ServerOptions, Spec2025Options, HttpEndpointOptions {
  /** The path of the endpoint. Default: `/mcp` in Fastify; the other handlers answer wherever they are mounted. */
  readonly path?: string | undefined;
}

/** The options that only the facade has. */
const choices: OptionTable = { spec: specRule, transport: transportRule };

/** Those of them that `prepare` has too. */
const choicesOfPrepare: OptionTable = { spec: specRule };

/**
 * Checks the options of `serve` in one table for all layers, before anything is loaded or started: also those of the transport
 * that is not asked for.
 *
 * @throws OptionError that names the option, what it got and what it takes
 */
export function checkServeOptions(given: unknown): void {
  const [fault] = faultsOf(given);
  if (fault !== undefined) throw fault;
}

/** All that is wrong with options of `serve`, in the order in which they are given. */
export function faultsOf(given: unknown): readonly OptionError[] {
  const { transport, spec } = isOptions(given) ? given : {};
  const own = isTransport(transport) ? (transport.options ?? {}) : {};
  const tables = [serverOptions, spec2025Options, ...specTables(spec), stdio.options ?? {}, httpOptions, choices, own];
  return faultsAgainst(tables, given, transport);
}

/**
 * Checks the options of `prepare`.
 *
 * @throws OptionError that names the option, what it got and what it takes
 */
export function checkPrepareOptions(given: unknown): void {
  const { spec } = isOptions(given) ? given : {};
  const tables = [
    serverOptions,
    spec2025Options,
    ...specTables(spec),
    httpEndpointOptions,
    pathOption,
    choicesOfPrepare,
  ];
  const [fault] = [...forServeOnly(given, tables), ...faultsAgainst(tables, given, 'http')];
  if (fault !== undefined) throw fault;
}

/** The options given that `serve` takes and these tables don't: `prepare` neither listens nor chooses a transport. */
function forServeOnly(given: unknown, tables: readonly OptionTable[]): readonly OptionError[] {
  const ofServe = [choices, httpOptions, stdio.options ?? {}];
  const isIn = (name: string, among: readonly OptionTable[]): boolean =>
    among.some((table) => Object.hasOwn(table, name));
  return Object.keys(isOptions(given) ? given : {})
    .filter((name) => isIn(name, ofServe) && !isIn(name, tables))
    .map((name) => new OptionError(name, `Option '${name}' is for serve; here your own server listens`));
}

/** What options of ours are called elsewhere, where nobody would take the name for a slip of the pen. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['hostname', 'host'],
  ['--hostname', '--host'],
]);

/**
 * All that is wrong with what is given, by the tables of what is taken.
 *
 * @param transport the one that is chosen, which decides what is said about `oauth`
 */
export function faultsAgainst(
  tables: readonly OptionTable[],
  given: unknown,
  transport?: unknown,
): readonly OptionError[] {
  if (!isOptions(given)) return faultIn(() => checkOptions(given, ...tables));
  return Object.entries(given).flatMap(([option, value]) => {
    const isKnown = (name: string): boolean => tables.some((table) => Object.hasOwn(table, name));
    if (option === 'oauth' && !isKnown(option)) return value === undefined ? [] : [oauthError(transport)];
    const meant = ELSEWHERE.get(option);
    if (meant !== undefined && isKnown(meant) && !isKnown(option)) {
      return [new OptionError(option, `Unknown option '${option}'. Did you mean '${meant}'?`)];
    }
    return faultIn(() => checkOptions({ [option]: value }, ...tables));
  });
}

function faultIn(check: () => void): readonly OptionError[] {
  try {
    check();
    return [];
  } catch (thrown) {
    if (thrown instanceof OptionError) return [thrown];
    throw thrown;
  }
}

/** Whether something has options as its members. */
function isOptions(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** What `oauth` takes is for the package to say that brings it; until then it is always an error. Its value may hold secrets. */
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

/** What specs of somebody's own take. Those that go by name are ours, whose options are checked in any case. */
function specTables(choice: unknown): readonly OptionTable[] {
  return specObjects(choice).map(({ options }) => options ?? {});
}

/** The options that a server with this spec and transport takes: those of others are left out. */
export function optionsFor(spec: SpecProtocol, transport: TransportProtocol<never>, given: object): object {
  return optionsIn({ ...serverOptions, ...spec.options, ...transport.options }, given);
}
