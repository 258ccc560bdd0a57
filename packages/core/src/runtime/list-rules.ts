import type { CacheableOperation } from '../application/cache-policy.js';
import type { CallContext } from '../application/context.js';
import type { ListHook } from '../application/hooks.js';

/** What is made of descriptors. */
export interface Catalog<Listed> {
  /** All of them as they are shown: the same array as long as nothing changed. */
  readonly items: readonly Listed[];
}

/** What is peculiar to one list. */
export interface ListRules<D, Built> {
  readonly hook: ListHook;
  readonly method: CacheableOperation;
  /** Asks the application. */
  readonly ask: (context: CallContext) => unknown;
  /**
   * Makes the catalog of descriptors. What was made before is given, so that unchanged parts of it can be kept.
   *
   * @throws ApplicationError, SchemaError, UriTemplateError for one that is wrong
   */
  readonly build: (descriptors: readonly D[], previous: Built | undefined) => Built;
  /** Whether a catalog has something under a key. */
  readonly has: (built: Built, key: string) => boolean;
}
