import type { CallContext } from '../application/context.js';
import type { ResourceDescriptor, ResourceTemplateDescriptor } from '../application/resources.js';
import type { Collection } from '../application/source.js';
import { type Awaitable, after } from '../awaitable.js';
import { isSource } from '../paging/source-page.js';
import { SourceReader } from '../paging/source-reader.js';
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
      // Which template fits a URI can only be told with all of them in hand.
      list: (hooks, context) =>
        hooks.resourceTemplates && after(hooks.resourceTemplates(context), (given) => allOf(given, context)),
      keyOf: ({ uriTemplate }) => uriTemplate,
    });
  }

  /** Asks the part that listed a URI, else the one whose template fits it best: the same that the runtime chooses. */
  ask<Answer>(uri: string, context: CallContext, question: Question<Answer>): Awaitable<Answer | undefined> {
    return after(this.listed.of(context), (listed) =>
      after(listed.ownerOf(uri, context), (owner) => {
        if (owner !== undefined) return question(owner);
        return after(this.templates.of(context), ({ items }) => {
          const template = this.#setOf(items as readonly ResourceTemplateDescriptor[]).match(uri)?.template.template;
          return template === undefined ? undefined : this.templates.ask(template, context, question);
        });
      }),
    );
  }

  /** Asks the part that listed this URI, or this very template text. */
  askListed<Answer>(
    reference: string,
    context: CallContext,
    question: Question<Answer>,
  ): Awaitable<Answer | undefined> {
    return after(this.listed.of(context), (listed) =>
      after(listed.ownerOf(reference, context), (owner) =>
        owner === undefined ? this.templates.ask(reference, context, question) : question(owner),
      ),
    );
  }

  #setOf(templates: readonly ResourceTemplateDescriptor[]): UriTemplateSet {
    const known = this.#sets.get(templates);
    if (known !== undefined) return known;
    const set = new UriTemplateSet(templates.map(({ uriTemplate }) => parseUriTemplate(uriTemplate)));
    this.#sets.set(templates, set);
    return set;
  }
}

function allOf<Descriptor>(given: Collection<Descriptor>, context: CallContext): Awaitable<readonly Descriptor[]> {
  if (!isSource<Descriptor>(given)) return given;
  const reader = new SourceReader(given, 'the source of resourceTemplates()', (fault) => {
    throw fault;
  });
  return reader.readAll(context);
}

type Question<Answer> = (part: Part) => Awaitable<Answer | undefined> | undefined;
