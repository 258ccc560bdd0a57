import type { JsonValue } from './json.js';
import type { ClientRequestError } from './runtime/client-request-error.js';
import type { SchemaError } from './schema/index.js';
import type { UriTemplateError } from './uri-template/index.js';

/**
 * Every error class of polyspec, in one place. Each carries a stable `code` to switch over:
 *
 * | class | code | when |
 * | --- | --- | --- |
 * | `UserError` | `POLYSPEC_USER` | thrown by an application: the client sees its text as written |
 * | `RequestError` | `POLYSPEC_REQUEST` | a request that can't be served; `reason` says why, a spec maps it to its code |
 * | `ClientRequestError` | `POLYSPEC_CLIENT_REQUEST` | what a client was asked has no answer; `reason` says why |
 * | `OptionError` | `POLYSPEC_OPTION` | a wrong option, before anything starts |
 * | `ApplicationError` | `POLYSPEC_APPLICATION` | an application that contradicts itself, found at start or when listed |
 * | `SchemaError` | `POLYSPEC_SCHEMA` | a schema that can't be published or compiled |
 * | `UriTemplateError` | `POLYSPEC_URI_TEMPLATE` | a URI template that is not RFC 6570, or could not be matched safely |
 */
export type PolyspecError =
  | UserError
  | RequestError
  | ClientRequestError
  | OptionError
  | ApplicationError
  | SchemaError
  | UriTemplateError;

export { ClientRequestError, type ClientRequestErrorReason } from './runtime/client-request-error.js';
export { SchemaError } from './schema/index.js';
export { UriTemplateError } from './uri-template/index.js';

/**
 * An error meant for the client: its message passes through every transport as written. A tool that throws one
 * gives a result with `isError: true` and this text; a prompt, resource or completion gives the JSON-RPC error `-32603`
 * with it. Any other exception is hidden behind a generic text where the client is remote (option `exposeErrors`).
 *
 * @example
 * throw new UserError('Order 17 is already shipped');
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly code = 'POLYSPEC_USER';
}

/** Why a request can't be served, in words that no revision owns. */
export type RequestErrorReason =
  | 'unknown-tool'
  | 'unknown-prompt'
  | 'unknown-resource'
  | 'unknown-method'
  | 'invalid-params'
  | 'invalid-cursor'
  | 'missing-capability'
  | 'url-elicitation-required'
  | 'forbidden'
  | 'busy'
  | 'internal';

/**
 * A request that can't be served. The runtime throws it, an application may; a spec turns `reason` into the error code of
 * its revision (for example `unknown-resource` into `-32002` under 2025 and `-32602` under 2026).
 */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code = 'POLYSPEC_REQUEST';
  readonly reason: RequestErrorReason;
  /** Sent as the `data` of the JSON-RPC error. */
  readonly data: JsonValue | undefined;

  constructor(reason: RequestErrorReason, message: string, data?: JsonValue, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.data = data;
  }
}

/** An option that is unknown or has a wrong value. The message names the option, what it got and what it takes. */
export class OptionError extends TypeError {
  override readonly name = 'OptionError';
  readonly code = 'POLYSPEC_OPTION';
  /** The option's name. */
  readonly option: string;

  constructor(option: string, message: string) {
    super(message);
    this.option = option;
  }
}

/** An application that contradicts itself, such as two tools of one name. The message names the part at fault. */
export class ApplicationError extends Error {
  override readonly name = 'ApplicationError';
  readonly code = 'POLYSPEC_APPLICATION';
}

/** A short text for any thrown value, also for those that are no `Error`. */
export function messageOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  if (thrown === undefined) return 'undefined was thrown';
  try {
    if (thrown instanceof Error) return String(thrown.message || thrown.name);
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    // A value whose own members throw, or one with circles.
    return `a value of the type ${typeof thrown} was thrown`;
  }
}
