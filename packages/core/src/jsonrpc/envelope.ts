import { isJsonObject } from '../json.js';
import { ErrorCode } from './error-code.js';
import { failure, type JsonRpcFailure, type JsonRpcMessage, type RequestId } from './message.js';
import { hasPrototypeKey, readJson } from './read-json.js';

/** What reading an envelope gives: a message that is safe to pass on, or the answer that refuses it. */
export type Envelope =
  | { readonly ok: true; readonly message: JsonRpcMessage }
  | {
      readonly ok: false;
      /** The answer to send. Nothing is sent for a malformed notification, see `answer`. */
      readonly failure: JsonRpcFailure;
      /** Whether anybody waits for an answer: not for a malformed notification or response. */
      readonly answer: boolean;
      /**
       * Which question it may have been meant to answer, where it has an id and no method, and what is wrong with it, to end a
       * sentence with. Whoever waits for that answer waits in vain, see `SpecHandler.misread`.
       */
      readonly question?: { readonly id: RequestId; readonly fault: string };
    };

type Refused = Extract<Envelope, { readonly ok: false }>;

/**
 * Reads one JSON text as one JSON-RPC message.
 *
 * Text that is not JSON is `-32700` without an id; what is JSON but no message is `-32600`, or `-32602` where only
 * `params` is not an object, with the id if one could be read. Batches are refused: no revision served has them.
 */
export function parseMessage(text: string): Envelope {
  const read = readJson(text);
  if ('fault' in read)
    return refuse(undefined, ErrorCode.ParseError, `Parse error: the message can't be read: ${read.fault}`);
  return readMessage(read.value, read.isSuspicious);
}

/**
 * Reads a parsed JSON value as one JSON-RPC message; the errors are those of `parseMessage`.
 *
 * @param isSuspicious whether the text may have had keys that could change a prototype, as `readJson` says; they are refused
 *   and not cleaned away, since a client must not believe that such a member arrived
 */
export function readMessage(value: unknown, isSuspicious = true): Envelope {
  if (!isJsonObject(value)) {
    const what = Array.isArray(value) ? 'batches are not part of this protocol' : 'a message is an object';
    return refuse(undefined, ErrorCode.InvalidRequest, `Invalid request: ${what}`);
  }
  const hasId = Object.hasOwn(value, 'id');
  const id = readId(value.id);
  const isCall = Object.hasOwn(value, 'method');
  // A response is never answered, and neither is a notification: an error in one has nobody to go to.
  const answer = isCall ? hasId : !(Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error'));
  const invalid = (why: string): Envelope => {
    // What answers us has our id, and no answer of ours may bear that (ambiguity Q-45).
    const refused = refuse(answer ? id : undefined, ErrorCode.InvalidRequest, `Invalid request: ${why}`, answer);
    return isCall || id === undefined ? refused : { ...refused, question: { id, fault: why } };
  };
  if (value.jsonrpc !== '2.0') return invalid('jsonrpc must be "2.0"');
  if (!isCall) return readResponse(value, hasId, id, invalid);
  if (typeof value.method !== 'string') return invalid('method must be a string');
  if (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error'))
    return invalid('a message with a method has no result and no error');
  if (hasId && id === undefined) return invalid('id must be a string or an integer up to 2^53 - 1');
  if (value.params !== undefined && !isJsonObject(value.params)) {
    return refuse(id, ErrorCode.InvalidParams, 'Invalid params: params must be an object', answer);
  }
  if (isSuspicious && hasPrototypeKey(value)) return refuse(id, ErrorCode.InvalidParams, PROTOTYPE_KEY, answer);
  return { ok: true, message: value as unknown as JsonRpcMessage };
}

const PROTOTYPE_KEY = 'Invalid params: "__proto__" and "constructor" with a "prototype" are no keys for data';

function readResponse(
  value: Readonly<Record<string, unknown>>,
  hasId: boolean,
  id: RequestId | undefined,
  invalid: (why: string) => Envelope,
): Envelope {
  const hasResult = Object.hasOwn(value, 'result');
  const hasError = Object.hasOwn(value, 'error');
  if (!hasResult && !hasError) return invalid('method is missing');
  if (hasResult && hasError) return invalid('a response has either a result or an error');
  if (hasResult && !isJsonObject(value.result)) return invalid('result must be an object');
  if (hasError && !isError(value.error)) return invalid('error must have an integer code and a string message');
  // An error may lack the id, or have the null of JSON-RPC 2.0, where the other side could not read ours.
  if (id === undefined && !(hasError && (!hasId || value.id === null)))
    return invalid('id must be a string or an integer up to 2^53 - 1');
  return { ok: true, message: value as unknown as JsonRpcMessage };
}

function readId(value: unknown): RequestId | undefined {
  // Past 2^53 a number has lost its last digits, so the answer would bear another id.
  return typeof value === 'string' || Number.isSafeInteger(value) ? (value as RequestId) : undefined;
}

function isError(value: unknown): boolean {
  return isJsonObject(value) && Number.isInteger(value.code) && typeof value.message === 'string';
}

function refuse(id: RequestId | undefined, code: number, message: string, answer = true): Refused {
  return { ok: false, failure: failure(id, code, message), answer };
}
