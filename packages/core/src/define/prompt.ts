import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { CallContext } from '../application/context.js';
import type { PromptArgument, PromptDescriptor, PromptReturn } from '../application/prompts.js';
import type { Awaitable } from '../awaitable.js';
import { isStandardSchema } from '../schema/index.js';
import { schemaArguments, validated } from './prompt-schema.js';

/** A prompt that may get its name from where it stands: its key among the prompts of `defineApplication`. */
export interface PromptDeclaration extends Omit<PromptDescriptor, 'name'> {
  /** Default: its key. */
  readonly name?: string;
}

/** The parameters of a prompt by name, in the order in which they are listed. */
export type PromptArguments = Readonly<Record<string, Omit<PromptArgument, 'name'>>>;

/** The values of a prompt's parameters: those that are required are there. Nothing is known of those of a prompt without. */
export type PromptValues<A> = A extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<A>
  : { readonly [Name in keyof A]: A[Name] extends { readonly required: true } ? string : string | undefined };

/**
 * What `prompt` takes: a prompt declaration, with a `run` whose types follow from the arguments.
 *
 * @typeParam A the arguments
 */
export interface PromptDefinition<A> extends Omit<PromptDeclaration, 'arguments' | 'run'> {
  /** The parameters by name; or a Standard Schema of an object of strings, which then also validates them. */
  readonly arguments?: A;
  /** Fills the prompt in. */
  readonly run?: (args: PromptValues<A>, context: CallContext) => Awaitable<PromptReturn>;
}

// A has no default: with one, the parameters of the complete functions would have no types.
/**
 * Declares a prompt. The types of `run` follow from the arguments, whose values are always strings.
 *
 * Of a Standard Schema, each property becomes a parameter; an enum also proposes its values while a user types.
 *
 * @throws SchemaError for a schema that can't be described as JSON Schema
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
export function prompt<const A extends PromptArguments | StandardSchemaV1>(
  definition: PromptDefinition<A>,
): PromptDeclaration;
/** Declares a prompt with its name, for an array such as what `prompts()` of a class returns. */
export function prompt<const A extends PromptArguments | StandardSchemaV1>(
  name: string,
  definition: PromptDefinition<A>,
): PromptDescriptor;
export function prompt(
  ...args: readonly [AnyDefinition] | readonly [string, AnyDefinition]
): PromptDeclaration | PromptDescriptor {
  return args.length === 1 ? declarationOf(args[0]) : { ...declarationOf(args[1]), name: args[0] };
}

interface AnyDefinition extends Omit<PromptDeclaration, 'arguments'> {
  readonly arguments?: PromptArguments | StandardSchemaV1;
}

function declarationOf({ arguments: parameters, ...rest }: AnyDefinition): PromptDeclaration {
  if (parameters === undefined) return rest;
  if (isStandardSchema(parameters)) {
    return {
      ...rest,
      arguments: schemaArguments(parameters),
      ...(rest.run && { run: validated(parameters, rest.run) }),
    };
  }
  return { ...rest, arguments: Object.entries(parameters).map(([name, parameter]) => ({ ...parameter, name })) };
}
