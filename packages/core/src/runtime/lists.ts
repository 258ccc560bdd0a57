import type { Application } from '../application/application.js';
import type { CallContext } from '../application/context.js';
import type { PromptDescriptor } from '../application/prompts.js';
import type { ResourceDescriptor, ResourceTemplateDescriptor } from '../application/resources.js';
import type { ToolDescriptor } from '../application/tools.js';
import type { Awaitable } from '../awaitable.js';
import type { Logger } from '../contract/logger.js';
import { Kept } from './kept.js';
import { type PromptCatalog, promptCatalog } from './prompts.js';
import { type ResourceCatalog, resourceCatalog, type TemplateCatalog, templateCatalog } from './resources.js';
import { type ToolCatalog, toolCatalog } from './tool-catalog.js';

/**
 * The four lists of an application. It is asked on every request, so that they may change at run time; what is made of an
 * answer is kept as long as it is the same array.
 */
export class Lists {
  readonly #application: Application;
  readonly #tools: Kept<ToolDescriptor, ToolCatalog>;
  readonly #prompts = new Kept<PromptDescriptor, PromptCatalog>(promptCatalog);
  readonly #resources = new Kept<ResourceDescriptor, ResourceCatalog>(resourceCatalog);
  readonly #templates = new Kept<ResourceTemplateDescriptor, TemplateCatalog>(templateCatalog);

  constructor(application: Application, logger: Logger) {
    this.#application = application;
    this.#tools = new Kept((descriptors, previous) => toolCatalog(descriptors, previous, application, logger));
  }

  tools(context: CallContext): Awaitable<ToolCatalog> {
    return kept(this.#tools, this.#has('tools') ? this.#application.tools?.(context) : undefined);
  }

  prompts(context: CallContext): Awaitable<PromptCatalog> {
    return kept(this.#prompts, this.#has('prompts') ? this.#application.prompts?.(context) : undefined);
  }

  resources(context: CallContext): Awaitable<ResourceCatalog> {
    return kept(this.#resources, this.#has('resources') ? this.#application.resources?.(context) : undefined);
  }

  templates(context: CallContext): Awaitable<TemplateCatalog> {
    return kept(
      this.#templates,
      this.#has('resourceTemplates') ? this.#application.resourceTemplates?.(context) : undefined,
    );
  }

  /** A member of a hook's name that is no method, such as a field of a class, is none. */
  #has(list: 'tools' | 'prompts' | 'resources' | 'resourceTemplates'): boolean {
    return typeof this.#application[list] === 'function';
  }

  /** Forgets what was made, after a change was published. */
  forget(): void {
    for (const list of [this.#tools, this.#prompts, this.#resources, this.#templates]) list.forget();
  }
}

/** What an application without the list offers: always the same array, so that it is kept like any other. */
const NOTHING: readonly never[] = [];

function kept<D, Built>(list: Kept<D, Built>, given: Awaitable<readonly D[]> | undefined): Awaitable<Built> {
  if (given === undefined) return list.of(NOTHING);
  return 'then' in given ? given.then((descriptors) => list.of(descriptors)) : list.of(given);
}
