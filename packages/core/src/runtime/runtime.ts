import type { CacheableOperation, CachePolicy } from '../application/cache-policy.js';
import type { Completion, CompletionArgument, CompletionReference } from '../application/completions.js';
import type { Annotations, Icon } from '../application/content.js';
import type { CallContext, Implementation } from '../application/context.js';
import type { PromptResult } from '../application/prompts.js';
import type { ResourceResult } from '../application/resources.js';
import type { ToolAnnotations, ToolResult } from '../application/tools.js';
import type { Awaitable } from '../awaitable.js';
import type { ListenFilter } from '../changes/listen-filter.js';
import type { Bus, Unsubscribe } from '../contract/bus.js';
import type { ChangeEvent } from '../contract/change-event.js';
import type { Extension } from '../contract/extension.js';
import type { Logger } from '../contract/logger.js';
import type { ListenCall } from '../contract/middleware.js';
import type { Sealer } from '../contract/sealer.js';
import type { JsonObject } from '../json.js';
import type { InterimResult } from '../rounds/interim-result.js';
import type { ClientRequests } from './client-requests.js';
import type { InFlight } from './in-flight.js';
import type { RequestContext, RequestFacts } from './request-context.js';

/** A tool as it is listed, in no revision's words. Absent members are `undefined`. */
export interface ListedTool {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly inputSchema: JsonObject;
  /** Root of any type; a revision that wants an object wraps it. */
  readonly outputSchema: JsonObject | undefined;
  readonly annotations: ToolAnnotations | undefined;
  readonly icons: readonly Icon[] | undefined;
  readonly _meta: JsonObject | undefined;
}

/** A prompt as it is listed. `arguments` is never absent. */
export interface ListedPrompt {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly arguments: readonly {
    readonly name: string;
    readonly title?: string;
    readonly description?: string;
    readonly required: boolean;
  }[];
  readonly icons: readonly Icon[] | undefined;
  readonly _meta: JsonObject | undefined;
}

interface ListedResourceMembers {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly mimeType: string | undefined;
  readonly annotations: Annotations | undefined;
  readonly icons: readonly Icon[] | undefined;
  readonly _meta: JsonObject | undefined;
}

/** A resource as it is listed. */
export interface ListedResource extends ListedResourceMembers {
  readonly uri: string;
  readonly size: number | undefined;
}

/** A resource template as it is listed. */
export interface ListedResourceTemplate extends ListedResourceMembers {
  readonly uriTemplate: string;
}

/**
 * One page of a list. `items` is the same array as long as nothing changed, so that a spec may keep what it rendered from
 * it, under the array, in a `WeakMap`.
 */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/** What the server says about itself. */
export interface ServerFacts extends Implementation {
  readonly instructions: string | undefined;
}

/** Which facets are served: what a spec advertises. */
export interface Features {
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
  readonly completions: boolean;
  /** The application wants to ask users in the middle of a call. Never advertised by a server. */
  readonly elicitation: boolean;
  /** The MCP Apps extension. */
  readonly ui: boolean;
}

/**
 * The revision-neutral engine, built once from an application. A spec calls it; it knows neither wire nor socket.
 *
 * Every method may throw or reject with a `RequestError`, whose `reason` the spec maps to its code, or with any other
 * error, which `errorText` turns into what the client may see.
 */
export interface Runtime {
  readonly server: ServerFacts;
  readonly features: Features;
  readonly logger: Logger;
  readonly bus: Bus;
  /** The requests that run now. */
  readonly inFlight: InFlight;
  /** What clients were asked and have not answered yet. */
  readonly clientRequests: ClientRequests;
  /** Seals what travels through clients, such as cursors. */
  readonly sealer: Sealer;
  /** What the server knows beyond the protocol, in the order given. */
  readonly extensions: readonly Extension[];
  /** Makes the context of one request. */
  context(facts: RequestFacts): RequestContext;
  /** Publishes a change, together with others of a short time. Never throws. */
  notify(event: ChangeEvent): void;
  /**
   * Calls the listener for each change that the filter lets through, until it is unsubscribed or the server has closed. No
   * event is lost that is published after this returned. An event is the same object for all its listeners, so that what is
   * rendered from it may be kept under it, in a `WeakMap`. What waits when the server closes comes before the spec's `close`.
   */
  listen(filter: ListenFilter, listener: (event: ChangeEvent) => void): Unsubscribe;
  /**
   * Takes a stream of changes, or a subscription that has none, through the middleware. Absent where there is none. Limits don't
   * hold for it.
   *
   * @param stream begins it, and resolves when it has ended, or once it is made; not called where a middleware does not go on
   */
  aroundListen?(call: ListenCall, context: RequestContext, stream: () => Promise<undefined>): Promise<undefined>;
  /** @param cursor as the client sent it; `invalid-cursor` unless a page before gave it */
  listTools(cursor: string | undefined, context: CallContext): Awaitable<Page<ListedTool>>;
  /**
   * Calls a tool: finds it (`unknown-tool`), validates the arguments, runs it, validates the output. Whatever the tool
   * itself does wrong, and arguments that don't fit its schema, become a result with `isError: true` (ambiguity Q-04).
   * The result always has `content`, with the text block for structured content added. Notes the tool in the context.
   *
   * Where the facts of the request have a `round`, it may have to be asked for more first: then this gives an `InterimResult`,
   * as may `getPrompt` and `readResource`; it is never given otherwise. `missing-capability` where the client can't be asked.
   */
  callTool(name: string, args: JsonObject, context: RequestContext): Awaitable<ToolResult | InterimResult>;
  /** The tool that a call of this name would run, for a spec that must look at its schema before. */
  findTool(name: string, context: RequestContext): Awaitable<ListedTool | undefined>;
  listPrompts(cursor: string | undefined, context: CallContext): Awaitable<Page<ListedPrompt>>;
  /** `unknown-prompt`, `invalid-params` for a missing required argument. */
  getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
    context: RequestContext,
  ): Awaitable<PromptResult | InterimResult>;
  listResources(cursor: string | undefined, context: CallContext): Awaitable<Page<ListedResource>>;
  listResourceTemplates(cursor: string | undefined, context: CallContext): Awaitable<Page<ListedResourceTemplate>>;
  /** `unknown-resource` (with `data.uri`) for a URI that is neither listed nor matched, or where there is nothing. */
  readResource(uri: string, context: RequestContext): Awaitable<ResourceResult | InterimResult>;
  /** `invalid-params` for an unknown reference or argument. At most 100 values come back. */
  complete(
    reference: CompletionReference,
    argument: CompletionArgument,
    resolved: Readonly<Record<string, string>>,
    context: RequestContext,
  ): Awaitable<Completion>;
  /** The cache hints of a result: the application's policy, or the options. */
  cachePolicy(operation: CacheableOperation, request: string | undefined, context: CallContext): Awaitable<CachePolicy>;
  /**
   * What a client may see of an unexpected error (design decision D-6): the text of a `UserError`; of any other its text
   * where errors are exposed, else a generic sentence with a reference, under which the whole error is logged once.
   */
  errorText(thrown: unknown, doing: string): string;
}
