import type { ElicitAnswer, SamplingAnswer } from '../application/asking.js';
import type { RootsAnswer } from '../application/rounds.js';
import type { JsonObject } from '../json.js';
import { lateAnswerReader } from '../late-parts.js';

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
 * @returns rejects with the `ClientRequestError` `malformed` for what is no answer to the question, and where a form is not filled in as it says
 */
export async function readAnswer<T extends keyof AnswerTypes>(
  method: string,
  result: JsonObject,
  type: T,
  form: JsonObject = {},
): Promise<AnswerTypes[T]> {
  const { answerOf } = await lateAnswerReader();
  return answerOf(method, result, type, form);
}
