import {
  errorData,
  type JsonRpcError,
  type JsonRpcFailure,
  type JsonValue,
  type Logger,
  RequestError,
  type RequestErrorReason,
} from '@polyspec/core';

/** The error codes of this revision (basic/index#error-codes). It uses no other. */
export const ModernErrorCode = {
  /** The bytes are not JSON. */
  ParseError: -32700,
  /** The JSON is not a request or notification, or its id is in use. */
  InvalidRequest: -32600,
  /** The method is unknown, was removed, or its capability was not advertised. */
  MethodNotFound: -32601,
  /** Parameters or required metadata are missing or malformed, or name what does not exist. */
  InvalidParams: -32602,
  /** Something unexpected failed in the server. */
  InternalError: -32603,
  /** A required header field is missing, malformed, or says something else than the body. */
  HeaderMismatch: -32020,
  /** Serving the request needs a capability that it did not declare. `data.requiredCapabilities` has what is missing. */
  MissingRequiredClientCapability: -32021,
  /** The revision is not served per request. `data` has what was `requested` and what is `supported`. */
  UnsupportedProtocolVersion: -32022,
} as const;

/** A request that a check refused, before anything was done for it. */
export interface Fault extends JsonRpcError {
  /** The HTTP status to refuse it with. */
  readonly status: number;
}

/** The same, found after the checks. */
export class FaultError extends RequestError {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super('invalid-params', fault.message, fault.data);
    this.fault = fault;
  }
}

/** Which code each reason of the runtime has here. What does not exist is `-32602` (E-08). */
const CODES: Readonly<Record<RequestErrorReason, number>> = {
  'unknown-tool': ModernErrorCode.InvalidParams,
  'unknown-prompt': ModernErrorCode.InvalidParams,
  'unknown-resource': ModernErrorCode.InvalidParams,
  'unknown-method': ModernErrorCode.MethodNotFound,
  'invalid-params': ModernErrorCode.InvalidParams,
  'invalid-cursor': ModernErrorCode.InvalidParams,
  'missing-capability': ModernErrorCode.MissingRequiredClientCapability,
  // This revision asks for visits by rounds, and has no error for them.
  'url-elicitation-required': ModernErrorCode.InternalError,
  // No code says «not allowed» (ambiguity Q-36); the HTTP status does.
  forbidden: ModernErrorCode.InvalidRequest,
  busy: ModernErrorCode.InternalError,
  internal: ModernErrorCode.InternalError,
};

/** The HTTP status of what fails after dispatch, 200 for all that is not here (E-09, ambiguity Q-05). */
const STATUS: Readonly<Record<number, number>> = {
  [ModernErrorCode.MethodNotFound]: 404,
  [ModernErrorCode.HeaderMismatch]: 400,
  [ModernErrorCode.MissingRequiredClientCapability]: 400,
  [ModernErrorCode.InvalidRequest]: 403,
};

const VISITS_BY_ROUNDS =
  'For that the user has to visit a page, which this revision asks for between two requests. ' +
  'For the author: dialogue(…) with elicitUrl asks under every revision that has pages to visit';

/** Turns a request error of the runtime into the error that the client sees; anything else says no more than that it failed. */
export function toJsonRpcError(thrown: unknown, logger: Logger): JsonRpcError {
  if (!(thrown instanceof RequestError)) return { code: ModernErrorCode.InternalError, message: 'Internal error' };
  if (thrown instanceof FaultError) return errorOf(thrown.fault);
  const { reason } = thrown;
  const message = reason === 'url-elicitation-required' ? `${thrown.message}. ${VISITS_BY_ROUNDS}` : thrown.message;
  const code = CODES[reason] ?? ModernErrorCode.InternalError;
  const own = errorData(thrown, logger);
  const data: JsonValue | undefined = reason === 'missing-capability' ? { requiredCapabilities: own ?? {} } : own;
  return data === undefined ? { code, message } : { code, message, data };
}

function errorOf({ status: _status, ...error }: Fault): JsonRpcError {
  return error;
}

/** The HTTP status of a failed answer, as long as no stream has begun. */
export function statusOf(failure: JsonRpcFailure): number {
  return STATUS[failure.error.code] ?? 200;
}
