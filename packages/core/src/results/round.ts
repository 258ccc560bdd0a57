import type { SamplingRequest } from '../application/asking.js';
import type { InputRequest, RoundResult } from '../application/rounds.js';
import type { JsonObject, JsonValue } from '../json.js';

/** The last round: the result. */
export function complete<T>(result: T): RoundResult<T> {
  return { type: 'complete', result };
}

/**
 * More is needed from the client.
 *
 * @param requests what to ask, each under a key of its own; may be empty if there is a state
 * @param state what the next round must know
 */
export function inputRequired(requests: Readonly<Record<string, InputRequest>>, state?: JsonValue): RoundResult<never> {
  return { type: 'inputRequired', inputRequests: requests, requestState: state };
}

/** Asks the user to fill in a form. */
export function formElicitation(message: string, schema: JsonObject): InputRequest {
  return { type: 'formElicitation', message, schema };
}

/** Asks the user to visit a page. */
export function urlElicitation(message: string, url: string): InputRequest {
  return { type: 'urlElicitation', message, url };
}

/** Asks the client's model. `maxTokens` is required by the protocol. */
export function sampling(request: SamplingRequest): InputRequest {
  return { type: 'sampling', request };
}

/** Asks for the client's folders. */
export function roots(): InputRequest {
  return { type: 'roots' };
}
