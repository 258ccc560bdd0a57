import type { ResourceDescriptor } from '../application/resources.js';

/** A resource that may get its name from where it stands: its key among the resources of `defineApplication`. */
export interface ResourceDeclaration extends Omit<ResourceDescriptor, 'name'> {
  /** Default: its key. */
  readonly name?: string;
}

/**
 * Declares a resource.
 *
 * @example
 * const readme = resource({
 *   uri: 'docs://readme',
 *   mimeType: 'text/markdown',
 *   read: () => readFile('README.md', 'utf8'),
 * });
 */
export function resource(definition: ResourceDeclaration): ResourceDeclaration;
/** Declares a resource with its name, for an array such as what `resources()` of a class returns. */
export function resource(name: string, definition: ResourceDeclaration): ResourceDescriptor;
export function resource(
  ...args: readonly [ResourceDeclaration] | readonly [string, ResourceDeclaration]
): ResourceDeclaration | ResourceDescriptor {
  return args.length === 1 ? args[0] : { ...args[1], name: args[0] };
}
