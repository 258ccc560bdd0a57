import type { InputResponse } from '../application/rounds.js';
import type { JsonObject } from '../json.js';
import type { Asked } from '../rounds/asked.js';
import { readResponse, WANTED } from '../rounds/read-response.js';
import { ClientRequestError } from '../runtime/client-request-error.js';
import { formContentFault } from './content-fault.js';
import type { AnswerTypes } from './read-answer.js';

/** See `readAnswer`, which loads this when the first answer has come. */
export function answerOf<T extends keyof AnswerTypes>(
  method: string,
  result: JsonObject,
  type: T,
  form: JsonObject,
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
