import type { InputResponse } from '../application/rounds.js';
import { UserError } from '../errors.js';
import type { Asking } from '../runtime/request-context.js';
import type { AskClient } from './run-by-asking.js';

/** Asks through the ways that a request has to its client (2025). */
export function askThrough(ways: Asking): AskClient {
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
    // It declared that it can answer, but there is no way to it from here: no session, or an answer that can't be a stream.
    throw new UserError("The client has to be asked for input, and it can't be asked in the middle of this request");
  };
}
