import type { Application } from '../application/application.js';
import type { ListHook } from '../application/hooks.js';
import type { ServerControl } from '../application/lifecycle.js';
import { checkMembers, type MemberTable, PROMPT, RESOURCE, RESOURCE_TEMPLATE, TOOL } from '../application/members.js';
import type { PromptDescriptor } from '../application/prompts.js';
import type { ResourceDescriptor, ResourceTemplateDescriptor } from '../application/resources.js';
import type { ToolDescriptor } from '../application/tools.js';
import type { ChangeEvent } from '../contract/change-event.js';
import { silentLogger } from '../contract/logger.js';
import { withName } from '../define/list-declared.js';
import type { PromptDeclaration } from '../define/prompt.js';
import type { ResourceDeclaration } from '../define/resource.js';
import type { ResourceTemplateDeclaration } from '../define/resource-template.js';
import { nameTool, type ToolDeclaration } from '../define/tool.js';
import { ApplicationError } from '../errors.js';
import type { AddedFacets } from './features.js';
import { type ItemRules, LiveItems } from './live-items.js';
import { promptCatalog } from './prompts.js';
import { resourceCatalog, templateCatalog } from './resources.js';
import type { Features, ListedTool } from './runtime.js';
import { toolCatalog } from './tool-catalog.js';

/** What is peculiar to one kind. */
interface Kind<D, Declaration> {
  readonly kind: string;
  readonly hook: ListHook;
  readonly facet: keyof AddedFacets;
  readonly event: ChangeEvent;
  readonly members: MemberTable;
  readonly keyOf: (item: D) => string;
  readonly describe: (name: string, declaration: Declaration) => D;
  readonly check: (items: readonly D[]) => void;
}

/**
 * What is added and hidden while the server runs, of every kind. Until the start is over anything may be added, and nobody
 * is told: no client has come. Afterwards the facets are fixed, since clients have been told of them.
 */
export class LiveLists {
  readonly tools: LiveItems<ToolDescriptor, ToolDeclaration>;
  readonly prompts: LiveItems<PromptDescriptor, PromptDeclaration>;
  readonly resources: LiveItems<ResourceDescriptor, ResourceDeclaration>;
  readonly resourceTemplates: LiveItems<ResourceTemplateDescriptor, ResourceTemplateDeclaration>;
  readonly #publish: (event: ChangeEvent) => void;
  #served: Features | undefined;

  /**
   * @param publish tells of a change that was made here
   * @param checkTool what the revisions served have to say about a tool
   */
  constructor(application: Application, publish: (event: ChangeEvent) => void, checkTool?: (tool: ListedTool) => void) {
    this.#publish = publish;
    this.tools = this.#items({
      kind: 'tool',
      hook: 'tools',
      facet: 'tools',
      event: { type: 'toolsListChanged' },
      members: TOOL,
      keyOf: (item) => item?.name,
      describe: nameTool,
      // What is odd about a name is said when it is listed.
      check: (items) => toolCatalog(items, undefined, application, { logger: silentLogger, checkTool }),
    });
    this.prompts = this.#items({
      kind: 'prompt',
      hook: 'prompts',
      facet: 'prompts',
      event: { type: 'promptsListChanged' },
      members: PROMPT,
      keyOf: (item) => item?.name,
      describe: withName,
      check: (items) => promptCatalog(items, application),
    });
    this.resources = this.#items({
      kind: 'resource',
      hook: 'resources',
      facet: 'resources',
      event: { type: 'resourcesListChanged' },
      members: RESOURCE,
      keyOf: (item) => item?.uri,
      describe: withName,
      check: (items) => resourceCatalog(items, application),
    });
    this.resourceTemplates = this.#items({
      kind: 'resource template',
      hook: 'resourceTemplates',
      facet: 'resources',
      event: { type: 'resourcesListChanged' },
      members: RESOURCE_TEMPLATE,
      keyOf: (item) => item?.uriTemplate,
      describe: withName,
      check: (items) => templateCatalog(items, application),
    });
  }

  /** Which facets the server has because something was added to them, also where that is disabled for now. */
  get facets(): AddedFacets {
    return {
      tools: this.tools.hasAdded,
      prompts: this.prompts.hasAdded,
      resources: this.resources.hasAdded || this.resourceTemplates.hasAdded,
    };
  }

  /** The server as the application sees it. */
  control(name: string, notify: ServerControl['notify']): ServerControl {
    return {
      name,
      notify,
      tools: this.tools.control,
      prompts: this.prompts.control,
      resources: this.resources.control,
      resourceTemplates: this.resourceTemplates.control,
    };
  }

  /** From now on clients know which facets there are. */
  startIsOver(served: Features): void {
    this.#served = served;
  }

  #items<D, Declaration extends object>(kind: Kind<D, Declaration>): LiveItems<D, Declaration> {
    const rules: ItemRules<D, Declaration> = {
      kind: kind.kind,
      keyOf: kind.keyOf,
      describe: (name, declaration) => {
        checkMembers(declaration, kind.members, `${kind.kind} '${name}'`);
        return kind.describe(name, declaration);
      },
      check: (item) => {
        kind.check([item]);
        this.#requireFacet(kind);
      },
      onChange: () => {
        if (this.#served !== undefined) this.#publish(kind.event);
      },
    };
    return new LiveItems(rules);
  }

  #requireFacet<D, Declaration>({ kind, hook, facet }: Kind<D, Declaration>): void {
    if (this.#served?.[facet] !== false) return;
    throw new ApplicationError(
      `A ${kind} can't be added now: clients have been told that there are none. Give the application a list of them, if an empty one (${hook}: () => [], or in defineApplication ${hook}: {}), which its capabilities() don't leave out; or add the first one in onStart`,
    );
  }
}
