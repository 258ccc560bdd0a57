import type {
  ContentBlock,
  JsonObject,
  ListedPrompt,
  ListedResource,
  ListedResourceTemplate,
  ListedTool,
  Revision,
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
}
