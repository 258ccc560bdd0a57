import type { JsonObject, JsonValue } from '../json.js';
import type { InferOutput, Schema } from '../schema/index.js';
import type { ContentBlock } from './content.js';

/**
 * What a user answered to a form or a page.
 *
 * @typeParam Content what was filled in; nothing, `{}`, for a page
 */
export type ElicitAnswer<Content = JsonObject> =
  | {
      readonly action: 'accept';
      readonly content: Content;
    }
  | {
      readonly action: 'decline';
    }
  | {
      readonly action: 'cancel';
    };

/** How one question is asked in the middle of a request (basic/lifecycle#timeouts). */
export interface AskOptions {
  /**
   * How long the client has to answer, in milliseconds, an integer from 1 to 2,147,483,647. After that the question ends with the
   * `ClientRequestError` `timeout`, and the client is told that nobody waits any more. Default: the server's option `askTimeoutMs`,
   * which is also what holds for all questions of a `dialogue`.
   */
  readonly timeoutMs?: number | undefined;
  /** What the question is called in a `dialogue`, so that one function can ask there and elsewhere. Elsewhere it does nothing. */
  readonly key?: string | undefined;
}

/**
 * Asks the user to fill in a form (client/elicitation). What is accepted fits the schema; where that is one of a library, the
 * library has read it, so that its types, defaults and transforms apply.
 *
 * Rejects with a `ClientRequestError` where there is no answer, or none that fits; with an `ApplicationError` or `SchemaError`
 * for a schema that no form can have. Passwords, keys and the like must not be asked for by a form: that is what `ElicitUrl` is
 * for.
 *
 * @param message why it is asked for
 * @param schema an object with a flat list of strings, numbers, booleans and choices, as plain JSON Schema or of any library
 *   that implements Standard Schema and can describe itself. A constraint of a library that forms don't have, such as a regular
 *   expression, is checked by the library when the answer is there
 * @param options `timeoutMs`: how long the user may think
 * @example
 * const answer = await elicit('How many seats?', z.object({ seats: z.int().min(1).max(9), window: z.boolean().default(false) }));
 * if (answer.action === 'accept') book(answer.content.seats);
 */
export type Elicit = <S extends Schema>(
  message: string,
  schema: S,
  options?: AskOptions,
) => Promise<ElicitAnswer<InferOutput<S>>>;

/** What else can be said about a page that the user is asked to visit. */
export interface ElicitUrlOptions {
  /**
   * The id of the visit, unique among all of the server. Whoever finds out that the visit is done, maybe long after the request,
   * publishes `{ type: 'elicitationComplete', elicitationId }`, and the client that was asked is told. Default: one that nobody
   * needs to know. Revision 2025-11-25.
   */
  readonly id?: string | undefined;
}

/**
 * Asks the user to visit a page, for what must not pass through the client: passwords, payments, the consent of somebody else.
 * `accept` means consent only, not that the visit is done; who opens the page has to be verified there. The URL is shown to the
 * user, so there must be nothing secret in it.
 *
 * Rejects with a `ClientRequestError` where there is no answer.
 *
 * @param message why it is to be visited
 * @param url absolute
 * @example
 * const id = crypto.randomUUID();
 * const answer = await elicitUrl('Please pay on our site.', `https://pay.example.com/start?ref=${id}`, { id });
 * // When the payment is there: server.notify({ type: 'elicitationComplete', elicitationId: id });
 */
export type ElicitUrl = (
  message: string,
  url: string,
  options?: ElicitUrlOptions & AskOptions,
) => Promise<ElicitAnswer>;

/** A message to or from a model. */
export interface SamplingMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock | JsonObject | readonly (ContentBlock | JsonObject)[];
}

/** A request to the client's model (client/sampling). */
export interface SamplingRequest {
  readonly messages: readonly SamplingMessage[];
  /** The most tokens to generate. */
  readonly maxTokens: number;
  readonly systemPrompt?: string | undefined;
  readonly modelPreferences?: JsonObject | undefined;
  /** Deprecated by the protocol: leave it out, or `none`. */
  readonly includeContext?: 'none' | 'thisServer' | 'allServers' | undefined;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  readonly metadata?: JsonObject | undefined;
  /** Only for clients that declared `sampling.tools`. */
  readonly tools?: readonly JsonObject[] | undefined;
  readonly toolChoice?: JsonObject | undefined;
}

/** What the client's model said. */
export interface SamplingAnswer {
  readonly role: 'user' | 'assistant';
  readonly content: JsonValue;
  readonly model: string;
  readonly stopReason?: string | undefined;
}

/**
 * Asks the client's model (client/sampling). What it says is to be used with care: the client's user may have changed it.
 *
 * With `tools` the model may answer with the use of one, whose result goes into the next request: such a loop needs a bound.
 *
 * Rejects with a `ClientRequestError` where there is no answer, which includes that the user does not want to.
 */
export type Sample = (request: SamplingRequest, options?: AskOptions) => Promise<SamplingAnswer>;

/** A folder that the client works in. */
export interface Root {
  /** A `file:` URI. */
  readonly uri: string;
  readonly name?: string | undefined;
}

/**
 * Asks for the client's folders (client/roots). They are asked for again only when the client has said that they changed, where
 * it declared that it says so.
 */
export type ListRoots = (options?: AskOptions) => Promise<readonly Root[]>;
