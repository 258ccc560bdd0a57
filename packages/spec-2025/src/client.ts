import type { ClientDialect, ClientIdentity, Revision } from '@polyspec/core';

/**
 * How a client of one of these revisions speaks: it opens with `initialize`, confirms with `notifications/initialized`, and
 * from then on names the revision in a header field (basic/transports#protocol-version-header).
 *
 * @throws TypeError for a revision that is not served
 */
export function clientDialect(
  revisions: readonly Revision[],
  revision: Revision,
  { name, version, capabilities }: ClientIdentity,
): ClientDialect {
  if (!revisions.includes(revision)) {
    throw new TypeError(`No client of ${revision} here; there are ${revisions.join(', ')}`);
  }
  return {
    opening: {
      method: 'initialize',
      params: { protocolVersion: revision, capabilities, clientInfo: { name, version } },
      confirm: 'notifications/initialized',
    },
    params: (_method, params) => params,
    headers: (method) => (method === 'initialize' ? {} : { 'mcp-protocol-version': revision }),
  };
}
