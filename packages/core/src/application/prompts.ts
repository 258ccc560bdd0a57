import type { Awaitable } from '../awaitable.js';
import type { JsonObject } from '../json.js';
import type { RunInRounds } from '../rounds/run-in-rounds.js';
import type { CompleteArgument } from './completions.js';
import type { ContentBlock, Icon } from './content.js';
import type { CallContext, ClientCapabilities } from './context.js';
import type { Collection } from './source.js';
import type { ErrorResult } from './tools.js';

/** A parameter of a prompt. Its value is always a string. */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Whether `prompts/get` without it is refused. Default false. */
  readonly required?: boolean | undefined;
  /** Proposes values for what was typed so far. */
  readonly complete?: CompleteArgument | undefined;
}

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}

/** A prompt filled in, in the protocol's own shape. */
export interface PromptResult {
  readonly description?: string | undefined;
  readonly messages: readonly PromptMessage[];
  readonly _meta?: JsonObject | undefined;
}

/**
 * What a prompt may give back: a result, messages, or a string, which becomes one message of the user; `error(…)` becomes the
 * JSON-RPC error `-32603` with its text.
 */
export type PromptReturn = PromptResult | PromptMessage | readonly PromptMessage[] | string | ErrorResult;

/** Describes one prompt. */
export interface PromptDescriptor {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly arguments?: readonly PromptArgument[] | undefined;
  /** Fills the prompt in by itself, at once or as a `dialogue`. */
  readonly run?:
    | ((args: never, context: CallContext) => Awaitable<PromptReturn>)
    | RunInRounds<[args: never], PromptReturn>
    | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly _meta?: JsonObject | undefined;
  /**
   * What the client must be able to do; otherwise the request is refused before anything is done for it. What looks like
   * a misspelt capability of the protocol is an error at the start.
   */
  readonly requires?: ClientCapabilities | undefined;
}

/** Offers prompts: texts that a user picks by name. */
export interface PromptProvider {
  /** An array; or a `Source`, where there are very many or they are kept elsewhere. */
  prompts(context: CallContext): Awaitable<Collection<PromptDescriptor>>;
  /** Fills a listed prompt in; required arguments are there. `undefined` means «not handled here». */
  getPrompt?(
    name: string,
    args: Readonly<Record<string, string>>,
    context: CallContext,
  ): Awaitable<PromptReturn | undefined>;
}
