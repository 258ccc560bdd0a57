import type { CallContext } from '../application/context.js';
import type { ResourceReturn, ResourceTemplateDescriptor } from '../application/resources.js';
import type { Awaitable } from '../awaitable.js';
import type { TemplateVariables } from '../uri-template/index.js';

/** A template that may get its name from where it stands: its key among the templates of `defineApplication`. */
export interface ResourceTemplateDeclaration extends Omit<ResourceTemplateDescriptor, 'name'> {
  /** Default: its key. */
  readonly name?: string;
}

/** What an expression has in it that is more than the name of one variable which every URI has. */
type MoreThanName = `${string}${',' | '*' | ':'}${string}` | `${'+' | '#' | '.' | '/' | ';' | '?' | '&'}${string}`;

/** The variables of a template: by name where it has a single one, such as `notes://{id}`. */
export type VariablesOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Rest extends `${string}{${string}`
    ? TemplateVariables
    : Name extends MoreThanName
      ? TemplateVariables
      : Readonly<Record<Name, string>>
  : TemplateVariables;

/** What `resourceTemplate` takes: a template declaration, with a `read` whose variables follow from the template. */
export interface ResourceTemplateDefinition<Template extends string>
  extends Omit<ResourceTemplateDeclaration, 'uriTemplate' | 'read'> {
  /** RFC 6570, such as `notes://{id}`. */
  readonly uriTemplate: Template;
  /** Reads a URI that matches. `undefined` means that there is nothing there. */
  readonly read?: (
    uri: string,
    variables: VariablesOf<Template>,
    context: CallContext,
  ) => Awaitable<ResourceReturn | undefined>;
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
  return args.length === 1 ? args[0] : { ...args[1], name: args[0] };
}
