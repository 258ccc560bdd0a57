import type { Awaitable } from '../awaitable.js';
import type { JsonObject, JsonValue } from '../json.js';
import type { TemplateVariables } from '../uri-template/index.js';
import type { ElicitAnswer, Root, SamplingAnswer, SamplingRequest } from './asking.js';
import type { CallContext } from './context.js';
import type { PromptReturn } from './prompts.js';
import type { ResourceReturn } from './resources.js';
import type { ToolReturn } from './tools.js';

/** Something to ask the client before the work can go on. */
export type InputRequest =
  | {
      readonly type: 'formElicitation';
      readonly message: string;
      readonly schema: JsonObject;
      readonly optional?: boolean | undefined;
    }
  | {
      readonly type: 'urlElicitation';
      readonly message: string;
      readonly url: string;
      readonly optional?: boolean | undefined;
    }
  | {
      readonly type: 'sampling';
      readonly request: SamplingRequest;
      readonly optional?: boolean | undefined;
    }
  | {
      readonly type: 'roots';
      readonly optional?: boolean | undefined;
    };

/** What the client answered to an input request. */
export type InputResponse =
  | ElicitAnswer
  | SamplingAnswer
  | {
      readonly roots: readonly Root[];
    };

/** The outcome of one round: done, or more is needed. */
export type RoundResult<T> =
  | {
      readonly type: 'complete';
      readonly result: T;
    }
  | {
      readonly type: 'inputRequired';
      /** What is needed, each under a key of its own. */
      readonly inputRequests: Readonly<Record<string, InputRequest>>;
      /** What the next round must know. It travels through the client, sealed. */
      readonly requestState: JsonValue | undefined;
    };

/** What a round knows beside the context of the call. */
export interface RoundContext extends CallContext {
  /** The answers so far, by key. */
  readonly inputResponses: ReadonlyMap<string, InputResponse>;
  /** What the round before left, `undefined` in the first. */
  readonly requestState: JsonValue | undefined;
}

/** Work that needs input from the client in between (basic/patterns/mrtr). `undefined` means «not handled here». */
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
