import type { JsonObject, JsonValue } from '../json.js';
import type { ContentBlock } from './content.js';

/** What a user answered to a form or a page. */
export type ElicitAnswer =
  | {
      readonly action: 'accept';
      readonly content: JsonObject;
    }
  | {
      readonly action: 'decline';
    }
  | {
      readonly action: 'cancel';
    };

/**
 * Asks the user to fill in a form (client/elicitation).
 *
 * @param message why it is asked for
 * @param schema a flat object schema of strings, numbers, booleans and enums
 */
export type Elicit = (message: string, schema: JsonObject) => Promise<ElicitAnswer>;

/** Asks the user to visit a page; `accept` means consent only, not that the visit is done. */
export type ElicitUrl = (message: string, url: string) => Promise<ElicitAnswer>;

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

/** Asks the client's model. */
export type Sample = (request: SamplingRequest) => Promise<SamplingAnswer>;

/** A folder that the client works in. */
export interface Root {
  /** A `file:` URI. */
  readonly uri: string;
  readonly name?: string | undefined;
}

/** Asks for the client's folders (client/roots). */
export type ListRoots = () => Promise<readonly Root[]>;
