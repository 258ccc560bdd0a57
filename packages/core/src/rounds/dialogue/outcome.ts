import type { InputResponse } from '../../application/rounds.js';
import { messageOf, RequestError, type RequestErrorReason, UserError } from '../../errors.js';
import type { JsonObject, JsonValue } from '../../json.js';
import { jsonCopy } from '../json-copy.js';
import { jsonFault } from '../json-fault.js';
import { RoundFault } from '../round-fault.js';

/**
 * How something in a dialogue ended, as it stands in the record: the answer to a question or what a step gave (`value`, absent
 * for nothing), or the error of a step.
 */
export type Outcome = { readonly value?: JsonValue } | { readonly error: StepFailure };

/** The error that a step threw, as far as it travels. */
export interface StepFailure extends JsonObject {
  readonly name: string;
  readonly message: string;
  /** That of a `UserError`, whatever its name. */
  readonly forUser?: true;
  readonly reason?: RequestErrorReason;
  readonly data?: JsonValue;
}

export function answered(response: InputResponse): Outcome {
  return { value: jsonCopy(response as unknown as JsonValue) };
}

/**
 * @param step what the step is called in an error
 * @throws RoundFault for what JSON can't carry
 */
export function stepGave(value: unknown, step: string): Outcome {
  if (value === undefined) return {};
  const fault = jsonFault(value, 'result');
  if (fault !== undefined) {
    const text = `${step} must give JSON or nothing, for it travels through the client to the next run: ${fault}`;
    throw new RoundFault(text, 'dialogue');
  }
  return { value: jsonCopy(value as JsonValue) };
}

/** Whatever it was: also what can't be read is an end of the step. */
export function stepThrew(thrown: unknown): Outcome {
  try {
    return { error: failureIn(thrown) };
  } catch {
    return { error: { name: 'Error', message: messageOf(thrown) } };
  }
}

function failureIn(thrown: unknown): StepFailure {
  if (!(thrown instanceof Error)) return { name: 'Error', message: messageOf(thrown) };
  const failure = { name: String(thrown.name), message: String(thrown.message) };
  if (thrown instanceof UserError) return { ...failure, forUser: true };
  if (!(thrown instanceof RequestError)) return failure;
  const { reason, data } = thrown;
  const isJson = data !== undefined && jsonFault(data, 'data') === undefined;
  return isJson ? { ...failure, reason, data: jsonCopy(data) } : { ...failure, reason };
}

/**
 * The error of a step as its dialogue sees it, which is the same in the round in which it happened and in all later ones: a
 * `UserError` or `RequestError` where it was one, else an `Error` of the same name and message.
 *
 * @param cause what was thrown, in the round in which it happened
 */
export function failureOf({ name, message, forUser, reason, data }: StepFailure, cause?: unknown): Error {
  const options = cause === undefined ? undefined : { cause };
  if (reason !== undefined) return new RequestError(reason, message, data, options);
  const error = forUser === true ? new UserError(message, options) : new Error(message, options);
  return Object.assign(error, { name });
}
