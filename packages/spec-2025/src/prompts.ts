import {
  type Awaitable,
  type JsonObject,
  type JsonValue,
  type ListedPrompt,
  type Page,
  type PromptMessage,
  type PromptResult,
  RequestError,
  shown,
} from '@polyspec/core';
import { type ListParams, NOTHING_LISTED, readList } from './lists.js';
import type { Method } from './method.js';
import { optionalStrings, requiredString } from './params.js';
import type { Wire } from './wire.js';

/** `prompts/list` (server/prompts#listing-prompts). */
export const listPrompts: Method<ListParams, Page<ListedPrompt>> = {
  read: readList,
  operation: () => ({ method: 'prompts/list' }),
  run: ({ cursor }, { context }, { runtime }) =>
    runtime.features.prompts ? runtime.listPrompts(cursor, context) : NOTHING_LISTED,
  render: (page, _params, { wire }, { texts }) => texts.prompts.of(page, wire),
};

interface GetPromptParams {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
}

/** `prompts/get` (server/prompts#getting-a-prompt). Where no prompts are served, each is unknown, as the list is empty. */
export const getPrompt: Method<GetPromptParams, PromptResult> = {
  read: (params) => ({ name: requiredString(params, 'name'), args: optionalStrings(params, 'arguments') }),
  operation: ({ name }) => ({ method: 'prompts/get', name }),
  run: ({ name, args }, { context }, { runtime }) => {
    if (!runtime.features.prompts) throw new RequestError('unknown-prompt', `Unknown prompt '${shown(name)}'`);
    return runtime.getPrompt(name, args, context) as Awaitable<PromptResult>;
  },
  render: ({ description, messages, _meta }, _params, { wire }): JsonObject => ({
    description,
    messages: messages.map((message) => promptMessage(message, wire)),
    _meta,
  }),
};

function promptMessage({ role, content }: PromptMessage, { block }: Wire): JsonValue {
  return { role, content: (block === undefined ? content : block(content)) as object as JsonValue };
}
