import type { InputRequest, InputResponse } from '../application/rounds.js';
import { UserError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { namesOf } from '../runtime/client-capabilities.js';
import type { Asking } from '../runtime/request-context.js';
import { neededFor } from './needed-capabilities.js';
import type { AskClient } from './run-by-asking.js';

/**
 * Asks through the ways that a request has to its client (2025).
 *
 * @param unaskable why there are none, where a spec says so: `RequestFacts.unaskable`
 */
export function askThrough(ways: Asking, unaskable?: string): AskClient {
  return async (request): Promise<InputResponse> => {
    switch (request.type) {
      case 'formElicitation':
        if (ways.elicit !== undefined) return ways.elicit(request.message, request.schema);
        break;
      case 'urlElicitation':
        if (ways.elicitUrl !== undefined) return ways.elicitUrl(request.message, request.url, { id: request.id });
        break;
      case 'sampling':
        if (ways.sample !== undefined) return ways.sample(request.request);
        break;
      case 'roots':
        if (ways.listRoots !== undefined) return { roots: await ways.listRoots() };
        break;
    }
    throw cantAsk(request, unaskable);
  };
}

/** It declared that it can answer, but there is no way to it from here: for example an answer that can't be a stream. */
function cantAsk(request: InputRequest, unaskable: string | undefined): UserError {
  const wanted = namesOf(neededFor(request) as JsonObject).join(', ');
  const text = `The client has to be asked for input (${wanted}), and it can't be asked in the middle of this request`;
  return new UserError(unaskable === undefined ? text : `${text}: ${unaskable}`);
}
