import type { Awaitable, CacheableOperation, CachePolicy, CallContext, Page, Runtime } from '@polyspec/core';
import type { Facet, Method } from './method.js';
import { optionalCursor } from './parameters.js';

/** A page with its cache hints. */
interface HintedPage {
  readonly page: Page<unknown>;
  readonly policy: CachePolicy;
}

/** What one list method differs in from the others. */
export interface Listing {
  readonly name: CacheableOperation;
  readonly facet: Facet;
  /** The member of the result that has the items. */
  readonly member: string;
  page(runtime: Runtime, cursor: string | undefined, context: CallContext): Awaitable<Page<unknown>>;
}

/** A method that lists something, page by page (server/utilities/pagination), with cache hints. */
export function listMethod({ name, facet, member, page }: Listing): Method<string | undefined, HintedPage> {
  return {
    facet,
    cacheable: true,
    read: optionalCursor,
    operation: () => ({ method: name }),
    run: async (cursor, { context }, { runtime }) => ({
      page: await page(runtime, cursor, context),
      policy: await runtime.cachePolicy(name, undefined, context),
    }),
    render: ({ page, policy }, { renderer }) => renderer.list(page, member, policy),
  };
}
