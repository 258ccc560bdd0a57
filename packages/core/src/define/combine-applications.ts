import type { Application } from '../application/application.js';
import type { PromptDescriptor } from '../application/prompts.js';
import type { ToolDescriptor } from '../application/tools.js';
import { after } from '../awaitable.js';
import { isCovered } from '../changes/covering.js';
import { combinedCachePolicy } from './combined-cache-policy.js';
import { closeAll, startAll } from './combined-lifecycle.js';
import { CombinedResources } from './combined-resources.js';
import { copyWith } from './declaration.js';
import { includedPart, type Part } from './included-part.js';
import { MergedList } from './merged-list.js';

/**
 * Several applications as one: lists one after the other, and each call goes to the application that listed what is
 * called. A hook that no application has is left out, so that nothing is advertised that nobody serves.
 *
 * @param own the application that includes the others; its parts come first
 */
export function combineApplications(own: Application, included: readonly Application[]): Application {
  const parts: readonly Part[] = [
    { label: 'the application itself', hooks: own, target: own },
    ...included.map(includedPart),
  ];
  const tools = new MergedList<ToolDescriptor>(parts, {
    kind: 'Tool',
    hook: 'tools',
    list: (hooks, context) => hooks.tools?.(context),
    keyOf: ({ name }) => name,
    detach: detachTool,
  });
  const prompts = new MergedList<PromptDescriptor>(parts, {
    kind: 'Prompt',
    hook: 'prompts',
    list: (hooks, context) => hooks.prompts?.(context),
    keyOf: ({ name }) => name,
  });
  const resources = new CombinedResources(parts);
  const all: Omit<Required<Application>, 'capabilities' | 'inputSchema' | 'outputSchema'> = {
    tools: (context) => after(tools.of(context), ({ items }) => items),
    callTool: (name, args, context) => tools.ask(name, context, ({ hooks }) => hooks.callTool?.(name, args, context)),
    callToolWithElicitation: (name, args, elicit, context) =>
      tools.ask(name, context, ({ hooks }) => hooks.callToolWithElicitation?.(name, args, elicit, context)),
    callToolRound: (name, args, round) =>
      tools.ask(name, round, ({ hooks }) => hooks.callToolRound?.(name, args, round)),
    toolIcons: (name, context) => firstAnswer(parts, (hooks) => hooks.toolIcons?.(name, context)),
    toolUi: (name, context) => firstAnswer(parts, (hooks) => hooks.toolUi?.(name, context)),

    prompts: (context) => after(prompts.of(context), ({ items }) => items),
    getPrompt: (name, args, context) =>
      prompts.ask(name, context, ({ hooks }) => hooks.getPrompt?.(name, args, context)),
    getPromptRound: (name, args, round) =>
      prompts.ask(name, round, ({ hooks }) => hooks.getPromptRound?.(name, args, round)),
    promptIcons: (name, context) => firstAnswer(parts, (hooks) => hooks.promptIcons?.(name, context)),

    resources: (context) => after(resources.listed.of(context), ({ items }) => items),
    resourceTemplates: (context) => after(resources.templates.of(context), ({ items }) => items),
    readResource: (uri, variables, context) =>
      resources.ask(uri, context, ({ hooks }) => hooks.readResource?.(uri, variables, context)),
    readResourceRound: (uri, variables, round) =>
      resources.ask(uri, round, ({ hooks }) => hooks.readResourceRound?.(uri, variables, round)),
    resourceIcons: (uri, context) => firstAnswer(parts, (hooks) => hooks.resourceIcons?.(uri, context)),
    resourceUiMeta: (uri, context) => firstAnswer(parts, (hooks) => hooks.resourceUiMeta?.(uri, context)),
    subscriptionCovers: (subscribed, updated) => anyCovers(parts, subscribed, updated),

    complete: (reference, argument, resolved, context) => {
      const propose = ({ hooks }: Part) =>
        hooks.complete === undefined ? [] : hooks.complete(reference, argument, resolved, context);
      return reference.type === 'prompt'
        ? prompts.ask(reference.name, context, propose)
        : resources.askListed(reference.uri, context, propose);
    },
    cachePolicy: (operation, request, context) => combinedCachePolicy(parts, resources, operation, request, context),
    onStart: (server) => startAll(parts, server),
    onClose: () => closeAll(parts),
  };
  const served = Object.entries(all).filter(([hook]) =>
    parts.some(({ hooks }) => Reflect.get(hooks, hook) !== undefined),
  );
  return Object.fromEntries(served);
}

/** The hooks and the object behind a tool become members of its description, so that the runtime needs no owner. */
function detachTool(tool: ToolDescriptor, { hooks, target }: Part): ToolDescriptor {
  const input = hooks.inputSchema?.(tool.name) ?? tool.input;
  const output = hooks.outputSchema?.(tool.name) ?? tool.output;
  return copyWith(tool, { target: tool.target ?? target, input, output });
}

/**
 * Whether a part says yes.
 *
 * @throws what a part threw, or that it gave a promise, where no other says yes
 */
function anyCovers(parts: readonly Part[], subscribed: string, updated: string): boolean {
  const thrown: unknown[] = [];
  for (const { hooks } of parts) {
    try {
      if (isCovered(hooks, subscribed, updated)) return true;
    } catch (err) {
      thrown.push(err);
    }
  }
  if (thrown.length > 0) throw thrown[0];
  return false;
}

/** These hooks give their answer at once, so there is no asking who listed what: `undefined` means «not mine». */
function firstAnswer<Answer>(
  parts: readonly Part[],
  question: (hooks: Application) => Answer | undefined,
): Answer | undefined {
  for (const { hooks } of parts) {
    const answer = question(hooks);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
