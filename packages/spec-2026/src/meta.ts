import { isJsonObject, type JsonObject, type JsonRpcMessage } from '@polyspec/core';

/** The keys that this revision reserves in `_meta` (basic/index#_meta). */
export const META = {
  /** Of a request, required: the revision that it speaks. */
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  /** Of a request, required: what the client can do, for this request alone. */
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  /** Of a request: who the client says it is. */
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  /** Of a request: the least severe log messages that the client wants. */
  logLevel: 'io.modelcontextprotocol/logLevel',
  /** Of everything on a listen stream, its end included: the id of the listen request. */
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
  /** Of a result: who the server says it is. */
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const;

/** The `_meta` of a message, `undefined` where there is none or where it is not an object. */
export function metaOf(message: JsonRpcMessage): JsonObject | undefined {
  const meta = 'params' in message ? message.params?._meta : undefined;
  return isJsonObject(meta) ? meta : undefined;
}
