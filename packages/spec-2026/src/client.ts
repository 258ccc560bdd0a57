import { type ClientDialect, type ClientIdentity, isJsonObject, type JsonObject, type Revision } from '@polyspec/core';
import { encodeHeaderValue } from './header-value.js';
import { META } from './meta.js';
import type { MethodTable } from './method.js';

/**
 * How a client of these revisions speaks: no handshake; every request says which revision it speaks, who the client is
 * and what it can do; the header fields repeat what an intermediary wants to know.
 */
export function modernClient(revision: Revision, identity: ClientIdentity, methods: MethodTable): ClientDialect {
  const { name, version, capabilities } = identity;
  const meta: JsonObject = {
    [META.protocolVersion]: revision,
    [META.clientInfo]: { name, version },
    [META.clientCapabilities]: capabilities,
  };
  return {
    params: (method, params) => {
      if (method.startsWith('notifications/')) return params;
      const own = isJsonObject(params?._meta) ? params._meta : undefined;
      return { ...params, _meta: { ...meta, ...own } };
    },
    headers: (method, params) => {
      const fields = { 'MCP-Protocol-Version': revision, 'Mcp-Method': method };
      const { mirrored } = methods[method] ?? {};
      const value = mirrored === undefined ? undefined : params?.[mirrored];
      return typeof value === 'string' ? { ...fields, 'Mcp-Name': encodeHeaderValue(value) } : fields;
    },
  };
}
