import type { Application } from '../application/application.js';
import type { CallContext } from '../application/context.js';
import type { ListHook } from '../application/hooks.js';
import type { PromptDescriptor } from '../application/prompts.js';
import type { ResourceDescriptor, ResourceTemplateDescriptor } from '../application/resources.js';
import type { ToolDescriptor } from '../application/tools.js';
import type { Awaitable } from '../awaitable.js';
import type { Logger } from '../contract/logger.js';
import { ApplicationError } from '../errors.js';
import { isJsonObject } from '../json.js';
import { kindOf } from '../kind-of.js';
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
  readonly #prompts: Kept<PromptDescriptor, PromptCatalog>;
  readonly #resources: Kept<ResourceDescriptor, ResourceCatalog>;
  readonly #templates: Kept<ResourceTemplateDescriptor, TemplateCatalog>;

  constructor(application: Application, logger: Logger) {
    this.#application = application;
    this.#tools = new Kept((descriptors, previous) => toolCatalog(descriptors, previous, application, logger));
    this.#prompts = new Kept((descriptors) => promptCatalog(descriptors, application));
    this.#resources = new Kept((descriptors) => resourceCatalog(descriptors, application));
    this.#templates = new Kept((descriptors) => templateCatalog(descriptors, application));
  }

  tools(context: CallContext): Awaitable<ToolCatalog> {
    return kept(this.#tools, this.#has('tools') ? this.#application.tools?.(context) : NOTHING, 'tools');
  }

  prompts(context: CallContext): Awaitable<PromptCatalog> {
    return kept(this.#prompts, this.#has('prompts') ? this.#application.prompts?.(context) : NOTHING, 'prompts');
  }

  resources(context: CallContext): Awaitable<ResourceCatalog> {
    return kept(
      this.#resources,
      this.#has('resources') ? this.#application.resources?.(context) : NOTHING,
      'resources',
    );
  }

  templates(context: CallContext): Awaitable<TemplateCatalog> {
    return kept(
      this.#templates,
      this.#has('resourceTemplates') ? this.#application.resourceTemplates?.(context) : NOTHING,
      'resourceTemplates',
    );
  }

  /** A member of a hook's name that is no method, such as a field of a class, is none. */
  #has(list: ListHook): boolean {
    return typeof this.#application[list] === 'function';
  }

  /** Forgets what was made, after a change was published. */
  forget(): void {
    for (const list of [this.#tools, this.#prompts, this.#resources, this.#templates]) list.forget();
  }
}

/** What an application without the list offers: always the same array, so that it is kept like any other. */
const NOTHING: readonly never[] = [];

function kept<D, Built>(list: Kept<D, Built>, given: unknown, hook: ListHook): Awaitable<Built> {
  if (Array.isArray(given)) return list.of(given as readonly D[]);
  if (isJsonObject(given) && typeof given.then === 'function') {
    return (given as object as PromiseLike<unknown>).then((descriptors) => list.of(asList(descriptors, hook)));
  }
  return list.of(asList(given, hook));
}

function asList<D>(given: unknown, hook: ListHook): readonly D[] {
  if (Array.isArray(given)) return given as readonly D[];
  throw new ApplicationError(`${hook}() must give a list; got ${kindOf(given)}`);
}
