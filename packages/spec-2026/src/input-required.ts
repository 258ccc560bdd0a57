import type { InputRequest, InterimResult, JsonObject, JsonValue } from '@polyspec/core';

/**
 * The members of an `InputRequiredResult` (basic/patterns/mrtr#inputrequiredresult). It has no cache hints, and where
 * nothing is asked but to come again, no requests.
 */
export function inputRequired({ inputRequests, requestState }: InterimResult): JsonObject {
  const requests = Object.entries(inputRequests).map(([key, request]) => [key, wireRequest(request)] as const);
  return {
    resultType: 'input_required',
    ...(requests.length > 0 && { inputRequests: Object.fromEntries(requests) }),
    requestState,
  };
}

/** One request, without `jsonrpc` and `id`. */
function wireRequest(request: InputRequest): JsonObject {
  switch (request.type) {
    case 'formElicitation': {
      const { message, schema } = request;
      return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema: schema } };
    }
    case 'urlElicitation': {
      const { message, url } = request;
      return { method: 'elicitation/create', params: { mode: 'url', message, url } };
    }
    case 'sampling':
      return { method: 'sampling/createMessage', params: request.request as unknown as JsonValue };
    case 'roots':
      return { method: 'roots/list', params: {} };
  }
}
