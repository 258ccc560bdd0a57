import type { Application } from '../application/application.js';
import type { CachePolicy } from '../application/cache-policy.js';
import type { Logger } from '../contract/logger.js';
import { isJsonObject } from '../json.js';
import type { ServerOptions } from '../options/server-options.js';
import type { Runtime } from './runtime.js';

/** What may be kept for nobody knows how long: nothing, by nobody. */
const DO_NOT_KEEP: CachePolicy = Object.freeze({ ttlMs: 0, scope: 'private' });

/**
 * Makes the function that says how long a result may be kept: as the application decides, else as the options say. A hint must
 * not fail the result that it belongs to. So a policy that is none counts as absent, and the log tells of it; where the
 * application could not decide, the result is not kept, since what the options permit may be too much for it.
 */
export function cachePolicyOf(
  application: Application,
  { cacheTtl = 0, cacheScope = 'private' }: ServerOptions,
  logger: Logger,
): Runtime['cachePolicy'] {
  const fallback: CachePolicy = Object.freeze({ ttlMs: cacheTtl, scope: cacheScope });
  if (typeof application.cachePolicy !== 'function') return () => fallback;
  return async (operation, request, context) => {
    try {
      const given: unknown = await application.cachePolicy?.(operation, request, context);
      if (given === undefined || given === null) return fallback;
      const policy = asPolicy(given);
      if (policy !== undefined) return policy;
      logger.warn({ operation, policy: given }, 'cachePolicy gave an invalid policy; the options are used instead');
      return fallback;
    } catch (err) {
      logger.error({ err, operation }, 'cachePolicy failed; the result is not to be kept');
      return DO_NOT_KEEP;
    }
  };
}

function asPolicy(given: unknown): CachePolicy | undefined {
  if (!isJsonObject(given)) return undefined;
  const { ttlMs, scope } = given;
  if (!Number.isSafeInteger(ttlMs) || (ttlMs as number) < 0) return undefined;
  return scope === 'public' || scope === 'private' ? { ttlMs: ttlMs as number, scope } : undefined;
}
