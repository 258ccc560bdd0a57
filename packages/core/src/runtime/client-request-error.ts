import type { JsonRpcError } from '../jsonrpc/message.js';
import { shown } from '../shown.js';

/** Why a request to the client has no answer. */
export type ClientRequestErrorReason =
  /** The client answered with an error, which is in `answer`. */
  | 'refused'
  /** The client's answer is none to what it was asked. */
  | 'malformed'
  /** It could not be sent: the client has gone, can't take a stream, or reads too slowly. */
  | 'undeliverable'
  /** The request that it belongs to was cancelled. */
  | 'cancelled'
  /** The request that it belongs to is over. */
  | 'over'
  /** No answer came in time. */
  | 'timeout'
  /** The client has gone: its session has ended, or its process. */
  | 'gone'
  /** The server closes. */
  | 'closing';

/**
 * A request to the client that has no answer. An application may catch it and do without; where it does not, the client sees
 * its text, which says nothing that the client does not know.
 *
 * @example
 * const answer = await elicit('Which colour?', schema).catch((thrown) => {
 *   if (thrown instanceof ClientRequestError && thrown.reason === 'timeout') return { action: 'cancel' };
 *   throw thrown;
 * });
 */
export class ClientRequestError extends Error {
  override readonly name = 'ClientRequestError';
  readonly code = 'POLYSPEC_CLIENT_REQUEST';
  readonly reason: ClientRequestErrorReason;
  /** The method of the request, such as `elicitation/create`; the name of the way to ask where none was sent. */
  readonly method: string;
  /** The error that the client answered with, where the reason is `refused`: its code, message and data as they came. */
  readonly answer: JsonRpcError | undefined;

  /** @param fault where the reason is `malformed`: what is wrong with the answer, to end a sentence with */
  constructor(reason: ClientRequestErrorReason, method: string, answer?: JsonRpcError, fault?: string) {
    const text = answer === undefined ? TEXTS[reason](method) : refusal(method, answer);
    super(fault === undefined ? text : `${text}: ${fault}`);
    this.reason = reason;
    this.method = method;
    this.answer = answer;
  }
}

const TEXTS: Readonly<Record<ClientRequestErrorReason, (method: string) => string>> = {
  refused: (method) => `The client refused ${method}`,
  malformed: (method) => `The client's answer to ${method} is not what was asked for`,
  undeliverable: (method) => `The client can't be asked: ${method} could not be sent`,
  cancelled: (method) => `${method} has no answer: the request that it belongs to was cancelled`,
  over: (method) => `${method} has no answer: the request that it belongs to is over`,
  timeout: (method) => `The client did not answer ${method} in time`,
  gone: (method) => `${method} has no answer: the client has gone`,
  closing: (method) => `${method} has no answer: the server is closing`,
};

function refusal(method: string, { code, message }: JsonRpcError): string {
  return `The client answered ${method} with an error: ${shown(message)} (${code})`;
}
