import type { Application } from '../application/application.js';
import type { PromptDescriptor } from '../application/prompts.js';
import type { ResourceDescriptor, ResourceTemplateDescriptor } from '../application/resources.js';
import type { ToolDescriptor } from '../application/tools.js';
import { ApplicationError } from '../errors.js';

/**
 * Checks what was declared where it is declared, so that the stack of the error shows the line. Each check gives its list
 * back.
 *
 * @param hooks those of the definition, which may answer for what can't answer by itself
 * @throws ApplicationError for two entries that clients could not tell apart, and for one that nothing can answer
 */
type Check<Descriptor> = (list: readonly Descriptor[], hooks: Application) => readonly Descriptor[];

export const checkTools: Check<ToolDescriptor> = (list, { callTool, callToolWithElicitation, callToolRound }) =>
  check(
    list,
    'tool',
    (tool) => tool.name,
    (tool) => {
      if (callTool ?? callToolWithElicitation ?? callToolRound ?? tool.run) return undefined;
      if (tool.target === undefined) return 'run, or a method with its target';
      const { name, method = name, target } = tool;
      return typeof Reflect.get(target, method) === 'function' ? undefined : `a method '${method}' in its target`;
    },
  );

export const checkPrompts: Check<PromptDescriptor> = (list, { getPrompt, getPromptRound }) =>
  check(
    list,
    'prompt',
    (prompt) => prompt.name,
    ({ run }) => {
      return (run ?? getPrompt ?? getPromptRound) ? undefined : 'run';
    },
  );

export const checkResources: Check<ResourceDescriptor> = (list, { readResource, readResourceRound }) =>
  check(
    list,
    'resource',
    (resource) => resource.uri,
    ({ read }) => {
      return (read ?? readResource ?? readResourceRound) ? undefined : 'read';
    },
  );

export const checkResourceTemplates: Check<ResourceTemplateDescriptor> = (list, { readResource, readResourceRound }) =>
  check(
    list,
    'resource template',
    (template) => template.uriTemplate,
    ({ read }) => {
      return (read ?? readResource ?? readResourceRound) ? undefined : 'read';
    },
  );

function check<Descriptor>(
  list: readonly Descriptor[],
  kind: string,
  keyOf: (descriptor: Descriptor) => string,
  missing: (descriptor: Descriptor) => string | undefined,
): readonly Descriptor[] {
  const seen = new Set<string>();
  for (const descriptor of list) {
    const key = keyOf(descriptor);
    if (seen.has(key)) throw new ApplicationError(`The ${kind} '${key}' is declared twice`);
    seen.add(key);
    const lack = missing(descriptor);
    if (lack !== undefined) throw new ApplicationError(`The ${kind} '${key}' can't answer: it needs ${lack}`);
  }
  return list;
}
