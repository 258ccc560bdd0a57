import { isJsonObject } from '../json.js';
import type { RequestFacts } from './request-context.js';

/**
 * Whether the client of a request can be asked for anything at all: in rounds, if it declared something to be asked for; in the
 * middle of its request, if there is a way to it. One that answers what it was asked can be.
 */
export function canBeAsked({ round, asking, client }: RequestFacts): boolean {
  if (round === undefined) {
    const { elicit, elicitUrl, sample, listRoots } = asking ?? {};
    return (elicit ?? elicitUrl ?? sample ?? listRoots) !== undefined;
  }
  const { elicitation, sampling, roots } = client.capabilities;
  const hasDeclared = [elicitation, sampling, roots].some(isJsonObject);
  return hasDeclared || round.requestState !== undefined || round.inputResponses !== undefined;
}
