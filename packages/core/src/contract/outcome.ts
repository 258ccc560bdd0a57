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

/**
 * What a spec decided about an exchange. The transport carries it out.
 *
 * As long as nothing is decided the exchange is open, and with it its stream: while the promise of `handle` or `open` is
 * pending, or after the outcome `standing`. Both are ways to hold a stream that lives for days, a GET or a request whose answer
 * only says that it is over:
 *
 * - A promise: call `exchange.stream()`, resolve with `ended` (or with the answer to the request) when the stream shall end,
 *   and also when `exchange.disconnected` aborts.
 * - `standing`: no promise and no signal, which saves a kilobyte and a half of each where there are thousands of them. The spec
 *   ends it with `exchange.conclude(ended)`, and is told by `gone` when the client has left.
 */
export type Outcome =
  | {
      /** Answer with this message. */
      readonly type: 'response';
      readonly response: JsonRpcResponse;
      /** HTTP status when no stream has begun, 200 by default. */
      readonly status?: number;
      readonly headers?: HeaderMap;
      /** The id of the event of the answer, where it goes out on a stream. */
      readonly eventId?: string;
      /** Messages to send right after the answer. */
      readonly after?: readonly JsonRpcNotification[];
    }
  /** Taken, no answer: 202 over HTTP, silence on stdio. A stream that has begun ends. */
  | { readonly type: 'accepted' }
  | {
      /** Cancelled, or the stream is over: there is no answer. Over HTTP 202 where no stream has begun. */
      readonly type: 'ended';
      /** What is still said of it to a client whose other requests share the connection (stdio). */
      readonly after?: readonly JsonRpcNotification[];
    }
  | Standing
  /** Refused below JSON-RPC, for example by a guard. Only over HTTP; a stream that has begun ends, with an error. */
  | { readonly type: 'refused'; readonly status: number; readonly headers?: HeaderMap; readonly body?: JsonValue };

/**
 * Nothing is decided yet: the stream of the exchange begins, if it has not, and stands until `exchange.conclude`.
 *
 * The transport keeps this object as long as the stream stands. It may be one for all streams, or the object that a spec has
 * for each anyway.
 */
export interface Standing {
  readonly type: 'standing';
  /**
   * Called once when the exchange is `gone`: the client has left, or the transport has given it up, also before this outcome
   * arrived. Not when the spec has concluded or suspended it. It must not throw.
   */
  gone?(exchange: Exchange): void;
}

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
