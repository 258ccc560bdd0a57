import type {
  ClientCapabilities,
  ContentBlock,
  JsonObject,
  ListedPrompt,
  ListedResource,
  ListedResourceTemplate,
  ListedTool,
  Revision,
  SamplingAnswer,
  SamplingRequest,
  ServerFacts,
} from '@polyspec/core';

/** Revisions in the order in which they are offered: newest first, at least one. */
export type Wires = readonly [Wire, ...Wire[]];

/**
 * How one revision writes things down: all that differs between the revisions of this family. Methods, codes and the
 * order of things are the same in all of them. A member that is `undefined` is absent on the wire.
 */
export interface Wire {
  readonly revision: Revision;
  /**
   * Whether a stream begins with a point to come back to, and its connection may be closed before the answer, so that the
   * client comes back for it (SEP-1699). Clients of a revision without that may try to read such a beginning (ambiguity Q-42).
   */
  readonly polling: boolean;
  /**
   * What this revision has of what a client declared in `initialize`. Absent where it has all of it.
   *
   * @param declared as the newest revision has it
   */
  declared?(declared: ClientCapabilities): ClientCapabilities;
  /** `Implementation`, as the answer to `initialize` has it. */
  serverInfo(server: ServerFacts): JsonObject;
  /** `Tool`. */
  tool(tool: ListedTool): object;
  /** `Prompt`. */
  prompt(prompt: ListedPrompt): object;
  /** `Resource`. */
  resource(resource: ListedResource): object;
  /** `ResourceTemplate`. */
  resourceTemplate(template: ListedResourceTemplate): object;
  /** `ContentBlock`. Absent where blocks are sent as an application makes them. */
  block?(block: ContentBlock): ContentBlock;
  readonly asks: Asks;
}

/** How one revision asks clients. */
export interface Asks {
  /**
   * A form as this revision has it.
   *
   * @param schema as the newest has it
   * @throws RequestError `missing-capability` where it can't be asked with
   */
  form(schema: JsonObject): JsonObject;
  /** Parameters of `elicitation/create` for a form. */
  fillIn(message: string, form: JsonObject): JsonObject;
  /** The same for a page to visit. Absent where there are none. */
  readonly visit?: (message: string, url: string, elicitationId: string) => JsonObject;
  /**
   * Parameters of `sampling/createMessage`.
   *
   * @param declared what the client can do
   * @throws RequestError `missing-capability` for what its model can't do
   */
  model(request: SamplingRequest, declared: ClientCapabilities): JsonObject;
  /** What is wrong with an answer to it, to end a sentence with. Absent: whatever the newest revision has may be answered. */
  modelFault?(answer: SamplingAnswer): string | undefined;
}
