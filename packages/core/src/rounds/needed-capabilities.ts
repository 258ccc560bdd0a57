import type { SamplingRequest } from '../application/asking.js';
import type { ClientCapabilities } from '../application/context.js';
import type { InputRequest } from '../application/rounds.js';
import { RequestError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { missingCapabilities, namesOf } from '../runtime/client-capabilities.js';

type Requests = Readonly<Record<string, InputRequest>>;

/**
 * The requests that a client can be asked: all, but for the optional ones that need what it did not declare (ambiguity Q-33).
 *
 * @param subject what asks, such as `Tool 'book'`; begins the error
 * @throws RequestError `missing-capability`, with all that is missing as its data, in the shape of client capabilities (M-07);
 *   also where nothing but optional requests was to be asked and none can be
 */
export function askable(
  requests: Requests,
  declared: ClientCapabilities,
  hasState: boolean,
  subject: string,
): Requests {
  let missing: JsonObject = {};
  let missingOptional: JsonObject = {};
  const asked: Record<string, InputRequest> = {};
  for (const [key, request] of Object.entries(requests)) {
    const lacking = missingCapabilities(neededFor(request), declared);
    if (lacking === undefined) asked[key] = request;
    else if (request.optional === true) missingOptional = merged(missingOptional, lacking);
    else missing = merged(missing, lacking);
  }
  if (isEmpty(missing) && isEmpty(asked) && !hasState) missing = missingOptional;
  if (isEmpty(missing)) return asked;
  throw new RequestError(
    'missing-capability',
    `${subject} needs a client with ${namesOf(missing).join(', ')}`,
    missing,
  );
}

/** What a client must be able to do for a request (I-02, I-16, I-17, I-21). */
export function neededFor(request: InputRequest): ClientCapabilities {
  switch (request.type) {
    case 'formElicitation':
      return { elicitation: { form: {} } };
    case 'urlElicitation':
      return { elicitation: { url: {} } };
    case 'sampling':
      return { sampling: neededForSampling(request.request) };
    case 'roots':
      return { roots: {} };
  }
}

function neededForSampling({ tools, toolChoice, includeContext = 'none' }: SamplingRequest): object {
  return {
    ...((tools !== undefined || toolChoice !== undefined) && { tools: {} }),
    ...(includeContext !== 'none' && { context: {} }),
  };
}

function merged(one: JsonObject, other: JsonObject): JsonObject {
  const result: Record<string, JsonObject[string]> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = result[name];
    result[name] = before === undefined ? value : merged(before as JsonObject, value as JsonObject);
  }
  return result;
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}
