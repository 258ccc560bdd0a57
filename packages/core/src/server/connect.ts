import type { Application } from '../application/application.js';
import type { ServerControl } from '../application/lifecycle.js';
import type { SpecProtocol } from '../contract/spec.js';
import type { RunningTransport, TransportProtocol } from '../contract/transport.js';
import { objectWith } from '../options/rules.js';
import { type ServerOptions, serverOptions } from '../options/server-options.js';
import { checkOptions, type OptionRule, optionsIn, requireOption } from '../options/table.js';
import { createHandler, specRule } from './handler.js';

/** A server that takes messages. */
export interface Server extends ServerControl {
  /** Where it can be reached: a URL, or `stdio`. */
  readonly address: string;
  /** Resolves when it has ended: by `close`, or because its input ended. */
  readonly closed: Promise<void>;
  /** Stops taking messages, lets running requests finish for at most `graceMs`, and ends. Safe to call twice. */
  close(): Promise<void>;
}

/** What moves messages. */
const transportRule: OptionRule = { accepts: objectWith('start').accepts, takes: 'a transport, such as stdio' };

/**
 * How long running requests may go on where the local user's client has gone, in milliseconds, unless an option says otherwise:
 * with what else there is to do, the process ends within a second.
 */
const LOCAL_GRACE_MS = 900;

/** Options of `connect`: those of the server, of the spec, and of the transport. */
export type ConnectOptions<TransportOptions, SpecOptions extends object = object> = ServerOptions & {
  readonly spec: SpecProtocol<SpecOptions>;
  readonly transport: TransportProtocol<TransportOptions>;
} & TransportOptions &
  NoInfer<SpecOptions>;

/**
 * Serves an application with one spec and one transport, given as objects. It is all that a minimal install needs; `serve`
 * of the package `polyspec` does the same by name.
 *
 * @throws OptionError, ApplicationError, SchemaError, UriTemplateError before anything starts
 * @example
 * import { connect } from '@polyspec/core';
 * import { spec20260728 } from '@polyspec/spec-2026';
 * import { stdio } from '@polyspec/transport-stdio';
 * const server = await connect('calculator', application, { spec: spec20260728, transport: stdio });
 */
export async function connect<TransportOptions extends object, SpecOptions extends object = object>(
  name: string,
  application: Application,
  options: ConnectOptions<TransportOptions, SpecOptions>,
): Promise<Server> {
  requireOption(options, 'spec', specRule);
  requireOption(options, 'transport', transportRule);
  const { spec, transport, ...given } = options;
  checkOptions(given, serverOptions, spec.options ?? {}, transport.options ?? {});
  const own: ServerOptions = optionsIn(serverOptions, given);
  const transportOptions = optionsIn(transport.options, given) as TransportOptions;
  const handler = await createHandler<object>(name, application, {
    ...own,
    ...optionsIn(spec.options, given),
    exposeErrors: own.exposeErrors ?? transport.local,
    precompile: own.precompile ?? !transport.local,
    graceMs: own.graceMs ?? (transport.local ? LOCAL_GRACE_MS : undefined),
    spec,
  });
  const { logger, graceMs } = handler;
  let running: RunningTransport;
  try {
    running = await transport.start(handler, transportOptions, { name: handler.name, logger, graceMs });
  } catch (thrown) {
    await handler.close(0);
    throw thrown;
  }
  const closed = running.closed.then(() => handler.close(graceMs));
  return {
    name: handler.name,
    address: running.address,
    closed,
    notify: (event) => handler.notify(event),
    tools: handler.tools,
    prompts: handler.prompts,
    resources: handler.resources,
    resourceTemplates: handler.resourceTemplates,
    close: async () => {
      await running.close(graceMs);
      await closed;
    },
  };
}
