import type { CallContext } from '../application/context.js';
import type { Awaitable } from '../awaitable.js';
import type { JsonObject, JsonValue } from '../json.js';
import type { Unsubscribe } from './bus.js';

/**
 * Something that server and client know beyond the protocol (basic/versioning#extension-negotiation). A server has it because
 * it is in the option `extensions`; a client has it for each request in whose `capabilities.extensions` it stands.
 *
 * What an extension adds is there for clients that have it and for no others, to whom the server is as if it had none: `wrap`
 * is not called for their requests, and a method or a field of a listen request, which has no other meaning, is refused to
 * them with `-32021` and the identifier of what is missing.
 *
 * `settings` are told under every revision. Methods, result types, fields and `wrap` are of revision 2026-07-28.
 *
 * @example
 * const notes: Extension = {
 *   id: 'com.example/notes',
 *   settings: { maxLength: 200 },
 *   methods: {
 *     'notes/add': { nameParameter: 'book', run: ({ book, text }, { caller }) => ({ id: add(book, text, caller) }) },
 *   },
 * };
 * await serve('library', application, { extensions: [notes] });
 */
export interface Extension {
  /** Its identifier: a name with a prefix in reverse-DNS notation, such as `com.example/notes`. */
  readonly id: string;
  /** What clients are told of it beside the identifier. Default `{}`: it is there, with nothing to set. */
  readonly settings?: JsonObject | undefined;
  /**
   * Methods that it adds, by name, such as `notes/add`. A name may not begin like those of the protocol (`tools/`,
   * `resources/`, …).
   */
  readonly methods?: Readonly<Record<string, ExtensionMethod>> | undefined;
  /** Values of `resultType` that its methods and `wrap` may give, beside `complete`. Default: none. */
  readonly resultTypes?: readonly string[] | undefined;
  /** Fields that it adds to the filter of `subscriptions/listen`, by name. */
  readonly listenFields?: Readonly<Record<string, ListenField>> | undefined;
  /**
   * Runs around every request of the protocol's own methods that gives a result, from a client that has the extension. It may
   * answer with another result, of one of its `resultTypes`, and may do so before `next` has come back: the work goes on, also
   * after the answer, unless the request is cancelled. It stands outside of middleware, limits and time limits, and what it
   * throws is answered like what a handler throws. Of several extensions the first is the outermost.
   *
   * A result that it makes of `next`'s, or in its place, is one of this method: `input_required` is an error where the method
   * can't ask for input (only `tools/call`, `prompts/get` and `resources/read` can), and with neither `inputRequests` nor
   * `requestState`, or such as the protocol does not have. Without a usable `ttlMs` and `cacheScope` a result that has to have
   * them says that it must not be kept.
   *
   * @param request as the client sent it, after its parameters were checked and a guard let it through
   * @param next does the work and gives the result as this client would get it, frozen with all that is in it: what is to differ
   *   has to be a new object, such as `{ ...(await next()), stamped: true }`. To be called once at most
   */
  wrap?(request: WrappedRequest, next: () => Promise<JsonObject>, context: CallContext): Awaitable<JsonObject>;
}

/** A method that an extension adds. */
export interface ExtensionMethod {
  /**
   * The parameter that says what a request is about, such as `book`. It has to be a string; a guard is asked about it by this
   * name, and over HTTP the header field `Mcp-Name` repeats it. Default: none.
   */
  readonly nameParameter?: string | undefined;
  /**
   * Does the work. A `RequestError` that it throws is an error of the protocol (`invalid-params` is `-32602`); anything else is
   * `-32603` with a text as the option `exposeErrors` has it.
   *
   * @param params as the client sent them, `_meta` included
   * @returns the members of the result. `resultType` is `complete` unless it says otherwise; the server's identity is added to
   *   `_meta`
   */
  run(params: JsonObject, context: CallContext): Awaitable<JsonObject>;
}

/** A request on its way to its work. */
export interface WrappedRequest {
  readonly method: string;
  /** As the client sent them, `_meta` included. */
  readonly params: JsonObject;
}

/** A field that an extension adds to the filter of a listen request. */
export interface ListenField {
  /**
   * Decides about what a client wrote into the field, before the stream begins. It may refuse the whole request by throwing a
   * `RequestError`.
   *
   * @returns what the client is told to be accepted; `undefined` for nothing of it, and then `listen` is not called
   */
  accept(wanted: JsonValue, context: CallContext): Awaitable<JsonValue | undefined>;
  /**
   * Begins to send to a stream. What is sent before it returns comes right after the acknowledgment.
   *
   * @param accepted what `accept` gave
   * @returns what ends it, called once, when the stream has ended
   */
  listen(accepted: JsonValue, send: SendToStream): Unsubscribe;
}

/**
 * Sends a notification to a listen stream, in whose `_meta` the subscription's id is added.
 *
 * @param coalesce a notification of the same key that was not yet written may be replaced by this one
 * @returns false when it can't be delivered. The stream has ended then, or is about to
 */
export type SendToStream = (method: string, params?: JsonObject, coalesce?: string) => boolean;
