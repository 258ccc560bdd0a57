import type { Application } from '../application/application.js';
import type { CallContext } from '../application/context.js';
import type { ListHook } from '../application/hooks.js';
import type { PromptDescriptor } from '../application/prompts.js';
import type { ResourceDescriptor, ResourceTemplateDescriptor } from '../application/resources.js';
import type { ToolDescriptor } from '../application/tools.js';
import { List, type ListSettings } from './list.js';
import type { LiveList } from './live-list.js';
import { type PromptCatalog, promptCatalog } from './prompts.js';
import { type ResourceCatalog, resourceCatalog, type TemplateCatalog, templateCatalog } from './resources.js';
import type { ListedPrompt, ListedResource, ListedResourceTemplate, ListedTool } from './runtime.js';
import { type ToolCatalog, toolCatalog } from './tool-catalog.js';

/** What changed at run time, by list. */
export interface LiveChanges {
  readonly tools: LiveList<ToolDescriptor>;
  readonly prompts: LiveList<PromptDescriptor>;
  readonly resources: LiveList<ResourceDescriptor>;
  readonly resourceTemplates: LiveList<ResourceTemplateDescriptor>;
}

/** The four lists of an application. */
export class Lists {
  readonly tools: List<ToolDescriptor, ListedTool, ToolCatalog>;
  readonly prompts: List<PromptDescriptor, ListedPrompt, PromptCatalog>;
  readonly resources: List<ResourceDescriptor, ListedResource, ResourceCatalog>;
  readonly templates: List<ResourceTemplateDescriptor, ListedResourceTemplate, TemplateCatalog>;

  constructor(application: Application, settings: ListSettings, live: LiveChanges) {
    this.tools = new List(
      {
        hook: 'tools',
        method: 'tools/list',
        ask: asking(application, 'tools'),
        build: (descriptors, previous) => toolCatalog(descriptors, previous, application, settings),
        has: ({ byName }, name) => byName.has(name),
      },
      settings,
      live.tools,
    );
    this.prompts = new List(
      {
        hook: 'prompts',
        method: 'prompts/list',
        ask: asking(application, 'prompts'),
        build: (descriptors) => promptCatalog(descriptors, application),
        has: ({ byName }, name) => byName.has(name),
      },
      settings,
      live.prompts,
    );
    this.resources = new List(
      {
        hook: 'resources',
        method: 'resources/list',
        ask: asking(application, 'resources'),
        build: (descriptors) => resourceCatalog(descriptors, application),
        has: ({ byUri }, uri) => byUri.has(uri),
      },
      settings,
      live.resources,
    );
    this.templates = new List(
      {
        hook: 'resourceTemplates',
        method: 'resources/templates/list',
        ask: asking(application, 'resourceTemplates'),
        build: (descriptors) => templateCatalog(descriptors, application),
        has: ({ byTemplate }, template) => byTemplate.has(template),
      },
      settings,
      live.resourceTemplates,
    );
  }
}

/** What an application without the list offers: always the same array, so that it is kept like any other. */
const NOTHING: readonly never[] = [];

/** A member of a hook's name that is no method, such as a field of a class, is none. */
function asking(application: Application, hook: ListHook): (context: CallContext) => unknown {
  return (context) => (typeof application[hook] === 'function' ? application[hook](context) : NOTHING);
}
