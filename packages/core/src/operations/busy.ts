import type { HeaderMap } from '../contract/caller.js';
import { RequestError } from '../errors.js';
import { isJsonObject } from '../json.js';
import type { JsonRpcError } from '../jsonrpc/message.js';

/** When a client that was refused should come again, in milliseconds. */
const RETRY_AFTER_MS = 1000;

/** The refusal of what there is no room for. @param cause a sentence without its end */
export function busy(cause: string): RequestError {
  return new RequestError('busy', `${cause}. Try again in a moment`, { retryAfterMs: RETRY_AFTER_MS });
}

/**
 * How an error that says when to come again, by `data.retryAfterMs` in milliseconds, goes over HTTP: as 503 with `Retry-After`,
 * for proxies and clients that don't read it (ambiguity Q-05: nothing was done for it yet). `undefined` for any other error.
 */
export function busyOverHttp({
  data,
}: JsonRpcError): { readonly status: number; readonly headers: HeaderMap } | undefined {
  if (!isJsonObject(data) || typeof data.retryAfterMs !== 'number') return undefined;
  return { status: 503, headers: { 'retry-after': String(Math.max(1, Math.ceil(data.retryAfterMs / 1000))) } };
}
