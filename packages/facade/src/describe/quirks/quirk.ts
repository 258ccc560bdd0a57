import type {
  JsonObject,
  PromptDescriptor,
  ResourceDescriptor,
  ResourceTemplateDescriptor,
  ToolDescriptor,
} from '@polyspec/core';

/**
 * How bad a problem is. `error`: it can't be served, or popular clients lose the whole server over it. `warning`: some clients
 * lose this part. `note`: it works, but could be shown or understood better.
 */
export type Level = 'error' | 'warning' | 'note';

/** A tool as a client of the newest revision sees it. */
export interface OfferedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  readonly icons?: readonly OfferedIcon[];
  readonly _meta?: JsonObject;
}

/** A prompt as a client of the newest revision sees it. */
interface OfferedPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly OfferedArgument[];
  readonly icons?: readonly OfferedIcon[];
  readonly _meta?: JsonObject;
}

/** An argument of a prompt. */
interface OfferedArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** A resource or a template as a client of the newest revision sees it. */
interface OfferedResource {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly icons?: readonly OfferedIcon[];
  readonly _meta?: JsonObject;
}

/** An icon as it is sent. */
export interface OfferedIcon {
  readonly src: string;
}

/** All that an application offers, in the words of the newest revision. */
export interface Offer {
  /** The server's name, by which clients prefix the names of its tools. */
  readonly server: string;
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedPrompt[];
  readonly resources: readonly (OfferedResource & { readonly uri: string })[];
  readonly resourceTemplates: readonly (OfferedResource & { readonly uriTemplate: string })[];
  /** Whether the application asks its users for input. */
  readonly asksUsers: boolean;
  /** What the author wrote. */
  readonly given: Given;
}

/** The lists as the application gave them. */
export interface Given {
  readonly tools: readonly ToolDescriptor[];
  readonly prompts: readonly PromptDescriptor[];
  readonly resources: readonly ResourceDescriptor[];
  readonly resourceTemplates: readonly ResourceTemplateDescriptor[];
}

/** Where a quirk was met. */
export interface Finding {
  /** What it is about, such as `tool 'add'`. */
  readonly subject: string;
  /** What is wrong with it, to complete a sentence that begins with the subject. */
  readonly message: string;
}

/** Something that clients are known to stumble over, though the protocol may allow it. */
export interface Quirk {
  /** A stable name, such as `tool-name-characters`. */
  readonly rule: string;
  readonly level: Level;
  /** Who stumbles, and how. */
  readonly effect: string;
  /** What to do about it. */
  readonly advice: string;
  find(offer: Offer): readonly Finding[];
}
