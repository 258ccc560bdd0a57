import { RESOURCE } from '../application/members.js';
import type { ResourceDescriptor } from '../application/resources.js';
import { copyWith, readDeclaration } from './declaration.js';

/** A resource that may get its name from where it stands: its key among the resources of `defineApplication`. */
export interface ResourceDeclaration extends Omit<ResourceDescriptor, 'name'> {
  /** Default: its key. */
  readonly name?: string | undefined;
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
  const { name, definition } = readDeclaration<ResourceDeclaration>(args, 'resource', 'resource', RESOURCE, 'read');
  return name === undefined ? definition : copyWith(definition, { name });
}
