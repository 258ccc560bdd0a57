import type { Application, Capability } from '../application/application.js';
import type { Logger } from '../contract/logger.js';
import { ApplicationError } from '../errors.js';
import { kindOf } from '../kind-of.js';
import type { Features } from './runtime.js';

/** What each facet needs to be there, in words for the error message. */
const NEEDS: Readonly<Record<Capability, string>> = {
  tools: 'tools()',
  prompts: 'prompts()',
  resources: 'resources() or resourceTemplates()',
  completions: 'complete(), or complete functions in prompts or templates',
  elicitation: 'callToolWithElicitation() or a round hook',
  ui: 'toolUi()',
};

/** The facets that a server has because something was added to them before its start was over. */
export type AddedFacets = Pick<Features, 'tools' | 'prompts' | 'resources'>;

const NOTHING_ADDED: AddedFacets = { tools: false, prompts: false, resources: false };

/** Warns about a server that has nothing which a client could ask for, as is the case when hooks are misnamed. */
export function warnOfNothing(application: Application, added: AddedFacets, logger: Logger): void {
  const offers = ['tools', 'prompts', 'resources', 'resourceTemplates', 'complete'] as const;
  if (offers.some((hook) => typeof application[hook] === 'function')) return;
  if (added.tools || added.prompts || added.resources) return;
  logger.warn({}, `The application offers nothing: it has none of ${offers.map((hook) => `${hook}()`).join(', ')}`);
}

/**
 * Which facets are served: all that the application implements or was added to, narrowed to `capabilities()` where it is
 * given. Tools are always served where they are implemented.
 *
 * @param completesItself whether a listed prompt or template has complete functions of its own
 * @param added what was added in `onStart`
 * @throws ApplicationError when `capabilities()` names a facet that is not implemented or not known
 */
export function featuresOf(
  application: Application,
  completesItself: boolean,
  added: AddedFacets = NOTHING_ADDED,
): Features {
  const has = (member: keyof Application): boolean => typeof application[member] === 'function';
  const implemented: Features = {
    tools: has('tools') || added.tools,
    prompts: has('prompts') || added.prompts,
    resources: has('resources') || has('resourceTemplates') || added.resources,
    completions: has('complete') || completesItself,
    elicitation:
      has('callToolWithElicitation') || has('callToolRound') || has('getPromptRound') || has('readResourceRound'),
    ui: has('toolUi'),
  };
  const named = application.capabilities?.();
  if (named === undefined) return implemented;
  if (!Array.isArray(named as unknown))
    throw new ApplicationError(`capabilities() must give an array; got ${kindOf(named)}`);
  for (const capability of named) {
    if (!Object.hasOwn(NEEDS, capability)) {
      throw new ApplicationError(
        `capabilities() names '${capability}', which is not one of ${Object.keys(NEEDS).join(', ')}`,
      );
    }
    if (!implemented[capability]) {
      throw new ApplicationError(
        `capabilities() names '${capability}', but the application has no ${NEEDS[capability]}`,
      );
    }
  }
  const served = (capability: Capability): boolean => named.includes(capability);
  return {
    tools: implemented.tools,
    prompts: served('prompts'),
    resources: served('resources'),
    completions: served('completions'),
    elicitation: served('elicitation'),
    ui: served('ui'),
  };
}
