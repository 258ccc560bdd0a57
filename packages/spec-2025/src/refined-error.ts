import { isJsonObject, type JsonValue, RequestError } from '@polyspec/core';
import { hasDeclared, NO_SESSION } from './asking.js';
import type { Call } from './call.js';
import type { Visits } from './visits.js';

/** An error as the client of a request can understand it, where that depends on the client. */
export function refinedError(thrown: RequestError, call: Call, visits: Visits): RequestError {
  switch (thrown.reason) {
    case 'url-elicitation-required':
      return requiredVisits(thrown, call, visits);
    case 'missing-capability':
      return call.conversation.isKnown ? thrown : ofStranger(thrown);
    default:
      return thrown;
  }
}

/**
 * The error for a request that can't be served before the user has visited pages
 * (client/elicitation#url-elicitation-required-error): the one that was thrown, for a client that can show pages and is told when
 * the visits are done; for others, that they can't (YI-01, YI-10).
 */
function requiredVisits(thrown: RequestError, call: Call, visits: Visits): RequestError {
  const { conversation } = call;
  const needed = { elicitation: { url: {} } };
  if (!conversation.isKnown || !hasDeclared(needed, call)) {
    const text = `${thrown.message}. For that the user has to visit a page, which this client can't be asked to show`;
    return new RequestError('missing-capability', text, needed);
  }
  for (const id of idsIn(thrown.data)) visits.begin(id, conversation);
  return thrown;
}

function ofStranger({ message, data }: RequestError): RequestError {
  return new RequestError('missing-capability', `${message}; ${NO_SESSION}`, data);
}

function idsIn(data: JsonValue | undefined): readonly string[] {
  const elicitations = isJsonObject(data) && Array.isArray(data.elicitations) ? data.elicitations : [];
  return elicitations.flatMap((item: JsonValue) =>
    isJsonObject(item) && typeof item.elicitationId === 'string' ? [item.elicitationId] : [],
  );
}
