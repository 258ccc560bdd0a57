import type { Application } from '../application/application.js';
import type { ServerControl } from '../application/lifecycle.js';
import type { Exchange } from '../contract/exchange.js';
import type { Logger } from '../contract/logger.js';
import { accepted, ended, type Outcome } from '../contract/outcome.js';
import type { SpecHandler, SpecProtocol } from '../contract/spec.js';
import { ErrorCode } from '../jsonrpc/error-code.js';
import { failure, isRequest, type JsonRpcRequest } from '../jsonrpc/message.js';
import { objectWith } from '../options/rules.js';
import { type ServerOptions, serverOptions } from '../options/server-options.js';
import { checkOptions, type OptionRule, requireOption } from '../options/table.js';
import { createRuntime } from '../runtime/create-runtime.js';

/**
 * A server without a listener: give it messages, or give it to a transport. After `close` new requests are refused with
 * `-32603` (503 over HTTP); those that run may finish within the grace period.
 */
export interface ServerHandler extends SpecHandler, ServerControl {
  readonly logger: Logger;
  /** How long running requests may go on after `close`, in milliseconds. */
  readonly graceMs: number;
  /** Ends it. @param graceMs how long running requests may go on, in milliseconds; the option by default */
  close(graceMs?: number): Promise<void>;
}

/** Options of `createHandler`. */
export interface HandlerOptions extends ServerOptions {
  /** The revisions to serve: one spec, or several put together with `combineSpecs`. */
  readonly spec: SpecProtocol;
}

/** What serves revisions. */
export const specRule: OptionRule = {
  accepts: objectWith('attach').accepts,
  takes: 'a spec, such as spec20260728, or several put together with combineSpecs',
};

/** How long running requests may go on after `close`, in milliseconds, unless an option says otherwise. */
const DEFAULT_GRACE_MS = 1000;

/** How long `onClose` may take at least, in milliseconds: also a server without grace must be able to close its files. */
const LEAST_FOR_ON_CLOSE_MS = 1000;

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
  requireOption(options, 'spec', specRule);
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
    handle: (message, exchange) =>
      closing !== undefined && isRequest(message) ? unavailable(message) : inner.handle(message, exchange),
    ...(inner.open && {
      open: (exchange) => (closing === undefined ? (inner.open?.(exchange) ?? accepted) : notOpened(exchange)),
    }),
    methods: (exchange) => inner.methods(exchange),
    close: (grace = graceMs) => {
      closing ??= closeAll(inner, application, grace, runtime.logger);
      return closing;
    },
  };
}

/** Requests that come after the end has begun: what runs may finish, and nothing is added to it. */
function unavailable({ id }: JsonRpcRequest): Outcome {
  return { type: 'response', status: 503, response: failure(id, ErrorCode.InternalError, 'The server is closing') };
}

function notOpened({ http }: Exchange): Outcome {
  return http === undefined ? ended : { type: 'refused', status: 503 };
}

async function closeAll(inner: SpecHandler, application: Application, graceMs: number, logger: Logger): Promise<void> {
  await inner.close(graceMs);
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), Math.max(graceMs, LEAST_FOR_ON_CLOSE_MS));
  });
  try {
    const ended = await Promise.race([timeUp, application.onClose?.()]);
    if (ended === 'late')
      logger.error({ graceMs }, 'onClose of the application did not end in time; the server goes on without it');
  } catch (err) {
    logger.error({ err }, 'onClose of the application failed');
  } finally {
    clearTimeout(timer);
  }
}
