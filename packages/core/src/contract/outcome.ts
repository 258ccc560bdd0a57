import type { JsonValue } from '../json.js';
import { ErrorCode } from '../jsonrpc/error-code.js';
import {
  failure,
  isRequest,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcResponse,
} from '../jsonrpc/message.js';
import type { HeaderMap, Refusal } from './caller.js';
import type { Exchange } from './exchange.js';

/** What a spec decided about an exchange. The transport carries it out. */
export type Outcome =
  | {
      /** Answer with this message. */
      readonly type: 'response';
      readonly response: JsonRpcResponse;
      /** HTTP status when no stream has begun, 200 by default. */
      readonly status?: number;
      readonly headers?: HeaderMap;
      /** Messages to send right after the answer. */
      readonly after?: readonly JsonRpcNotification[];
    }
  /** Taken, no answer: 202 over HTTP, silence on stdio. */
  | { readonly type: 'accepted' }
  /** Cancelled, or the stream is over: write nothing more. */
  | { readonly type: 'ended' }
  /** Refused below JSON-RPC, for example by a guard. Only over HTTP. */
  | { readonly type: 'refused'; readonly status: number; readonly headers?: HeaderMap; readonly body?: JsonValue };

export const accepted: Outcome = { type: 'accepted' };
export const ended: Outcome = { type: 'ended' };

/** Turns the refusal of a guard into an outcome that fits the transport: its HTTP answer, or a JSON-RPC error elsewhere. */
export function refusedOutcome(refusal: Refusal, message: JsonRpcMessage | undefined, exchange: Exchange): Outcome {
  if (exchange.http !== undefined) {
    const { status, headers, body } = refusal;
    return { type: 'refused', status, ...(headers && { headers }), ...(body && { body }) };
  }
  if (message === undefined || !isRequest(message)) return accepted;
  return { type: 'response', response: failure(message.id, ErrorCode.InvalidRequest, refusal.message) };
}
