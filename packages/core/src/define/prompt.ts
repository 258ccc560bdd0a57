import type { CallContext } from '../application/context.js';
import type { PromptArgument, PromptDescriptor, PromptReturn } from '../application/prompts.js';
import type { Awaitable } from '../awaitable.js';

/** A prompt that may get its name from where it stands: its key among the prompts of `defineApplication`. */
export interface PromptDeclaration extends Omit<PromptDescriptor, 'name'> {
  /** Default: its key. */
  readonly name?: string;
}

/** The parameters of a prompt by name. */
export type PromptArguments = Readonly<Record<string, Omit<PromptArgument, 'name'>>>;

/** The values of a prompt's parameters: those that are required are there. */
export type PromptValues<A> = {
  readonly [Name in keyof A]: A[Name] extends { readonly required: true } ? string : string | undefined;
};

/** What `prompt` takes: a prompt declaration, with a `run` whose types follow from the arguments. */
export interface PromptDefinition<A> extends Omit<PromptDeclaration, 'arguments' | 'run'> {
  /** The parameters by name, in the order in which they are listed. */
  readonly arguments?: A;
  /** Fills the prompt in. */
  readonly run?: (args: PromptValues<A>, context: CallContext) => Awaitable<PromptReturn>;
}

/**
 * Declares a prompt. The types of `run` follow from the arguments, whose values are always strings.
 *
 * @param name given where the prompt stands in an array; among the prompts of `defineApplication` the key is the name
 * @example
 * const forecast = prompt({
 *   description: 'Asks for the weather of a city.',
 *   arguments: {
 *     city: { description: 'Where', required: true, complete: (typed) => CITIES.filter((city) => city.startsWith(typed)) },
 *     day: { description: 'When, today without it' },
 *   },
 *   run: ({ city, day = 'today' }) => `What will the weather be ${day} in ${city}?`,
 * });
 */
export function prompt<const A extends PromptArguments = Readonly<Record<never, never>>>(
  definition: PromptDefinition<A>,
): PromptDeclaration;
export function prompt<const A extends PromptArguments = Readonly<Record<never, never>>>(
  name: string,
  definition: PromptDefinition<A>,
): PromptDescriptor;
export function prompt(
  ...args: readonly [PromptDefinition<PromptArguments>] | readonly [string, PromptDefinition<PromptArguments>]
): PromptDeclaration | PromptDescriptor {
  return args.length === 1 ? withArgumentList(args[0]) : { ...withArgumentList(args[1]), name: args[0] };
}

function withArgumentList({ arguments: byName, ...rest }: PromptDefinition<PromptArguments>): PromptDeclaration {
  if (byName === undefined) return rest;
  return { ...rest, arguments: Object.entries(byName).map(([name, argument]) => ({ ...argument, name })) };
}
