import type {
  Awaitable,
  Features,
  JsonObject,
  ListedPrompt,
  ListedResource,
  ListedResourceTemplate,
  ListedTool,
  MethodResult,
  Operation,
  RequestError,
  Runtime,
} from '@polyspec/core';
import type { Call } from './call.js';
import type { Clients } from './clients.js';
import type { ListTexts } from './lists.js';
import type { KnownRoots } from './roots.js';
import type { Visits } from './visits.js';
import type { Wires } from './wire.js';

/** The server that a method is part of: all that is built once for an application. */
export interface HandshakeServer {
  readonly runtime: Runtime;
  /** The revisions served, newest first. */
  readonly wires: Wires;
  readonly clients: Clients;
  readonly roots: KnownRoots;
  readonly visits: Visits;
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
  render(result: Result, params: Params, call: Call, server: HandshakeServer): MethodResult;
  /**
   * The result in place of one that JSON can't carry. Absent: the request fails.
   *
   * @param text what the client may know of it
   */
  unsendable?(text: string): Result;
}

/** Methods by name. */
export type MethodTable = Readonly<Record<string, Method>>;
