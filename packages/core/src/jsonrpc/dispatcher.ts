// This file of it alone: its index brings the client along, which a server's start would have to read for nothing.
import { JSONRPCServer } from 'json-rpc-2.0/dist/server.js';
import { type Awaitable, isPromiseLike } from '../awaitable.js';
import type { JsonObject } from '../json.js';
import { ErrorCode } from './error-code.js';
import {
  failure,
  type JsonRpcError,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type JsonText,
  type RequestId,
  success,
} from './message.js';

/** What answers one method: parameters (`{}` when absent) and a context in, a result out; it throws to fail. */
export type MethodHandler<Context> = (params: JsonObject, context: Context) => Awaitable<MethodResult>;

/** What a method gives back: an object, or text that is already the JSON of one. */
export type MethodResult = JsonObject | JsonText;

/**
 * A table of methods, dispatched by `json-rpc-2.0`.
 *
 * That library is used behind the envelope check of `readMessage`, with its own error mapping replaced: by default it
 * sends the message of any exception to the other side. It gives a promise for every answer; a method that is done at once
 * is answered at once all the same.
 */
export class Dispatcher<Context> {
  readonly #server: JSONRPCServer<Context>;
  readonly #toError: (thrown: unknown) => JsonRpcError;
  /** The answer of the method that is called just now, if it was there at once. */
  #answered: JsonRpcResponse | undefined = undefined;

  /**
   * @param methods one handler per method name
   * @param toError turns whatever a handler threw into the error that the client sees
   */
  constructor(methods: Readonly<Record<string, MethodHandler<Context>>>, toError: (thrown: unknown) => JsonRpcError) {
    this.#server = new JSONRPCServer<Context>({ errorListener: () => undefined });
    this.#toError = toError;
    for (const [method, handler] of Object.entries(methods)) {
      this.#server.addMethodAdvanced(
        method,
        (request, context) => this.#call(handler, request as JsonRpcRequest, context) as never,
      );
    }
  }

  /** Whether a method stands in the table. */
  has(method: string): boolean {
    return this.#server.hasMethod(method);
  }

  /** Runs a request to its answer, which is no promise where the method gave none. Never throws, never rejects. */
  dispatch(request: JsonRpcRequest, context: Context): Awaitable<JsonRpcResponse> {
    const later = this.#server.receive(request as never, context) as PromiseLike<JsonRpcResponse>;
    const answered = this.#answered;
    if (answered === undefined) return later;
    this.#answered = undefined;
    return answered;
  }

  #call(
    handler: MethodHandler<Context>,
    { id, params }: JsonRpcRequest,
    context: Context,
  ): PromiseLike<JsonRpcResponse | undefined> {
    try {
      const result = handler(params ?? {}, context);
      if (isPromiseLike(result)) {
        return result.then(
          (value) => success(id, value),
          (thrown: unknown) => this.#failure(id, thrown),
        );
      }
      this.#answered = success(id, result);
    } catch (thrown) {
      this.#answered = this.#failure(id, thrown);
    }
    return NO_PROMISE;
  }

  #failure(id: RequestId, thrown: unknown): JsonRpcResponse {
    try {
      const { code, message, data } = this.#toError(thrown);
      return failure(id, code, message, data);
    } catch {
      // Not even the words for an error could be found. The client gets its answer all the same.
      return failure(id, ErrorCode.InternalError, 'Internal error');
    }
  }
}

/** What the library gets where the answer is there already. */
const NO_PROMISE: Promise<undefined> = Promise.resolve(undefined);
