import type { ElicitAnswer, SamplingAnswer } from '../application/asking.js';
import type { InputResponse, RootsAnswer } from '../application/rounds.js';
import type { JsonObject } from '../json.js';
import type { Asked } from '../rounds/asked.js';
import { readResponse, WANTED } from '../rounds/read-response.js';
import { ClientRequestError } from '../runtime/client-request-error.js';
import { formContentFault } from './content-fault.js';

/** What a client answers to each kind of question. */
export interface AnswerTypes {
  readonly formElicitation: ElicitAnswer;
  readonly urlElicitation: ElicitAnswer;
  readonly sampling: SamplingAnswer;
  readonly roots: RootsAnswer;
}

/**
 * Reads what a client answered to a question in the middle of a request: an answer in its own shape, without what the protocol
 * does not know.
 *
 * @param method the method that it was asked by, for the error
 * @param result the result that it gave
 * @param type what it was asked
 * @param form of a form, the schema as the client was shown it
 * @throws ClientRequestError `malformed` for what is no answer to the question, and where a form is not filled in as it says
 */
export function readAnswer<T extends keyof AnswerTypes>(
  method: string,
  result: JsonObject,
  type: T,
  form: JsonObject = {},
): AnswerTypes[T] {
  const asked = { type, schema: form } as Asked;
  const answer = readResponse(result, asked);
  const fault = answer === undefined ? `it must be ${WANTED[type]}` : contentFault(answer, asked);
  if (fault !== undefined) throw new ClientRequestError('malformed', method, undefined, fault);
  return answer as AnswerTypes[T];
}

function contentFault(answer: InputResponse, asked: Asked): string | undefined {
  const isFilledIn = asked.type === 'formElicitation' && 'action' in answer && answer.action === 'accept';
  return isFilledIn ? formContentFault(answer.content, asked.schema) : undefined;
}
