import type { Awaitable } from '../awaitable.js';
import type { CallContext } from './context.js';

/** The operations whose results carry cache hints (server/utilities/caching). */
export type CacheableOperation =
  | 'server/discover'
  | 'tools/list'
  | 'prompts/list'
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read';

/** How long a client may keep a result, and whether it may share it with other callers. */
export interface CachePolicy {
  /** In milliseconds, an integer from 0 (do not keep). */
  readonly ttlMs: number;
  /** `public` only for what does not depend on the caller. */
  readonly scope: 'public' | 'private';
}

/** Decides about cache hints, before the options `cacheTtl` and `cacheScope`. Revision 2026-07-28. */
export interface CachePolicyProvider {
  /** @param request the URI for `resources/read`, `undefined` otherwise */
  cachePolicy?(
    operation: CacheableOperation,
    request: string | undefined,
    context: CallContext,
  ): Awaitable<CachePolicy | undefined>;
}
