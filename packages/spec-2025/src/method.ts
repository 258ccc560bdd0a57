import {
  type Awaitable,
  type Features,
  type JsonObject,
  type ListedPrompt,
  type ListedResource,
  type ListedResourceTemplate,
  type ListedTool,
  type MethodHandler,
  type MethodResult,
  type Operation,
  type Refusal,
  RequestError,
  type Runtime,
} from '@polyspec/core';
import type { Call } from './call.js';
import type { Conversations } from './conversation.js';
import type { ListTexts } from './lists.js';
import type { Wires } from './wire.js';

/** The server that a method is part of: all that is built once for an application. */
export interface HandshakeServer {
  readonly runtime: Runtime;
  /** The revisions served, newest first. */
  readonly wires: Wires;
  readonly conversations: Conversations;
  readonly texts: {
    readonly tools: ListTexts<ListedTool>;
    readonly prompts: ListTexts<ListedPrompt>;
    readonly resources: ListTexts<ListedResource>;
    readonly resourceTemplates: ListTexts<ListedResourceTemplate>;
  };
}

/**
 * One method, in the steps in which a request for it is served. Each stands in the file of its page of the protocol.
 *
 * @typeParam Params what `read` makes of the parameters
 * @typeParam Result what the work gives
 */
export interface Method<Params = unknown, Result = unknown> {
  /** Without this facet of the application the method is unknown. Absent: it is always there. */
  readonly facet?: keyof Features;
  /** Whether it is only there where the server remembers the client between two requests. */
  readonly needsMemory?: boolean;
  /** Reads the parameters. Throws the `RequestError` `invalid-params` where they don't have the shape. */
  read(params: JsonObject): Params;
  /** What a guard is asked about. Only called where there is one. */
  operation(params: Params): Operation;
  /** Does the work. */
  run(params: Params, call: Call, server: HandshakeServer): Awaitable<Result>;
  /** Turns what went wrong into a result, or into a better error. Absent: it is the error of the request. */
  rescue?(error: RequestError, params: Params): Result;
  /** Writes the result as the revision of the call does. */
  render(result: Result, params: Params, call: Call, server: HandshakeServer): Awaitable<MethodResult>;
}

/** Methods by name. */
export type MethodTable = Readonly<Record<string, Method>>;

const NO_RESULT: JsonObject = Object.freeze({});

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
    let result: Awaitable<Result>;
    try {
      result = method.run(params, call, server);
    } catch (thrown) {
      return method.render(failed(thrown, params), params, call, server);
    }
    if (!isPromise(result)) return method.render(result, params, call, server);
    return result.then(
      (value) => method.render(value, params, call, server),
      (thrown: unknown) => method.render(failed(thrown, params), params, call, server),
    );
  };

  const failed = (thrown: unknown, params: Params): Result => {
    if (!(thrown instanceof RequestError)) {
      throw new RequestError('internal', server.runtime.errorText(thrown, name), undefined, { cause: thrown });
    }
    if (method.rescue === undefined) throw thrown;
    return method.rescue(thrown, params);
  };

  return (given, call) => {
    const params = method.read(given);
    const verdict = call.exchange.authorize?.(method.operation(params));
    if (verdict === undefined) return work(params, call);
    return permitted(verdict, call).then((isPermitted) => (isPermitted ? work(params, call) : NO_RESULT));
  };
}

async function permitted(verdict: Awaitable<Refusal | undefined>, call: Call): Promise<boolean> {
  call.refusal = await verdict;
  return call.refusal === undefined;
}

function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
