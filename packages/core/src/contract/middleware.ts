import type { Completion, CompletionArgument, CompletionReference } from '../application/completions.js';
import type { CallContext } from '../application/context.js';
import type { PromptResult } from '../application/prompts.js';
import type { ResourceResult } from '../application/resources.js';
import type { ToolResult } from '../application/tools.js';
import type { Awaitable } from '../awaitable.js';
import type { JsonObject } from '../json.js';
import type { InterimResult } from '../rounds/interim-result.js';
import type { ListedPrompt, ListedResource, ListedResourceTemplate, ListedTool, Page } from '../runtime/runtime.js';

/**
 * What each operation gives, in no revision's words. Three of them may need more from the client first, and give an
 * `InterimResult` then (revision 2026-07-28).
 */
export interface OperationResults {
  readonly 'tools/list': Page<ListedTool>;
  readonly 'tools/call': ToolResult | InterimResult;
  readonly 'prompts/list': Page<ListedPrompt>;
  readonly 'prompts/get': PromptResult | InterimResult;
  readonly 'resources/list': Page<ListedResource>;
  readonly 'resources/templates/list': Page<ListedResourceTemplate>;
  readonly 'resources/read': ResourceResult | InterimResult;
  readonly 'completion/complete': Completion;
  /** The stream has ended. */
  readonly 'subscriptions/listen': undefined;
}

/** The operations that list something. */
export type ListMethod = 'tools/list' | 'prompts/list' | 'resources/list' | 'resources/templates/list';

/** One page of a list is asked for. */
export interface ListCall<M extends ListMethod = ListMethod> {
  readonly method: M;
  /** As the client sent it; `undefined` for the first page. */
  readonly cursor: string | undefined;
}

/** A tool is called. Its arguments were not validated yet. */
export interface ToolCall {
  readonly method: 'tools/call';
  readonly name: string;
  readonly arguments: JsonObject;
}

/** A prompt is to be filled in. */
export interface PromptCall {
  readonly method: 'prompts/get';
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** A resource is read. */
export interface ReadCall {
  readonly method: 'resources/read';
  readonly uri: string;
}

/** Values for an argument or a variable are asked for. */
export interface CompleteCall {
  readonly method: 'completion/complete';
  readonly reference: CompletionReference;
  readonly argument: CompletionArgument;
  /** The arguments that have a value already. */
  readonly resolved: Readonly<Record<string, string>>;
}

/**
 * A client listens to changes. `next` begins the stream, and resolves when it has ended; without it the client hears nothing.
 * Neither limits nor time limits hold for it.
 *
 * Under the revisions of 2025 two things are listening. A GET that opens a stream, or comes back for it, with the kinds of lists
 * that its client is told of by it; what is thrown becomes its HTTP status, and without `next` it is 405. And
 * `resources/subscribe`, with one URI: it has no stream, so `next` resolves once the client is subscribed.
 */
export interface ListenCall {
  readonly method: 'subscriptions/listen';
  /** What it will hear about: what it asked for, as far as the server has it. */
  readonly filter: {
    readonly toolsListChanged?: boolean | undefined;
    readonly promptsListChanged?: boolean | undefined;
    readonly resourcesListChanged?: boolean | undefined;
    /** URIs of resources whose updates are wanted. */
    readonly resources?: readonly string[] | undefined;
  };
}

/** An operation with its parameters, as middleware sees it. `method` says which. */
export type OperationCall =
  | ListCall<'tools/list'>
  | ListCall<'prompts/list'>
  | ListCall<'resources/list'>
  | ListCall<'resources/templates/list'>
  | ToolCall
  | PromptCall
  | ReadCall
  | CompleteCall
  | ListenCall;

/** What an operation gives. */
export type OperationResult<O extends OperationCall = OperationCall> = OperationResults[O['method']];

/**
 * Goes on with an operation: with the next middleware, or with the work itself. To be called once at most, and not after the
 * middleware has answered.
 */
export interface Next {
  (): Promise<OperationResult>;
  /**
   * The same with a result of the operation's own type, once its `method` is known, and with other parameters if it is a copy
   * that has them: `arguments`, `argument`, `resolved` and `cursor` may differ. What names the tool, prompt or resource may
   * not: for that the caller was let through.
   */
  <O extends OperationCall>(operation: O): Promise<OperationResult<O>>;
}

/**
 * Runs around every operation: lists, calls, gets, reads, completions, and listening. Given in order by the option `use`, the
 * first being the outermost.
 *
 * A request passes these steps, in this order, on every revision and transport:
 *
 * 1. the shape of its parameters;
 * 2. what its caller may do (the guard of the transport);
 * 3. the limits: it waits for its turn, and its time begins (options `limits` and `timeoutMs`);
 * 4. middleware, from the first to the last, so one that traces or measures stands first;
 * 5. the look-up of the tool, prompt or resource, what its client must be able to do, and the validation of its arguments;
 * 6. the application;
 * 7. the validation of what it gave;
 * 8. middleware again, from the last to the first; what it gives in place of a result is checked as that of an application.
 *
 * A middleware may answer without `next`, change the result, or throw, which does what it does in a handler: around a tool,
 * `UserError` and everything unexpected become a result with `isError`; a `RequestError` is an error of the protocol.
 *
 * Errors come through once. Around a tool whatever went wrong in it, or in a middleware further in, is a result with `isError`
 * by then, and was logged; `causeOf(result)` gives what was thrown. A `RequestError`, and any error of the other operations,
 * is thrown by `next`, and is told to the client and the log after the last middleware let it pass.
 *
 * Traps: a call that needs more from its client comes once for each round (2026-07-28), and `next` gives an `InterimResult` for all
 * but the last: hand that on as it is. All clients share one middleware, so keep what belongs to a request in `context.state`.
 * To hide a tool from a list does not keep it from being called: refuse it in `tools/call` too. Give the same array of items for
 * the same list again and again, as its text is kept under it; what `next` gives of a list is frozen, since all clients share
 * it. What is changed in place of another result is not checked again, so give a copy.
 *
 * @example
 * const timed: Middleware = async (operation, next) => {
 *   const start = performance.now();
 *   try {
 *     return await next();
 *   } finally {
 *     observe(operation.method, performance.now() - start);
 *   }
 * };
 * @example
 * const inEuros: Middleware = async (operation, next) => {
 *   if (operation.method !== 'tools/call') return next();
 *   const result = await next({ ...operation, arguments: { ...operation.arguments, currency: 'EUR' } });
 *   if (result instanceof InterimResult) return result;
 *   return { ...result, content: [...result.content, text('Prices are in euros.')] };
 * };
 */
export type Middleware = (operation: OperationCall, next: Next, context: CallContext) => Awaitable<OperationResult>;
