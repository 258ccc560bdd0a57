import type { InputRequest, RoundResult } from '../application/rounds.js';
import { isJsonObject, type JsonValue } from '../json.js';
import { kindOf } from '../kind-of.js';
import { requestFault } from './check-request.js';
import { jsonFault } from './json-fault.js';
import { RoundFault } from './round-fault.js';

/**
 * Checks what a hook gave. `undefined` means that it does not handle the call.
 *
 * @throws RoundFault for anything that is neither of the two results, with the key at fault
 */
export function checkRound<T>(value: unknown): RoundResult<T> | undefined {
  if (value === undefined) return undefined;
  if (isJsonObject(value)) {
    if (value.type === 'complete') return value as unknown as RoundResult<T>;
    if (value.type === 'inputRequired') return checkInputRequired(value.inputRequests, value.requestState);
  }
  throw new RoundFault(`a round gives complete(…), inputRequired(…) or undefined; got ${kindOf(value)}`);
}

function checkInputRequired(requests: unknown = {}, state: unknown = undefined): RoundResult<never> {
  if (!isJsonObject(requests)) {
    throw new RoundFault(`inputRequests must be an object of requests by key; got ${kindOf(requests)}`);
  }
  for (const [key, request] of Object.entries(requests)) {
    // A key that could change a prototype is refused by the transports when it comes back.
    if (key === '' || key === '__proto__') throw new RoundFault(`an input request can't have the key '${key}'`);
    const fault = requestFault(request);
    if (fault !== undefined) throw new RoundFault(`inputRequests['${key}']: ${fault}`);
  }
  if (Object.keys(requests).length === 0 && state === undefined) {
    throw new RoundFault('must include nonempty inputRequests or a requestState');
  }
  const fault = jsonFault(state ?? null, 'requestState');
  if (fault !== undefined) throw new RoundFault(`${fault}; it must be JSON`);
  return {
    type: 'inputRequired',
    inputRequests: requests as unknown as Readonly<Record<string, InputRequest>>,
    requestState: state as JsonValue | undefined,
  };
}
