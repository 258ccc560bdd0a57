import type { Application } from '../application/application.js';
import type { ServerControl } from '../application/lifecycle.js';
import type { Logger } from '../contract/logger.js';
import type { SpecHandler, SpecProtocol } from '../contract/spec.js';
import { type ServerOptions, serverOptions } from '../options/server-options.js';
import { checkOptions } from '../options/table.js';
import { createRuntime } from '../runtime/create-runtime.js';

/** A server without a listener: give it messages, or give it to a transport. */
export interface ServerHandler extends SpecHandler, ServerControl {
  readonly logger: Logger;
  /** How long running requests may go on after `close`, in milliseconds. */
  readonly graceMs: number;
}

/** Options of `createHandler`. */
export interface HandlerOptions extends ServerOptions {
  /** The revisions to serve: one spec, or several put together with `combineSpecs`. */
  readonly spec: SpecProtocol;
}

/** How long running requests may go on after `close`, in milliseconds, unless an option says otherwise. */
const DEFAULT_GRACE_MS = 1000;

/**
 * Makes a server without a listener. Options are checked first, then the application's `onStart` runs, then the application
 * is checked.
 *
 * @param name the server's name on the wire
 * @throws OptionError, ApplicationError, SchemaError, UriTemplateError
 * @example
 * const handler = await createHandler('calculator', application, { spec: spec20260728 });
 */
export async function createHandler(
  name: string,
  application: Application,
  options: HandlerOptions,
): Promise<ServerHandler> {
  const { spec, ...given } = options;
  checkOptions(given, serverOptions);
  const graceMs = given.graceMs ?? DEFAULT_GRACE_MS;
  const runtime = await createRuntime(name, application, given);
  const inner = spec.attach(runtime, { served: spec.revisions });
  let closing: Promise<void> | undefined;
  return {
    name: runtime.server.name,
    logger: runtime.logger,
    graceMs,
    notify: (event) => runtime.notify(event),
    claims: (message, exchange) => inner.claims(message, exchange),
    handle: (message, exchange) => inner.handle(message, exchange),
    ...(inner.open && { open: (exchange) => inner.open?.(exchange) ?? { type: 'accepted' } }),
    methods: (exchange) => inner.methods(exchange),
    close: (grace = graceMs) => {
      closing ??= closeAll(inner, application, grace, runtime.logger);
      return closing;
    },
  };
}

async function closeAll(inner: SpecHandler, application: Application, graceMs: number, logger: Logger): Promise<void> {
  await inner.close(graceMs);
  try {
    await application.onClose?.();
  } catch (err) {
    logger.error({ err }, 'onClose of the application failed');
  }
}
