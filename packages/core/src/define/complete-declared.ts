import type { Application } from '../application/application.js';
import type { CompleteArgument, CompletionProvider, CompletionReference } from '../application/completions.js';
import type { PromptDescriptor } from '../application/prompts.js';
import type { ResourceTemplateDescriptor } from '../application/resources.js';

/**
 * Makes `complete` out of the complete functions of prompts and templates. Where an argument has none, the hook of the
 * definition is asked; without a hook nothing is proposed.
 *
 * @returns `undefined` where nothing can be completed
 */
export function completeDeclared(
  prompts: readonly PromptDescriptor[],
  templates: readonly ResourceTemplateDescriptor[],
  hooks: Application,
): NonNullable<CompletionProvider['complete']> | undefined {
  const completers = completersOf(prompts, templates);
  if (completers.size === 0 && hooks.complete === undefined) return undefined;
  return (reference, argument, resolved, context) => {
    const completer = completers.get(keyOf(reference, argument.name));
    if (completer !== undefined) return completer(argument.value, resolved, context);
    return hooks.complete === undefined ? [] : hooks.complete(reference, argument, resolved, context);
  };
}

function completersOf(
  prompts: readonly PromptDescriptor[],
  templates: readonly ResourceTemplateDescriptor[],
): ReadonlyMap<string, CompleteArgument> {
  const completers = new Map<string, CompleteArgument>();
  for (const { name, arguments: args = [] } of prompts) {
    for (const argument of args) {
      if (argument.complete) completers.set(keyOf({ type: 'prompt', name }, argument.name), argument.complete);
    }
  }
  for (const { uriTemplate: uri, complete = {} } of templates) {
    for (const [variable, completer] of Object.entries(complete)) {
      if (completer) completers.set(keyOf({ type: 'resource', uri }, variable), completer);
    }
  }
  return completers;
}

/** Names may have any character, so they are put together as JSON. */
function keyOf(reference: CompletionReference, argument: string): string {
  return JSON.stringify([reference.type, reference.type === 'prompt' ? reference.name : reference.uri, argument]);
}
