import type { Awaitable } from '../awaitable.js';
import type { ChangeEvent } from '../contract/change-event.js';
import type { PromptDeclaration } from '../define/prompt.js';
import type { ResourceDeclaration } from '../define/resource.js';
import type { ResourceTemplateDeclaration } from '../define/resource-template.js';
import type { ToolDeclaration } from '../define/tool.js';
import type { ItemsControl } from './items-control.js';
import type { PromptDescriptor } from './prompts.js';
import type { ResourceDescriptor, ResourceTemplateDescriptor } from './resources.js';
import type { ToolDescriptor } from './tools.js';

/** The running server, as an application sees it. Its functions work without it too, so that it may be taken apart. */
export interface ServerControl {
  readonly name: string;
  /**
   * Publishes a change to every client that asked to hear about it. Never throws. Like changes within a short time (option
   * `changeDebounceMs`) are published once.
   *
   * An application whose own lists change calls it: it is asked for its lists when clients want them, so clients that are
   * never told go on with the old ones. What is changed through `tools` and its kin is told without it.
   */
  notify(event: ChangeEvent): void;
  /** Adds, removes, enables and disables tools. */
  readonly tools: ItemsControl<ToolDescriptor, ToolDeclaration>;
  /** Adds, removes, enables and disables prompts. */
  readonly prompts: ItemsControl<PromptDescriptor, PromptDeclaration>;
  /** Adds, removes, enables and disables resources, by URI. One that is hidden can't be read through a template either. */
  readonly resources: ItemsControl<ResourceDescriptor, ResourceDeclaration>;
  /** Adds, removes, enables and disables resource templates, by the text of the template. */
  readonly resourceTemplates: ItemsControl<ResourceTemplateDescriptor, ResourceTemplateDeclaration>;
}

/** Hooks around the life of a server. */
export interface Lifecycle {
  /** Before the first message, and before the lists are checked. A rejection stops the start. */
  onStart?(server: ServerControl): Awaitable<void>;
  /** After the last message, or when the server could not be started after `onStart`. */
  onClose?(): Awaitable<void>;
}
