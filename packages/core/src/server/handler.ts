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
import { checkOptions, type OptionRule, optionsIn, requireOption } from '../options/table.js';
import { closeApplication } from '../runtime/close-application.js';
import { createRuntime, type StartedRuntime } from '../runtime/create-runtime.js';
import { endInTime } from '../runtime/end-in-time.js';

/**
 * A server without a listener: give it messages, or give it to a transport. After `close` new requests are refused with
 * `-32603` (503 over HTTP); those that run may finish within the grace period.
 */
export interface ServerHandler extends SpecHandler, ServerControl {
  readonly logger: Logger;
  /** How long running requests may go on after `close`, in milliseconds. */
  readonly graceMs: number;
  /**
   * Calls the listener once, when `close` begins: whoever hosts the handler without a transport of ours learns by it that
   * there is nothing more to come. At once, where it has begun already.
   */
  onClose(listener: () => void): void;
  /** Ends it. @param graceMs how long running requests may go on, in milliseconds; the option by default */
  close(graceMs?: number): Promise<void>;
}

/**
 * Options of `createHandler`: those of the server, and those of the spec.
 *
 * @typeParam SpecOptions what the spec takes
 */
export type HandlerOptions<SpecOptions extends object = object> = ServerOptions & {
  /** The revisions to serve: one spec, or several put together with `combineSpecs`. */
  readonly spec: SpecProtocol<SpecOptions>;
} & NoInfer<SpecOptions>;

/** What serves revisions. */
export const specRule: OptionRule = {
  accepts: objectWith('attach').accepts,
  takes: 'a spec, such as spec20260728, or several put together with combineSpecs',
};

/** How long running requests may go on after `close`, in milliseconds, unless an option says otherwise. */
const DEFAULT_GRACE_MS = 1000;

/** How much longer than the grace period a spec may take to end, in milliseconds: it may have sessions to close elsewhere. */
const CLOSING_MS = 5000;

/**
 * Makes a server without a listener. Options are checked first, then the application's `onStart` runs, then the application
 * is checked.
 *
 * @param name the server's name on the wire
 * @throws OptionError, ApplicationError, SchemaError, UriTemplateError
 * @example
 * const handler = await createHandler('calculator', application, { spec: spec20260728 });
 */
export async function createHandler<SpecOptions extends object = object>(
  name: string,
  application: Application,
  options: HandlerOptions<SpecOptions>,
): Promise<ServerHandler> {
  requireOption(options, 'spec', specRule);
  const { spec, ...all } = options;
  checkOptions(all, serverOptions, spec.options ?? {});
  const given: ServerOptions = optionsIn(serverOptions, all);
  const graceMs = given.graceMs ?? DEFAULT_GRACE_MS;
  const runtime = await createRuntime(name, application, given, (tool) => spec.checkTool?.(tool));
  const { control, changes, logger } = runtime;
  let inner: SpecHandler;
  try {
    inner = spec.attach(runtime, { served: spec.revisions, options: optionsIn(spec.options, all) as SpecOptions });
  } catch (thrown) {
    await closeApplication(application, graceMs, logger);
    changes.close();
    throw thrown;
  }
  const closeListeners = new Set<() => void>();
  let closing: Promise<void> | undefined;
  return {
    ...control,
    logger,
    graceMs,
    claims: (message, exchange) => inner.claims(message, exchange),
    handle: (message, exchange) =>
      closing !== undefined && isRequest(message) ? unavailable(message) : inner.handle(message, exchange),
    ...(inner.misread && {
      misread: (question, fault, exchange) => inner.misread?.(question, fault, exchange),
    }),
    ...(inner.open && {
      open: (exchange) => (closing === undefined ? (inner.open?.(exchange) ?? accepted) : notOpened(exchange)),
    }),
    methods: (exchange) => inner.methods(exchange),
    onClose: (listener) => {
      if (closing === undefined) closeListeners.add(listener);
      else listener();
    },
    close: (grace = graceMs) => {
      // What the listeners do may come back here, so this has to be known before they are told.
      closing ??= Promise.resolve()
        .then(() => closeAll(inner, application, grace, runtime, closeListeners))
        .finally(() => changes.close());
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

async function closeAll(
  inner: SpecHandler,
  application: Application,
  graceMs: number,
  { changes, logger }: StartedRuntime,
  listeners: ReadonlySet<() => void>,
): Promise<void> {
  // Before the streams end that take them.
  changes.flush();
  for (const listener of listeners) tellOfClose(listener, logger);
  // Whatever a spec of somebody else's does, the application has to be closed.
  await endInTime('Closing the spec', () => inner.close(graceMs), graceMs + CLOSING_MS, logger);
  await closeApplication(application, graceMs, logger);
}

function tellOfClose(listener: () => void, logger: Logger): void {
  try {
    listener();
  } catch (err) {
    logger.error({ err }, 'A listener of the close failed');
  }
}
