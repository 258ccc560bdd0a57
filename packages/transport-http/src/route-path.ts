import { OptionError } from '@polyspec/core';
import type { FastifyInstance } from 'fastify';

/**
 * Routes the path of an endpoint for every method, so that it answers those that it does not serve as well; and the same
 * path with the slash at its end that makes no difference, where the host has no route of its own there.
 *
 * @throws OptionError if the path is taken: the one or the other would not be served
 */
export function routePath(
  scope: FastifyInstance,
  path: string,
  route: (url: string, methods: readonly string[]) => void,
): void {
  const methods = scope.supportedMethods;
  const prefix = scope.prefix.replace(/\/$/, '');
  const isTaken = (method: string, url: string): boolean =>
    scope.hasRoute({ method: method as 'POST', url: `${prefix}${url}` });
  const taken = ['POST', ...methods].find((method) => isTaken(method, path));
  if (taken !== undefined) {
    throw new OptionError(
      'path',
      `An endpoint can't be mounted at ${prefix}${path}: there is a route for ${taken} already, of the server itself or of another endpoint; give another path`,
    );
  }
  route(path, methods);
  if (path.endsWith('/')) return;
  const free = methods.filter((method) => !isTaken(method, `${path}/`));
  if (free.length > 0) route(`${path}/`, free);
}
