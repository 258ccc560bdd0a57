import {
  type Awaitable,
  isPromiseLike,
  type JsonObject,
  JsonText,
  type MethodResult,
  type Refusal,
  RequestError,
  shown,
} from '@polyspec/core';
import type { Call } from './call.js';
import { type Fault, FaultError } from './errors.js';
import type { Method, ModernServer } from './method.js';

/** What a request gives that a guard refused or that was cancelled. Nobody takes it. */
const NOTHING: JsonObject = Object.freeze({});

/**
 * The steps of one request after the checks (ambiguity Q-07, 17 to 21). Whatever goes wrong ends as a `RequestError`. A
 * refusal of the guard is left with the call, since it is no answer of JSON-RPC.
 */
export function serve(method: Method, params: JsonObject, call: Call, server: ModernServer): Awaitable<MethodResult> {
  try {
    // 17: the shape of the parameters.
    const read = method.read(params);
    // 18: the header fields that repeat arguments, where there are header fields (H-18).
    const fault = call.exchange.http && method.argumentFault?.(read, call.exchange.http, call, server);
    if (!isPromiseLike(fault)) return authorized(fault, method, read, call, server);
    return fault
      .then((found) => authorized(found, method, read, call, server))
      .then(undefined, (thrown: unknown) => failed(thrown, call, server));
  } catch (thrown) {
    return failed(thrown, call, server);
  }
}

/**
 * 19: what the guard of the transport lets the caller do.
 *
 * @param fault what step 18 found
 */
function authorized<Params, Result>(
  fault: Fault | undefined,
  method: Method<Params, Result>,
  read: Params,
  call: Call,
  server: ModernServer,
): Awaitable<MethodResult> {
  if (fault !== undefined) throw new FaultError(fault);
  const verdict = call.exchange.authorize?.(method.operation(read));
  if (verdict === undefined) return work(method, read, call, server);
  return permitted(verdict, call).then(
    (isPermitted) => (isPermitted ? work(method, read, call, server) : NOTHING),
    (thrown: unknown) => failed(thrown, call, server),
  );
}

/** 20 and 21: the capabilities that the work needs, and the work. */
export function work<Params, Result>(
  method: Method<Params, Result>,
  read: Params,
  call: Call,
  server: ModernServer,
): Awaitable<MethodResult> {
  const { cancellation } = call;
  if (cancellation.cancelled) return NOTHING;
  try {
    const result = method.run(read, call, server);
    if (!isPromiseLike(result)) return write(result, method, read, call, server);
    return result.then(
      (value) => (cancellation.cancelled ? NOTHING : write(value, method, read, call, server)),
      (thrown: unknown) => failed(thrown, call, server),
    );
  } catch (thrown) {
    return failed(thrown, call, server);
  }
}

function failed(thrown: unknown, { cancellation, message: { method } }: Call, { runtime }: ModernServer): MethodResult {
  if (thrown instanceof RequestError) throw thrown;
  if (!cancellation.cancelled) throw new RequestError('internal', runtime.errorText(thrown, method));
  // To end with an error is what a signal that aborted asks for, so it is none that an operator has to hear of.
  runtime.logger.debug({ err: thrown, method }, 'A cancelled request ended with an error');
  return NOTHING;
}

async function permitted(verdict: Awaitable<Refusal | undefined>, call: Call): Promise<boolean> {
  call.refusal = await verdict;
  // The guard took its time, in which the client may have gone.
  call.cancellation.watch();
  return call.refusal === undefined;
}

/**
 * The result as JSON text. It is written here and not in the transport, so that a value which JSON can't carry is found where
 * there still is an answer for it, and it is written once.
 */
function write<Params, Result>(
  result: Result,
  method: Method<Params, Result>,
  read: Params,
  call: Call,
  server: ModernServer,
): JsonText {
  try {
    return textOf(method.render(result, server, call));
  } catch (thrown) {
    const { method: name, name: thing, uri } = method.operation(read);
    const subject = thing ?? uri;
    const doing = `Writing the result of ${name}${subject === undefined ? '' : ` '${shown(subject)}'`}`;
    const text = server.runtime.errorText(thrown, doing);
    if (method.unsendable === undefined) throw new RequestError('internal', text);
    return textOf(method.render(method.unsendable(text), server, call));
  }
}

function textOf(result: MethodResult): JsonText {
  return result instanceof JsonText ? result : new JsonText(JSON.stringify(result));
}
