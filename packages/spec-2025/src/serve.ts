import {
  type Awaitable,
  isPromiseLike,
  type JsonObject,
  JsonText,
  type MethodHandler,
  type MethodResult,
  type Refusal,
  RequestError,
  shown,
} from '@polyspec/core';
import type { Call } from './call.js';
import type { HandshakeServer, Method } from './method.js';
import { refinedError } from './refined-error.js';

/** What a request gives that a guard refused or that was cancelled. Nobody takes it. */
const NOTHING: JsonObject = Object.freeze({});

/**
 * Takes a request through the steps of its method. A refusal of the guard is left with the call, since it is no answer of
 * JSON-RPC.
 *
 * @param name the method's name
 */
export function serve<Params, Result>(
  name: string,
  method: Method<Params, Result>,
  server: HandshakeServer,
): MethodHandler<Call> {
  const work = (params: Params, call: Call): Awaitable<MethodResult> => {
    if (call.cancellation.cancelled) return NOTHING;
    let result: Awaitable<Result>;
    try {
      result = method.run(params, call, server);
    } catch (thrown) {
      return write(failed(thrown, params, call), params, call);
    }
    if (!isPromiseLike(result)) return write(result, params, call);
    return result.then(
      (value) => (call.cancellation.cancelled ? NOTHING : write(value, params, call)),
      (thrown: unknown) =>
        call.cancellation.cancelled ? forgotten(thrown) : write(failed(thrown, params, call), params, call),
    );
  };

  // To end with an error is what a signal that aborted asks for, so it is none that an operator has to hear of.
  const forgotten = (err: unknown): MethodResult => {
    server.runtime.logger.debug({ err, method: name }, 'A cancelled request ended with an error');
    return NOTHING;
  };

  const failed = (thrown: unknown, params: Params, call: Call): Result => {
    if (!(thrown instanceof RequestError)) {
      throw new RequestError('internal', server.runtime.errorText(thrown, name), undefined, { cause: thrown });
    }
    const failure = refinedError(thrown, call, server.visits);
    if (method.rescue === undefined) throw failure;
    return method.rescue(failure, params);
  };

  // It is written here and not in the transport, so that a value which JSON can't carry is found where there still is an
  // answer for it, and it is written once.
  const write = (result: Result, params: Params, call: Call): JsonText => {
    try {
      return textOf(method.render(result, params, call, server));
    } catch (thrown) {
      const { name: thing, uri } = method.operation(params);
      const subject = thing ?? uri;
      const doing = `Writing the result of ${name}${subject === undefined ? '' : ` '${shown(subject)}'`}`;
      const text = server.runtime.errorText(thrown, doing);
      if (method.unsendable === undefined) throw new RequestError('internal', text, undefined, { cause: thrown });
      return textOf(method.render(method.unsendable(text), params, call, server));
    }
  };

  return (given, call) => {
    const params = method.read(given);
    const verdict = call.exchange.authorize?.(method.operation(params));
    if (verdict === undefined) return work(params, call);
    return permitted(verdict, call).then((isPermitted) => (isPermitted ? work(params, call) : NOTHING));
  };
}

function textOf(result: MethodResult): JsonText {
  return result instanceof JsonText ? result : new JsonText(JSON.stringify(result));
}

async function permitted(verdict: Awaitable<Refusal | undefined>, call: Call): Promise<boolean> {
  call.refusal = await verdict;
  return call.refusal === undefined;
}
