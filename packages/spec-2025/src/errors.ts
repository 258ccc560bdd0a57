import {
  ErrorCode,
  errorData,
  type JsonRpcError,
  RequestError,
  type RequestErrorReason,
  type Runtime,
} from '@polyspec/core';

/** The code that these revisions add to those of JSON-RPC 2.0 (server/resources#error-handling). */
const RESOURCE_NOT_FOUND = -32002;

/** The code of 2025-11-25 (client/elicitation#url-elicitation-required-error). Nobody else gets such an error, see `refinedError`. */
const URL_ELICITATION_REQUIRED = -32042;

/** Which code each reason of the runtime has here. */
const CODES: Readonly<Record<RequestErrorReason, number>> = {
  'unknown-tool': ErrorCode.InvalidParams,
  'unknown-prompt': ErrorCode.InvalidParams,
  'unknown-resource': RESOURCE_NOT_FOUND,
  'unknown-method': ErrorCode.MethodNotFound,
  'invalid-params': ErrorCode.InvalidParams,
  'invalid-cursor': ErrorCode.InvalidParams,
  // No code says that the client can't be asked (ambiguity Q-50), or that something is not allowed: the latter has the
  // code that a guard's refusal has where there is no HTTP status.
  'missing-capability': ErrorCode.InternalError,
  'url-elicitation-required': URL_ELICITATION_REQUIRED,
  forbidden: ErrorCode.InvalidRequest,
  busy: ErrorCode.InternalError,
  internal: ErrorCode.InternalError,
};

/**
 * The error that a client sees.
 *
 * @param doing what failed, for the log: the beginning of a sentence that ends in «failed»
 */
export function toJsonRpcError(
  thrown: unknown,
  doing: string,
  runtime: Pick<Runtime, 'errorText' | 'logger'>,
): JsonRpcError {
  if (!(thrown instanceof RequestError)) {
    return { code: ErrorCode.InternalError, message: runtime.errorText(thrown, doing) };
  }
  const { reason, message } = thrown;
  const code = CODES[reason] ?? ErrorCode.InternalError;
  const data = errorData(thrown, runtime.logger);
  return data === undefined ? { code, message } : { code, message, data };
}
