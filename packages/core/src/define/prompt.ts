import type { StandardSchemaV1 } from '@standard-schema/spec';
import { checkArguments } from '../application/check-arguments.js';
import type { CallContext } from '../application/context.js';
import { checkMembers, PROMPT, PROMPT_ARGUMENT } from '../application/members.js';
import type { PromptArgument, PromptDescriptor, PromptReturn } from '../application/prompts.js';
import type { Awaitable } from '../awaitable.js';
import { ApplicationError } from '../errors.js';
import { kindOf } from '../kind-of.js';
import type { RunInRounds } from '../rounds/run-in-rounds.js';
import { isStandardSchema } from '../schema/index.js';
import { copyWith, readDeclaration } from './declaration.js';
import { schemaArguments, validated } from './prompt-schema.js';

/** A prompt that may get its name from where it stands: its key among the prompts of `defineApplication`. */
export interface PromptDeclaration extends Omit<PromptDescriptor, 'name'> {
  /** Default: its key. */
  readonly name?: string | undefined;
}

/** The parameters of a prompt by name, in the order in which they are listed. */
export type PromptArguments = Readonly<Record<string, Omit<PromptArgument, 'name'>>>;

type AnyArguments = PromptArguments | readonly PromptArgument[] | StandardSchemaV1;

/** The values of a prompt's parameters: those that are required are there. Nothing is known of those of a prompt without. */
export type PromptValues<A> = A extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<A>
  : A extends readonly PromptArgument[]
    ? { readonly [One in A[number] as One['name']]: ValueOf<One> }
    : { readonly [Name in keyof A]: ValueOf<A[Name]> };

type ValueOf<Parameter> = Parameter extends { readonly required: true } ? string : string | undefined;

/**
 * What `prompt` takes: a prompt declaration, with a `run` whose types follow from the arguments.
 *
 * @typeParam A the arguments
 */
export interface PromptDefinition<A> extends Omit<PromptDeclaration, 'arguments' | 'run'> {
  /**
   * The parameters by name, or an array of them with their names; or a Standard Schema of an object of strings, which then
   * also validates them.
   */
  readonly arguments?: A | undefined;
  /** Fills the prompt in, at once or as a `dialogue`. */
  readonly run?:
    | ((args: PromptValues<A>, context: CallContext) => Awaitable<PromptReturn>)
    | RunInRounds<[args: PromptValues<A>], PromptReturn>
    | undefined;
}

// A has no default: with one, the parameters of the complete functions would have no types.
/**
 * Declares a prompt. The types of `run` follow from the arguments, whose values are always strings.
 *
 * Of a Standard Schema, each property becomes a parameter; an enum also proposes its values while a user types.
 *
 * @throws SchemaError for a schema that can't be described as JSON Schema; ApplicationError for a member that nothing reads
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
export function prompt<const A extends AnyArguments>(definition: PromptDefinition<A>): PromptDeclaration;
/** Declares a prompt with its name, for an array such as what `prompts()` of a class returns. */
export function prompt<const A extends AnyArguments>(name: string, definition: PromptDefinition<A>): PromptDescriptor;
export function prompt(
  ...args: readonly [AnyDefinition] | readonly [string, AnyDefinition]
): PromptDeclaration | PromptDescriptor {
  const { name, definition, subject } = readDeclaration<AnyDefinition>(args, 'prompt', 'prompt', PROMPT, 'run');
  const declaration = declarationOf(definition, subject);
  return name === undefined ? declaration : copyWith(declaration, { name });
}

interface AnyDefinition extends Omit<PromptDeclaration, 'arguments'> {
  readonly arguments?: AnyArguments | undefined;
}

function declarationOf(definition: AnyDefinition, subject: string): PromptDeclaration {
  const { arguments: parameters, run } = definition;
  if (parameters === undefined) return copyWith(definition, { arguments: undefined });
  if (!isStandardSchema(parameters)) return copyWith(definition, { arguments: listArguments(parameters, subject) });
  const described = copyWith(definition, { arguments: schemaArguments(parameters) });
  return run === undefined ? described : copyWith(described, { run: validated(parameters, run) });
}

function listArguments(
  parameters: PromptArguments | readonly PromptArgument[],
  subject: string,
): readonly PromptArgument[] {
  if (isList(parameters)) {
    checkArguments(parameters, subject);
    return parameters;
  }
  if (typeof parameters !== 'object' || parameters === null) {
    throw new ApplicationError(
      `The arguments of ${subject} must be an object of parameters by name; got ${kindOf(parameters)}`,
    );
  }
  return Object.entries(parameters).map(([name, parameter]) => {
    const argument = `argument '${name}' of ${subject}`;
    if (isStandardSchema(parameter)) {
      throw new ApplicationError(
        `The ${argument} is a schema; wrap all of them in the object schema of its library, for example z.object({ … })`,
      );
    }
    checkMembers(parameter, PROMPT_ARGUMENT, argument);
    return { ...parameter, name };
  });
}

function isList(parameters: PromptArguments | readonly PromptArgument[]): parameters is readonly PromptArgument[] {
  return Array.isArray(parameters);
}
