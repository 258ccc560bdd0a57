import { isJsonObject, type JsonObject, type JsonValue } from '@polyspec/core';

/** What a client can be asked. */
const METHODS: readonly unknown[] = ['elicitation/create', 'sampling/createMessage', 'roots/list'];

/**
 * What is wrong with the members of an `InputRequiredResult` that others made (basic/patterns/mrtr#inputrequiredresult), in words
 * that begin with the member at fault; `undefined` when nothing is. What the parameters of a request hold is not looked at.
 */
export function inputRequiredFault({ inputRequests, requestState }: JsonObject): string | undefined {
  if (requestState !== undefined && typeof requestState !== 'string') return 'requestState is no string';
  if (inputRequests === undefined || (isJsonObject(inputRequests) && Object.keys(inputRequests).length === 0)) {
    return requestState === undefined ? 'inputRequests and requestState are both missing' : undefined;
  }
  if (!isJsonObject(inputRequests)) return 'inputRequests is no object';
  const wrong = Object.entries(inputRequests).find(([, request]) => !isInputRequest(request));
  return wrong === undefined
    ? undefined
    : `inputRequests['${wrong[0]}'] is no { method, params } of ${METHODS.join(', ')}`;
}

/** Whether it has the shape of a request to a client, without `jsonrpc` and `id`. */
function isInputRequest(request: JsonValue | undefined): boolean {
  if (!isJsonObject(request) || !METHODS.includes(request.method)) return false;
  if (request.jsonrpc !== undefined || request.id !== undefined) return false;
  return isJsonObject(request.params) || (request.params === undefined && request.method === 'roots/list');
}
