import type { Revision, SpecProtocol } from '@polyspec/core';
import { modernClient } from './client.js';
import { completionMethods } from './completion.js';
import { discoverMethods } from './discover.js';
import { ModernHandler } from './handler.js';
import { listenMethods } from './listen-method.js';
import type { MethodTable } from './method.js';
import { checkParamHeaders } from './param-headers.js';
import { promptMethods } from './prompts.js';
import { resourceMethods } from './resources.js';
import { toolMethods } from './tools.js';

/** The methods of revision 2026-07-28. */
export const methods20260728: MethodTable = {
  ...discoverMethods,
  ...toolMethods,
  ...promptMethods,
  ...resourceMethods,
  ...completionMethods,
  ...listenMethods,
};

/** What `modernSpec` takes. */
export interface ModernSpecOptions {
  /** The revisions that a request may name, newest first. */
  readonly revisions: readonly Revision[];
  /** The methods served, by name. Those whose facet the application lacks are left out. */
  readonly methods: MethodTable;
}

/**
 * Makes a spec of revisions without a handshake from a table of methods, for a later revision or a dialect of one's own.
 *
 * @example
 * const spec = modernSpec({ revisions: ['2026-07-28'], methods: { ...methods20260728, 'example/echo': echo } });
 */
export function modernSpec({ revisions, methods }: ModernSpecOptions): SpecProtocol {
  return {
    revisions,
    checkTool: checkParamHeaders,
    attach: (runtime, options) => new ModernHandler(revisions, methods, runtime, options),
    client: (revision, identity) => modernClient(revision, identity, methods),
  };
}

/**
 * Protocol revision 2026-07-28: stateless, every request with its own metadata.
 *
 * @example
 * const server = await connect('calculator', application, { spec: spec20260728, transport: stdio });
 */
export const spec20260728: SpecProtocol = modernSpec({ revisions: ['2026-07-28'], methods: methods20260728 });
