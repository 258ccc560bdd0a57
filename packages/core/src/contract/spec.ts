import type { Awaitable } from '../awaitable.js';
import type { JsonObject } from '../json.js';
import type { JsonRpcMessage, RequestId } from '../jsonrpc/message.js';
import type { OptionTable } from '../options/table.js';
import type { ListedTool, Runtime } from '../runtime/runtime.js';
import type { Exchange, HttpMethod } from './exchange.js';
import type { Outcome } from './outcome.js';
import type { Revision } from './revision.js';

/**
 * The wire behaviour of one family of protocol revisions.
 *
 * @typeParam Options the options that it takes
 */
export interface SpecProtocol<Options extends object = object> {
  /** The revisions served, newest first. */
  readonly revisions: readonly Revision[];
  /** The options that it takes beside the server's own, checked before anything starts. */
  readonly options?: OptionTable;
  /**
   * Checks a tool when it is first seen, which is at start where it is listed then: what this family of revisions can't serve
   * stops the start.
   *
   * @throws SchemaError or ApplicationError that names the tool
   */
  checkTool?(tool: ListedTool): void;
  /** Builds all that can be built once for an application. */
  attach(runtime: Runtime, options: SpecOptions<Options>): SpecHandler;
  /** How a client of one of these revisions speaks, for the in-memory test client. */
  client?(revision: Revision, facts: ClientIdentity): ClientDialect;
}

/** What a spec is told about the server that it becomes part of. */
export interface SpecOptions<Options extends object = object> {
  /** All revisions that the server serves, newest first, those of other specs included. */
  readonly served: readonly Revision[];
  /** What was given of the options that the specs of this server take. */
  readonly options?: Options;
}

/** A spec bound to an application: facts in, outcomes out. Never touches a stream or a socket. */
export interface SpecHandler {
  /** Is this message mine? A pure decision, or a look-up by peer. `combineSpecs` asks in order. */
  claims(message: JsonRpcMessage | undefined, exchange: Exchange): boolean;
  /** Handles one message whose envelope was checked. Never throws and never rejects. */
  handle(message: JsonRpcMessage, exchange: Exchange): Awaitable<Outcome>;
  /**
   * Takes note of what has the id of a question and no method, but whose envelope is no answer: whoever waits for that answer
   * should be told, as no other will come. The transport has refused it. Never throws and never rejects. Absent: the spec asks
   * nothing.
   *
   * @param question the id, which may be that of no question of ours
   * @param fault what is wrong with it, to end a sentence with
   */
  misread?(question: RequestId, fault: string, exchange: Exchange): Awaitable<void>;
  /** Traffic without a message: GET (standing stream or `Last-Event-ID`) and DELETE; on stdio, the start of output. */
  open?(exchange: Exchange): Awaitable<Outcome>;
  /** The HTTP methods served, for `Allow`. */
  methods(exchange: Exchange): readonly HttpMethod[];
  /** Ends streams gracefully, waits for running requests, and aborts them after the grace period in milliseconds. */
  close(graceMs: number): Promise<void>;
}

/** Who a test client says it is. */
export interface ClientIdentity {
  readonly name: string;
  readonly version: string;
  readonly capabilities: JsonObject;
}

/** How a client of one revision speaks: what it sends first, and what it adds to each request. */
export interface ClientDialect {
  /** The request that opens a conversation, if the revision has one, and the notification that confirms its answer. */
  readonly opening?: {
    readonly method: string;
    readonly params: JsonObject;
    readonly confirm?: string;
  };
  /** The parameters of a request as this revision wants them. */
  params(method: string, params: JsonObject | undefined): JsonObject | undefined;
  /** The HTTP header fields that go with a request, for tests that pass through HTTP. */
  headers(method: string, params: JsonObject | undefined): Readonly<Record<string, string>>;
  /**
   * The parameters to send a request with again, where its result asks for more first; `undefined` for a result that asks for
   * nothing. Absent: none does.
   *
   * @param params those of the request, without what an earlier round added
   * @param answer gives the client's answer to what is asked
   */
  nextRound?(
    params: JsonObject,
    result: JsonObject,
    answer: (method: string, params: JsonObject) => Awaitable<JsonObject>,
  ): Promise<JsonObject | undefined>;
}
