import type { CallContext } from '../application/context.js';
import type { ResourceDescriptor, ResourceTemplateDescriptor } from '../application/resources.js';
import { type Awaitable, after } from '../awaitable.js';
import { parseUriTemplate, UriTemplateSet } from '../uri-template/index.js';
import type { Part } from './included-part.js';
import { MergedList } from './merged-list.js';

/** The resources and templates of several parts, and who has what. */
export class CombinedResources {
  readonly listed: MergedList<ResourceDescriptor>;
  readonly templates: MergedList<ResourceTemplateDescriptor>;
  readonly #sets = new WeakMap<readonly ResourceTemplateDescriptor[], UriTemplateSet>();

  constructor(parts: readonly Part[]) {
    this.listed = new MergedList(parts, {
      kind: 'Resource',
      hook: 'resources',
      list: (hooks, context) => hooks.resources?.(context),
      keyOf: ({ uri }) => uri,
    });
    this.templates = new MergedList(parts, {
      kind: 'Resource template',
      hook: 'resourceTemplates',
      list: (hooks, context) => hooks.resourceTemplates?.(context),
      keyOf: ({ uriTemplate }) => uriTemplate,
    });
  }

  /** Asks the part that listed a URI, else the one whose template fits it best: the same that the runtime chooses. */
  ask<Answer>(uri: string, context: CallContext, question: Question<Answer>): Awaitable<Answer | undefined> {
    return after(this.listed.of(context), (listed) => {
      const owner = listed.owners.get(uri);
      if (owner !== undefined) return question(owner);
      return after(this.templates.of(context), ({ items, owners }) => {
        const template = this.#setOf(items).match(uri)?.template.template;
        const owner = template === undefined ? undefined : owners.get(template);
        return owner && question(owner);
      });
    });
  }

  /** Asks the part that listed this URI, or this very template text. */
  askListed<Answer>(
    reference: string,
    context: CallContext,
    question: Question<Answer>,
  ): Awaitable<Answer | undefined> {
    return after(this.listed.of(context), (listed) => {
      const owner = listed.owners.get(reference);
      return owner === undefined ? this.templates.ask(reference, context, question) : question(owner);
    });
  }

  #setOf(templates: readonly ResourceTemplateDescriptor[]): UriTemplateSet {
    const known = this.#sets.get(templates);
    if (known !== undefined) return known;
    const set = new UriTemplateSet(templates.map(({ uriTemplate }) => parseUriTemplate(uriTemplate)));
    this.#sets.set(templates, set);
    return set;
  }
}

type Question<Answer> = (part: Part) => Awaitable<Answer | undefined> | undefined;
