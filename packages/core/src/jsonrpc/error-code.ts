/** The codes of JSON-RPC 2.0 that every revision uses. A spec adds those of its own revision. */
export const ErrorCode = {
  /** The bytes are not JSON. */
  ParseError: -32700,
  /** The JSON is not a request, notification or response. */
  InvalidRequest: -32600,
  /** The method is unknown, or its capability was not advertised. */
  MethodNotFound: -32601,
  /** The parameters do not fit the method. */
  InvalidParams: -32602,
  /** Something unexpected failed in the server. */
  InternalError: -32603,
} as const;
