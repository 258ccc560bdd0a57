import type {
  Awaitable,
  Features,
  HttpFacts,
  JsonObject,
  MethodResult,
  Operation,
  Revision,
  Runtime,
} from '@polyspec/core';
import type { Call } from './call.js';
import type { Fault } from './errors.js';
import type { Renderer } from './render.js';

/** The server that a method is part of. */
export interface ModernServer {
  readonly runtime: Runtime;
  /** All revisions that the server serves, newest first, those of other eras included. */
  readonly served: readonly Revision[];
  readonly renderer: Renderer;
  /** Whether clients can listen to changes. */
  readonly listens: boolean;
}

/** The facets of an application that stand behind methods. */
export type Facet = keyof Features & ('tools' | 'prompts' | 'resources' | 'completions');

/**
 * One method, in the steps in which a request for it is served (ambiguity Q-07, 17 to 21). Each method stands in the
 * file of its page of the protocol; the table that `modernSpec` takes lists them.
 *
 * @typeParam Params what `read` makes of the parameters
 * @typeParam Result what the runtime gives
 */
export interface Method<Params = unknown, Result = unknown> {
  /** Without this facet the method is unknown (V-07). Absent: it is always there. */
  readonly facet?: Facet;
  /** The parameter that the header field `Mcp-Name` repeats (H-04). */
  readonly mirrored?: string;
  /** Whether its result may be an interim one, with what is needed from the client first. Default false. */
  readonly mayAsk?: boolean;
  /** Whether clients may keep its final result, which then says how long (K-01). Default false. */
  readonly cacheable?: boolean;
  /** Reads the parameters. Throws the `RequestError` `invalid-params` where they don't have the shape. */
  read(params: JsonObject): Params;
  /**
   * What is wrong with the header fields that repeat parameters beyond `mirrored`. Absent: there are none. Only called over
   * HTTP.
   */
  argumentFault?(params: Params, http: HttpFacts, call: Call, server: ModernServer): Awaitable<Fault | undefined>;
  /** What a guard is asked about. Only called where there is one. */
  operation(params: Params): Operation;
  /** Does the work. */
  run(params: Params, call: Call, server: ModernServer): Awaitable<Result>;
  /** Words the result as this revision does. */
  render(result: Result, server: ModernServer, call: Call): MethodResult;
  /**
   * The result in place of one that JSON can't carry. Absent: the request fails.
   *
   * @param text what the client may know of it
   */
  unsendable?(text: string): Result;
}

/** Methods by name. */
export type MethodTable = Readonly<Record<string, Method>>;
