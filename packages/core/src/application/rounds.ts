import type { Awaitable } from '../awaitable.js';
import type { JsonObject, JsonValue } from '../json.js';
import type { TemplateVariables } from '../uri-template/index.js';
import type { ElicitAnswer, Root, SamplingAnswer, SamplingRequest } from './asking.js';
import type { CallContext } from './context.js';
import type { PromptReturn } from './prompts.js';
import type { ResourceReturn } from './resources.js';
import type { ToolReturn } from './tools.js';

/** What every input request may say beside what it asks. */
export interface InputRequestOptions {
  /**
   * Whether it is left out for a client that did not declare the capability that it needs. Without it, such a client gets an
   * error that names what is missing.
   */
  readonly optional?: boolean | undefined;
}

/** A form for the user. Made by `formElicitation(…)`. */
export interface FormElicitation extends InputRequestOptions {
  readonly type: 'formElicitation';
  readonly message: string;
  /** A flat object schema of strings, numbers, booleans and enums (client/elicitation#requested-schema). */
  readonly schema: JsonObject;
}

/** A page for the user to visit. Made by `urlElicitation(…)`. */
export interface UrlElicitation extends InputRequestOptions {
  readonly type: 'urlElicitation';
  readonly message: string;
  /** An absolute URL. */
  readonly url: string;
  /** The id of the visit, see `ElicitUrlOptions`. Revision 2025-11-25. */
  readonly id?: string | undefined;
}

/** A request to the client's model. Made by `sampling(…)`. */
export interface Sampling extends InputRequestOptions {
  readonly type: 'sampling';
  readonly request: SamplingRequest;
}

/** A request for the folders that the client works in. Made by `roots()`. */
export interface ListRootsRequest extends InputRequestOptions {
  readonly type: 'roots';
}

/** Something to ask the client before the work can go on. */
export type InputRequest = FormElicitation | UrlElicitation | Sampling | ListRootsRequest;

/** The client's folders. */
export interface RootsAnswer {
  readonly roots: readonly Root[];
}

/** What the client answered to an input request: an action and content, what its model said, or its folders. */
export type InputResponse = ElicitAnswer | SamplingAnswer | RootsAnswer;

/** More is needed from the client. Made by `inputRequired(…)`. */
export interface InputRequired {
  readonly type: 'inputRequired';
  /** What is needed, each under a key of its own. */
  readonly inputRequests: Readonly<Record<string, InputRequest>>;
  /** What the next round must know: any JSON value, `undefined` for nothing. It travels through the client, sealed. */
  readonly requestState: JsonValue | undefined;
}

/** The outcome of one round: done, or more is needed. */
export type RoundResult<T> =
  | {
      readonly type: 'complete';
      readonly result: T;
    }
  | InputRequired;

/** What a round knows beside the context of the call. */
export interface RoundContext extends CallContext {
  /**
   * The answers to what the round before asked, by key. Each is of the kind that was asked for, and the content of a form fits
   * its schema; what the client left out, or filled in wrongly, is missing, and has to be asked again if it is needed.
   */
  readonly inputResponses: ReadonlyMap<string, InputResponse>;
  /** What the round before left, `undefined` in the first. */
  readonly requestState: JsonValue | undefined;
}

/** One way to answer a call in rounds: `undefined` means «not handled here». */
export type RoundHook<T> = (round: RoundContext) => Awaitable<RoundResult<T> | undefined>;

/**
 * Work that needs input from the client in between (basic/patterns/mrtr). A hook is called again with the client's answers until it
 * gives `complete(…)`. Under 2026-07-28 each call is a request of its own, maybe on another server, and what must be known
 * then is the state; under the revisions of 2025 the server asks the client itself. `undefined` means «not handled here».
 *
 * @example
 * callToolRound(name: string, args: JsonObject, { inputResponses }: RoundContext) {
 *   if (name !== 'greet') return undefined;
 *   const answer = inputResponses.get('who');
 *   if (answer === undefined) return inputRequired({ who: formElicitation('Who are you?', schema) });
 *   return complete('action' in answer && answer.action === 'accept' ? `Hello, ${answer.content.name}!` : 'Hello!');
 * }
 *
 * Traps: an answer may be missing, declined or cancelled. Whatever a round did, it may do again when a client sends the same
 * request twice: what may happen once only has to be made sure of by the application. For work in many steps see `dialogue`.
 */
export interface RoundProvider {
  callToolRound?(name: string, args: JsonObject, round: RoundContext): Awaitable<RoundResult<ToolReturn> | undefined>;
  getPromptRound?(
    name: string,
    args: Readonly<Record<string, string>>,
    round: RoundContext,
  ): Awaitable<RoundResult<PromptReturn> | undefined>;
  readResourceRound?(
    uri: string,
    variables: TemplateVariables,
    round: RoundContext,
  ): Awaitable<RoundResult<ResourceReturn> | undefined>;
}
