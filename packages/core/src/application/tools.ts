import type { Awaitable } from '../awaitable.js';
import type { JsonObject, JsonValue } from '../json.js';
import type { RunInRounds } from '../rounds/run-in-rounds.js';
import type { Schema } from '../schema/index.js';
import type { ToolSignature } from '../signature/signature.js';
import type { Elicit } from './asking.js';
import type { ContentBlock, Icon } from './content.js';
import type { CallContext, ClientCapabilities } from './context.js';
import type { Collection } from './source.js';

/** Hints about what a tool does (schema `ToolAnnotations`). Clients must not trust them. */
export interface ToolAnnotations {
  readonly title?: string | undefined;
  /** It changes nothing. Default false. */
  readonly readOnlyHint?: boolean | undefined;
  /** It may destroy something. Default true. */
  readonly destructiveHint?: boolean | undefined;
  /** Calling it again with the same arguments changes nothing more. Default false. */
  readonly idempotentHint?: boolean | undefined;
  /** It reaches an open world, such as the web. Default true. */
  readonly openWorldHint?: boolean | undefined;
}

/** The result of a tool, in the protocol's own shape. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  /** The result as data, conforming to the output schema where there is one. */
  readonly structuredContent?: JsonValue | undefined;
  /** Whether this is the report of a failure, for the model to read. */
  readonly isError?: boolean | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** The report of a failure, for the model to read. Made by `error(…)`. */
export type ErrorResult = ToolResult & { readonly isError: true };

/**
 * What a tool may give back: a result; one or several content blocks; a string, which becomes text; any other value, which
 * becomes the structured content with its JSON as text; nothing, which becomes a result without content. An error that is given
 * counts as thrown.
 */
export type ToolReturn =
  | ToolResult
  | ContentBlock
  | readonly ContentBlock[]
  | string
  | number
  | boolean
  | object
  | null
  | void;

/** Describes one tool. */
export interface ToolDescriptor {
  /** 1 to 128 characters of `A-Za-z0-9_-.`, unique in the server. */
  readonly name: string;
  /** For display. Without it a tool made from a signature shows its method's name. */
  readonly title?: string | undefined;
  /** For the model: what it does and when to use it. */
  readonly description?: string | undefined;
  /** The arguments: an object schema. Without it, and without a signature, the tool takes none. */
  readonly input?: Schema | undefined;
  /** The structured result. Once given, every successful result must have one that fits. */
  readonly output?: Schema | undefined;
  /** Documented parameters and results, from which both schemas are made where they are not given. */
  readonly signature?: ToolSignature | undefined;
  /** The method that auto-dispatch calls, by default the tool's name. */
  readonly method?: string | undefined;
  /** The object that has this method, by default the application. */
  readonly target?: object | undefined;
  /** Answers a call by itself, at once or as a `dialogue`. Arguments have passed the input schema. */
  readonly run?:
    | ((args: never, context: CallContext) => Awaitable<ToolReturn>)
    | RunInRounds<[args: never], ToolReturn>
    | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly _meta?: JsonObject | undefined;
  /**
   * What the client must be able to do; otherwise the call is refused before the tool runs. What looks like a misspelt
   * capability of the protocol is an error at the start.
   */
  readonly requires?: ClientCapabilities | undefined;
  /**
   * How long a call may take, in milliseconds, from when the tool was found. Then `context.signal` aborts, and the client gets
   * an error that says so. Default: what the option `timeoutMs` says; 0 for as long as it takes.
   */
  readonly timeoutMs?: number | undefined;
}

/**
 * Offers tools. A call is answered by the tool's own `run`, else by the first of these that gives something other than `undefined`:
 * `callToolWithElicitation`, for clients of the 2025 family that can be asked; the hook of `RoundProvider`; `callTool`;
 * auto-dispatch, which calls the method that the descriptor names with the inputs of its signature in order. For a client that
 * can't be asked, the hook of `RoundProvider` comes last.
 *
 * What a method gives that auto-dispatch calls is put under the names of its signature's outputs. A single output may be given
 * bare. Where its type is no object, an object that has its name is not bare; where it is one, only an object with nothing but
 * another object under that name is not. Where the signature has no outputs, the client gets what is a result, content or a
 * string, and «Success» in place of anything else.
 *
 * @example
 * class Greeter implements ToolProvider {
 *   tools() {
 *     return [{ name: 'greet', description: 'Greets somebody.', input: { type: 'object', properties: { who: { type: 'string' } } } }];
 *   }
 *   callTool(name: string, args: JsonObject) {
 *     return name === 'greet' ? text(`Hello, ${args.who ?? 'world'}!`) : undefined;
 *   }
 * }
 *
 * Traps: the same object serves every client at once, so keep nothing of a request in a field. Return the same array from
 * `tools` as long as nothing changed: it is rendered once and kept.
 */
export interface ToolProvider {
  /** An array; or a `Source`, where there are very many or they are kept elsewhere. */
  tools(context: CallContext): Awaitable<Collection<ToolDescriptor>>;
  /** Answers a call; `undefined` means «not handled here». */
  callTool?(name: string, args: JsonObject, context: CallContext): Awaitable<ToolReturn | undefined>;
  /** The same with a way to ask the user. 2025 family only, and only for clients that declared elicitation. */
  callToolWithElicitation?(
    name: string,
    args: JsonObject,
    elicit: Elicit,
    context: CallContext,
  ): Awaitable<ToolReturn | undefined>;
  /** Replaces the input schema of a tool; `undefined` keeps it. Passed on unchanged. */
  inputSchema?(tool: string): Schema | undefined;
  /** Replaces the output schema of a tool; `undefined` keeps it. Passed on unchanged. */
  outputSchema?(tool: string): Schema | undefined;
}
