import { JSONRPCServer } from 'json-rpc-2.0';
import type { JsonObject } from '../json.js';
import { failure, type JsonRpcError, type JsonRpcRequest, type JsonRpcResponse, type JsonText } from './message.js';

/** What answers one method: parameters (`{}` when absent) and a context in, a result out; it throws to fail. */
export type MethodHandler<Context> = (params: JsonObject, context: Context) => MethodResult | PromiseLike<MethodResult>;

/** What a method gives back: an object, or text that is already the JSON of one. */
export type MethodResult = JsonObject | JsonText;

/**
 * A table of methods, dispatched by `json-rpc-2.0`.
 *
 * That library is used behind the envelope check of `readMessage`, with its own error mapping replaced: by default it
 * sends the message of any exception to the other side.
 */
export class Dispatcher<Context> {
  readonly #server: JSONRPCServer<Context>;

  /**
   * @param methods one handler per method name
   * @param toError turns whatever a handler threw into the error that the client sees
   */
  constructor(methods: Readonly<Record<string, MethodHandler<Context>>>, toError: (thrown: unknown) => JsonRpcError) {
    this.#server = new JSONRPCServer<Context>({ errorListener: () => undefined });
    for (const [method, handler] of Object.entries(methods)) {
      this.#server.addMethod(method, (params: JsonObject | undefined, context) => handler(params ?? {}, context));
    }
    this.#server.mapErrorToJSONRPCErrorResponse = (id, thrown) => {
      const { code, message, data } = toError(thrown);
      return failure(id ?? undefined, code, message, data) as never;
    };
  }

  /** Whether a method stands in the table. */
  has(method: string): boolean {
    return this.#server.hasMethod(method);
  }

  /** Runs a request to its answer. Never rejects. */
  dispatch(request: JsonRpcRequest, context: Context): PromiseLike<JsonRpcResponse> {
    return this.#server.receive(request as never, context) as PromiseLike<JsonRpcResponse>;
  }
}
