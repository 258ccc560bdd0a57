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
    nextRound,
  };
}

/** Answers all that an interim result asks for, and sends its state back as it came (basic/patterns/mrtr). */
const nextRound: NonNullable<ClientDialect['nextRound']> = async (params, result, answer) => {
  const { resultType, inputRequests, requestState } = result;
  if (resultType !== 'input_required') return undefined;
  const requests = Object.entries(isJsonObject(inputRequests) ? inputRequests : {});
  const answers = requests.map(async ([key, request]) => {
    const { method, params: asked } = request as { readonly method: string; readonly params?: JsonObject };
    return [key, await answer(method, asked ?? {})] as const;
  });
  return {
    ...params,
    ...(requests.length > 0 && { inputResponses: Object.fromEntries(await Promise.all(answers)) }),
    ...(requestState !== undefined && { requestState }),
  };
};
