import type { JsonObject, JsonValue } from '../json.js';

/** The id of a JSON-RPC request: a string or an integer, never `null`. `1` and `"1"` are two ids. */
export type RequestId = string | number;

/** A request: somebody waits for an answer to it. */
export interface JsonRpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: JsonObject;
}

/** A notification: never answered. */
export interface JsonRpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: JsonObject;
}

/** The `error` member of an answer that failed. */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonValue;
}

/** An answer that succeeded. `result` is an object, or text that is already the JSON of one. */
export interface JsonRpcSuccess {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: JsonObject | JsonText;
}

/** An answer that failed. Without an `id` only where none could be read. */
export interface JsonRpcFailure {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId;
  readonly error: JsonRpcError;
}

/** An answer to a request. */
export type JsonRpcResponse = JsonRpcSuccess | JsonRpcFailure;

/** One JSON-RPC message. */
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResponse;

/**
 * JSON that is already text, so that what was rendered once is not rendered again.
 * `encodeMessage` writes it as it stands; the text is trusted to be one JSON value on one line.
 */
export class JsonText {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }

  /** For whoever serialises the message without `encodeMessage`. */
  toJSON(): unknown {
    return JSON.parse(this.json) as unknown;
  }
}

export function isRequest(message: JsonRpcMessage): message is JsonRpcRequest {
  return 'method' in message && 'id' in message;
}

export function isNotification(message: JsonRpcMessage): message is JsonRpcNotification {
  return 'method' in message && !('id' in message);
}

export function isResponse(message: JsonRpcMessage): message is JsonRpcResponse {
  return !('method' in message);
}

/** Makes a successful answer. */
export function success(id: RequestId, result: JsonObject | JsonText): JsonRpcSuccess {
  return { jsonrpc: '2.0', id, result };
}

/** Makes a failed answer; `id` is left out where none could be read (ambiguity Q-45: never `null`). */
export function failure(id: RequestId | undefined, code: number, message: string, data?: JsonValue): JsonRpcFailure {
  const error: JsonRpcError = data === undefined ? { code, message } : { code, message, data };
  return id === undefined ? { jsonrpc: '2.0', error } : { jsonrpc: '2.0', id, error };
}

/** Makes a request. */
export function request(id: RequestId, method: string, params?: JsonObject): JsonRpcRequest {
  return params === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params };
}

/** Makes a notification. */
export function notification(method: string, params?: JsonObject): JsonRpcNotification {
  return params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };
}
