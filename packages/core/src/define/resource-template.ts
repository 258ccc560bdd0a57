import type { CallContext } from '../application/context.js';
import { RESOURCE_TEMPLATE } from '../application/members.js';
import type { ResourceReturn, ResourceTemplateDescriptor } from '../application/resources.js';
import type { Awaitable } from '../awaitable.js';
import type { RunInRounds } from '../rounds/run-in-rounds.js';
import type { TemplateVariables } from '../uri-template/index.js';
import { copyWith, readDeclaration } from './declaration.js';

/** A template that may get its name from where it stands: its key among the templates of `defineApplication`. */
export interface ResourceTemplateDeclaration extends Omit<ResourceTemplateDescriptor, 'name'> {
  /** Default: its key. */
  readonly name?: string | undefined;
}

/** What an expression has in it that is more than the name of one variable which every URI has. */
type MoreThanName = `${string}${',' | '*' | ':'}${string}` | `${'+' | '#' | '.' | '/' | ';' | '?' | '&'}${string}`;

/**
 * The variables of a template: by name where each expression is one name, such as `notes://{owner}/{id}`.
 *
 * @typeParam Names those found so far
 */
export type VariablesOf<
  Template extends string,
  Names extends string = never,
> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name extends MoreThanName
    ? TemplateVariables
    : VariablesOf<Rest, Names | Name>
  : [Names] extends [never]
    ? TemplateVariables
    : Readonly<Record<Names, string>>;

/** What `resourceTemplate` takes: a template declaration, with a `read` whose variables follow from the template. */
export interface ResourceTemplateDefinition<Template extends string>
  extends Omit<ResourceTemplateDeclaration, 'uriTemplate' | 'read'> {
  /** RFC 6570, such as `notes://{id}`. */
  readonly uriTemplate: Template;
  /** Reads a URI that matches, at once or as a `dialogue`. `undefined` means that there is nothing there. */
  readonly read?:
    | ((uri: string, variables: VariablesOf<Template>, context: CallContext) => Awaitable<ResourceReturn | undefined>)
    | RunInRounds<[uri: string, variables: VariablesOf<Template>], ResourceReturn | undefined>
    | undefined;
}

/**
 * Declares a family of resources.
 *
 * @example
 * const note = resourceTemplate({
 *   uriTemplate: 'notes://{id}',
 *   mimeType: 'text/plain',
 *   read: (_uri, { id }) => notes.get(id)?.text,
 *   complete: { id: (typed) => [...notes.keys()].filter((id) => id.startsWith(typed)) },
 * });
 */
export function resourceTemplate<const Template extends string>(
  definition: ResourceTemplateDefinition<Template>,
): ResourceTemplateDeclaration;
/** Declares a family with its name, for an array such as what `resourceTemplates()` of a class returns. */
export function resourceTemplate<const Template extends string>(
  name: string,
  definition: ResourceTemplateDefinition<Template>,
): ResourceTemplateDescriptor;
export function resourceTemplate(
  ...args: readonly [ResourceTemplateDeclaration] | readonly [string, ResourceTemplateDeclaration]
): ResourceTemplateDeclaration | ResourceTemplateDescriptor {
  const { name, definition } = readDeclaration<ResourceTemplateDeclaration>(
    args,
    'resourceTemplate',
    'resource template',
    RESOURCE_TEMPLATE,
    'read',
  );
  return name === undefined ? definition : copyWith(definition, { name });
}
