import { InterimResult, type PromptResult } from '@polyspec/core';
import { listMethod } from './listing.js';
import type { Method, MethodTable } from './method.js';
import { optionalStrings, requiredName } from './parameters.js';

/** What `prompts/get` asks for. */
interface PromptRequest {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
}

/** `prompts/get` (server/prompts#getting-a-prompt). */
const getPrompt: Method<PromptRequest, PromptResult | InterimResult> = {
  facet: 'prompts',
  mirrored: 'name',
  mayAsk: true,
  read: (params) => ({
    name: requiredName(params, 'name', 'prompt name'),
    args: optionalStrings(params.arguments, 'arguments'),
  }),
  operation: ({ name }) => ({ method: 'prompts/get', name }),
  run: ({ name, args }, { context }, { runtime }) => runtime.getPrompt(name, args, context),
  render: (result, { renderer }) => {
    if (result instanceof InterimResult) return renderer.inputRequired(result);
    const { description, messages, _meta } = result;
    return renderer.complete({ description, messages }, _meta);
  },
};

/** The methods of server/prompts. */
export const promptMethods: MethodTable = {
  'prompts/list': listMethod({
    name: 'prompts/list',
    facet: 'prompts',
    member: 'prompts',
    page: (runtime, cursor, context) => runtime.listPrompts(cursor, context),
  }),
  'prompts/get': getPrompt,
};
