import type { Application } from '../application/application.js';
import { checkArguments } from '../application/check-arguments.js';
import { checkMembers, PROMPT, subjectOf } from '../application/members.js';
import type { PromptDescriptor, PromptMessage, PromptResult } from '../application/prompts.js';
import { ApplicationError, RequestError } from '../errors.js';
import { isJsonObject } from '../json.js';
import { message, messages } from '../results/prompt.js';
import { InterimResult } from '../rounds/interim-result.js';
import { answersInRounds, ROUNDS } from '../rounds/run-in-rounds.js';
import { withAskHint } from './ask-hint.js';
import { requireCapabilities } from './client-capabilities.js';
import type { RequestContext } from './request-context.js';
import { roundsOrPlain, valueInRounds } from './round-ways.js';
import type { ListedPrompt } from './runtime.js';
import type { ServedApplication } from './served-application.js';
import { isToolResult } from './tool-return.js';

/** The prompts that one array of descriptors describes. */
export interface PromptCatalog {
  readonly items: readonly ListedPrompt[];
  readonly byName: ReadonlyMap<string, PromptDescriptor>;
}

/** @throws ApplicationError for a prompt without a name, for two of one name, and for one that nothing can fill in */
export function promptCatalog(
  descriptors: readonly PromptDescriptor[],
  { getPrompt, getPromptRound }: Application,
): PromptCatalog {
  const byName = new Map<string, PromptDescriptor>();
  for (const [index, descriptor] of descriptors.entries()) {
    const name: unknown = descriptor?.name;
    checkMembers(descriptor, PROMPT, subjectOf('prompt', name, index));
    if (typeof name !== 'string' || name === '') throw new ApplicationError(`Prompt ${index + 1} has no name`);
    if (byName.has(name)) throw new ApplicationError(`There are two prompts named '${name}'`);
    checkArguments(descriptor.arguments, `prompt '${name}'`);
    if (descriptor.run === undefined && getPrompt === undefined && getPromptRound === undefined) {
      throw new ApplicationError(`Prompt '${name}' can't be filled in: it has no run, and there is no getPrompt`);
    }
    byName.set(name, descriptor);
  }
  return { byName, items: descriptors.map(listed) };
}

function listed({ name, title, description, arguments: args = [], icons, _meta }: PromptDescriptor): ListedPrompt {
  return {
    name,
    title,
    description,
    arguments: args.map((argument) => ({
      name: argument.name,
      ...(argument.title !== undefined && { title: argument.title }),
      ...(argument.description !== undefined && { description: argument.description }),
      required: argument.required ?? false,
    })),
    icons,
    _meta,
  };
}

/** Refuses a request that lacks a required argument (ambiguity Q-63). */
export function requireArguments(
  { name, arguments: args = [] }: PromptDescriptor,
  given: Readonly<Record<string, string>>,
): void {
  const missing = args.filter((argument) => argument.required === true && !Object.hasOwn(given, argument.name));
  if (missing.length === 0) return;
  const names = missing.map((argument) => `'${argument.name}'`).join(', ');
  throw new RequestError(
    'invalid-params',
    `Prompt '${name}' needs ${missing.length === 1 ? 'the argument' : 'the arguments'} ${names}`,
  );
}

/**
 * Fills a prompt in: by its own `run`, else by the first of `getPromptRound` and `getPrompt` that gives something; the other way
 * round for a client that can't be asked. Where nothing does, the log says so.
 *
 * @returns an interim result where more is needed from the client first
 */
export async function fillPrompt(
  descriptor: PromptDescriptor,
  args: Readonly<Record<string, string>>,
  context: RequestContext,
  served: ServedApplication,
): Promise<PromptResult | InterimResult> {
  const { name, requires } = descriptor;
  if (requires !== undefined) requireCapabilities(requires, context.client.capabilities, `Prompt '${name}'`);
  let value: unknown;
  try {
    value = await promptValue(descriptor, args, context, served);
  } catch (thrown) {
    throw withAskHint(thrown, context);
  }
  if (value instanceof InterimResult) return value;
  if (value === undefined) {
    const way = descriptor.run === undefined ? 'getPrompt' : 'run';
    served.logger.warn({ prompt: name }, `${way} gave nothing for prompt '${name}'`);
    throw new RequestError('internal', 'Prompt execution failed');
  }
  return toPromptResult(value, descriptor);
}

function promptValue(
  descriptor: PromptDescriptor,
  args: Readonly<Record<string, string>>,
  context: RequestContext,
  { application, rounds }: ServedApplication,
): unknown {
  const { name, run } = descriptor;
  if (run !== undefined) {
    if (!answersInRounds(run)) return run.call(descriptor, args as never, context);
    const call = { method: 'prompts/get', name, args } as const;
    return valueInRounds((round) => run[ROUNDS].call(descriptor, args as never, round), call, context, rounds);
  }
  if (application.getPromptRound === undefined) return application.getPrompt?.(name, args, context);
  const call = { method: 'prompts/get', name, args } as const;
  return roundsOrPlain(
    () => valueInRounds((round) => application.getPromptRound?.(name, args, round), call, context, rounds),
    () => application.getPrompt?.(name, args, context),
    context,
  );
}

function toPromptResult(value: unknown, { name, description }: PromptDescriptor): PromptResult {
  if (typeof value === 'string') return messages([message('user', value)], description);
  if (isMessage(value)) return messages([value], description);
  if (Array.isArray(value) && value.every(isMessage)) return messages(value, description);
  if (isJsonObject(value) && Array.isArray(value.messages) && value.messages.every(isMessage))
    return value as unknown as PromptResult;
  if (isToolResult(value) && value.isError === true) throw new RequestError('internal', errorWords(value));
  throw new TypeError(`Prompt '${name}' gave neither a string nor messages`);
}

function isMessage(value: unknown): value is PromptMessage {
  return isJsonObject(value) && (value.role === 'user' || value.role === 'assistant') && isJsonObject(value.content);
}

/** The text of an `error(…)` given where no tool result is wanted. */
export function errorWords(result: { readonly content: readonly { readonly type: string }[] }): string {
  return result.content.map((block) => ('text' in block ? String(block.text) : '')).join('\n');
}
