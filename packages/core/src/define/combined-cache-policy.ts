import type { Application } from '../application/application.js';
import type { CacheableOperation, CachePolicy } from '../application/cache-policy.js';
import type { CallContext } from '../application/context.js';
import type { CombinedResources } from './combined-resources.js';
import type { Part } from './included-part.js';

/** The list that an answer is put together from. */
const LISTS: Partial<Record<CacheableOperation, keyof Application>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
};

/**
 * The cache policy of several applications. That of the including application goes first; a read is up to the
 * application that has the resource; anything else is put together from several, so the strictest policy holds for it.
 */
export async function combinedCachePolicy(
  parts: readonly Part[],
  resources: CombinedResources,
  operation: CacheableOperation,
  request: string | undefined,
  context: CallContext,
): Promise<CachePolicy | undefined> {
  const decide = ({ hooks }: Part) => hooks.cachePolicy?.(operation, request, context);
  const own = parts[0] && (await decide(parts[0]));
  if (own !== undefined) return own;
  if (operation === 'resources/read' && request !== undefined) return resources.ask(request, context, decide);
  const list = LISTS[operation];
  const contributing = parts.filter(({ hooks }) => list === undefined || hooks[list] !== undefined);
  return strictest(await Promise.all(contributing.map(decide)));
}

/** The shortest time. Only what every part calls public is public: of a part that says nothing, nothing is known. */
function strictest(policies: readonly (CachePolicy | undefined)[]): CachePolicy | undefined {
  const known = policies.filter((policy) => policy !== undefined && policy !== null);
  if (known.length === 0) return undefined;
  return {
    ttlMs: Math.min(...known.map(({ ttlMs }) => ttlMs)),
    scope: policies.every((policy) => policy?.scope === 'public') ? 'public' : 'private',
  };
}
