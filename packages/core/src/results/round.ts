import type { ElicitUrlOptions, SamplingRequest } from '../application/asking.js';
import type { InputRequest, InputRequestOptions, RoundResult } from '../application/rounds.js';
import type { JsonObject, JsonValue } from '../json.js';

/** The last round: the result. */
export function complete<T>(result: T): RoundResult<T> {
  return { type: 'complete', result };
}

/**
 * More is needed from the client.
 *
 * @param requests what to ask, each under a key of its own; may be empty if there is a state
 * @param state what the next round must know: any JSON value
 */
export function inputRequired(requests: Readonly<Record<string, InputRequest>>, state?: JsonValue): RoundResult<never> {
  return { type: 'inputRequired', inputRequests: requests, requestState: state };
}

/**
 * Asks the user to fill in a form.
 *
 * @param schema a flat object schema of strings, numbers, booleans and enums
 */
export function formElicitation(message: string, schema: JsonObject, options?: InputRequestOptions): InputRequest {
  return { type: 'formElicitation', message, schema, ...options };
}

/** Asks the user to visit a page; `accept` means consent only, not that the visit is done. */
export function urlElicitation(
  message: string,
  url: string,
  options?: InputRequestOptions & ElicitUrlOptions,
): InputRequest {
  return { type: 'urlElicitation', message, url, ...options };
}

/** Asks the client's model. `maxTokens` is required by the protocol. */
export function sampling(request: SamplingRequest, options?: InputRequestOptions): InputRequest {
  return { type: 'sampling', request, ...options };
}

/** Asks for the client's folders. */
export function roots(options?: InputRequestOptions): InputRequest {
  return { type: 'roots', ...options };
}
